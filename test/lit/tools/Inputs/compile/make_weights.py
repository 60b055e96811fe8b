"""Prints a module whose weights are resources: y = x w + b + c with w[i][j] = i - 2 j, b[j] = j, c[i][j] = 2 i - j,
as weights.c computes them; no size of one is a multiple of the alignment. An argument is the number of bytes to leave out of the last weight.
"""
import struct
import sys

BATCH, ROWS, COLUMNS = 7, 61, 37


def blob(values, cut=0):
    data = struct.pack("<I", 64) + struct.pack(f"<{len(values)}f", *values)
    return '"0x' + data[:len(data) - cut].hex().upper() + '"'


w = [i - 2 * j for i in range(ROWS) for j in range(COLUMNS)]
b = list(range(COLUMNS * 8))
c = [2 * i - j for i in range(BATCH) for j in range(COLUMNS)]
name = "missing" if "missing" in sys.argv else "bias"
print(f"""func.func @layer(%x: tensor<{BATCH}x{ROWS}xf32>) -> tensor<{BATCH}x{COLUMNS}xf32> {{
  %w = arith.constant dense_resource<weight> : tensor<{ROWS}x{COLUMNS}xf32>
  %b = arith.constant dense_resource<{name}> : tensor<8x{COLUMNS}xf32>
  %row = tensor.extract_slice %b[0, 0] [1, {COLUMNS}] [1, 1] : tensor<8x{COLUMNS}xf32> to tensor<{COLUMNS}xf32>
  %e = tensor.empty() : tensor<{BATCH}x{COLUMNS}xf32>
  %i = linalg.broadcast ins(%row : tensor<{COLUMNS}xf32>) outs(%e : tensor<{BATCH}x{COLUMNS}xf32>) dimensions = [0]
  %r = linalg.matmul ins(%x, %w : tensor<{BATCH}x{ROWS}xf32>, tensor<{ROWS}x{COLUMNS}xf32>) outs(%i : tensor<{BATCH}x{COLUMNS}xf32>) -> tensor<{BATCH}x{COLUMNS}xf32>
  %c = arith.constant dense_resource<shift> : tensor<{BATCH}x{COLUMNS}xf32>
  %s = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%r, %c : tensor<{BATCH}x{COLUMNS}xf32>, tensor<{BATCH}x{COLUMNS}xf32>) outs(%e : tensor<{BATCH}x{COLUMNS}xf32>) -> tensor<{BATCH}x{COLUMNS}xf32>
  return %s : tensor<{BATCH}x{COLUMNS}xf32>
}}
{{-#
  dialect_resources: {{
    builtin: {{
      weight: {blob(w)},
      shift: {blob(c)},
      bias: {blob(b)}
    }}
  }}
#-}}""")
