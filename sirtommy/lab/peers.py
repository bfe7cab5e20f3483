"""The rules by which other programs and books lay cards, made again from reading them.

They are not runs of the programs.
Every one here builds whatever can be built, as forced play demands; a program that would rather
lay a card is made to build it.
"""

from sirtommy.lab.keys import Spec

PEERS = {
    # A hint that acts by itself, and puts whatever does not fit on the first pile.
    "always-first": Spec(build="leftmost"),
    # PySol Fan Club Edition, class Numerica_Hint, as key H shows it: the scores are rounded down
    # to ten thousands "so that the player will not get confused", and of equals the leftmost wins.
    "pysol-hint": Spec(("pysol-rounded",), build="pysol-rounded"),
    # The same scores as its demonstration uses them: 1,000 off for each rank between the card and
    # a higher top, an empty pile counting as a king; 20,000 for an equal; about 10,000 for a lower.
    "pysol-demo": Spec(("pysol",), build="pysol"),
    # The common advice taken by the letter: one pile for the kings, else the smallest higher top.
    "kings-pile": Spec(("kings",)),
}
"""The players by name. Laying at random and on the shortest pile are what two more programs do."""
