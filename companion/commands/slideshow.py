"""A page that plays pictures that lie beside it: one file, that needs nothing from elsewhere."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape

from companion.engine.message import Message, tr
from companion.screens.translator import Translator

STANDS = 2000
"""Milliseconds that each picture stands."""
PAGE = """<!DOCTYPE html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ margin: 0; background: #ddd; font: 16px sans-serif; text-align: center }}
img {{ display: block; width: min(96vw, 800px); margin: 2vh auto; image-rendering: pixelated; background: #fff }}
button {{ font: inherit; padding: .4em 1em }}
</style>
<img id="picture" src="{first}" alt="">
<p><button id="back">◀</button> <button id="play">{hold}</button> <button id="on">▶</button>
<span id="where"></span></p>
<script>
const names = {names}, held = "{go_on}", plays = "{hold}", by = id => document.getElementById(id);
let at = 0, timer = 0;
function show(n) {{
  at = Math.max(0, Math.min(n, names.length - 1));
  by("picture").src = names[at];
  by("where").textContent = `${{at + 1}} / ${{names.length}}`;
}}
function hold() {{ clearInterval(timer); timer = 0; by("play").textContent = held; }}
function play() {{
  if (at === names.length - 1) show(0);
  timer = setInterval(() => {{ show(at + 1); if (at === names.length - 1) hold(); }}, {stands});
  by("play").textContent = plays;
}}
by("back").onclick = () => {{ hold(); show(at - 1); }};
by("on").onclick = () => {{ hold(); show(at + 1); }};
by("play").onclick = () => timer ? hold() : play();
show(0);
play();
</script>
</html>
"""


def slideshow(names: Sequence[str], title: Message, translate: Translator) -> str:
    """The page's text. names: the pictures' files, one or more, in order."""
    words = {"hold": tr("Pause"), "go_on": tr("Play")}
    return PAGE.format(
        names=json.dumps(list(names)),
        first=escape(names[0]),
        title=escape(translate(title)),
        language=translate.language,
        stands=STANDS,
        **{name: escape(translate(message)) for name, message in words.items()},
    )
