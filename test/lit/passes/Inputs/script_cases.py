"""The option `script` on modules of odd, prime, tiny and unit sizes: script_cases.py AUTOTUNE FOLDER SOURCE.

Every point chosen by the model is that of `autotune script --by model`, with the same price; and scripts with one or
another point selected leave the results of the untouched module.
Prints how many there were; fails with the first that differs."""
import pathlib
import re
import subprocess
import sys

SIZES = [(1, 1, 1), (1, 7, 1), (17, 13, 31), (61, 131, 127)]
POINTS = 4  # of each space that are run, about
TARGET = ["--target", "x86-64-v3"]


def product(rows, columns, depth, name="mm"):
    a, b, c = f"tensor<{rows}x{depth}xf32>", f"tensor<{depth}x{columns}xf32>", f"tensor<{rows}x{columns}xf32>"
    return f"""func.func @{name}(%a: {a}, %b: {b}, %c: {c}) -> {c} {{
  %0 = linalg.matmul ins(%a, %b : {a}, {b}) outs(%c : {c}) -> {c}
  return %0 : {c}
}}
"""


def layers(rows, columns, depth):
    """A product among ops that are not the script's: its input is scaled, its result goes through a softmax."""
    a, b, c = f"tensor<{rows}x{depth}xf32>", f"tensor<{depth}x{columns}xf32>", f"tensor<{rows}x{columns}xf32>"
    return f"""func.func @layers(%a: {a}, %b: {b}, %d: {c}) -> {c} {{
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : {a}
  %s = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a, %a : {a}, {a}) outs(%e : {a}) -> {a}
  %f = tensor.empty() : {c}
  %z = linalg.fill ins(%zero : f32) outs(%f : {c}) -> {c}
  %m = linalg.matmul ins(%s, %b : {a}, {b}) outs(%z : {c}) -> {c}
  %p = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%m, %d : {c}, {c}) outs(%f : {c}) -> {c}
  %r = linalg.softmax dimension(1) ins(%p : {c}) outs(%f : {c}) -> {c}
  return %r : {c}
}}
"""


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout, done.stderr


def select(script, point):
    """The text of the script with the point selected; names are unique in these scripts."""
    for name, value in re.findall(r"([a-z ]+) = ((?:region )?[0-9]+)", point):
        name = name.strip()
        script = (script.replace(f'alternatives<"{name}">', f'alternatives<"{name}"> selected_region = {value[7:]}')
                  if value.startswith("region") else
                  script.replace(f'knob<"{name}"> options', f'knob<"{name}"> = {value} from options'))
    return script


def points(autotune, module, script):
    """Some of those that have a price, the cheapest and the dearest among them."""
    _, heard = run(autotune, "script", module, script, "--by", "model", "--verbose", *TARGET)
    found = re.findall(r"ms predicted: (.*)$", heard, re.MULTILINE)
    return found[:1] + found[1:-1:max(1, len(found) // POINTS)] + found[-1:]


def check_choice(autotune, module, script):
    said, _ = run(autotune, "script", module, script, "--by", "model", *TARGET)
    _, heard = run(autotune, "run", module, "--script", script, "--verbose", *TARGET)
    by_command = re.search(r"^predicted ([0-9.]+) ms.*?x: (.*)$", said, re.MULTILINE)
    by_pass = re.search(r"predicted ([0-9.e+-]+) s, untouched [0-9.e+-]+ s: (.*); \d+ ops? ", heard)
    if not by_command or not by_pass or by_command[2] != by_pass[2] or \
            abs(float(by_command[1]) - 1e3 * float(by_pass[1])) > 1e-4 + 1e-3 * float(by_command[1]):
        sys.exit(f"{module}: the command says\n{said}the pass says\n{heard}")


def main():
    autotune, folder, source = sys.argv[1:]
    folder = pathlib.Path(folder)
    examples = pathlib.Path(source) / "docs" / "examples"
    modules = []
    for sizes in SIZES:
        for make in (product, layers)[:1 + (sizes[1] in (7, 13))]:
            module = folder / f"{make.__name__}_{'_'.join(map(str, sizes))}.mlir"
            module.write_text(make(*sizes))
            modules.append(module)
    space = examples / "own_space.mlir"
    cases = [(module, space) for module in modules]
    cases += [(examples / f"{name}.mlir", examples / f"{name}_space.mlir")
              for name in ("convolution", "transposition")]
    runs = 0
    for module, script in cases:
        check_choice(autotune, module, script)
        for point in points(autotune, module, script):
            selected = folder / "selected.mlir"
            selected.write_text(select(script.read_text(), point))
            run(autotune, "run", module, "--script", selected, *TARGET)
            runs += 1
    print(f"{len(cases)} choices, {runs} runs, all equal")


main()
