"""The exceptions that Paddock raises for errors a person can correct."""

from __future__ import annotations

from typing import Any

from paddock.core.messages import Message, say


class PaddockError(Exception):
    """Base of all errors a person can correct; `message` can be worded in any language."""

    def __init__(self, message_id: str, **params: Any) -> None:
        self.message = Message(message_id, params)
        super().__init__(message_id, params)

    def __str__(self) -> str:
        return say(self.message)

    def __reduce__(self) -> tuple[Any, ...]:
        """Makes every kind picklable: subclasses have constructors of their own."""
        return _as_it_was, (type(self), self.args), self.__dict__


def _as_it_was(kind: type[PaddockError], args: tuple[Any, ...]) -> PaddockError:
    return kind.__new__(kind, *args)


class IllegalAction(PaddockError):
    """The rules forbid the action; `rule_id` names the rule. The state is unchanged."""

    def __init__(self, rule_id: str, message_id: str, **params: Any) -> None:
        self.rule_id = rule_id
        super().__init__(message_id, **params)

    def __str__(self) -> str:
        return f"{say(self.message)} [{self.rule_id}]"


class BadInput(PaddockError):
    """Options, a file or a request are invalid."""


class LogError(PaddockError):
    """A log is truncated, altered or breaks the rules; `record` is the 1-based line."""

    def __init__(self, record: int, message_id: str, **params: Any) -> None:
        self.record = record
        super().__init__(message_id, record=record, **params)
