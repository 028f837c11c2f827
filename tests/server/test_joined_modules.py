"""The modules of the pages as they are sent: which stand in one file, and what cannot be joined."""

import re

import pytest

from croupier.core.base.errors import FileError
from croupier.server.base.joined_modules import join_modules
from croupier.server.process.app import STATIC

MAIN = {"start.js": 'import("./main.js");\n'}
"""A first module, which loads the application."""
BROKEN = {
    'import { a } from "./gone.js";': "main.js imports gone.js, which is not there",
    'import { b } from "./one.js";': "main.js imports b from one.js, which does not export it",
    'import one from "./one.js";': "main.js imports default from one.js, which does not export it",
    'import * as one from "./one.js";': "main.js cannot be joined with other modules because of the line 'import",
    "export const { a, b } = {};": "because of the line 'export const { a, b } = {};'",
    'export * from "./one.js";': "because of the line 'export",
    'import { c } from "./other.js"; export const d = 1;': "because of the line ';",
    'import { c } from "./other.js";\nexport const d = 1;': "main.js and other.js import each other",
}
"""Modules that a browser would refuse, or that are not known to be joined."""


def inside(text: str) -> list[str]:
    """The modules that stand in a file, in order."""
    return re.findall(r"^// (\S+\.js)$", text, re.MULTILINE)


def test_what_one_file_needs_stands_in_it_and_what_several_need_before_them() -> None:
    texts = {
        "start.js": 'import { a } from "./alone.js";\na().then(() => import("./main.js"));\n',
        "alone.js": "export const a = (code) => import(`./languages/${code}/words.js`);\n",
        "early.js": "export const number = 1;\n",
        "languages/xx/words.js": 'import { number } from "../../early.js";\nexport const words = { number };\n',
        "main.js": 'import { number } from "./early.js";\nexport const open = (file) => '
        'import(`./pages/${file}.js`).then(() => import("./later.js"));\n',
        "games.js": "export const load = (found) => import(found.table_module);\n",
        "later.js": 'import { both } from "./both.js";\nexport const later = both;\n',
        "both.js": "export const both = 2;\n",
        "pages/one.js": 'import { part } from "./one_part.js";\nimport { all } from "../all.js";\n'
        'import { Playing } from "../parts/playing.js";\nexport { part as Page } from "./one_part.js";\n',
        "pages/one_part.js": "function part() {}\nexport { part };\n",
        "pages/two.js": 'import { all } from "../all.js";\nimport { Playing } from "../parts/playing.js";\n'
        'import { both } from "../both.js";\n',
        "parts/playing.js": 'import "../games.js";\nexport class Playing {}\n',
        "all.js": "export async function all() {}\n",
        "hearts/table.js": 'import { suits } from "../tricks.js";\nexport const Table = () => suits;\n',
        "oh_hell/table.js": 'import { suits } from "../tricks.js";\nexport const Table = () => suits;\n',
        "tricks.js": "export const suits = 4;\n",
        "pig/table.js": "export const Table = () => null;\n",
        "nobody.js": 'import { gone } from "./all.js";\n'.replace("gone", "all"),
    }
    sent = join_modules(texts)
    assert {name: inside(text) for name, text in sent.items() if inside(text)} == {
        "start.js": ["alone.js", "early.js", "start.js"],
        "languages/xx/words.js": ["languages/xx/words.js"],
        "main.js": ["both.js", "main.js"],
        "later.js": ["later.js"],
        "pages/one.js": ["pages/one_part.js", "pages/one.js"],
        "pages/two.js": ["pages/two.js"],
        "parts/playing.js": ["all.js", "games.js", "tricks.js", "parts/playing.js"],
        "hearts/table.js": ["hearts/table.js"],
        "oh_hell/table.js": ["oh_hell/table.js"],
    }
    for name in ("pig/table.js", "nobody.js"):
        assert sent[name] == texts[name]
    assert sent["both.js"] == 'import { $both } from "/main.js";\nexport const { both } = $both();\n'
    assert "import(`/languages/${code}/words.js`)" in sent["start.js"]
    assert "import(`/pages/${file}.js`)" in sent["main.js"]
    assert sent["pages/one.js"].endswith(
        "export const Page = $pages$one_part().part;\nexport { $pages$one_part };\n"
    )


def test_what_is_imported_is_as_it_is_then() -> None:
    texts = {
        "start.js": 'import { language } from "./language.js";\nimport next from "./next.js";\n',
        "language.js": "export let language = 1;\n",
        "next.js": "export default function () {}\n",
    }
    sent = join_modules(texts)
    assert "get language() { return language; }" in sent["start.js"]
    assert "const next = $next().default;" in sent["start.js"]
    assert sent["next.js"] == 'import { $next } from "/start.js";\nexport default $next().default;\n'


@pytest.mark.parametrize(("text", "why"), BROKEN.items())
def test_what_a_browser_would_refuse_is_refused_by_name(text: str, why: str) -> None:
    others = {"one.js": "export const a = 1;", "other.js": 'import { d } from "./main.js";\nexport const c = d;'}
    with pytest.raises(FileError) as caught:
        join_modules({**MAIN, "main.js": text, **others})
    assert why in str(caught.value)


def test_the_pages_modules_are_sent_once_each_and_name_only_what_is_there() -> None:
    texts = {path.relative_to(STATIC).as_posix(): path.read_text() for path in STATIC.rglob("*.js")}
    sent = join_modules(texts)
    files = {name: inside(text) for name, text in sent.items() if inside(text)}
    joined = [name for names in files.values() for name in names]
    assert len(joined) == len(set(joined))
    whole = {name for name, text in sent.items() if text == texts[name]}
    assert {"push_worker.js", "worker.js"} < whole
    assert not [name for name in whole if re.search("^import ", texts[name], re.MULTILINE)]
    assert set(joined) | whole == set(texts)
    for text in sent.values():
        for names, file in re.findall(r'^import \{ (.*) \} from "/(.*)";$', text, re.MULTILINE):
            (exported,) = re.findall(r"^export \{ (.*) \};$", sent[file], re.MULTILINE)
            assert set(names.split(", ")) <= set(exported.split(", "))
        assert not re.search(r"""(from|import\() ?["`]\.""", text)
    assert len(files) < len(texts) / 2
