"""Everything Outspeed says has words in every language."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from typing import get_args

import msgspec

from paddock.core.game import kebab
from paddock.core.messages import LANGUAGES, catalogue, format_text
from paddock.games.outspeed import OUTSPEED
from paddock.games.outspeed.components import TOKEN_COUNTS
from paddock.games.outspeed.events import OutspeedEvent

HOME = Path(str(resources.files("paddock.games.outspeed")))


def words(language: str) -> dict[str, str]:
    return msgspec.json.decode((HOME / "words" / f"{language}.json").read_bytes(), type=dict[str, str])


def test_the_catalogues_have_the_same_messages_and_need_no_other_values() -> None:
    for language in LANGUAGES:
        assert words(language).keys() == words("en").keys()
        for key, template in words(language).items():
            values = dict.fromkeys(re.findall(r"\{(\w+)", words("en")[key]), 1)
            assert "{" not in format_text(template, values, language), f"{key} in {language}"


def test_events_options_tokens_and_refusals_are_worded() -> None:
    needed = {f"outspeed.{kebab(event.__name__)}" for event in get_args(OutspeedEvent)}
    needed |= {f"outspeed.option.{field}" for field in OUTSPEED.Options.__struct_fields__}
    needed |= {f"outspeed.token.{token}" for token in TOKEN_COUNTS}
    for file in HOME.glob("*.py"):
        said = re.findall(r'(?:IllegalAction\([^,]+,|BadInput\()\s*"(outspeed\.[\w-]+)"', file.read_text())
        needed |= set(said)
    assert len(needed) > 40
    for language in LANGUAGES:
        assert needed <= catalogue(language).keys()
