"""A drawing that shows one step at a time, with buttons, a slider and a list of all steps.

There is no script element: the event handlers are attributes, so that the HTML works in saved
notebooks too. Where they are stripped, the last step is visible, with all captions beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

ROW = "display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start"

_SHOW = (
    "const b=this.closest('.nonocsp-steps'),k=this.value-1;"
    "b.querySelectorAll('g[data-from]').forEach(g=>g.setAttribute('visibility',"
    "g.dataset.from<=k&&k<g.dataset.to?'visible':'hidden'));"
    "b.querySelectorAll('ol>li').forEach((l,i)=>{l.style.background=i==k?'#ffd76e66':'';"
    "if(i==k)l.parentNode.scrollTop=l.offsetTop-l.parentNode.offsetTop-40});"
    "b.querySelector('output').value=this.value+' / '+this.max"
)
_RANGE = "const r=this.closest('.nonocsp-steps').querySelector('input');"
_CHANGED = "r.dispatchEvent(new Event('input'))"
_BUTTONS = (
    ("«", "first step", f"r.value=1;{_CHANGED}"),
    ("‹", "step back", f"r.value--;{_CHANGED}"),
    (
        "Play",
        "play or pause",
        "if(r.timer){clearInterval(r.timer);r.timer=0;return}if(r.value==r.max)r.value=0;"
        f"r.timer=setInterval(()=>{{r.value++;{_CHANGED};"
        "if(r.value==r.max||!r.isConnected){clearInterval(r.timer);r.timer=0}},500)",
    ),
    ("›", "next step", f"r.value++;{_CHANGED}"),
    ("»", "last step", f"r.value=r.max;{_CHANGED}"),
)


def stepper_html(drawing: str, captions: Sequence[str], ending: str = "") -> str:
    """A drawing of `stepped_svg` with its controls and a list of all steps.

    Args:
        drawing: the drawing.
        captions: HTML about each of its frames.
        ending: HTML below them.
    """
    number = len(captions)
    buttons = "".join(
        f'<button type="button" title="{title}" onclick="{_RANGE}{escape(action)}">{label}</button>'
        for label, title, action in _BUTTONS
    )
    jump = (
        f"{_RANGE}const l=event.target.closest('ol>li');"
        f"if(l){{r.value=[...l.parentNode.children].indexOf(l)+1;{_CHANGED}}}"
    )
    steps = "".join(f"<li>{caption}</li>" for caption in captions)
    end = f'<p style="margin:.3em 0">{ending}</p>' if ending else ""
    return (
        f'<div class="nonocsp-steps" style="{ROW}"><div>{drawing}'
        f'<div style="display:flex;gap:.2em;align-items:center">{buttons}'
        f'<input type="range" min="1" max="{number}" value="{number}" aria-label="step" '
        f'style="flex:1;min-width:5em" oninput="{escape(_SHOW)}">'
        f'<output style="white-space:nowrap">{number} / {number}</output></div></div>'
        f'<div style="flex:1 1 18em;max-width:40em"><ol onclick="{escape(jump)}" '
        'style="max-height:24em;overflow:auto;margin:0;padding-left:2.5em;cursor:pointer">'
        f"{steps}</ol>{end}</div></div>"
    )
