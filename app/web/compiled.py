"""How templates become Python: Jinja's own compiler, less what our templates have no need of.

A move draws thousands of small expressions. Jinja asks a dict for an attribute and catches the
error before it looks for the key, looks at every called thing for whether it wants
the context, builds an object for every condition without an else, and wraps every printed value
to be wrapped again with its neighbours. Here a call is a call, such a condition is ``""``, and a
printed value is its escaped text. Nothing that is called in a template may therefore be a
``pass_context`` function or the like.
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
_NAMES = f"from operator import call; from {__name__} import Drawing, shown"


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


class Drawing(Macro):
    """A macro; called with nothing but places filled in order, it goes straight to its code."""

    def __init__(self, environment: Environment, func: Callable[..., str], *more: Any) -> None:
        super().__init__(environment, func, *more)
        count = len(self.arguments)
        simple = not (self.catch_kwargs or self.catch_varargs or self.caller)
        self._left_out = [(missing,) * (count - given) for given in range(count + 1)]
        self._places = count if simple and more[-1] else -1
        self._draw = func

    def __call__(self, *args: Any, **kwargs: Any) -> str:
        if kwargs or len(args) > self._places:
            return super().__call__(*args, **kwargs)
        drawn = self._draw(*args, *self._left_out[len(args)])
        return str.__new__(Markup, drawn)


class _Compiler(CodeGenerator):
    """Writes the code of `QuickEnvironment`."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802 - Jinja's own name
        self.writeline(_NAMES)
        super().visit_Template(node, frame)

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        node = macro_ref.node
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

    def visit_CondExpr(self, node: nodes.CondExpr, frame: Frame) -> None:  # noqa: N802 - Jinja's own name
        if node.expr2 is None:
            node.expr2 = nodes.Const("", lineno=node.lineno)
        super().visit_CondExpr(node, frame)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("shown(")


class QuickEnvironment(Environment):
    """An environment whose templates are compiled so."""

    code_generator_class = _Compiler

    def getattr(self, obj: Any, attribute: str) -> Any:
        """What ``obj.attribute`` is in a template, the same as ever."""
        if type(obj) is dict and attribute not in _OF_DICTS:
            found = obj.get(attribute, missing)
            return self.undefined(obj=obj, name=attribute) if found is missing else found
        return super().getattr(obj, attribute)
