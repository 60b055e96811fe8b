"""Turns the C of data/affine.py into affine MLIR, much as a C frontend would: every for loop is an
affine.for, every element an affine.load or affine.store, every scalar a memref without dimensions.

The subset: one function `kernel` over arrays and scalars of double or float; for loops that step up
by one, assignments, + - * /, ?: on a comparison, sqrt.
"""
import re

TOKEN = re.compile(
    r"\s*(?:(\d+\.\d*|\d+)|([A-Za-z_]\w*)|(\+\+|[-+*/]=|<=|[-+*/<=?:;,(){}\[\]]))")
COMPARE = {"<": "olt", "<=": "ole"}
MLIR_TYPE = {"double": "f64", "float": "f32"}


class Affine(dict):
    """Linear form: name -> coefficient, "" -> constant."""

    def plus(self, other, factor=1):
        out = Affine(self)
        for name, c in other.items():
            out[name] = out.get(name, 0) + factor * c
        return Affine({n: c for n, c in out.items() if c or n == ""})


def const(value):
    return Affine({"": value})


class Parser:
    def __init__(self, text, sizes):
        self.tokens, at = [], 0
        while text[at:].strip():
            match = TOKEN.match(text, at)
            if not match:
                raise SyntaxError(text[at:at + 40])
            self.tokens.append(match.group(0).strip())
            at = match.end()
        self.at, self.sizes = 0, sizes

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, expected=None):
        token = self.peek()
        if expected and token != expected:
            raise SyntaxError(f"{expected} expected, found {' '.join(self.tokens[self.at:self.at+8])}")
        self.at += 1
        return token

    # expressions: ("num", text) ("var", name, [indices]) ("op", op, a, b) ("sqrt", a)
    # ("select", op, a, b, x, y)
    def expression(self):
        left = self.sum()
        if self.peek() not in COMPARE:
            return left
        op, right = self.take(), self.sum()
        self.take("?")
        yes = self.expression()
        self.take(":")
        return ("select", op, left, right, yes, self.expression())

    def sum(self):
        left = self.product()
        while self.peek() in ("+", "-"):
            left = ("op", self.take(), left, self.product())
        return left

    def product(self):
        left = self.factor()
        while self.peek() in ("*", "/"):
            left = ("op", self.take(), left, self.factor())
        return left

    def factor(self):
        token = self.take()
        if token == "(":
            inner = self.expression()
            self.take(")")
            return inner
        if token[0].isdigit():
            return ("num", token)
        if token == "sqrt":
            return ("sqrt", self.factor())
        indices = []
        while self.peek() == "[":
            self.take()
            indices.append(self.expression())
            self.take("]")
        return ("var", token, indices)

    # statements: ("for", iv, low, high, body) ("assign", target, value) ("decl", type, name)
    def statement(self):
        if self.peek() == "{":
            self.take()
            body = []
            while self.peek() != "}":
                body += self.statement()
            self.take()
            return body
        if self.peek() == "for":
            return [self.loop()]
        if self.peek() in MLIR_TYPE:
            kind, name = self.take(), self.take()
            self.take(";")
            return [("decl", kind, name)]
        target, op = self.factor(), self.take()
        value = self.expression()
        self.take(";")
        if op != "=":
            value = ("op", op[0], target, value)
        return [("assign", target, value)]

    def loop(self):
        self.take("for"), self.take("("), self.take("int")
        iv = self.take()
        self.take("=")
        start = self.expression()
        self.take(";"), self.take(iv)
        op, end = self.take(), self.sum()
        if op == "<=":
            end = ("op", "+", end, ("num", "1"))
        self.take(";"), self.take(iv), self.take("++"), self.take(")")
        return ("for", iv, start, end, self.statement())

    def constant(self, expr):
        form = self.affine(expr, {})
        return form.get("", 0)

    def affine(self, expr, ivs):
        kind = expr[0]
        if kind == "num":
            return const(int(expr[1]))
        if kind == "var" and not expr[2]:
            if expr[1] in ivs:
                return ivs[expr[1]]
            return const(self.sizes[expr[1]])
        if kind == "op" and expr[1] in "+-":
            return self.affine(expr[2], ivs).plus(self.affine(expr[3], ivs), 1 if expr[1] == "+" else -1)
        if kind == "op" and expr[1] == "*":
            a, b = self.affine(expr[2], ivs), self.affine(expr[3], ivs)
            if set(a) <= {""}:
                a, b = b, a
            return const(0).plus(a, b.get("", 0))
        raise SyntaxError(f"not affine: {expr}")

    def function(self):
        self.take("void"), self.take("kernel"), self.take("(")
        parameters = []
        while True:
            kind, name, dims = self.take(), self.take(), []
            while self.peek() == "[":
                self.take()
                if self.peek() == "restrict":
                    self.take()
                dims.append(self.constant(self.expression()))
                self.take("]")
            parameters.append((kind, name, dims))
            if self.take() == ")":
                return parameters, self.statement()


class Printer:
    def __init__(self, parser):
        self.parser, self.lines, self.count = parser, [], 0
        self.types, self.ivs, self.depth = {}, {}, 1

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    def value(self, text):
        self.count += 1
        self.line(f"%{self.count} = {text}")
        return f"%{self.count}"

    def form(self, form, prefix=""):
        terms = [f"{prefix}{n} * {c}" if c != 1 else f"{prefix}{n}" for n, c in sorted(form.items()) if n]
        c = form.get("", 0)
        return " + ".join(terms + ([str(c)] if c or not terms else []))

    def map(self, form):
        names = sorted(n for n in form if n)
        dims = {n: f"d{i}" for i, n in enumerate(names)}
        result = self.form({dims.get(n, ""): c for n, c in form.items()})
        return f"affine_map<({', '.join(dims.values())}) -> ({result})>({', '.join('%' + n for n in names)})"

    def subscripts(self, indices):
        return ", ".join(self.form(self.parser.affine(index, self.ivs), "%") for index in indices)

    def memref(self, name):
        kind, dims = self.types[name]
        return "memref<" + "".join(f"{d}x" for d in dims) + MLIR_TYPE[kind] + ">"

    def emit(self, expr, kind):
        t = MLIR_TYPE[kind]
        if expr[0] == "num":
            return self.value(f"arith.constant {float(expr[1])!r} : {t}")
        if expr[0] == "var":
            if self.types[expr[1]][1] is None:
                return f"%{expr[1]}"
            return self.value(f"affine.load %{expr[1]}[{self.subscripts(expr[2])}] : {self.memref(expr[1])}")
        if expr[0] == "op":
            name = {"+": "addf", "-": "subf", "*": "mulf", "/": "divf"}[expr[1]]
            a, b = self.emit(expr[2], kind), self.emit(expr[3], kind)
            return self.value(f"arith.{name} {a}, {b} : {t}")
        if expr[0] == "sqrt":
            return self.value(f"math.sqrt {self.emit(expr[1], kind)} : {t}")
        _, op, a, b, yes, no = expr
        x, y = self.emit(a, kind), self.emit(b, kind)
        test = self.value(f"arith.cmpf {COMPARE[op]}, {x}, {y} : {t}")
        x, y = self.emit(yes, kind), self.emit(no, kind)
        return self.value(f"arith.select {test}, {x}, {y} : {t}")

    def loop(self, node):
        _, iv, start, end, body = node
        unique, outer = f"{iv}{self.count}", dict(self.ivs)
        low, high = self.parser.affine(start, self.ivs), self.parser.affine(end, self.ivs)
        self.count += 1
        self.line(f"affine.for %{unique} = {self.map(low)} to {self.map(high)} {{")
        self.ivs[iv] = Affine({unique: 1, "": 0})
        self.depth += 1
        self.statements(body)
        self.depth -= 1
        self.line("}")
        self.ivs = outer

    def statements(self, body):
        for node in body:
            if node[0] == "for":
                self.loop(node)
            elif node[0] == "assign":
                _, target, value = node
                result = self.emit(value, self.types[target[1]][0])
                self.line(f"affine.store {result}, %{target[1]}[{self.subscripts(target[2])}] : {self.memref(target[1])}")

    def declarations(self, body):
        for node in body:
            if node[0] == "decl":
                self.types[node[2]] = (node[1], [])
                self.line(f"%{node[2]} = memref.alloca() : {self.memref(node[2])}")
            elif node[0] == "for":
                self.declarations(node[4])


def to_mlir(text, sizes):
    """The module of one kernel; also its parameters: (type, name, dims)."""
    parser = Parser(text, sizes)
    parameters, body = parser.function()
    printer = Printer(parser)
    args = []
    for kind, name, dims in parameters:
        printer.types[name] = (kind, dims if dims else None)
        args.append(f"%{name}: {printer.memref(name) if dims else MLIR_TYPE[kind]}")
    printer.declarations(body)
    printer.statements(body)
    lines = [f"func.func @kernel({', '.join(args)}) attributes {{llvm.emit_c_interface}} {{"]
    return "\n".join(lines + printer.lines + ["  return", "}"]) + "\n", parameters
