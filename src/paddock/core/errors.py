"""The few named ways in which Paddock says no."""

from __future__ import annotations

from typing import Any

from paddock.core.messages import Message, say


class PaddockError(Exception):
    """Anything wrong that a person can mend; `message` can be worded in any language."""

    def __init__(self, message_id: str, **params: Any) -> None:
        self.message = Message(message_id, params)
        super().__init__(message_id, params)

    def __str__(self) -> str:
        return say(self.message)

    def __reduce__(self) -> tuple[Any, ...]:
        """An error crosses to another process as it is: kinds are made from arguments of their own."""
        return _as_it_was, (type(self), self.args), self.__dict__


def _as_it_was(kind: type[PaddockError], args: tuple[Any, ...]) -> PaddockError:
    return kind.__new__(kind, *args)


class IllegalAction(PaddockError):
    """An action the rules forbid; `rule_id` names the rule. The state is unchanged."""

    def __init__(self, rule_id: str, message_id: str, **params: Any) -> None:
        self.rule_id = rule_id
        super().__init__(message_id, **params)

    def __str__(self) -> str:
        return f"{say(self.message)} [{self.rule_id}]"


class BadInput(PaddockError):
    """Options, a file or a request that cannot be used."""


class LogError(PaddockError):
    """A log that is truncated, altered or does not fit the rules; `record` is its 1-based line."""

    def __init__(self, record: int, message_id: str, **params: Any) -> None:
        self.record = record
        super().__init__(message_id, record=record, **params)
