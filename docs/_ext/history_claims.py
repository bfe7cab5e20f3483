"""Claims and the evidence for them: one data file, a directive, a role and a change log.

* ``{claims} TOPIC`` writes every claim of a topic with its evidence, an anchor each.
* ``{claim}`ID``` prints the verdict on a claim and links to its evidence.
* ``{claim-verdicts}`` explains the verdicts and counts them.
* ``{claim-log}`` lists when verdicts were given and changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import history_data
from docutils import nodes
from history_nodes import HistoryDirective, load, reference
from sphinx.util.docutils import SphinxRole

if TYPE_CHECKING:
    from sphinx.application import Sphinx

VERDICTS = {
    "documented": "a source we have seen says so, or shows it.",
    "documented in part": "a source we have seen bears out part of it, and no source the whole.",
    "not found": "we looked where we say we searched, and found nothing, which disproves nothing.",
    "overstated": "there is something in it, but it says more than the sources do.",
    "contradicted": "a source we have seen says otherwise, and is quoted.",
}
"""The verdicts, from best to worst, each with what it means."""


def badge(verdict: str) -> str:
    """Return the class of a verdict."""
    return "claim-" + verdict.replace(" ", "-")


class ClaimRole(SphinxRole):
    """``{claim}`ID```: the verdict, as a link to the evidence."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the link, or a message that names the unknown claim."""
        claims = history_data.by_id(load(self.env, "claims")["claims"])
        claim = claims.get(self.text)
        if claim is None:
            message = self.inliner.reporter.error(
                f"there is no claim {self.text!r}", line=self.lineno
            )
            return [self.inliner.problematic(self.rawtext, self.rawtext, message)], [message]
        verdict = claim["verdict"]
        return [reference(f"claim-{self.text}", verdict, "claim", badge(verdict))], []


class ClaimsDirective(HistoryDirective):
    """Every claim of one topic."""

    required_arguments: ClassVar[int] = 1
    final_argument_whitespace: ClassVar[bool] = True

    def run(self) -> list[nodes.Node]:
        """Return a block a claim."""
        claims = [c for c in self.data("claims")["claims"] if c["topic"] == self.arguments[0]]
        if not claims:
            raise self.error(f"no claim has the topic {self.arguments[0]!r}")
        return [self.block(claim) for claim in claims]

    def block(self, claim: dict[str, Any]) -> nodes.Element:
        """Return one claim."""
        block = nodes.container(classes=["claim-block"])
        self.anchor(block, f"claim-{claim['id']}", claim["claim"])
        head = nodes.paragraph(classes=["claim-head"])
        head += nodes.strong("", "", *self.phrase(claim["claim"]))
        head += nodes.inline("", " — ", classes=["claim-dash"])
        head += nodes.inline("", claim["verdict"], classes=["claim", badge(claim["verdict"])])
        link = f'<a class="headerlink" href="#claim-{claim["id"]}" title="Link to this claim">¶</a>'
        head += nodes.raw("", link, format="html")
        block += head
        fields = nodes.definition_list(classes=["claim-fields"])
        for key, label in (
            ("by", "Who says so"),
            ("for", "For"),
            ("against", "Against"),
            ("searched", "Searched"),
            ("settle", "What would settle it"),
        ):
            if key in claim:
                body = nodes.definition("", *self.prose(claim[key]))
                fields += nodes.definition_list_item("", nodes.term("", label), body)
        block += fields
        return block


class VerdictsDirective(HistoryDirective):
    """What each verdict means, and how many claims bear it."""

    def run(self) -> list[nodes.Node]:
        """Return a definition list."""
        claims = self.data("claims")["claims"]
        items = nodes.definition_list(classes=["claim-verdicts"])
        for verdict, meaning in VERDICTS.items():
            count = sum(claim["verdict"] == verdict for claim in claims)
            term = nodes.term("", "", nodes.inline("", verdict, classes=["claim", badge(verdict)]))
            many = f"{count} of {len(claims)} claims" if count else "No claim at present"
            body = nodes.paragraph("", f"{meaning[0].upper()}{meaning[1:]} {many}.")
            items += nodes.definition_list_item("", term, nodes.definition("", body))
        return [items]


class LogDirective(HistoryDirective):
    """When verdicts were given and changed."""

    def run(self) -> list[nodes.Node]:
        """Return a bullet list, the newest first as the file has it."""
        claims = history_data.by_id(self.data("claims")["claims"])
        items = nodes.bullet_list(classes=["claim-log"])
        for entry in self.data("claims")["log"]:
            paragraph = nodes.paragraph("", f"{entry['date']}: ")
            if "claim" in entry:
                paragraph += reference(f"claim-{entry['claim']}", claims[entry["claim"]]["claim"])
                paragraph += nodes.Text(f" ({entry['from']} → {entry['to']}). ")
            paragraph += self.phrase(entry["why"])
            items += nodes.list_item("", paragraph)
        return [items]


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the role and the directives."""
    app.setup_extension("history_nodes")
    app.add_role("claim", ClaimRole())
    app.add_directive("claims", ClaimsDirective)
    app.add_directive("claim-verdicts", VerdictsDirective)
    app.add_directive("claim-log", LogDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
