"""Small models: what goes in, what comes out and how is said by NumPy in check.py."""


def elementwise(name, op, element, shape="8x3", inputs=1):
    """Functions of equal tensors by one kind of linalg.elementwise."""
    tensor = f"tensor<{shape}x{element}>" if shape else f"tensor<{element}>"
    arguments = ", ".join(f"%a{n}: {tensor}" for n in range(inputs))
    values, types = ", ".join(f"%a{n}" for n in range(inputs)), ", ".join([tensor] * inputs)
    return f"""func.func @{name}({arguments}) -> {tensor} {{
  %e = tensor.empty() : {tensor}
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<{op}> ins({values} : {types}) outs(%e : {tensor}) -> {tensor}
  return %0 : {tensor}
}}"""


LAYER = """func.func @layer(%x: tensor<?x24xf32> {autotune.dims = ["batch", ""]}, %w: tensor<24x16xf32>) -> (tensor<?x16xf32>, tensor<?x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x24xf32>
  %e = tensor.empty(%n) : tensor<?x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x16xf32>) -> tensor<?x16xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<?x24xf32>, tensor<24x16xf32>) outs(%z : tensor<?x16xf32>) -> tensor<?x16xf32>
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%0 : tensor<?x16xf32>) outs(%e : tensor<?x16xf32>) -> tensor<?x16xf32>
  return %0, %1 : tensor<?x16xf32>, tensor<?x16xf32>
}"""

# The rows of the sum are computed: those of both together.
JOINED = """func.func @joined(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}"""

INTEGER_PRODUCT = """func.func @product(%a: tensor<5x32xi8>, %b: tensor<32x16xi8>, %c: tensor<5x16xi32>) -> tensor<5x16xi32> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x32xi8>, tensor<32x16xi8>) outs(%c : tensor<5x16xi32>) -> tensor<5x16xi32>
  return %0 : tensor<5x16xi32>
}"""

SCALED = """func.func @scaled(%x: tensor<6xf32>, %by: f32, %n: i8) -> (tensor<6xf32>, f32, i8) {
  %e = tensor.empty() : tensor<6xf32>
  %b = linalg.fill ins(%by : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x, %b : tensor<6xf32>, tensor<6xf32>) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %1 = arith.addf %by, %by : f32
  return %0, %1, %n : tensor<6xf32>, f32, i8
}"""

PASSED = """func.func @passed(%by: bf16) -> bf16 {
  return %by : bf16
}"""

IN_PLACE = """func.func @in_place(%x: memref<6xf32>) {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%x : memref<6xf32>) outs(%x : memref<6xf32>)
  return
}"""

LARGE = """func.func @large(%a: tensor<96x128xf32>, %b: tensor<128x64xf32>, %c: tensor<96x64xf32>) -> tensor<96x64xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<96x128xf32>, tensor<128x64xf32>) outs(%c : tensor<96x64xf32>) -> tensor<96x64xf32>
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%0 : tensor<96x64xf32>) outs(%c : tensor<96x64xf32>) -> tensor<96x64xf32>
  %2 = linalg.matmul ins(%a, %b : tensor<96x128xf32>, tensor<128x64xf32>) outs(%1 : tensor<96x64xf32>) -> tensor<96x64xf32>
  return %2 : tensor<96x64xf32>
}"""

SUMS = """
func.func @sums(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
"""

TOSA = """
func.func @tosa(%x: tensor<1x6x5xf32>, %y: tensor<1x6x5xf32>) -> tensor<1x6x5xf32> {
  %0 = tosa.add %x, %y : (tensor<1x6x5xf32>, tensor<1x6x5xf32>) -> tensor<1x6x5xf32>
  %1 = tosa.clamp %0 {min_val = 0.0 : f32, max_val = 3.4028235e38 : f32} : (tensor<1x6x5xf32>) -> tensor<1x6x5xf32>
  return %1 : tensor<1x6x5xf32>
}
"""
