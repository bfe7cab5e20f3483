"""What a good player across the table would say: one pile and one reason.

The sentences rest on the facts of a hint and on nothing else, and say no more than these support.
Where the facts do not explain the choice, the sentence says so.
"""

from dataclasses import dataclass

from sirtommy import builds, lays, objections, verdicts
from sirtommy.facts import Fact, Kind
from sirtommy.hint import Choice, Hint
from sirtommy.phrases import fresh, share_phrase
from sirtommy.scene import Reason, Said, Scene, chosen, foundation, of, pile_of, rivals_of, twins
from sirtommy.state import BuildTop, Lay, Move

THIN = 0.01
"""Below this share of wins, hope is thin."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint in a sentence or two."""

    sentence: str
    move: Move
    kinds: tuple[Kind, ...]
    """The kinds of the facts that the sentence rests on, each once."""


@dataclass(frozen=True, slots=True)
class Chance:
    """How often one choice wins, in a phrase and exactly."""

    move: Move
    phrase: str
    """Such as "about 2 in 5"."""
    detail: str
    """Wins, continuations, the interval, and the player they speak of."""

    def __str__(self) -> str:
        """Return all of it in one line."""
        return f"{self.move}: {self.phrase} ({self.detail})"


def chances(hint: Hint) -> tuple[Chance, ...]:
    """Return the chance of every choice of `hint`, the recommended one first."""
    best = chosen(hint)
    return tuple(
        _chance(hint, choice)
        for choice in (best, *(choice for choice in hint.choices if choice is not best))
    )


def _chance(hint: Hint, choice: Choice) -> Chance:
    if choice.lost:
        return Chance(choice.move, "lost", "proved: no order of the unseen cards can win")
    if hint.player == "deep":
        worth = f"worth {choice.won:.1f} wins in {choice.tried} continuations"
        record = f"{worth}, played on by the learned evaluation"
    else:
        player = hint.player.replace("-", " ")
        record = f"won {choice.won} of {choice.tried} continuations played on by {player}"
    interval = f"95 % interval {100 * choice.low:.0f} % to {100 * choice.high:.0f} %"
    return Chance(choice.move, share_phrase(choice.won, choice.tried), f"{record}, {interval}")


def advise(hint: Hint, previous: str = "") -> Advice:
    """Return what to say about `hint`; `previous` is the last sentence spoken.

    Two sentences in a row never open with the same word.
    """
    best = chosen(hint)
    turn = len(hint.seen.unseen) + sum(map(len, hint.seen.piles))
    others = tuple(choice for choice in hint.choices if not twins(hint, best, choice))
    said = _case(Scene(hint, best, others, turn))
    kinds = tuple(dict.fromkeys(fact.kind for fact in said.facts))
    return Advice(fresh(said.wordings, turn, previous), best.move, kinds)


def _case(scene: Scene) -> Said:
    hint, best = scene.hint, scene.best
    if hint.waiting:
        return verdicts.lost_already(scene)
    if not scene.others:
        return verdicts.no_choice(scene)
    if best.lost:
        return verdicts.lost_now(scene)
    if all(choice.lost for choice in scene.others):
        return verdicts.last_hope(scene)
    rivals = [choice for choice in scene.others if choice in rivals_of(hint, best)]
    worse = [choice for choice in scene.others if choice not in rivals]
    if isinstance(best.move, Lay):
        return _to_lay(scene, rivals, worse)
    return _to_build(scene, rivals)


def _to_lay(scene: Scene, rivals: list[Choice], worse: list[Choice]) -> Said:
    if scene.best.tried and scene.best.win < THIN:
        return _thin_hope(scene)
    held = [choice for choice in scene.others if not isinstance(choice.move, Lay)]
    if held:
        return _hold_back(scene, held[0], rivals)
    if not rivals:
        return _clear(scene, worse)
    if len(rivals) == 1:
        return _either(scene, rivals[0])
    if len(worse) == 1:
        shunned = (
            objections.objection_to(scene, worse[0]) if isinstance(worse[0].move, Lay) else None
        )
        if shunned:
            return _anywhere_but(scene, worse[0], shunned)
    return _open_question(scene, worse)


def _tail(why: Reason | None, against: Reason | None) -> tuple[str, tuple[Fact, ...]]:
    """Return the reason as the end of a sentence, else what is conceded, and the facts."""
    if why:
        return f": {why.text}", why.facts
    return (f", though {against.text}", against.facts) if against else ("", ())


def _tail_of_lay(scene: Scene) -> tuple[str, tuple[Fact, ...]]:
    return _tail(lays.reason(scene), lays.concession(scene))


def _thin_hope(scene: Scene) -> Said:
    """Say what to do where hardly a continuation was won, or none."""
    card, where, tried = scene.card(scene.best), scene.place(scene.best), scene.best.tried
    tail, facts = _tail_of_lay(scene)
    if scene.best.won:
        return Said(
            (
                f"Hope is thin, below one in a hundred. The {card} goes on {where}{tail}.",
                f"Not one game in a hundred is won from here. Put the {card} on {where}{tail}.",
            ),
            facts,
        )
    return Said(
        (
            f"Not one of {tried} tries was won from here. Put the {card} on {where}{tail}.",
            f"Hope is thin, with no win in {tried} tries. The {card} goes on {where}{tail}.",
        ),
        facts,
    )


def _hold_back(scene: Scene, held: Choice, rivals: list[Choice]) -> Said:
    """Say where to lay the turned card though something could be built."""
    card, where, kept = scene.card(scene.best), scene.place(scene.best), builds.named(scene, held)
    tail, facts = _tail_of_lay(scene)
    doubt = " There is little in it." if rivals else ""
    if not isinstance(held.move, BuildTop):
        wordings = (
            f"Hold {kept} back, and put it on {where}{tail}.{doubt}",
            f"Do not build {kept} yet. Put it on {where}{tail}.{doubt}",
        )
    elif pile_of(held) == pile_of(scene.best):
        wordings = (
            f"Cover {kept} with the {card}, though it could go up.{doubt}",
            f"Lay the {card} on {kept} rather than build that.{doubt}",
        )
        facts = ()
    else:
        wordings = (
            f"Leave {kept} for now. Put the {card} on {where}{tail}.{doubt}",
            f"Keep {kept} a while. The {card} goes on {where}{tail}.{doubt}",
        )
    return Said(wordings, facts)


def _open_question(scene: Scene, worse: list[Choice]) -> Said:
    """Say where the card may go though the odds do not tell several piles apart."""
    card, where = scene.card(scene.best), scene.place(scene.best)
    tail, facts = _tail_of_lay(scene)
    if worse:
        return Said(
            (
                f"Several piles will do for the {card}. Say, {where}{tail}.",
                f"Try the {card} on {where}{tail}. Other piles are as good by the odds.",
            ),
            facts,
        )
    return Said(
        (
            f"There is little in it. Say, the {card} on {where}{tail}.",
            f"Try the {card} on {where}{tail}. There is little in it.",
            f"The odds hardly tell the piles apart. I would put the {card} on {where}{tail}.",
            f"Perhaps the {card} on {where}{tail}. It is a close thing.",
        ),
        facts,
    )


def _either(scene: Scene, rival: Choice) -> Said:
    card = scene.card(scene.best)
    pair = f"{scene.place(scene.best)} or {scene.place(rival)}"
    why = lays.shared(scene, rival)
    return Said(
        (
            f"Either {pair} will do for the {card}: {why.text}.",
            f"The {card} can go on {pair}: {why.text}.",
            f"Take {pair} for the {card}: {why.text}.",
        ),
        why.facts,
    )


def _anywhere_but(scene: Scene, worst: Choice, why: Reason) -> Said:
    card, where, there = scene.card(scene.best), scene.place(scene.best), scene.place(worst)
    return Said(
        (
            f"Not on {there}: {why.text}. Anywhere else will do for the {card}, say {where}.",
            f"Put the {card} on {where}, or anywhere but {there}: {why.text}.",
        ),
        why.facts,
    )


def _clear(scene: Scene, worse: list[Choice]) -> Said:
    card, where = scene.card(scene.best), scene.place(scene.best)
    why = lays.reason(scene)
    if why is None:
        tail, facts = _tail(None, lays.concession(scene))
        return Said(
            (
                f"The odds favour {where} for the {card}{tail}.",
                f"By the odds the {card} goes on {where}{tail}.",
            ),
            facts,
        )
    more = objections.warning(scene, worse)
    warning = f" {more.text}" if more else ""
    start = where[0].upper() + where[1:]
    return Said(
        (
            f"Put the {card} on {where}: {why.text}.{warning}",
            f"The {card} goes on {where}: {why.text}.{warning}",
            f"{start} for the {card}: {why.text}.{warning}",
            f"Lay the {card} on {where}: {why.text}.{warning}",
        ),
        (*why.facts, *(more.facts if more else ())),
    )


def _to_build(scene: Scene, rivals: list[Choice]) -> Said:
    card = builds.named(scene, scene.best)
    with_lays = any(isinstance(choice.move, Lay) for choice in scene.others)
    same = [c for c in rivals if not isinstance(c.move, Lay) and pile_of(c) == pile_of(scene.best)]
    if same == rivals and len(rivals) == 1:
        either = f"{foundation(scene.best)} or {foundation(rivals[0])}"
        return Said(
            (
                f"Either foundation will do for {card}: {either}.",
                f"Send {card} to foundation {either}.",
            )
        )
    if len(rivals) == len(scene.others) == 1 and not with_lays:
        other = builds.named(scene, rivals[0])
        return Said((f"Either {card} or {other} can go first.", f"Start with {card} or {other}."))
    why = builds.reason(scene)
    tail, facts = _tail(why, builds.concession(scene))
    start = card[0].upper() + card[1:]
    first = ("" if with_lays else " first") + builds.aim(scene)
    harmless = with_lays and of(scene.best, Kind.SAFE)
    doubt = " There is little in it." if rivals and not harmless else ""
    if doubt and any(isinstance(choice.move, Lay) for choice in rivals):
        doubt = " It can also wait."
    if not (why or with_lays or doubt):
        return Said(
            (
                f"By the odds {card} goes up{first}{tail}.",
                f"{start} goes up{first} by the odds{tail}.",
            ),
            facts,
        )
    return Said(
        (
            f"{start} goes up{first}{tail}.{doubt}",
            f"Build {card}{first}{tail}.{doubt}",
            f"Send {card} up{first}{tail}.{doubt}",
        ),
        facts,
    )
