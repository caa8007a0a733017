"""The arguments of public functions, checked when they are called.

`checked` reads the annotations of a function, and `BOUNDS` for numbers, at its first call. Where
all values have the usual types, a call costs less than a microsecond more. Numbers of other
libraries become Python's own, and what an iterator yields is checked when it is taken.
"""

from __future__ import annotations

import builtins
import inspect
import math
import os
import types
import typing
from collections import abc
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from numbers import Real
from operator import is_
from typing import Any, NamedTuple, TypeVar

from .errors import NonocspError, OptionError, quoted
from .suggest import SENTENCES, unexpected
from .whole import whole

_T = TypeVar("_T")

#: The least and the greatest value of every number that a public function takes, by the name of
#: the argument, or that of the function and the argument, a method with or without its class. None
#: is no bound.
BOUNDS: dict[str, tuple[float | None, float | None]] = {
    "Drawing.cell": (4, 200),
    "Grid.of.block_colours": (1, 255),
    "SolutionRange.partition.parts": (1, 10**7),
    "animated_gif.seconds": (0.02, 60),
    "animated_svg.seconds": (0.02, 60),
    "attempts": (1, 10**9),
    "block_colours": (0, 255),
    "candidates": (0, None),
    "cell": (0, None),
    "checks": (1, None),
    "chunk": (1, None),
    "colour": (0, None),
    "colours": (1, 255),
    "column": (0, None),
    "columns": (1, 10**6),
    "corners": (None, None),
    "crop": (None, None),
    "decipher.most": (1, None),
    "density": (0, 1),
    "depth": (1, None),
    "despeckle": (1, 10**6),
    "every": (0, 500),
    "explain.cell": (-1, None),
    "from_image.columns": (1, 1000),
    "from_image.rows": (1, 1000),
    "heat": (0, 1),
    "heat_colour": (0, 255),
    "height": (1, None),
    "in_flight": (1, None),
    "index": (0, None),
    "gap": (1, 1000),
    "k": (0, 10**9),
    "length": (0, 10**6),
    "limit": (0, None),
    "margin": (0, 100),
    "model": (None, None),
    "minutes": (0.001, 10_000),
    "most": (1, 10**9),
    "most_above": (0, 100),
    "multiple": (0, 1),
    "nodes": (0, None),
    "none": (0, 1),
    "number": (1, None),
    "order": (0, None),
    "parts": (1, None),
    "per_page": (1, 12),
    "rate": (1e-9, 1),
    "retries": (0, None),
    "row": (0, None),
    "rows": (1, 10**6),
    "sample": (0, None),
    "sample.number": (1, 10**9),
    "seconds": (1e-12, 10**9),
    "seed": (0, None),
    "several": (0, 100),
    "shape": (1, None),
    "shares": (0, 1),
    "shown": (None, None),
    "size": (1, 1000),
    "sizes": (1, 10**6),
    "start": (None, None),
    "stop": (None, None),
    "sum_ranges.every": (None, None),
    "warm.number": (1, 1024),
    "weights": (None, None),
    "wide": (1, 1000),
    "width": (1, None),
    "work": (0, None),
    "workers": (1, 1024),
}

#: Values of an argument that are looked at before a call, at most.
MOST_VALUES = 10**7

_OTHER: Any = object()  # what a kind answers about a value of another kind


class _Kind(NamedTuple):
    """The values that an argument takes."""

    words: str
    take: Callable[[str, Any], Any]
    """The value, converted where necessary, or `_OTHER`. It is given the argument's name."""
    usual: frozenset[type] = frozenset()
    """Types of which every value is taken as it is."""


class _Argument(NamedTuple):
    name: str
    kind: _Kind

    def taken(self, value: Any) -> Any:
        """The value, converted. Raises `OptionError`."""
        found = self.kind.take(self.name, value)
        if found is _OTHER:
            plain = value is None or isinstance(value, str | bytes | Real | complex)
            other = quoted(value) if plain else type(value).__name__
            instead = SENTENCES.get(f"{type(value).__name__} for a Puzzle")
            other += f"; {instead}" if instead and "a Puzzle" in self.kind.words else ""
            raise OptionError(f"{self.name} must be {self.kind.words}, not {other}")
        return found


def checked(target: _T) -> _T:
    """Decorator of a public function, or of a class, for its constructor.

    >>> @checked
    ... def double(number: int, *, name: str | None = None) -> int:
    ...     return 2 * number
    >>> double("1")
    Traceback (most recent call last):
    nonocsp.OptionError: number must be a whole number of at least 1, not '1'
    """
    if isinstance(target, type):
        target.__init__ = checked(target.__init__)  # type: ignore[misc]
        return target
    function: Callable[..., Any] = target  # type: ignore[assignment]
    check = checks_of(function)

    @wraps(function)
    def call(*arguments: Any, **keywords: Any) -> Any:
        arguments, keywords = check(arguments, keywords)
        return function(*arguments, **keywords)

    return readable(call)  # type: ignore[return-value]


def readable(function: Callable[..., _T]) -> Callable[..., _T]:
    """The function, whose signature names the keywords that it takes as ``Unpack`` of a class."""
    signature = inspect.signature(function)
    known = list(signature.parameters.values())
    _, bracket, fields = str(known[-1].annotation if known else "").partition("Unpack[")
    if bracket:
        hints = inspect.get_annotations(inspect.unwrap(function).__globals__[fields.rstrip("]")])
        known[-1:] = [_keyword(name, hint) for name, hint in hints.items()]
        function.__signature__ = signature.replace(parameters=known)  # type: ignore[attr-defined]
    return function


def _keyword(name: str, hint: Any) -> inspect.Parameter:
    text = getattr(hint, "__forward_arg__", hint)
    default = None if str(text).endswith("None") else ...  # as in stubs
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=text)


def checked_on_failure(target: _T) -> _T:
    """Decorator of a method that is called often: its arguments are checked where it fails.

    A call costs a tenth of a microsecond more.
    """
    function: Callable[..., Any] = target  # type: ignore[assignment]
    check = checks_of(function)

    @wraps(function)
    def call(*arguments: Any, **keywords: Any) -> Any:
        try:
            return function(*arguments, **keywords)
        except NonocspError:
            raise
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            check(arguments, keywords)
            raise

    return call  # type: ignore[return-value]


_Check = Callable[[tuple[Any, ...], dict[str, Any]], tuple[tuple[Any, ...], dict[str, Any]]]


class _Arguments(NamedTuple):
    """What is checked of a function; None where any value is taken."""

    places: list[_Argument | None]
    rest: _Argument | None
    """The arguments behind the places."""
    names: dict[str, _Argument | None]
    is_open: bool
    """Whether it takes any keyword."""


def checks_of(function: Callable[..., Any]) -> _Check:
    """What checks the arguments of a function, and gives them converted."""
    known: _Arguments | None = None

    def check(
        arguments: tuple[Any, ...], keywords: dict[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        nonlocal known
        if known is None:
            known = _arguments_of(function)
        for index, (argument, value) in enumerate(zip(known.places, arguments, strict=False)):
            if argument is not None and type(value) not in argument.kind.usual:
                taken = argument.taken(value)
                if taken is not value:
                    arguments = (*arguments[:index], taken, *arguments[index + 1 :])
        if known.rest is not None:
            first = len(known.places)
            arguments = (*arguments[:first], *map(known.rest.taken, arguments[first:]))
        for name, value in keywords.items():
            argument = known.names.get(name)
            if argument is None and name not in known.names and not known.is_open:
                raise unexpected(function.__qualname__, name, known.names)
            if argument is not None and type(value) not in argument.kind.usual:
                keywords = {**keywords, name: argument.taken(value)}
        return arguments, keywords

    return check


#: Of the flags of a function's code: it takes further arguments, further keywords.
_HAS_REST, _HAS_KEYWORDS = 4, 8


def _arguments_of(function: Callable[..., Any]) -> _Arguments:
    scope, rest, is_open = _Scope(function), None, False
    places: list[_Argument | None] = []
    names: dict[str, _Argument | None] = {}
    code = scope.function.__code__
    named = code.co_argcount + code.co_kwonlyargcount
    further = iter(code.co_varnames[named:])
    for index, name in enumerate(code.co_varnames[:named]):
        argument = scope.argument(name, scope.hint(name))
        if index >= code.co_posonlyargcount:
            names[name] = argument
        if index < code.co_argcount:
            places.append(argument)
    if code.co_flags & _HAS_REST:
        name = next(further)
        rest = scope.argument(name, scope.hint(name))
    if code.co_flags & _HAS_KEYWORDS:
        hint = scope.hint(next(further))
        if typing.get_origin(hint) is typing.Unpack:
            (fields,) = typing.get_args(hint)
            for field, kind in typing.get_type_hints(fields).items():
                names[field] = scope.argument(field, kind)
        else:
            is_open = True
    return _Arguments(places, rest, names, is_open)


class _Scope:
    """The annotations of a function, read where it is written."""

    def __init__(self, function: Any) -> None:
        self.name = function.__qualname__.removesuffix(".__init__")
        while hasattr(function, "__wrapped__"):
            function = function.__wrapped__
        self.function: types.FunctionType = function
        self.names = _Names(function.__globals__)

    def hint(self, name: str) -> Any:
        """What an argument is annotated with."""
        annotation = self.function.__annotations__.get(name, Any)
        return eval(annotation, {}, self.names) if isinstance(annotation, str) else annotation

    def argument(self, name: str, hint: Any) -> _Argument | None:
        """None if it can have any value."""
        kind = self.kind(name, hint)
        return kind and _Argument(name, kind)

    def kind(self, name: str, hint: Any) -> _Kind | None:
        origin, inner = typing.get_origin(hint) or hint, typing.get_args(hint)
        if origin in (typing.Union, types.UnionType):
            kinds = [self.kind(name, each) for each in inner]
            if any(getattr(each, "__name__", "") == "PathLike" for each in inner):
                kinds.insert(0, _Kind("a text", _named))
                kinds = [kind for kind in kinds if kind is None or str not in kind.usual]
            return _union(kinds)
        if origin is typing.Literal:
            return _choice(inner)
        if hint is None or hint is types.NoneType:
            return _Kind("None", _if(lambda value: value is None), frozenset([types.NoneType]))
        if hint is float or hint is int or hint is typing.SupportsIndex:
            return self.number(name, hint)
        if hint is bool:
            return _Kind("True or False", _switch, frozenset([bool]))
        if origin is abc.Callable:
            return _Kind("a function", _if(callable))
        if origin in _CONTAINERS:
            return self.container(name, origin, inner)
        if isinstance(hint, TypeVar) and hint.__constraints__:
            return _union([self.kind(name, each) for each in hint.__constraints__])
        if origin is abc.Mapping and inner[0] is str:
            return _Kind("a mapping with texts as keys", _if(_has_names))
        if not isinstance(origin, type) or origin in (Any, object):
            return None  # Any, or a variable for types
        if origin is os.PathLike:  # the functions decode them
            return _Kind("a path", _if(lambda value: isinstance(value, (bytes, os.PathLike))))
        what = _WORDS.get(origin.__name__, origin.__name__)
        article = "an" if what[0] in "AEIOU" else "a"
        is_one = _if(lambda value: isinstance(value, origin))
        return _Kind(f"{article} {what}", is_one, frozenset([origin]))

    def number(self, name: str, hint: Any) -> _Kind:
        """A number within bounds."""
        keys = f"{self.name}.{name}", f"{self.name.rpartition('.')[2]}.{name}", name
        key = next((key for key in keys if key in BOUNDS), None)
        if key is None:
            raise LookupError(f"BOUNDS has no row for {name} of {self.name}")
        least, most = BOUNDS[key]
        bounds = "" if least is None else f" of at least {least}"
        if most is not None:
            bounds = f" of at most {most}" if least is None else f" from {least} to {most}"

        def take(name: str, value: Any) -> Any:
            try:
                number = _real(value) if hint is float else whole(value)
            except (TypeError, ValueError, OverflowError):
                return _OTHER
            if (least is None or least <= number) and (most is None or number <= most):
                return number
            return _OTHER

        return _Kind(f"a {'' if hint is float else 'whole '}number{bounds}", take)

    def container(self, name: str, origin: Any, inner: tuple[Any, ...]) -> _Kind:
        """A list, or another collection, of values of one kind; a tuple also of several."""
        if origin is tuple and inner[-1:] != (...,):
            kinds = [self.kind(name, each) for each in inner]

            def take_tuple(name: str, value: Any) -> Any:
                if not _is_iterable(value) or not hasattr(value, "__len__"):
                    return _OTHER
                if len(value) != len(kinds):
                    return _OTHER
                pairs = enumerate(zip(kinds, value, strict=True))
                return tuple([_element(name, index, kind, each) for index, (kind, each) in pairs])

            return _Kind(f"{len(inner)} values", take_tuple)
        if origin is frozenset:  # what is in a set is left to the function: some are large
            return _Kind("a set", _set)
        kind = self.kind(name, inner[0]) if inner else None
        needed = {abc.Iterator: "__next__", abc.Sequence: "__len__"}.get(origin, "__iter__")
        is_lazy = origin in (abc.Iterable, abc.Iterator)

        def take(name: str, value: Any) -> Any:
            if not _is_iterable(value) or not hasattr(value, needed):
                return _OTHER
            if origin is list and not isinstance(value, list):  # it is filled
                return _OTHER
            if not is_lazy and hasattr(value, "__len__") and len(value) > MOST_VALUES:
                raise OptionError(f"{name} has more than {MOST_VALUES} values")
            found = value
            if kind is not None:
                if is_lazy and type(value) not in (list, tuple, set, frozenset):
                    is_sized = hasattr(value, "__len__")
                    return (_Sized if is_sized else _each)(name, kind, value)
                found = list(_each(name, kind, value))
                if isinstance(value, list | tuple) and all(map(is_, found, value)):
                    found = value
            return tuple(found) if origin is tuple else found

        what = kind.words.removeprefix("a ").removeprefix("an ") if kind else "value"
        return _Kind("a list" if " " in what else f"a list of {what}s", take)


def _set(name: str, value: Any) -> Any:
    try:
        return _OTHER if isinstance(value, str | bytes) else frozenset(value)
    except TypeError:
        return _OTHER


def _element(name: str, index: int, kind: _Kind | None, value: Any) -> Any:
    if kind is None or type(value) in kind.usual:
        return value
    return _Argument(f"{name}[{index}]", kind).taken(value)


def _each(name: str, kind: _Kind, values: Iterable[Any]) -> Iterator[Any]:
    for index, value in enumerate(values):
        yield _element(name, index, kind, value)


class _Sized:
    """A collection whose values are checked when they are taken."""

    def __init__(self, name: str, kind: _Kind, values: Any) -> None:
        self._checked = name, kind, values

    def __len__(self) -> int:
        return len(self._checked[-1])

    def __iter__(self) -> Iterator[Any]:
        return _each(*self._checked)


def _is_iterable(value: Any) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, str | bytes | bytearray | Mapping)


#: Classes whose names say less than these words.
_WORDS = {
    "str": "text",
    "PathLike": "path",
    "HasPicture": "Result",
    "Found": "Result",
    "HasBackbone": "SolutionSpace",
}

_CONTAINERS = (abc.Iterable, abc.Iterator, abc.Collection, abc.Sequence, list, tuple, frozenset)


def _if(is_one: Callable[[Any], bool]) -> Callable[[str, Any], Any]:
    return lambda name, value: value if is_one(value) else _OTHER


def _union(every: list[_Kind | None]) -> _Kind | None:
    kinds = [kind for kind in every if kind]
    if len(kinds) < len(every):
        return None  # one of them has any value

    def take(name: str, value: Any) -> Any:
        for kind in kinds:
            if type(value) in kind.usual:
                return value
            found = kind.take(name, value)
            if found is not _OTHER:
                return found
        return _OTHER

    *words, last = dict.fromkeys(kind.words for kind in kinds)
    return _Kind(
        f"{', '.join(words)} or {last}" if words else last,
        take,
        frozenset().union(*(kind.usual for kind in kinds)),
    )


def _choice(values: tuple[Any, ...]) -> _Kind:
    def take(name: str, value: Any) -> Any:
        same = (each for each in values if isinstance(value, type(each)) and each == value)
        return next(same, _OTHER)

    return _Kind(f"one of {', '.join(map(str, values))}", take)


def _named(name: str, value: Any) -> Any:
    """A text that can be the name of a file."""
    return value if isinstance(value, str) and "\0" not in value else _OTHER


def _has_names(value: Any) -> bool:
    return isinstance(value, Mapping) and all(isinstance(key, str) for key in value)


def _switch(name: str, value: Any) -> Any:
    # numpy.bool was called bool_ in earlier versions
    is_numpy = type(value).__module__ == "numpy" and type(value).__name__ in ("bool", "bool_")
    return bool(value) if isinstance(value, bool) or is_numpy else _OTHER


def _real(value: Any) -> float:
    """A finite number as Python's own. Raises where it is none."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError("not a number")
    number = value if isinstance(value, int) else float(value)
    if not math.isfinite(number):
        raise ValueError("not finite")
    return number


class _Names(dict[str, Any]):
    """The names of a module, and a class for each that only type checkers import."""

    def __missing__(self, name: str) -> Any:
        return getattr(builtins, name, None) or _Unseen(name, (), {})


class _Unseen(type):
    """A class that is known by name alone: importing it would take long."""

    def __instancecheck__(cls, value: object) -> bool:
        return any(each.__name__ == cls.__name__ for each in type(value).__mro__)

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Unseen(name, (), {})

    def __getitem__(cls, _: Any) -> Any:
        return cls
