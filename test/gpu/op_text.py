"""What the ops of op_cases.py are written with: tensors, linalg.generic, and the function around a case."""
C_TYPES = {"f64": "double", "f32": "float", "f16": "uint16_t", "bf16": "uint16_t", "i64": "int64_t", "i32": "int32_t", "i16": "int16_t",
           "i8": "int8_t", "i1": "uint8_t"}
FLOATS = ("f64", "f32", "f16", "bf16")
SIZES = (1, 2, 3, 4, 5, 7, 8, 13, 16, 17, 31, 32, 33, 64, 67)


def shaped(kind, sizes, element):
    return f"{kind}<{''.join(f'{size}x' for size in sizes)}{element}>"


class Case:
    """Tensors `inputs` and `output` as pairs of sizes and an element type, and the ops that make %r of %t0, %t1 ...; the output's own
    contents are %o. A `tolerance` above 0 is relative."""

    def __init__(self, name, inputs, output, lines, tolerance=0.0):
        self.name, self.inputs, self.output, self.lines, self.tolerance = name, inputs, output, lines, tolerance

    def __str__(self):
        return f"{self.name} {' '.join(shaped('', *each)[1:-1] for each in self.inputs + [self.output])}"

    def function(self, name):
        tensors = self.inputs + [self.output]
        arguments = ", ".join(f"%m{n}: {shaped('memref', *each)}" for n, each in enumerate(tensors))
        lines = [f"func.func @{name}({arguments}) attributes {{llvm.emit_c_interface}} {{"]
        for n, each in enumerate(tensors):
            value = "%o" if n == len(self.inputs) else f"%t{n}"
            lines.append(f"{value} = bufferization.to_tensor %m{n} restrict : {shaped('memref', *each)} to {shaped('tensor', *each)}")
        out = shaped("tensor", *self.output)
        lines += [*self.lines, f"bufferization.materialize_in_destination %r in restrict writable %m{len(self.inputs)} : "
                  f"({out}, {shaped('memref', *self.output)}) -> ()", "return", "}"]
        return "\n".join(lines) + "\n"


# --- ops

def zero(element):
    return "0.0" if element in FLOATS else "false" if element == "i1" else "0"


def filled(name, sizes, element, value):
    out = shaped("tensor", sizes, element)
    text = value if element == "i1" else f"{value} : {element}"
    return [f"%{name}v = arith.constant {text}", f"%{name}e = tensor.empty() : {out}",
            f"%{name} = linalg.fill ins(%{name}v : {element}) outs(%{name}e : {out}) -> {out}"]


def generic(result, operands, out, maps, kinds, body):
    """`operands` and `out`: (value, sizes, element)."""
    values = ", ".join(value for value, _, _ in operands)
    types = ", ".join(shaped("tensor", sizes, element) for _, sizes, element in operands)
    dims = ", ".join(f"d{n}" for n in range(len(kinds)))
    texts = ", ".join(f"affine_map<({dims}) -> ({each})>" for each in maps)
    iterators = ", ".join(f'"{"parallel" if kind == "p" else "reduction"}"' for kind in kinds)
    block = ", ".join(f"%x{n}: {element}" for n, (_, _, element) in enumerate([*operands, out]))
    ins = f"ins({values} : {types}) " if operands else ""
    kind = shaped("tensor", out[1], out[2])
    return [f"{result} = linalg.generic {{indexing_maps = [{texts}], iterator_types = [{iterators}]}} {ins}outs({out[0]} : {kind}) {{",
            f"^bb0({block}):", *body, f"}} -> {kind}"]


def names(letters):
    return ", ".join(f"d{letter}" for letter in letters)


def arithmetic(element, a, b):
    """What becomes of two values: %y."""
    if element == "i1":
        return [f"%y = arith.xori {a}, {b} : i1"]
    if element in FLOATS:
        return [f"%u = arith.mulf {a}, {b} : {element}", f"%v = arith.addf %u, {a} : {element}", f"%w = arith.cmpf ogt, %v, {b} : {element}",
                f"%y = arith.select %w, %v, {b} : {element}"]
    return [f"%u = arith.muli {a}, {b} : {element}", f"%v = arith.subi %u, {a} : {element}", f"%y = arith.maxsi %v, {b} : {element}"]


def scheduled(lines, schedule):
    return [lines[0].replace("iterator_types", f'autotune.schedule = "{schedule}", iterator_types', 1), *lines[1:]]
