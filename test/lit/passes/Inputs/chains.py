"""chains.py KIND COUNT: a module in which one thing follows from another COUNT times, on standard output."""
import sys

TENSOR = "tensor<64x64xf32>"
MEMREF = "memref<64xf32>"
FORM_END = (" %x = memref.load %m[{last}] : memref<64xf32>\n affine.store %x, %b[%v] : memref<64xf32>\n }}\n return\n}}")
FORM = f"func.func @f(%m: {MEMREF}, %b: {MEMREF}, %c: index) {{\n affine.for %v = 0 to 8 {{"
SELECT = f"func.func @f(%v: {MEMREF}, %b: {MEMREF}, %c: i1) {{"
SELECT_END = f" linalg.elementwise kind=#linalg.elementwise_kind<add> ins({{last}}, %b : {MEMREF}, {MEMREF}) outs(%b : {MEMREF})\n return\n}}}}"
KINDS = {  # what comes before, a step from {last} to {next}, what comes after
    "linalg": (f"func.func @f(%v: {TENSOR}, %b: {TENSOR}) -> {TENSOR} {{\n %e = tensor.empty() : {TENSOR}",
               f" {{next}} = linalg.elementwise kind=#linalg.elementwise_kind<add> ins({{last}}, %b : {TENSOR}, {TENSOR}) outs(%e : {TENSOR}) -> {TENSOR}",
               f" return {{last}} : {TENSOR}\n}}}}"),
    "arith": ("func.func @f(%v: f32, %b: f32) -> f32 {", " {next} = arith.addf {last}, %b : f32", " return {last} : f32\n}}"),
    "body": (f"func.func @f(%a: {MEMREF}) {{\n linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>], "
             f"iterator_types = [\"parallel\"]}} outs(%a : {MEMREF}) {{\n ^bb0(%v: f32):",
             " {next} = arith.mulf {last}, {last} : f32", " linalg.yield {last} : f32\n }}\n return\n}}"),
    "loop": (f"func.func @f(%a: {MEMREF}) {{\n affine.for %i = 0 to 64 {{\n %v = affine.load %a[%i] : {MEMREF}",
             " {next} = arith.mulf {last}, {last} : f32",
             f" affine.store {{last}}, %a[%i] : {MEMREF}\n }}}}\n return\n}}}}"),
    "subscript": (FORM, " {next} = arith.addi {last}, %c : index", FORM_END),
    "subscript_twice": (FORM, " {next} = arith.subi {last}, {last} : index", FORM_END),
    "select": (SELECT, f" {{next}} = arith.select %c, {{last}}, %b : {MEMREF}", SELECT_END),
    "select_twice": (SELECT, f" %s{{next_name}} = memref.cast {{last}} : {MEMREF} to memref<?xf32>\n"
                             f" %t{{next_name}} = memref.cast %s{{next_name}} : memref<?xf32> to {MEMREF}\n"
                             f" {{next}} = arith.select %c, {{last}}, %t{{next_name}} : {MEMREF}", SELECT_END),
}


def chain(kind, count):
    before, step, after = KINDS[kind]
    print(before)
    last = "%v"
    for i in range(count):
        print(step.format(last=last, next=f"%v{i}", next_name=i))
        last = f"%v{i}"
    print(after.format(last=last))


def nest(opening, count):
    print(f"func.func @f(%a: {MEMREF}, %c: i1) {{\n %c0 = arith.constant 0 : index\n %c1 = arith.constant 1 : index")
    print("".join(opening.replace("%i", f"%i{i}") for i in range(count)) + f"linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : {MEMREF}) outs(%a : {MEMREF})\n" + "}\n" * count + "return\n}")


if __name__ == "__main__":
    nests = {"for": "scf.for %i = %c0 to %c1 step %c1 {\n", "if": "scf.if %c {\n", "affine": "affine.for %i = 0 to 2 {\n"}
    if sys.argv[1] in nests:
        nest(nests[sys.argv[1]], int(sys.argv[2]))
    else:
        chain(sys.argv[1], int(sys.argv[2]))
