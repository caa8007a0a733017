"""Whole web pages: one head for all."""

from __future__ import annotations

from .as_svg import escaped

_SCHEMES = {"auto": "light dark", "light": "light", "dark": "dark"}

#: A page loads nothing; with `SCRIPTS` it runs those that are written in it.
ALONE = "default-src 'none'; style-src 'unsafe-inline'"
SCRIPTS = f"{ALONE}; script-src 'unsafe-inline'"

#: Text and drawings in the middle of the window.
STYLE = """
body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;padding:0 1rem;max-width:80rem;
background:light-dark(#fff,#12161c);color:light-dark(#16191d,#e8ecf1)}
h1{font-size:1.4rem}
svg{display:block}
@media print{body{margin:0;background:#fff;color:#000}}
"""


def page(
    title: str, body: str, style: str = "", theme: str = "auto", policy: str = ALONE, head: str = ""
) -> str:
    """A page of this title, which is plain text, and this body, which is HTML.

    The theme ``"auto"`` is light or dark like the reader's screen; the policy is what the page may
    load and run, ``""`` what its server says; the head is HTML to add to the usual one.
    """
    inside = (
        '<meta charset="utf-8"/>',
        policy and f'<meta http-equiv="Content-Security-Policy" content="{policy}"/>',
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
        f"<title>{escaped(title)}</title>",
        style and f"<style>:root{{color-scheme:{_SCHEMES[theme]}}}\n{style}</style>",
        head,
    )
    whole = "\n".join(filter(None, inside))
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{whole}\n</head>\n'
        f"<body>\n{body}\n</body>\n</html>\n"
    )
