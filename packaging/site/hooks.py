# SPDX-FileCopyrightText: 2026 The Lockscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What MkDocs does besides for the guide; scripts/site names it in its configuration."""

import re

# Of Chinese characters and their punctuation, between which a browser would show a line break as a space.
WIDE = "[\u2014-\u201d\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]"
BREAK = re.compile(f"(?<={WIDE})\n(?={WIDE})")


def on_page_content(html, **_):
    # A cell over names is no heading, and what scrolls sideways has to be reached by keys.
    return html.replace("<th></th>", "<td></td>").replace("<pre>", '<pre tabindex="0">')


def on_page_markdown(markdown, page, **_):
    if not page.file.src_path.startswith("docs/zh_CN/"):
        return markdown
    blocks = re.split(r"(\n\n+)", markdown)
    return "".join(block if block.startswith(("#", "    ", "|", "\n")) else BREAK.sub("", block) for block in blocks)
