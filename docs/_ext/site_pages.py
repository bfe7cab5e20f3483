"""What each page's template is told: the sections, the chapters around it, a description.

`site_sections` and `site_more` (docname -> short title) are set in conf.py.
A section is a page in the header, its chapters are the documents of its toctree.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

# Only the search page runs these.
SEARCH_ONLY = ("documentation_options.js", "doctools.js", "sphinx_highlight.js")
# The theme's own script and styles, made for manuals, are replaced by site.js and site.css,
# which also colour what little code there is.
NEVER = ("furo.js", "furo.css", "furo-extensions.css", "pygments.css")
# What Sphinx and the theme copy into the output and no page asks for.
UNUSED = (
    "basic.css", "debug.css", "pygments.css", "skeleton.css", "scripts", "styles",
    "file.png", "minus.png", "plus.png",
)  # fmt: skip
LONGEST_DESCRIPTION = 200
SITE_BUILDERS = {"html", "dirhtml"}


class Link(NamedTuple):
    """A page in a list: its docname, the words of the link, whether it is the page shown."""

    docname: str
    title: str
    current: bool = False


def section_of(docname: str, env: BuildEnvironment, sections: dict[str, str]) -> str | None:
    """Return the section that holds a document, itself perhaps, or None."""
    if docname in sections:
        return docname
    return next((s for s in sections if docname in env.toctree_includes.get(s, ())), None)


def chapters(section: str, env: BuildEnvironment) -> list[str]:
    """Return the documents of a section's toctree, in order."""
    return [name for name in env.toctree_includes.get(section, ()) if name in env.titles]


def description(doctree: nodes.document | None) -> str:
    """Return the page's first paragraph, cut to what a search result shows."""
    if doctree is None:
        return ""
    for paragraph in doctree.findall(nodes.paragraph):
        if isinstance(paragraph.parent, nodes.section | nodes.document):
            text = " ".join(paragraph.astext().split())
            if len(text) > LONGEST_DESCRIPTION:
                text = text[:LONGEST_DESCRIPTION]
                whole, stop, _ = text.rpartition(". ")
                text = whole + stop.rstrip() if whole else text.rsplit(" ", 1)[0] + " …"
            return text
    return ""


def neighbours(pagename: str, home: str | None, env: BuildEnvironment) -> list[Link | None]:
    """Return the pages before and after one in its section, None where there is none."""
    line = [home, *chapters(home, env)] if home else []
    if pagename not in line:
        return [None, None]
    here = line.index(pagename)
    return [
        Link(line[i], env.titles[line[i]].astext()) if 0 <= i < len(line) else None
        for i in (here - 1, here + 1)
    ]


def add_context(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> str | None:
    """Give a page's template its navigation, its description and only the assets it needs.

    Returns the name of the site's own template; a book's pages keep those of its theme.
    """
    if app.builder.name not in SITE_BUILDERS:
        return None
    env, config = app.env, app.config
    titles: dict[str, str] = config.site_sections | config.site_more
    home = section_of(pagename, env, titles)

    def links(wanted: dict[str, str]) -> list[Link]:
        return [Link(d, t, d == home) for d, t in wanted.items() if d in env.all_docs]

    inside = chapters(home, env) if home else []
    context["site_sections"] = links(config.site_sections)
    context["site_more"] = links(config.site_more)
    context["site_section"] = Link(home, titles[home], home == pagename) if home else None
    context["site_chapters"] = [Link(d, env.titles[d].astext(), d == pagename) for d in inside]
    context["site_number"] = inside.index(pagename) + 1 if pagename in inside else 0
    context["site_previous"], context["site_next"] = neighbours(pagename, home, env)
    context["site_description"] = description(doctree)

    unwanted = NEVER if pagename == "search" else NEVER + SEARCH_ONLY
    for key in ("script_files", "css_files"):
        context[key] = [
            f for f in context[key] if not str(getattr(f, "filename", f)).endswith(unwanted)
        ]
    return "site.html" if templatename == "page.html" else None


def drop_tree(
    _app: Sphinx,
    _page: str,
    _template: str,
    context: dict[str, Any],
    _doctree: nodes.document | None,
) -> None:
    """Take away what no page of ours shows, before the theme makes a tree of all pages from it."""
    context.pop("toctree", None)


def renew(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the pages to write again because a list of sections or chapters changed."""
    titles = app.config.site_sections | app.config.site_more
    lists = {
        section: [(d, env.titles[d].astext()) for d in (section, *chapters(section, env))]
        for section in titles
        if section in env.titles
    }
    before = getattr(env, "site_lists", lists)
    env.site_lists = lists  # type: ignore[attr-defined]  # kept with the environment
    if list(before) != list(lists):
        return sorted(env.all_docs)
    return [name for s in lists if before[s] != lists[s] for name, _ in lists[s]]


def strip(app: Sphinx, exception: Exception | None) -> None:
    """Remove from the finished site the files that no page asks for."""
    if exception or app.builder.name not in SITE_BUILDERS:
        return
    for name in UNUSED:
        path = Path(app.outdir, "_static", name)
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the settings and the hook; late, so that assets of all extensions are seen."""
    app.add_config_value("site_sections", {}, "html", types=frozenset({dict}))
    app.add_config_value("site_more", {}, "html", types=frozenset({dict}))
    app.connect("html-page-context", drop_tree, priority=100)
    app.connect("html-page-context", add_context, priority=900)
    app.connect("env-updated", renew)
    app.connect("build-finished", strip, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
