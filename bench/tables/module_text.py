"""Functions on tensors as text of MLIR, while they are written. A value is its name, its sizes and the type of its elements; one size may be
unknown, UNKNOWN in shapes.
"""
UNKNOWN = "?"


def text_of(*shape, element="f32"):
    return "tensor<" + "".join(f"{size}x" for size in shape) + f"{element}>"


def type_of(value):
    return text_of(*value[1], element=value[2])


class Module:
    """`unknown`: the name of an index that is the unknown size."""

    def __init__(self):
        self.lines, self.arguments, self.attributes, self.names, self.unknown = [], [], [], 0, None

    def name(self):
        self.names += 1
        return f"%v{self.names}"

    def line(self, text):
        """The name of what the op gives."""
        name = self.name()
        self.lines.append(f"{name} = {text}")
        return name

    def argument(self, *shape, element="f32", attributes=""):
        value = (f"%arg{len(self.arguments)}", shape, element)
        self.arguments.append(value)
        self.attributes.append(attributes)
        return value

    def op(self, text, shape, element="f32"):
        kind = text_of(*shape, element=element)
        return self.line(text if text.endswith(kind) else f"{text} -> {kind}"), shape, element

    def constant(self, number, element="f32"):
        return self.line(f"arith.constant {number} : {element}")

    def sizes_of(self, shape):
        """Those that are unknown, as operands."""
        return ", ".join(self.unknown for size in shape if size == UNKNOWN)

    def empty(self, shape, element="f32"):
        return self.op(f"tensor.empty({self.sizes_of(shape)}) : {text_of(*shape, element=element)}", shape, element)

    def filled(self, shape, number="0.0"):
        constant, out = self.constant(number), self.empty(shape)
        return self.op(f"linalg.fill ins({constant} : f32) outs({out[0]} : {text_of(*shape)})", shape)

    def generic(self, inputs, loops, out, body, start=None, sizes=None):
        """inputs: (value, its loops); loops are letters, those that `out` lacks are reductions. `sizes`: of loops that no input has."""
        sizes = {**(sizes or {}), **{loop: size for value, used in inputs for loop, size in zip(used, value[1])}}
        shape = tuple(sizes[loop] for loop in out)
        into = self.empty(shape) if start is None else self.filled(shape, start)
        maps = ", ".join(f"affine_map<({', '.join(loops)}) -> ({', '.join(used)})>" for used in [*(used for _, used in inputs), out])
        kinds = ", ".join('"parallel"' if loop in out else '"reduction"' for loop in loops)
        block = ", ".join([*(f"%x{i}: {value[2]}" for i, (value, _) in enumerate(inputs)), "%o: f32"])
        return self.op(f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} ins({', '.join(v[0] for v, _ in inputs)} : "
                       f"{', '.join(type_of(v) for v, _ in inputs)}) outs({into[0]} : {text_of(*shape)}) {{\n^bb0({block}):\n"
                       + "\n".join(body) + "\nlinalg.yield %y : f32\n}", shape)

    def product(self, a, used_a, b, used_b, loops, out):
        """In f32; the second factor may be of a narrower type."""
        wide = [] if b[2] == "f32" else [f"%w = arith.extf %x1 : {b[2]} to f32"]
        return self.generic([(a, used_a), (b, used_b)], loops, out,
                            [*wide, f"%p = arith.mulf %x0, {'%w' if wide else '%x1'} : f32", "%y = arith.addf %o, %p : f32"], "0.0")

    def softmax(self, a, axis):
        out = self.empty(a[1])
        return self.op(f"linalg.softmax dimension({axis}) ins({a[0]} : {type_of(a)}) outs({out[0]} : {type_of(a)})", a[1])

    def reshaped(self, a, groups, shape):
        """Of known sizes."""
        kind = "expand_shape" if len(shape) > len(a[1]) else "collapse_shape"
        sizes = f" output_shape {list(shape)}" if kind == "expand_shape" else ""
        return self.op(f"tensor.{kind} {a[0]} {groups}{sizes} : {type_of(a)} into {text_of(*shape, element=a[2])}", shape, a[2])

    def text(self, *results):
        arguments = ", ".join(f"{value[0]}: {type_of(value)}{attributes}" for value, attributes in zip(self.arguments, self.attributes))
        types = ", ".join(map(type_of, results))
        return (f"func.func @f({arguments}) -> ({types}) {{\n" + "\n".join(self.lines)
                + f"\nreturn {', '.join(value[0] for value in results)} : {types}\n}}\n")


SQUARES = ["%q = arith.mulf %x0, %x0 : f32", "%y = arith.addf %o, %q : f32"]


def rms_norm(m, x, gain):
    """Of the rows of a matrix."""
    squares = m.generic([(x, "ij")], "ij", "i", SQUARES, "0.0")
    return m.generic([(x, "ij"), (squares, "i"), (gain, "j")], "ij", "ij", [
        f"%n = arith.constant {float(x[1][1])} : f32", "%e = arith.constant 1.0e-5 : f32", "%m = arith.divf %x1, %n : f32", "%d = arith.addf %m, %e : f32",
        "%r = math.rsqrt %d : f32", "%c = arith.mulf %x0, %r : f32", "%y = arith.mulf %c, %x2 : f32"])
