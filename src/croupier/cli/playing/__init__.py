"""Commands for people who play: games, tables, score sheets, replays."""
