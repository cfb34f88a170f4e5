"""A page without a browser: the elements that pushes bring, morphed by their ids."""

from __future__ import annotations

from html.parser import HTMLParser
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

_VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class _Reader(HTMLParser):
    """Reads elements into ``root``."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Element("root")
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        element = ElementTree.SubElement(self._open[-1], tag, given)
        if tag not in _VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        ElementTree.SubElement(self._open[-1], tag, given)

    def handle_endtag(self, tag: str) -> None:
        # what has no end tag of its own ends with what it stands in
        for at in range(len(self._open) - 1, 0, -1):
            if self._open[at].tag == tag:
                del self._open[at:]
                return

    def handle_data(self, data: str) -> None:
        parent = self._open[-1]
        if len(parent):
            parent[-1].tail = (parent[-1].tail or "") + data
        else:
            parent.text = (parent.text or "") + data


def read(html: str) -> list[Element]:
    """The top-level elements of a push."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return list(reader.root)


class Document:
    """What stands on a page: the pushed elements, each at the place of its id."""

    def __init__(self) -> None:
        self._roots: dict[str, Element] = {}

    def morph(self, new: Element) -> None:
        """Put an element at the place of the one with its id, or at the page's end."""
        new.attrib.pop("data-oob", None)
        name = new.attrib["id"]
        if name not in self._roots:
            for root in self._roots.values():
                for parent in root.iter():
                    for at, child in enumerate(parent):
                        if child.attrib.get("id") == name:
                            new.tail = child.tail
                            parent[at] = new
                            return
        self._roots[name] = new

    def shown(self) -> dict[str, str]:
        """By id, the elements that stand in no other."""
        return {
            name: ElementTree.tostring(root, encoding="unicode")
            for name, root in self._roots.items()
        }
