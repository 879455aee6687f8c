"""The places in the rules that refuse or dispute, and the same code with a switch at each of them.

A place is one of these:

- a `raise` of an exception of ours;
- where several causes lead to one refusal (`if a or b: raise …`), each of them;
- a call that is itself a verdict (`line.illegal(…)`, or a function that never returns);
- a `yield` of a generator that tells the reasons of refusals (`for fault in faults(card): raise …`);
- any other call of a function that may refuse: its refusal is what is dropped, not the rest of its work. What is called
  where refusals are caught is no place, for there nothing is refused.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import NamedTuple

#: Calls that give a verdict though they may return; those of the second kind only note it.
VERDICTS = {("", "line.illegal")}
NOTES = {("", "line.disputed"), ("", "self.disputed"), ("", "faults.add")}
#: What plays games of its own choosing, or shows them, judges nothing.
NOT_RULES = ("simulate", "examples")
_SWITCH = "tests.mutants.switch"
OURS = re.compile("Refused|Unsupported|PackError")
_RULE = re.compile(r"VF-[A-Z]\d*|[UMA]\d+")
_CODE = re.compile(r"[a-z]+\.[a-z0-9-]+")

#: A function by its module and its name; a method by "." and its name, whatever its class; a verdict by its words.
Name = tuple[str, str]


class Place(NamedTuple):
    """A place: where it is, its code on one line, what it raises, and its rule, or the code that tells."""

    file: str
    module: str
    line: int
    function: str
    code: str
    raises: str
    rule: str | None


class Module:
    """A module of a ruleset: its tree, the functions that it defines, what its names stand for."""

    def __init__(self, path: Path, root: Path) -> None:
        self.file = path.relative_to(root).as_posix()
        parts = path.relative_to(root).with_suffix("").parts
        self.name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        self.tree = ast.parse(path.read_bytes())
        self.functions: list[tuple[Name, ast.FunctionDef]] = []
        self.imports: dict[str, Name] = {}
        self._read(self.tree, self.name)

    def _read(self, node: ast.AST, within: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef):
                self.functions.append(((within, child.name), child))
            elif isinstance(child, ast.ImportFrom) and child.module:
                self.imports |= {alias.asname or alias.name: (child.module, alias.name) for alias in child.names}
            self._read(child, "." if isinstance(child, ast.ClassDef) else self.name)

    def called(self, call: ast.Call) -> Name | None:
        """Which function a call means, as far as the names tell."""
        text = ast.unparse(call.func)
        if text.startswith("super()"):  # it means nothing in a function of its own
            return None
        if ("", text) in VERDICTS | NOTES:
            return "", text
        match call.func:
            case ast.Name(id):
                return self.imports.get(id, (self.name, id))
            case ast.Attribute(ast.Name(id), attr) if id in self.imports:
                return ".".join(self.imports[id]), attr
            case ast.Attribute(_, attr):
                return ".", attr
        return None


class Package:
    """The modules of a ruleset that judge, and which of their functions may refuse.

    `verdicts` are those that do nothing else.
    """

    def __init__(self, root: Path, ruleset: str) -> None:
        folder = root / "vflog" / "games" / ruleset
        paths = sorted(
            path for path in folder.rglob("*.py") if not path.relative_to(folder).as_posix().startswith(NOT_RULES)
        )
        self.modules = [Module(path, root) for path in paths]
        self.functions = [(name, m, function) for m in self.modules for name, function in m.functions]
        self.verdicts = VERDICTS | NOTES | {name for name, _, function in self.functions if _never_returns(function)}
        #: Generators refuse where they are gone through.
        self.lazy = {name for name, _, function in self.functions if _yields(function)}
        self.tellers = self._tellers()
        self.may = self.verdicts - NOTES
        before = 0
        while len(self.may) > before:
            before = len(self.may)
            self.may |= {name for name, m, function in self.functions if self._refuses(m, function)}

    def _refuses(self, module: Module, function: ast.FunctionDef) -> bool:
        for node in _uncaught(function):
            if isinstance(node, ast.Raise) and raised(node):
                return True
            if isinstance(node, ast.Call) and module.called(node) in self.may:
                return True
        return False

    def _tellers(self) -> set[Name]:
        """The generators for each item of which something is raised, and those from which these yield."""
        looped = [
            m.called(node.iter)
            for _, m, function in self.functions
            for node in ast.walk(function)
            if isinstance(node, ast.For) and isinstance(node.iter, ast.Call) and _raises(node.body)
        ]
        out: set[Name] = set()
        found = {name for name in looped if name is not None} & self.lazy
        while found - out:
            out |= found
            within = [(m, function) for name, m, function in self.functions if name in out]
            calls = {m.called(call) for m, function in within for call in _yielded_from(function)}
            found = {name for name in calls if name is not None} & self.lazy
        return out

    def rule(self, called: Name) -> str | None:
        """The rule of a function that only refuses."""
        for name, _, function in self.functions:
            if name == called and name in self.verdicts:
                return _named(function)
        return None


def _raises(body: list[ast.stmt]) -> bool:
    return len(body) == 1 and isinstance(body[0], ast.Raise) and raised(body[0]) is not None


def _yielded_from(function: ast.FunctionDef) -> Iterator[ast.Call]:
    for node in ast.walk(function):
        if isinstance(node, ast.YieldFrom):
            yield from (part for part in ast.walk(node) if isinstance(part, ast.Call))


def _never_returns(function: ast.FunctionDef) -> bool:
    return isinstance(function.returns, ast.Name) and function.returns.id == "NoReturn"


def _yields(function: ast.FunctionDef) -> bool:
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(function))


def raised(node: ast.Raise) -> str | None:
    """The name of what is raised, unless it is one of Python's own exceptions or raised once more."""
    match node.exc:
        case ast.Call(ast.Name(name)) if not hasattr(builtins, name):
            return name
    return None


def _catches(node: ast.Try) -> bool:
    return any(handler.type and OURS.search(ast.unparse(handler.type)) for handler in node.handlers)


def _uncaught(node: ast.AST) -> Iterator[ast.AST]:
    """All that is in a function, but for what stands where refusals are caught."""
    yield node
    caught = set(node.body) if isinstance(node, ast.Try) and _catches(node) else set()
    for child in ast.iter_child_nodes(node):
        if child not in caught:
            yield from _uncaught(child)


class Switches(ast.NodeTransformer):
    """Puts a switch at each place of a module; the places found are appended to `places`."""

    def __init__(self, package: Package, module: Module, places: list[Place]) -> None:
        self._package = package
        self._module = module
        self._places = places
        self._functions: list[ast.FunctionDef] = []
        #: Refusals whose causes have the switches.
        self._held: set[ast.stmt] = set()
        self._caught = 0

    def code(self) -> CodeType:
        """The module, compiled with its switches."""
        tree = self.visit(self._module.tree)
        after = sum(isinstance(part, ast.Expr) or _is_future(part) for part in tree.body[:2])
        tree.body.insert(after, ast.ImportFrom(_SWITCH, [ast.alias("__stands__"), ast.alias("__guard__")], 0))
        return compile(ast.fix_missing_locations(tree), self._module.file, "exec", dont_inherit=True)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self._functions.append(node)
        self.generic_visit(node)
        self._functions.pop()
        return node

    def visit_Try(self, node: ast.Try) -> ast.AST:
        catches = _catches(node)
        self._caught += catches
        node.body = [part for child in node.body for part in _several(self.visit(child))]
        self._caught -= catches
        for name in ("handlers", "orelse", "finalbody"):
            setattr(node, name, [part for child in getattr(node, name) for part in _several(self.visit(child))])
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        refusal = node.body[-1]
        if len(list(_causes(node.test))) > 1 and self._is_refusal(refusal):
            self._held.add(refusal)
            node.test = self._switched(node.test, refusal)
        self.generic_visit(node)
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        if not raised(node) or node in self._held:
            return node
        return ast.copy_location(ast.If(self._stands(node, node), [node], []), node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if isinstance(node.value, ast.Yield) and (self._module.name, self._functions[-1].name) in self._package.tellers:
            return ast.copy_location(ast.If(self._stands(node, node), [node], []), node)
        return node if node in self._held else self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        called = self._module.called(node)
        if called in self._package.verdicts:
            return ast.copy_location(ast.IfExp(self._stands(node, node), node, ast.Constant(None)), node)
        if called not in self._package.may - self._package.lazy or self._caught:
            return self.generic_visit(node)
        number = ast.Constant(self._place(node, node))
        self.generic_visit(node)
        nothing = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
        guard = ast.Call(ast.Name("__guard__", ast.Load()), [number, ast.Lambda(nothing, node)], [])
        return ast.copy_location(guard, node)

    def _is_refusal(self, node: ast.stmt) -> bool:
        match node:
            case ast.Raise():
                return raised(node) is not None
            case ast.Expr(ast.Call() as call):
                return self._module.called(call) in self._package.verdicts
        return False

    def _switched(self, test: ast.expr, refusal: ast.stmt) -> ast.expr:
        """The condition with a switch at each of its causes."""
        causes = list(_causes(test))
        if causes == [test]:
            return ast.BoolOp(ast.And(), [test, self._stands(test, refusal)])
        return ast.BoolOp(ast.Or(), [self._switched(cause, refusal) for cause in causes])

    def _stands(self, node: ast.AST, refusal: ast.AST) -> ast.expr:
        number = ast.Constant(self._place(node, refusal))
        return ast.Call(ast.Name("__stands__", ast.Load()), [number], [])

    def _place(self, node: ast.AST, refusal: ast.AST) -> int:
        code = _code(node) if node is refusal else f"{_code(node)} → {_code(refusal)}"
        within = self._functions[-1]
        call = refusal.value if isinstance(refusal, ast.Expr) else refusal
        called = self._module.called(call) if isinstance(call, ast.Call) else None
        rule = _named(refusal) or (called and self._package.rule(called)) or _spoken(within)
        what = raised(refusal) if isinstance(refusal, ast.Raise) else None
        self._places.append(
            Place(self._module.file, self._module.name, node.lineno, within.name, code, what or "Refused", rule)
        )
        return len(self._places) - 1


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _several(node: ast.AST | list[ast.AST]) -> list[ast.AST]:
    return node if isinstance(node, list) else [node]


def _causes(test: ast.expr) -> Iterator[ast.expr]:
    """The conditions each of which makes the whole true."""
    match test:
        case ast.BoolOp(ast.Or(), values):
            for value in values:
                yield from _causes(value)
        case ast.UnaryOp(ast.Not(), ast.BoolOp(ast.And(), values)):
            for value in values:
                yield from _causes(ast.copy_location(ast.UnaryOp(ast.Not(), value), value))
        case _:
            yield test


def _named(node: ast.AST) -> str | None:
    """The rule that stands in a refusal, else its code."""
    texts = [part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    for form in (_RULE, _CODE):
        for text in texts:
            if form.fullmatch(text):
                return text
    return None


def _spoken(function: ast.FunctionDef) -> str | None:
    """The rule that a function's description begins with."""
    found = _RULE.search(ast.get_docstring(function) or "")
    return found[0] if found else None


def _code(node: ast.AST) -> str:
    """The code in one notation: versions of Python write the quotes of formatted strings differently."""
    return ast.unparse(node).replace('"', "'")
