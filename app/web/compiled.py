"""How templates become Python: Jinja's own compiler, less what our templates have no need of.

A move draws thousands of small expressions. Jinja calls two functions for every attribute, looks
at every called thing for whether it wants the context, builds an object for every condition
without an else and a macro for every ``{% call %}``, and wraps every printed value to be wrapped
again with its neighbours. Here an attribute is read where it stands, a call is a call, such a
condition is ``""``, and a printed value is its escaped text. Two things follow for templates:
nothing that they call may be a ``pass_context`` function or the like, and an attribute, a key or
an item that is not there is Python's own error, unless its name is asked for with ``is defined``
or ``default``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.runtime import Macro
from jinja2.utils import missing
from markupsafe import Markup, escape

_OF_DICTS = frozenset(dir(dict))
_NAMES = f"from operator import call; from {__name__} import Block, Drawing, shown"
_ASKING = {"defined", "undefined", "default", "d"}


@lru_cache(maxsize=8192)
def _escaped(text: str) -> str:
    return str(escape(text))


def shown(value: object) -> str:
    """A value as it stands in the page: escaped, unless it is HTML already."""
    kind = type(value)
    if kind is str:
        return _escaped(value)  # pyright: ignore[reportArgumentType]
    if kind is Markup:
        return value  # pyright: ignore[reportReturnType]
    return str(value) if kind is int else escape(value)


class Block:
    """What stands in a ``{% call %}`` without arguments: drawn when it is called."""

    __slots__ = ("_draw",)

    def __init__(self, draw: Callable[[], str]) -> None:
        self._draw = draw

    def __call__(self) -> Markup:
        return str.__new__(Markup, self._draw())


class Drawing(Macro):
    """A macro; what is called plainly goes straight to its code."""

    def __init__(self, environment: Environment, func: Callable[..., str], *more: Any) -> None:
        super().__init__(environment, func, *more)
        count = len(self.arguments)
        simple = not (self.catch_kwargs or self.catch_varargs or self.caller)
        self._left_out = [(missing,) * (count - given) for given in range(count + 1)]
        self._places = count if simple and more[-1] else -1
        self._draw = func

    def __call__(self, *args: Any, **kwargs: Any) -> str:
        given = len(args)
        if given > self._places:
            return super().__call__(*args, **kwargs)
        more = self._left_out[given]
        if kwargs:
            more = [kwargs.pop(name, missing) for name in self.arguments[given:]]
            if kwargs:  # one that is unknown, or given twice
                return super().__call__(*args, *more, **kwargs)
        return str.__new__(Markup, self._draw(*args, *more))


class _Compiler(CodeGenerator):
    """Writes the code of `QuickEnvironment`."""

    _asking = False

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802 - Jinja's own name
        self.writeline(_NAMES)
        super().visit_Template(node, frame)

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        node = macro_ref.node
        if isinstance(node, nodes.CallBlock) and not node.args and not macro_ref.accesses_caller:
            self.write("Block(macro)")
            return
        name = node.name if isinstance(node, nodes.Macro) else None
        names = tuple(argument.name for argument in node.args)
        uses = (macro_ref.accesses_kwargs, macro_ref.accesses_varargs, macro_ref.accesses_caller)
        flags = ", ".join(map(repr, (name, names, *uses)))
        self.write(f"Drawing(environment, macro, {flags}, context.eval_ctx.autoescape)")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802 - Jinja's own name
        self.write("call(")
        self.visit(node.node, frame)
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        self.write(")")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802 - Jinja's own name
        blocks = isinstance(node.node, nodes.Name) and node.node.name == "self"
        if self._asking or blocks:
            super().visit_Getattr(node, frame)
        elif node.attr in _OF_DICTS:
            self.visit(node.node, frame)
            self.write(f".{node.attr}")
        else:
            self.write(f"(_of.{node.attr} if type(_of := ")
            self.visit(node.node, frame)
            self.write(f") is not dict else _of[{node.attr!r}])")

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:  # noqa: N802 - Jinja's own name
        if self._asking or isinstance(node.arg, nodes.Slice):
            super().visit_Getitem(node, frame)
        else:
            self.visit(node.node, frame)
            self.write("[")
            self.visit(node.arg, frame)
            self.write("]")

    def visit_Test(self, node: nodes.Test, frame: Frame) -> None:  # noqa: N802 - Jinja's own name
        self._ask(super().visit_Test, node, frame)

    def visit_Filter(self, node: nodes.Filter, frame: Frame) -> None:  # noqa: N802 - Jinja's own name
        self._ask(super().visit_Filter, node, frame)

    def _ask(self, visit: Callable[[Any, Frame], None], node: Any, frame: Frame) -> None:
        """In what is asked for with ``is defined``, something may be missing."""
        before, self._asking = self._asking, node.name in _ASKING
        visit(node, frame)
        self._asking = before

    def visit_CondExpr(self, node: nodes.CondExpr, frame: Frame) -> None:  # noqa: N802 - Jinja's own name
        if node.expr2 is None:
            node.expr2 = nodes.Const("", lineno=node.lineno)
        super().visit_CondExpr(node, frame)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        elif _is_plain(node):
            self.write("(")
        else:
            self.write("shown(")


def _is_plain(node: nodes.Expr | None) -> bool:
    """Is this one text or another of the template itself, with nothing to escape in it?"""
    if isinstance(node, nodes.CondExpr):
        return _is_plain(node.expr1) and (node.expr2 is None or _is_plain(node.expr2))
    return isinstance(node, nodes.Const) and node.value == _escaped(str(node.value))


class QuickEnvironment(Environment):
    """An environment whose templates are compiled so."""

    code_generator_class = _Compiler
