"""Build the documentation as plain pages: `python docs/build.py build/docs`."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

from markdown_it import MarkdownIt

HOME = Path(__file__).parent
PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title} · Paddock</title>
<style>
:root {{ color-scheme: light dark; font: 17px/1.6 system-ui, sans-serif; }}
body {{ max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }}
nav {{ display: flex; flex-wrap: wrap; gap: .3rem 1rem; font-size: .9rem; border-bottom: 1px solid #8886; }}
pre {{ overflow: auto; padding: .8rem; background: #8881; border-radius: .4rem; font-size: .85rem; }}
table {{ border-collapse: collapse; display: block; overflow: auto; }}
td, th {{ border: 1px solid #8886; padding: .25rem .6rem; text-align: left; }}
img {{ max-width: 100%; }}
</style>
<nav>{nav}</nav>
{body}
"""


def main(target: Path) -> None:
    """Turn every Markdown page into HTML, links between pages included."""
    shutil.rmtree(target, ignore_errors=True)
    pages = sorted(HOME.rglob("*.md"))
    render = MarkdownIt("commonmark").enable("table").render
    for page in pages:
        out = (target / page.relative_to(HOME)).with_suffix(".html")
        up = "../" * (len(out.relative_to(target).parts) - 1)
        links = [(other.relative_to(HOME).with_suffix(".html"), title(other)) for other in pages]
        nav = " ".join(f'<a href="{up}{link}">{name}</a>' for link, name in links)
        body = re.sub(r'href="([^":]+)\.md', r'href="\1.html', render(page.read_text()))
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(PAGE.format(title=title(page), nav=nav, body=body))
    if (HOME / "images").is_dir():
        shutil.copytree(HOME / "images", target / "images")
    print(f"{len(pages)} pages in {target}")


def title(page: Path) -> str:
    """The first heading of a page."""
    return next(line.lstrip("# ") for line in page.read_text().splitlines() if line.startswith("#"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
