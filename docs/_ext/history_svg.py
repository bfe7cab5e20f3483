"""Small pieces of SVG text, the same bytes on every build.

No style attributes and no scripts: colours come from classes in ``history.css`` and from
``currentColor``, so that a page with a strict content security policy shows the drawing.
"""

from __future__ import annotations

from html import escape


def attributes(**pairs: object) -> str:
    """Write *pairs* as attributes; a trailing underscore is dropped, others become hyphens."""
    words = []
    for key, value in pairs.items():
        if value is None:
            continue
        name = key.rstrip("_").replace("_", "-")
        text = f"{value:.1f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
        words.append(f' {name}="{escape(text, quote=True)}"')
    return "".join(words)


def element(tag: str, inside: str | None = None, /, **pairs: object) -> str:
    """Write one element; what is *inside* is markup already."""
    if inside:
        return f"<{tag}{attributes(**pairs)}>{inside}</{tag}>"
    return f"<{tag}{attributes(**pairs)}/>"


def text(words: str, x: float, y: float, **pairs: object) -> str:
    """Write a line of text with its baseline at *y*."""
    return element("text", escape(words, quote=False), x=float(x), y=float(y), **pairs)


def line(x1: float, y1: float, x2: float, y2: float, **pairs: object) -> str:
    """Draw a straight line."""
    return element("line", x1=float(x1), y1=float(y1), x2=float(x2), y2=float(y2), **pairs)


def link(href: str | None, content: str, label: str) -> str:
    """Wrap *content* in a link that says *label* aloud; without *href* only group it."""
    title = element("title", escape(label, quote=False))
    if href is None:
        return element("g", title + content)
    return element("a", title + content, href=href, aria_label=label)


def drawing(
    body: list[str], ident: str, *, size: tuple[float, float], title: str, description: str
) -> str:
    """Put the parts of *body*, one a line, into a figure of a width and a height.

    The figure names itself with *title* and describes itself; *ident* is its class.
    """
    width, height = size
    head = (
        element("title", escape(title, quote=False), id=f"{ident}-title")
        + "\n"
        + element("desc", escape(description, quote=False), id=f"{ident}-desc")
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="history-drawing {ident}"'
        + attributes(
            viewBox=f"0 0 {width:g} {height:g}",
            role="group",
            aria_labelledby=f"{ident}-title",
            aria_describedby=f"{ident}-desc",
        )
        + ">\n"
        + "\n".join([head, *body])
        + "\n</svg>\n"
    )
