"""PPO on `Batch` in one file: a training loop to take apart. "Your own loop" in docs/training.md explains it.

Run: ``python examples/ppo_on_batch.py GAME [SEED [DECISIONS]]``, with ``pig`` or ``oh-hell`` (a round of five)
"""

from argparse import ArgumentParser
from pathlib import Path

import torch
from rich import print as show
from torch import nn
from torch.distributions import Categorical

import croupier
from croupier.learn import export_module
from croupier.measure import play_tournament, terminal_table

TABLES = {"pig": {}, "oh-hell": {"players": 3, "rounds": "one", "largest": 5}}  # options of the games
POINTS = {"pig": 0.02, "oh-hell": 0.05}  # the reward of a point ahead of the others, and
WINS = {"pig": 1.0, "oh-hell": 0.0}  # what the game's utility, which comes at its end, counts beside it
TABLES_AT_ONCE, STEPS, EPOCHS, MINIBATCH, WIDTH = 256, 32, 2, 256, 128
LEARNING_RATE, LAMBDA, CLIP, ENTROPY = 1e-3, 0.97, 0.2, 0.01


def layers(inputs, outputs):
    """A network of two hidden layers; every action is about as likely at first."""
    hidden = [nn.Linear(inputs, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU()]
    last = nn.Linear(WIDTH, outputs)
    nn.init.normal_(last.weight, std=0.01)
    return nn.Sequential(*hidden, last)


class Player(nn.Module):
    """What to play, and what a seat may expect from here on."""

    def __init__(self, game):
        super().__init__()
        self.policy = layers(game.observation_size, game.num_actions)
        self.critic = layers(game.observation_size, 1)

    def forward(self, observations):
        """Logits and values: as a policy's file has them."""
        return self.policy(observations), self.critic(observations).squeeze(1)

    def choice(self, observations, masks):
        """The distribution of the next action, of legal ones alone."""
        return Categorical(logits=self.policy(observations).masked_fill(~masks, -1e9), validate_args=False)


def rewards(batch):
    """What each seat gained by the last step: points more than the others, and the utility; (N, players)."""
    gained, others = batch.points_gained, max(batch.game.num_players - 1, 1)
    ahead = gained - (gained.sum(axis=1, keepdims=True) - gained) / others
    return torch.from_numpy(POINTS[batch.game.name] * ahead + WINS[batch.game.name] * batch.rewards)


def rollout(batch, player):
    """Play some steps at every table; tensors by step, table and, where they tell of seats, seat."""
    rows, kept = torch.arange(len(batch)), []
    for _ in range(STEPS):
        seen = torch.from_numpy(batch.seat_observations())  # a new array at every call
        movers = torch.from_numpy(batch.current_players).long()  # long() copies: the batch overwrites its own
        masks = torch.tensor(batch.masks)
        with torch.no_grad():
            choice, values = player.choice(seen[rows, movers], masks), player.critic(seen).squeeze(2)
        actions = choice.sample()
        batch.step(actions.numpy())
        dones = torch.from_numpy(batch.dones).clone()
        kept.append((seen, movers, masks, actions, choice.log_prob(actions), values, rewards(batch), dones))
    with torch.no_grad():
        last = player.critic(torch.from_numpy(batch.seat_observations())).squeeze(2)
    return *map(torch.stack, zip(*kept, strict=True)), last


def advantages(values, gained, dones, last):
    """Each seat's advantages at every step, (STEPS, N, players): a seat is a trajectory, whoever moves."""
    out, after, following = torch.zeros_like(values), last, torch.zeros_like(last)
    for step in reversed(range(len(values))):
        goes_on = (~dones[step]).float()[:, None]
        error = gained[step] + goes_on * after - values[step]
        out[step] = following = error + LAMBDA * goes_on * following
        after = values[step]
    return out


def update(player, optimizer, seen, movers, masks, actions, logps, values, gained, dones, last):
    """Learn from a rollout: the policy from who moved, the critic from all seats."""
    ahead = advantages(values, gained, dones, last)
    targets = (ahead + values).flatten(0, 1)
    own = ahead.gather(2, movers[:, :, None]).flatten()
    own = (own - own.mean()) / (own.std() + 1e-8)
    seen, movers, masks, actions, logps = (x.flatten(0, 1) for x in (seen, movers, masks, actions, logps))
    for part in (part for _ in range(EPOCHS) for part in torch.randperm(len(own)).split(MINIBATCH)):
        choice = player.choice(seen[part, movers[part]], masks[part])
        ratio = (choice.log_prob(actions[part]) - logps[part]).exp()
        better = torch.min(ratio * own[part], ratio.clamp(1 - CLIP, 1 + CLIP) * own[part])
        missed = player.critic(seen[part]).squeeze(2) - targets[part]
        loss = missed.square().mean() / 2 - better.mean() - ENTROPY * choice.entropy().mean()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(player.parameters(), 0.5)
        optimizer.step()


def train(game, seed, decisions):
    """A player that has learned from so many decisions, in all seats of its tables."""
    torch.manual_seed(seed)
    batch, player = game.batch(TABLES_AT_ONCE, seed, count_points=True), Player(game)
    optimizer, updates = torch.optim.Adam(player.parameters()), decisions // (TABLES_AT_ONCE * STEPS)
    for number in range(updates):
        optimizer.param_groups[0]["lr"] = LEARNING_RATE * (1 - number / updates)
        update(player, optimizer, *rollout(batch, player))
    return player


def main(name, seed=0, decisions=500_000, deals=2000, folder="runs"):
    """Train, write the policy's file, and let the arena judge it alone among each kind of opponent."""
    game = croupier.make(name, **TABLES[name])
    file = Path(folder) / f"{name}-ppo-on-batch-{seed}.onnx"
    file.parent.mkdir(parents=True, exist_ok=True)
    export_module(train(game, seed, decisions), file, game, {"example": "ppo_on_batch", "decisions": decisions})
    reports = {}
    for opponent in ("random", "bot"):
        agents = [f"net:{file}", *[opponent] * (game.num_players - 1)]
        reports[opponent] = play_tournament(game, agents, deals, seed=seed + 1000)  # other deals than in training
        show(terminal_table(reports[opponent].rows()))
    return reports


if __name__ == "__main__":
    parser = ArgumentParser(description="Train a player on a batch of tables, and let the arena judge it.")
    parser.add_argument("game", choices=TABLES)
    parser.add_argument("seed", nargs="?", type=int, default=0)
    parser.add_argument("decisions", nargs="?", type=int, default=500_000)
    given = parser.parse_args()
    if given.seed < 0 or given.decisions < TABLES_AT_ONCE * STEPS:
        parser.error(f"a seed is at least 0, and decisions are at least {TABLES_AT_ONCE * STEPS}")
    torch.set_num_threads(1)
    main(given.game, given.seed, given.decisions)
