"""Regions, boards and pushes."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from jinja2 import ChoiceLoader, DictLoader, UndefinedError

from app.web.choices import Choice, Denial
from app.web.regions import ChoiceList
from app.web.templating import (
    Renderer,
    SeatFace,
    TableContext,
    environment,
    push_lines,
    push_part,
    push_version,
    sign,
    static_url,
    wrap_region,
)

REGIONS = """
{% from "games/kit.html" import spot, token, die, pick, picker, meter, rule, mark %}
{% macro stand(data, spots, ctx) %}
{% call spot(spots["a"], "card", mark=ctx.id ~ "=" ~ data.n, data={"col": data.n}) %}
<b>{{ data.text }}</b>{% endcall %}
{{ token(ctx, 0) }}{{ die(data.n) }}{{ meter(2, 3, "fans") }}{{ rule(ctx, "TNY-001") }}
{% endmacro %}
{% macro wrong(data, spots, ctx) %}{{ data.missing }}{% endmacro %}
"""
BOARD = """
{% macro board(region, ctx) -%}
<main>{{ region("b-1") }}{{ region.ids_of("b")|join(",") }}</main>{% endmacro %}
{% macro tray(region, ctx) -%}
{% if region.viewer is not none %}{{ region("hand") }}{% endif %}{% endmacro %}
"""
CTX = TableContext("tiny", (SeatFace(0, "<i>Ines", 3, "I"),))


def renderer(extra: Mapping[str, str] | None = None) -> Renderer:
    env = environment()
    tiny = {"games/tiny/regions.html": REGIONS, "games/tiny/board.html": BOARD, **(extra or {})}
    assert env.loader is not None
    env.loader = ChoiceLoader([DictLoader(tiny), env.loader])
    return Renderer(env)


DATA = {"n": 4, "text": "<script>"}
DENIED = Denial("Too few crew.", "TNY-007", "/games/tiny/rules#TNY-007", {"crew": 2}, {"crew": 1})


def drawn(*choices: Choice) -> str:
    return renderer().region("b-1", "stand", DATA, choices, CTX)


def element(html: str) -> str:
    found = re.search(r"<(\w+) id=\"spot-b-1-a\".*?>", html)
    assert found
    return found[0]


def test_a_region_is_one_addressed_element():
    html = drawn()
    assert html.startswith('<div id="region-b-1" class="region region--stand">')
    assert "&lt;script&gt;" in html
    assert "<script>" not in html
    assert "&lt;i&gt;Ines" in html


def test_no_choice_is_no_button():
    html = drawn()
    assert element(html).startswith("<span")
    assert 'data-mark="b-1=4"' in element(html)
    assert 'data-col="4"' in element(html)
    assert "is-legal" not in html
    assert "<button" not in html


def test_one_open_choice_is_the_button_that_makes_the_move():
    tag = element(drawn(Choice("go:1", "b-1/a", "Go & win", None, "Really?")))
    assert tag.startswith("<button")
    for part in (
        'form="move" name="move" value="go:1"',
        "is-legal",
        'aria-label="&lt;script&gt;: Go &amp; win"',
        'data-confirm="Really?"',
    ):
        assert part in tag


def test_a_blocked_choice_says_why_and_sends_nothing():
    tag = element(drawn(Choice("go", "b-1/a", "Go", DENIED)))
    assert tag.startswith("<button")
    for part in (
        "is-blocked",
        'type="button"',
        'aria-disabled="true"',
        'data-reason="Too few crew."',
        'data-need="crew: 1 of 2"',
        'data-rule="TNY-007"',
        'data-rule-url="/games/tiny/rules#TNY-007"',
        'aria-label="&lt;script&gt;: Go. Not now: Too few crew."',
    ):
        assert part in tag
    assert 'name="move"' not in tag
    assert " disabled" not in tag


def test_several_open_choices_open_a_menu_of_the_list_s_items():
    several = (
        Choice("l", "b-1/a", "Left"),
        Choice("r", "b-1/a", "Right"),
        Choice("x", "b-1/a", "X", DENIED),
    )
    place = element(drawn(*several))
    assert 'data-menu="b-1/a"' in place
    assert 'name="move"' not in place
    assert "Choose: Left; Right" in place
    listed = renderer().platform_region("choices", ChoiceList(several[:2], several[2:]), CTX)
    assert len(re.findall(r'<(?:button|li) [^>]*data-where="b-1/a"', listed)) == 3


def test_one_open_choice_is_not_hidden_by_blocked_ones():
    tag = element(drawn(Choice("x", "b-1/a", "X", DENIED), Choice("l", "b-1/a", "Left")))
    assert 'value="l"' in tag
    assert "is-legal" in tag


def test_an_unknown_name_in_a_template_is_an_error():
    with pytest.raises(KeyError, match="missing"):
        renderer().region("b-1", "wrong", DATA, [], CTX)
    with pytest.raises(UndefinedError, match="nobody"):
        compiled("{{ nobody }}")


def test_a_piece_is_drawn_once_for_equal_values_region_and_faces():
    macro = (
        "{% macro kept(data, spots, ctx) %}{% once data.n %}{{ ctx.seats[0].name }}{{ data.text }}"
    )
    drawing = renderer({"games/tiny/regions.html": f"{macro}{{% endonce %}}{{% endmacro %}}"})

    def kept(n: int, text: str, name: str = "Ines", region: str = "b-1") -> str:
        ctx = TableContext("tiny", (SeatFace(0, name, 3, "I"),))
        return re.sub(
            r"<[^>]*>", "", drawing.region(region, "kept", {"n": n, "text": text}, [], ctx)
        )

    assert kept(1, "a") == "Inesa"
    assert kept(1, "not looked at") == "Inesa"
    assert kept(2, "b") == "Inesb"
    assert kept(1, "c", name="Mo") == "Moc"
    assert kept(1, "d", region="b-2") == "Inesd"


def test_a_board_places_regions_and_loses_none():
    html = {name: wrap_region(name, "b", name) for name in ("b-1", "b-2", "hand", "band")}
    board = renderer().board(html, CTX, viewer=0)
    assert board.board.startswith("<main>" + html["b-1"] + "b-1,b-2</main>")
    assert board.board.endswith(html["b-2"] + html["band"])
    assert board.tray == html["hand"]
    assert board.side == ""
    onlooker = renderer().board({"b-1": html["b-1"]}, CTX)
    assert onlooker.tray == ""


def test_a_region_is_placed_once():
    twice = '{% macro board(region, ctx) %}{{ region("b-1") }}{{ region("b-1") }}{% endmacro %}'
    with pytest.raises(ValueError, match="twice"):
        renderer({"games/tiny/board.html": twice}).board({"b-1": "x"}, CTX)


def test_parts_of_a_push():
    assert push_part(drawn()).startswith('<div data-oob id="region-b-1" ')
    assert push_lines("log", "<li>") == '<ol id="log-lines" hx-swap-oob="beforeend"><li></ol>'
    assert 'hx-swap-oob="innerMorph"' in push_lines("chat", "", all_lines=True)
    assert 'data-version="3" data-now="9" data-after="2"' in push_version(3, 2, 9)


def test_static_addresses_change_with_their_content():
    assert re.fullmatch(r"/static/tokens\.css\?v=[0-9a-f]{10}", static_url("tokens.css"))
    with pytest.raises(FileNotFoundError):
        static_url("no.css")


def test_signs_are_drawn_into_the_page():
    assert sign("link").startswith('<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path')


def compiled(source: str, **values: object) -> str:
    return environment().from_string(source).render(**values)


def test_what_is_shown_is_escaped_whatever_it_is():
    assert (
        compiled("{{ a }}{{ b }}{{ c }}{{ d }}", a="<&", b=3, c=True, d=None)
        == "&lt;&amp;3TrueNone"
    )
    assert compiled("{{ a }}{{ b }}", a=sign("eye"), b=["<"]).endswith("</svg>[&#39;&lt;&#39;]")


def test_html_of_a_macro_is_not_escaped_again_and_its_arguments_are():
    macro = "{% macro bold(text, more='!') %}<b>{{ text }}{{ more }}</b>{% endmacro %}"
    assert compiled(macro + "{{ bold('<') }}{{ bold('a', more='?') }}") == "<b>&lt;!</b><b>a?</b>"
    with pytest.raises(TypeError, match="not more than 2"):
        compiled(macro + "{{ bold(1, 2, 3) }}")


def test_a_macro_around_a_block_draws_it():
    macro = "{% macro box() %}[{{ caller() }}]{% endmacro %}"
    assert compiled(macro + "{% call box() %}{{ a }}{% endcall %}", a="<") == "[&lt;]"


def test_a_condition_without_an_else_is_nothing():
    assert (
        compiled("{{ 'x' if no }}{% for n in (ns if no) %}{{ n }}{% endfor %}", no=0, ns=[1]) == ""
    )


def test_a_dict_shows_its_keys_and_its_methods():
    data = {"n": 1, "items": "hidden"}
    assert compiled("{{ data.n }} {{ data.items()|length }} {{ data['items'] }}", data=data) == (
        "1 2 hidden"
    )
    with pytest.raises(KeyError, match="missing"):
        compiled("{{ data.missing }}", data=data)


def test_what_may_be_missing_is_asked_for():
    asked = "{{ 1 if data.n is defined }}{{ data.n|default(2) }}{{ data['n']|default(3) }}"
    assert compiled(asked, data={}) == "23"
    assert compiled(asked, data={"n": 5}) == "155"
