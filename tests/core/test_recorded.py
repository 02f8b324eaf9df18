"""Recorded games: those of today's rules do not change by the way, and those of old files load for ever."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec
import pytest

from paddock.core.errors import LogError
from paddock.core.logs import Log, TakenBack, load, load_file
from paddock.core.match import game_of, replay, resume, verify
from paddock.core.registry import add_game, find_game
from tests.sample.pig import PIG

TESTS = Path(__file__).parent.parent
RECORDED = sorted((TESTS / "recorded").glob("*.jsonl"))
KEPT = sorted((TESTS / "kept_logs").glob("*.jsonl"))
NOTES = TESTS / "recorded" / "digests.json"
Notes = dict[str, dict[str, dict[str, str]]]
"""For each game and each version of its rules the digests of its recorded games."""

add_game(PIG)


def notes() -> Notes:
    return msgspec.json.decode(NOTES.read_bytes(), type=Notes)


def digest(log: Log) -> str:
    """What is played in a log: its records, who was asked after each, and the result; no words, no fields."""
    game = game_of(log)
    told = hashlib.sha256(msgspec.json.encode([log.header.options, log.records], order="deterministic"))
    result = None
    for step in replay(log, game):
        told.update(repr(game.pending(step.state).seats).encode())
        result = game.result(step.state)
    told.update(repr(result).encode())
    return told.hexdigest()[:16]


def note_new_ones() -> None:
    """Note the recorded games that have no note yet under their rules; notes that are there stay."""
    kept = notes()
    for file in RECORDED:
        log = load_file(file)
        kept.setdefault(log.header.game, {}).setdefault(str(log.header.rules), {}).setdefault(
            file.stem, digest(log)
        )
    NOTES.write_bytes(msgspec.json.format(msgspec.json.encode(kept, order="deterministic"), indent=1) + b"\n")


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.stem)
def test_a_recorded_game_changes_only_with_the_version_of_its_rules(file: Path) -> None:
    log = load_file(file)
    rules = find_game(log.header.game).rules_version
    assert log.header.rules == rules, "recorded under other rules: record it again"
    known = notes().get(log.header.game, {}).get(str(rules), {})
    assert file.stem in known, f"new under rules {rules}: run python -m tests.core.test_recorded"
    assert digest(log) == known[file.stem], "it is played differently: rules_version has to rise"


def test_a_change_of_behaviour_is_seen_in_the_digest() -> None:
    log = load_file(TESTS / "kept_logs" / "pig-1.jsonl")
    noted = digest(log)
    other = Log(log.header)
    for record in log.records[:-3]:
        other.append(record)
    assert digest(other) != noted
    assert digest(log.renamed(("somebody", "else"))) == noted, "names are no behaviour"


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_old_log_files_load_for_ever(file: Path) -> None:
    """These files stay as they are: they replay, or say under which rules they were played."""
    raw = file.read_bytes()
    log = load(raw)
    assert log.dump() == raw and log.ended
    if log.header.rules == find_game(log.header.game).rules_version:
        assert verify(log) == log.draws > 0
    else:
        for refuses in (verify, resume):
            with pytest.raises(LogError, match=f"rules version {log.header.rules}"):
                refuses(log)


def test_every_game_and_every_kind_of_record_has_an_old_file() -> None:
    logs = [load_file(file) for file in KEPT]
    assert {log.header.game for log in logs} >= {log.header.game for log in map(load_file, RECORDED)}
    assert any(isinstance(record, TakenBack) for log in logs for record in log.records)
    assert any(b'"paddock"' not in log.lines[0] for log in logs), "one lacks a field that has a default"


if __name__ == "__main__":
    note_new_ones()
