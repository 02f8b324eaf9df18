"""Errors come whole out of another process."""

from __future__ import annotations

import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from paddock.core.errors import BadInput, IllegalAction, LogError, PaddockError
from paddock.tracks.boxes import BadFace

ERRORS = [
    BadInput("core.bad-options", game="outspeed", option="laps", reason="none"),
    IllegalAction("DD-BUY-1", "dirt-and-dust.no.wrenches", need=3, have=1),
    LogError(7, "core.log.truncated"),
    BadFace("101a", "rows", 5),
]


def _refuse() -> None:
    raise IllegalAction("DD-BUY-1", "dirt-and-dust.no.wrenches", need=3, have=1)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_survives_the_way_between_processes(error: PaddockError) -> None:
    came = pickle.loads(pickle.dumps(error))
    assert type(came) is type(error)
    assert came.message == error.message
    assert came.args == error.args
    assert vars(came) == vars(error)


def test_an_error_of_a_worker_is_the_error_its_pool_raises() -> None:
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool,
        pytest.raises(IllegalAction) as refused,
    ):
        pool.submit(_refuse).result()
    assert refused.value.rule_id == "DD-BUY-1"
    assert refused.value.message.params == {"need": 3, "have": 1}
