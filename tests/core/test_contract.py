import msgspec
import pytest

from paddock.core.errors import BadInput, IllegalAction
from paddock.core.game import Level, Listed, kebab
from paddock.core.registry import add_bot, bots, find_bot, find_game, games
from paddock.testing.harness import check_views, exercise, refused
from tests.sample.pig import PIG, Hold, Pig, PigOptions, PigState, Roll


def test_tags_are_kebab_case() -> None:
    assert kebab("FlatOut") == "flat-out"
    assert msgspec.to_builtins(Roll()) == {"action": "roll"}


def test_options_have_defaults_and_refuse_what_they_do_not_know() -> None:
    assert PIG.options() == PigOptions(goal=100)
    for wrong, reason in (({"gaol": 1}, "gaol"), ({"goal": 1}, "goal"), ({"goal": "x"}, "goal")):
        with pytest.raises(BadInput, match=reason):
            PIG.options(wrong)


def test_malformed_actions_say_what_is_wrong() -> None:
    for wrong in ({"action": "jump"}, {"action": "roll", "extra": 1}, {}, None, 7):
        with pytest.raises(BadInput, match="not an action of pig"):
            PIG.action(wrong)


def test_seats_are_checked() -> None:
    with pytest.raises(BadInput, match="2 to 6 players, not 7"):
        PIG.check_seats(7)


def test_refusals_name_the_rule_and_speak_to_people() -> None:
    state = PIG.start(PigOptions(), 2)
    refusal = refused(PIG, state, 0, Hold())
    assert refusal.rule_id == "PIG-TURN-2"
    assert str(refusal) == "You have to roll at least once before you can hold. [PIG-TURN-2]"
    assert refused(PIG, state, 1, Roll()).rule_id == "PIG-TURN-1"


def test_the_registry_lists_and_finds() -> None:
    assert find_game("pig") is PIG
    assert "pig" in games()
    with pytest.raises(BadInput, match=r"no game called chess.*pig"):
        find_game("chess")
    assert next(iter(bots("pig"))) == "random"
    with pytest.raises(BadInput, match="no bot called god"):
        find_bot("pig", "god")


def test_a_bot_can_be_added_for_one_game() -> None:
    class Coward:
        name = "coward"
        level: Level = "beginner"
        strength = 50.0
        pace = 0.0

        def choose(self, perspective, rng):  # type: ignore[no-untyped-def]
            return Hold() if Hold() in perspective.actions else Roll()

    add_bot("pig", "coward", Coward)
    assert "coward" in bots("pig")
    assert "coward" not in bots("rallyman-gt")


class LeakyPig(Pig):
    """Pig with a secret lucky number that the view shows to everybody."""

    def imagine(self, state, seat, rng):  # type: ignore[no-untyped-def]
        guess = self.clone(state)
        guess.pot = 3
        return guess


class ForgetfulPig(Pig):
    """Pig whose refused actions leave a trace."""

    def act(self, state, seat, action):  # type: ignore[no-untyped-def]
        state.pot += 1
        return super().act(state, seat, action)


class CarelessPig(Pig):
    """Pig whose clones lose the pot."""

    def clone(self, state: PigState) -> PigState:
        return PigState(state.options, list(state.scores), state.turn, 0, state.rolling)


class SharingPig(Pig):
    """Pig whose clones share their scores."""

    def clone(self, state: PigState) -> PigState:
        return PigState(state.options, state.scores, state.turn, state.pot, state.rolling)


class GulliblePig(Pig):
    """Pig that lets anybody hold at any time, although it does not offer it."""

    def act(self, state, seat, action):  # type: ignore[no-untyped-def]
        if isinstance(action, Hold):
            return []
        return super().act(state, seat, action)


class EndlessPig(Pig):
    longest = 3


class OverlappingPig(Pig):
    """Pig that offers actions to seats that are not asked."""

    def actions(self, state, seat):  # type: ignore[no-untyped-def]
        return Listed([Roll()])


class LeakingPocketPig(Pig):
    """Pig whose points are pieces, as if none could come or go."""

    def pieces(self, state):  # type: ignore[no-untyped-def]
        return {"points": 1 + sum(state.scores) + state.pot}


class DreamyPig(Pig):
    """Pig that imagines more points than there are, where nobody looks."""

    View = int  # type: ignore[assignment]

    def view(self, state, seat):  # type: ignore[no-untyped-def]
        return state.turn

    def pieces(self, state):  # type: ignore[no-untyped-def]
        return {"goal": state.options.goal}

    def imagine(self, state, seat, rng):  # type: ignore[no-untyped-def]
        copy = self.clone(state)
        copy.options = PigOptions(goal=state.options.goal + 1)
        return copy


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        (LeakingPocketPig(), "a piece was lost or made"),
        (DreamyPig(), "imagines more or fewer pieces"),
        (ForgetfulPig(), "refused action changed the state"),
        (CarelessPig(), "clone differs"),
        (SharingPig(), "changed"),
        (GulliblePig(), "should have been refused"),
        (EndlessPig(), "more than its longest"),
        (OverlappingPig(), "not asked but has actions"),
    ],
)
def test_the_harness_finds_broken_promises(broken: Pig, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        exercise(broken, PigOptions(goal=50), 2, seed=1)


def test_the_harness_finds_leaks() -> None:
    import random

    with pytest.raises(AssertionError, match="leaks"):
        check_views(LeakyPig(), PIG.start(PigOptions(), 2), 2, random.Random(1))


def test_a_decision_of_a_stranger_is_illegal() -> None:
    with pytest.raises(IllegalAction, match="not your turn"):
        PIG.act(PIG.start(PigOptions(), 2), 1, Roll())
