"""Turns the C of test/polybench/kernels into affine MLIR, much as a C frontend would: every for loop
is an affine.for, every element an affine.load or affine.store, every scalar a memref without
dimensions, conditions on loop variables are affine.if.

The subset: one function `kernel` over arrays and scalars of double, float or int; for loops that
step by one up or down, if over affine conditions, assignments, + - * /, ?:, calls of math.h.
"""
import re

TOKEN = re.compile(
    r"\s*(?:(\d+\.\d*(?:[eE][-+]?\d+)?f?|\d+)|([A-Za-z_]\w*)|(\+\+|--|[-+*/]=|[<>=!]=|&&|[-+*/%<>=!?:;,(){}\[\]]))")
MATH = {"sqrt": "math.sqrt", "exp": "math.exp", "pow": "math.powf", "fabs": "math.absf"}
MLIR_TYPE = {"double": "f64", "float": "f32", "int": "i32"}


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
        text = re.sub(r"//.*", "", re.sub(r"/\*.*?\*/", "", text, flags=re.S))
        text = re.sub(r"^#.*$", "", text, flags=re.M)
        self.tokens, at = [], 0
        while text[at:].strip():
            match = TOKEN.match(text, at)
            if not match:
                raise SyntaxError(text[at:at + 40])
            self.tokens.append(match.group(0).strip())
            at = match.end()
        self.at, self.sizes = 0, sizes

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ""

    def take(self, expected=None):
        token = self.peek()
        if expected and token != expected:
            raise SyntaxError(f"{expected} expected, found {' '.join(self.tokens[self.at:self.at+8])}")
        self.at += 1
        return token

    # expressions: ("num", text) ("var", name, [indices]) ("op", op, a, b) ("neg", a) ("call", f, args)
    # ("select", (op, a, b), x, y)
    def expression(self):
        left = self.sum()
        if self.peek() in ("<", ">", "<=", ">=", "=="):
            op = self.take()
            left = ("cmp", op, left, self.sum())
        if self.peek() == "?":
            self.take()
            yes = self.expression()
            self.take(":")
            return ("select", left, yes, self.expression())
        return left

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
        if token == "-":
            return ("neg", self.factor())
        if token == "(":
            if self.peek() in MLIR_TYPE and self.peek(1) == ")":
                self.take(), self.take()
                return self.factor()
            inner = self.expression()
            self.take(")")
            return inner
        if token[0].isdigit():
            return ("num", token.rstrip("f"))
        if self.peek() == "(":
            self.take()
            args = [self.expression()]
            while self.peek() == ",":
                self.take()
                args.append(self.expression())
            self.take(")")
            return ("call", token, args)
        indices = []
        while self.peek() == "[":
            self.take()
            indices.append(self.expression())
            self.take("]")
        return ("var", token, indices)

    # statements: ("for", iv, low, high, down, body) ("if", [(form >= 0)], yes, no)
    # ("assign", target, value) ("decl", type, name, dims)
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
        if self.peek() == "if":
            self.take(), self.take("(")
            conditions = [self.expression()]
            while self.peek() == "&&":
                self.take()
                conditions.append(self.expression())
            self.take(")")
            yes, no = self.statement(), []
            if self.peek() == "else":
                self.take()
                no = self.statement()
            return [("if", conditions, yes, no)]
        if self.peek() in MLIR_TYPE:
            kind, out = self.take(), []
            while True:
                name, dims = self.take(), []
                while self.peek() == "[":
                    self.take()
                    dims.append(self.constant(self.expression()))
                    self.take("]")
                out.append(("decl", kind, name, dims))
                if self.peek() == "=":
                    self.take()
                    out.append(("assign", ("var", name, []), self.expression()))
                if self.take() == ";":
                    return out
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
        self.take(";"), self.take(iv)
        down = self.take() == "--"
        self.take(")")
        return ("for", iv, start, op, end, down, self.statement())

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
        if kind == "neg":
            return const(0).plus(self.affine(expr[1], ivs), -1)
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

    def map(self, forms, kind="map"):
        names = sorted({n for f in forms for n in f if n})
        dims = {n: f"d{i}" for i, n in enumerate(names)}

        def show(form):
            terms = [f"{dims[n]} * {c}" if c != 1 else dims[n] for n, c in sorted(form.items()) if n]
            c = form.get("", 0)
            return " + ".join(terms + ([str(c)] if c or not terms else []))

        texts = [show(f) for f in forms]
        if kind == "set":
            texts = [t + " >= 0" for t in texts]
            return f"affine_set<({', '.join(dims.values())}) : ({', '.join(texts)})>({', '.join('%' + n for n in names)})"
        return f"affine_map<({', '.join(dims.values())}) -> ({', '.join(texts)})>({', '.join('%' + n for n in names)})"

    def subscripts(self, indices):
        out = []
        for index in indices:
            form = self.parser.affine(index, self.ivs)
            terms = []
            for n, c in sorted(form.items()):
                if n:
                    terms.append(f"%{n} * {c}" if c != 1 else f"%{n}")
            c = form.get("", 0)
            out.append(" + ".join(terms + ([str(c)] if c or not terms else [])))
        return ", ".join(out)

    def memref(self, name):
        kind, dims = self.types[name]
        return "memref<" + "".join(f"{d}x" for d in dims) + MLIR_TYPE[kind] + ">"

    def kind(self, expr):
        if expr[0] == "var" and expr[1] in self.types:
            return self.types[expr[1]][0]
        if expr[0] == "num":
            return "double" if "." in expr[1] else None
        if expr[0] == "var":
            return None
        kinds = [self.kind(e) for e in expr if isinstance(e, tuple)]
        kinds += [self.kind(e) for e in (expr[2] if expr[0] == "call" else [])]
        return next((k for k in kinds if k), None)

    def emit(self, expr, kind):
        t = MLIR_TYPE[kind]
        letter = "i" if kind == "int" else "f"
        if expr[0] == "num" or (expr[0] == "var" and expr[1] in self.parser.sizes):
            number = expr[1] if expr[0] == "num" else str(self.parser.sizes[expr[1]])
            if kind != "int":
                number = repr(float(number))
            return self.value(f"arith.constant {number} : {t}")
        if expr[0] == "var" and expr[1] in self.ivs:
            form = self.ivs[expr[1]]
            index = self.value(f"affine.apply {self.map([form])}")
            integer = self.value(f"arith.index_cast {index} : index to i32")
            return integer if kind == "int" else self.value(f"arith.sitofp {integer} : i32 to {t}")
        if expr[0] == "var":
            own, dims = self.types[expr[1]]
            if dims is None:
                return f"%{expr[1]}"
            return self.value(f"affine.load %{expr[1]}[{self.subscripts(expr[2])}] : {self.memref(expr[1])}")
        if expr[0] == "neg":
            value = self.emit(expr[1], kind)
            if kind == "int":
                zero = self.value(f"arith.constant 0 : {t}")
                return self.value(f"arith.subi {zero}, {value} : {t}")
            return self.value(f"arith.negf {value} : {t}")
        if expr[0] == "op":
            name = {"+": "add", "-": "sub", "*": "mul", "/": "div"}[expr[1]]
            a, b = self.emit(expr[2], kind), self.emit(expr[3], kind)
            return self.value(f"arith.{name}{letter} {a}, {b} : {t}")
        if expr[0] == "call":
            args = [self.emit(e, kind) for e in expr[2]]
            return self.value(f"{MATH[expr[1]]} {', '.join(args)} : {t}")
        if expr[0] == "select":
            _, op, a, b = expr[1]
            inner = self.kind(expr[1]) or "int"
            names = {"<": "lt", ">": "gt", "<=": "le", ">=": "ge", "==": "eq"}
            x, y = self.emit(a, inner), self.emit(b, inner)
            prefix = ("s" if op != "==" else "") if inner == "int" else "o"
            test = self.value(f"arith.cmp{'i' if inner == 'int' else 'f'} {prefix}{names[op]}, {x}, {y} : {MLIR_TYPE[inner]}")
            yes, no = self.emit(expr[2], kind), self.emit(expr[3], kind)
            return self.value(f"arith.select {test}, {yes}, {no} : {t}")
        raise SyntaxError(str(expr))

    def loop(self, node):
        _, iv, start, op, end, down, body = node
        low, high = self.parser.affine(start, self.ivs), self.parser.affine(end, self.ivs)
        if op in ("<=", ">="):
            high = high.plus(const(1 if op == "<=" else -1))
        self.line_loop(iv, low, high, down, body)

    def line_loop(self, iv, low, high, down, body):
        unique = f"{iv}{self.count}"
        self.count += 1
        outer = dict(self.ivs)
        if down:  # iv = low - counter
            zero, trip = const(0), low.plus(high, -1)
            self.line(f"affine.for %{unique} = {self.map([zero])} to {self.map([trip])} {{")
            self.ivs[iv] = low.plus({unique: 1}, -1)
        else:
            self.line(f"affine.for %{unique} = {self.map([low])} to {self.map([high])} {{")
            self.ivs[iv] = Affine({unique: 1, "": 0})
        self.depth += 1
        self.statements(body)
        self.depth -= 1
        self.line("}")
        self.ivs = outer

    def condition(self, expr):
        _, op, a, b = expr
        difference = self.parser.affine(a, self.ivs).plus(self.parser.affine(b, self.ivs), -1)
        if op in ("<", "<="):
            difference = const(0).plus(difference, -1)
        if op in ("<", ">"):
            difference = difference.plus(const(-1))
        return difference

    def statements(self, body):
        for node in body:
            if node[0] == "for":
                self.loop(node)
            elif node[0] == "if":
                forms = [self.condition(c) for c in node[1]]
                self.line(f"affine.if {self.map(forms, 'set')} {{")
                self.depth += 1
                self.statements(node[2])
                self.depth -= 1
                if node[3]:
                    self.line("} else {")
                    self.depth += 1
                    self.statements(node[3])
                    self.depth -= 1
                self.line("}")
            elif node[0] == "decl":
                self.types[node[2]] = (node[1], node[3])
            else:
                _, target, value = node
                kind = self.types[target[1]][0]
                result = self.emit(value, kind)
                self.line(f"affine.store {result}, %{target[1]}[{self.subscripts(target[2])}] : {self.memref(target[1])}")

    def declarations(self, body):
        for node in body:
            if node[0] == "decl":
                self.types[node[2]] = (node[1], node[3])
                self.line(f"%{node[2]} = memref.alloca() : {self.memref(node[2])}")
            elif node[0] == "for":
                self.declarations(node[6])
            elif node[0] == "if":
                self.declarations(node[2] + node[3])


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
