"""What each page's template is told: the sections, the chapters around it, a description.

`site_sections` and `site_more` (docname -> short title) are set in conf.py.
A section is a page in the header, its chapters are the documents of its toctree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

# Only the search page runs these; the theme's own script and styles, twice the weight of
# ours and made for manuals, are replaced by site.js and site.css.
SEARCH_ONLY = ("documentation_options.js", "doctools.js", "sphinx_highlight.js")
NEVER = ("furo.js", "furo.css", "furo-extensions.css")
LONGEST_DESCRIPTION = 200


class Link(NamedTuple):
    """A page in a list: its docname, the words of the link, whether it is the page shown."""

    docname: str
    title: str
    current: bool


def section_of(docname: str, env: BuildEnvironment, sections: dict[str, str]) -> str | None:
    """Return the section that holds a document, itself perhaps, or None."""
    if docname in sections:
        return docname
    return next((s for s in sections if docname in env.toctree_includes.get(s, ())), None)


def description(doctree: nodes.document | None) -> str:
    """Return the page's first paragraph, cut after a whole word to what a search result shows."""
    if doctree is None:
        return ""
    for paragraph in doctree.findall(nodes.paragraph):
        if isinstance(paragraph.parent, nodes.section | nodes.document):
            text = " ".join(paragraph.astext().split())
            if len(text) > LONGEST_DESCRIPTION:
                text = text[:LONGEST_DESCRIPTION].rsplit(" ", 1)[0].rstrip(",;:") + " …"
            return text
    return ""


def add_context(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Give one page's template its navigation, its description and only the assets it needs."""
    env, config = app.env, app.config
    titles = config.site_sections | config.site_more
    home = section_of(pagename, env, titles)

    def links(wanted: dict[str, str]) -> list[Link]:
        return [Link(d, t, d == home) for d, t in wanted.items() if d in env.all_docs]

    context["site_sections"] = links(config.site_sections)
    context["site_more"] = links(config.site_more)
    context["site_section"] = Link(home, titles[home], home == pagename) if home else None
    chapters = [d for d in env.toctree_includes.get(home or "", ()) if d in env.titles]
    context["site_chapters"] = [Link(d, env.titles[d].astext(), d == pagename) for d in chapters]
    context["site_number"] = chapters.index(pagename) + 1 if pagename in chapters else 0
    line = [home, *chapters]
    here = line.index(pagename) if pagename in line else None
    around: list[Link | None] = [None, None]
    if here is not None:
        around = [
            Link(line[i], env.titles[line[i]].astext(), False) if 0 <= i < len(line) else None
            for i in (here - 1, here + 1)
        ]
    context["site_previous"], context["site_next"] = around
    context["site_description"] = description(doctree)

    unwanted = NEVER if pagename == "search" else NEVER + SEARCH_ONLY
    if 'class="highlight' not in context.get("body", ""):
        unwanted += ("pygments.css",)
    for key in ("script_files", "css_files"):
        context[key] = [
            f for f in context[key] if not str(getattr(f, "filename", f)).endswith(unwanted)
        ]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the settings and the hook; late, so that assets of all extensions are seen."""
    app.add_config_value("site_sections", {}, "html", types=frozenset({dict}))
    app.add_config_value("site_more", {}, "html", types=frozenset({dict}))
    app.connect("html-page-context", add_context, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
