"""Settings files that were changed: each is read and makes models, or is refused by an error of croupier's own."""

import json
from pathlib import Path

import numpy as np
import pytest

from croupier.agents.llm.settings import ModelDefaults, model_of, read_settings
from croupier.agents.names import AgentName
from croupier.core.base.errors import ConfigError, FileError
from tests.amounts import larger
from tests.broken import damaged

GOOD = """\
[default]
max_tokens = 4096
timeout = 180
tries = 3
first_pause = 0.5
extra = {top_k = 40, stop = ["\\n"]}

[models."qwen2.5:7b"]
url = "http://127.0.0.1:11434/v1"
key_env = "QWEN_KEY"
limit_field = "max_tokens"
temperature = 0.7
top_p = 0.9

[models.large]
model = "gpt-5"
reasoning_effort = "low"
price_input = 1.25
price_cached_input = 0.125
price_output = 10.0
reply_tokens = 300
"""
VALUES = (
    "-1", "0", "1", "nan", "-inf", "1e999", "9" * 5000, "-" + "9" * 4000, "9" * 400, "1.5", "true", '""', '"x"',
    '"http://["', '"http://a:b/"', '"http://a b/"', '"http://u:p@h/"', '"//"', '"\\u0000"', "[]", "[[1]]", "{}",
    "{a = nan}", "{a = 1979-05-27}", "1979-05-27", "07:32:00", "[" * 5000 + "]" * 5000, '"' + "é" * 300 + '"', "'",
)  # fmt: skip


def used(file: Path) -> bool:
    """Whether the settings are read and make models; they can be written into a report then."""
    try:
        default, models = read_settings(file)
        for name in [*models, "llm"]:
            defaults = ModelDefaults("http://127.0.0.1:1/v1", "list", default, models)
            settings, *_ = model_of(AgentName(f"llm:{name}", "llm", {}, name), defaults)
            json.dumps(settings.as_dict(), allow_nan=False)
            assert settings.cost(1000, 10, 100) >= 0.0
    except (ConfigError, FileError):
        return False
    return True


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[models]]\nx = 1\n", "models must be tables, like"),
        ("models = 3\n", "models must be tables, like"),
        ("default = 3\n", r"default must be a table, like \[default\]"),
        ("[defaults]\n", "unknown table .* 'defaults'; did you mean default"),
        ("[default]\ntemprature = 1\n", "unknown setting .* 'temprature'; did you mean temperature"),
        ("[default]\nmax_tokens = 1.5\n", "max_tokens .* must be a int, not 1.5"),
        ("[default]\nmax_tokens = 0\n", "max_tokens of the model m must be greater than 0"),
        ("[default]\nurl = 'localhost'\n", "address of an endpoint is like"),
        ("[default]\nurl = 'http://me:secret@host/v1'\n", "must hold no key"),
        ('[default]\nurl = "http://["\n', "the address of an endpoint is like"),
        ('[default]\nurl = "http://a:b/"\n', "the address of an endpoint is like"),
        (
            "[default]\ntimeout = nan\n",
            "timeout of the model m must be greater than 0 and not above 1e12, not nan",
        ),
        ("[default]\ntimeout = inf\n", "timeout of the model m must be greater than 0"),
        (f"[default]\ntimeout = -{'9' * 400}\n", "timeout of the model m must be"),
        ("default = [\n", "is no TOML"),
        (f"[default]\ntries = {'9' * 5000}\n", "is no TOML"),
        (f"x = {'[' * 5000}\n", "is no TOML"),
        ("[default]\nextra = {a = 1979-05-27}\n", "extra in .*default cannot be sent as JSON"),
        ("[default]\nextra = {a = inf}\n", "cannot be sent as JSON"),
    ],
    ids=lambda value: value[:40],
)
def test_what_no_setting_can_be_is_named(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "models.toml"
    file.write_text(text)
    with pytest.raises((ConfigError, FileError), match=said) as error:  # noqa: PT012  # reading or making, as it comes
        default, models = read_settings(file)
        defaults = ModelDefaults("http://127.0.0.1:1/v1", "list", default, models)
        model_of(AgentName("llm:m", "llm", {}, "m"), defaults)
    assert "secret" not in str(error.value)


@larger("cases", 400, 10_000)
def test_changed_settings_are_read_or_refused(tmp_path: Path, cases: int) -> None:
    file, read = tmp_path / "models.toml", 0
    file.write_text(GOOD)
    assert used(file)
    draw = np.random.default_rng(3)
    lines = GOOD.splitlines()
    for _ in range(cases):
        if draw.random() < 0.4:
            written = damaged(GOOD.encode(), draw)
        else:
            place = int(draw.integers(len(lines)))
            name, equals, _ = lines[place].partition(" = ")
            value = VALUES[draw.integers(len(VALUES))]
            line = (
                f"{name} = {value}" if equals else ["", "[[models]]", "[models]", f"x = {value}"][draw.integers(4)]
            )
            written = "\n".join([*lines[:place], line, *lines[place + 1 :]]).encode()
        file.write_bytes(written)
        read += used(file)
    assert 0 < read < cases
