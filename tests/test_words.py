"""One word for one thing: no catalogue says what the glossary of its language never says."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GLOSSARIES = {"pl": "polish.md", "ru": "russian.md"}
GAMES = {
    "Rallyman: GT and Rallyman: DIRT, common": ("rally", "rallyman-gt", "rallyman-dirt", "coach", "workshop"),
    "Rallyman: DIRT only": ("rallyman-dirt",),
    "Outspeed": ("os", "outspeed"),
    "Dirt & Dust": ("dd", "dirt-and-dust", "op", "order"),
}
"""Which first words of keys belong to a section of the glossary."""


def catalogues(language: str) -> Iterator[tuple[Path, dict[str, str]]]:
    """Every catalogue of a language, wherever it lies, and every page on how to play line by line."""
    for room in (ROOT / "src", ROOT / "web" / "src"):
        for path in sorted(room.rglob(f"{language}.json")):
            if "generated" not in path.parts and "static" not in path.parts:
                yield path, json.loads(path.read_text())
        for path in sorted(room.rglob(f"how-to-play/*.{language}.md")):
            game = path.name.split(".", 1)[0]
            yield (
                path,
                {f"{game}.how-to-play.{at}": text for at, text in enumerate(path.read_text().splitlines())},
            )


def never(language: str) -> Iterator[tuple[str, str, str]]:
    """Section, concept and pattern of every word that is not said."""
    section = ""
    for line in (ROOT / "docs/words" / GLOSSARIES[language]).read_text().splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ")
        elif line.startswith("| ") and section in GAMES:
            concept, _english, _word, patterns = re.split(r"(?<!\\) \| ?", line[2:])[:4]
            for pattern in re.findall(r"`([^`]+)`", patterns):
                yield section, concept.strip(), pattern.replace("\\|", "|")


def rows(language: str) -> Iterator[tuple[list[str], list[str]]]:
    """Of every concept that is said somewhere: patterns of its keys, and the beginnings of its words."""
    for line in (ROOT / "docs/words" / GLOSSARIES[language]).read_text().splitlines():
        if line.startswith("| ") and "`" in line.split(" | ", maxsplit=1)[0]:
            concept, _english, word = re.split(r"(?<!\\) \| ?", line[2:])[:3]
            keys = [re.escape(key).replace(r"\*", ".*") for key in re.findall(r"`([^`]+)`", concept)]
            yield keys, [one[: max(3, min(5, len(one) - 2))].lower() for one in re.findall(r"\w{2,}", word)]


def belongs(key: str, section: str) -> bool:
    """Whether a key speaks of the games of a section."""
    first = key.split(".", maxsplit=1)[0]
    return first in GAMES[section]


@pytest.mark.parametrize("language", GLOSSARIES)
def test_no_catalogue_says_what_the_glossary_never_says(language: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {key}: {text!r} ({concept})"
        for section, concept, pattern in never(language)
        for path, words in catalogues(language)
        for key, text in words.items()
        if belongs(key, section) and re.search(pattern, text, re.IGNORECASE)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", GLOSSARIES)
def test_what_a_concept_is_called_is_said_where_the_glossary_points(language: str) -> None:
    said = {key: text.lower() for _, words in catalogues(language) for key, text in words.items()}
    found = list(rows(language))
    assert len(found) > 120
    for keys, beginnings in found:
        for key in keys:
            texts = [text for name, text in said.items() if re.search(rf"(^|\.){key}$", name)]
            assert texts, f"no catalogue has {key}"
            assert any(one in text for text in texts for one in beginnings), (key, beginnings, texts)


def test_readers_are_addressed_with_a_small_letter() -> None:
    pronouns = {
        "pl": r"[^.!?…:„(]\s(Ty|Ci|Cię|Tobie|Ciebie|Tw(ój|oj\w+))\b",
        "ru": r"[а-яё,]\s(Вы|Вас|Вам|Ваш\w*)\b",
    }
    for language, capital in pronouns.items():
        for _, words in catalogues(language):
            for key, text in words.items():
                assert not re.search(capital, text), (key, text)


def test_the_glossaries_forbid_something_and_catalogues_are_read() -> None:
    for language in GLOSSARIES:
        assert len(list(never(language))) >= 15
        keys = [key for _, words in catalogues(language) for key in words]
        for section in GAMES:
            assert sum(belongs(key, section) for key in keys) > 20, (language, section)


def test_both_glossaries_name_the_same_concepts() -> None:
    concepts = [
        re.findall(r"^\| (.+?) \|", (ROOT / "docs/words" / name).read_text(), re.MULTILINE)
        for name in GLOSSARIES.values()
    ]
    assert concepts[0] == concepts[1]
