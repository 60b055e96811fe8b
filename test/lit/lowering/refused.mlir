// What cannot be lowered is named in one line, with the remedy; what upstream expands is expanded.
//
// RUN: autotune-opt %s -split-input-file --verify-diagnostics --autotune-to-llvm -o /dev/null
// RUN: autotune-opt %S/Inputs/small_floats.mlir --autotune=remarks=none --autotune-to-llvm | mlir-translate --mlir-to-llvmir -o /dev/null

func.func @narrow(%a: f8E5M2) -> f32 {
  // expected-error @+1 {{arith.extf of f8E5M2 cannot be lowered: only f8E8M0FNU and f4E2M1FN have code in MLIR 22: cast outside of the module, or run --convert-arith-to-apfloat and link its runtime}}
  %r = arith.extf %a : f8E5M2 to f32
  return %r : f32
}

// -----

func.func @sum(%a: f8E4M3FN) -> f8E4M3FN {
  // expected-error @+1 {{arith.addf of f8E4M3FN cannot be lowered: there is no arithmetic on this type: compute in f32 between casts}}
  %r = arith.addf %a, %a : f8E4M3FN
  return %r : f8E4M3FN
}

// -----

// expected-error @+1 {{memref<4xf32, #gpu.address_space<global>> cannot be lowered: its memory space is not a number}}
func.func @space(%a: memref<4xf32, #gpu.address_space<global>>) {
  return
}

// -----

// expected-error @+1 {{of (memref<4xtf32>) -> () cannot be lowered: LLVM has no type for one of these: convert or cast it before}}
func.func @tf32(%a: memref<4xtf32>) {
  return
}

// -----

// The body of a named op has no place: the error is at the function around it.
// expected-error @+1 {{arith.mulf of f8E4M3FN cannot be lowered: there is no arithmetic on this type}}
func.func @product(%a: memref<4x4xf8E4M3FN>, %b: memref<4x4xf8E4M3FN>, %c: memref<4x4xf8E4M3FN>) {
  linalg.matmul ins(%a, %b : memref<4x4xf8E4M3FN>, memref<4x4xf8E4M3FN>) outs(%c : memref<4x4xf8E4M3FN>)
  return
}

// -----

module {
  // expected-error @+1 {{a module in a module cannot be lowered with it: lower the inner one by itself}}
  module @inner {
    func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) {
      linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
      return
    }
  }
}

// -----

module {
  // expected-error @+1 {{a module in a module cannot be lowered with it: lower the inner one by itself}}
  module @inner {
    func.func @f() -> tensor<4xf32> {
      %a = tensor.empty() : tensor<4xf32>
      return %a : tensor<4xf32>
    }
  }
}

// -----

// Plain code needs no pass on functions.
module {
  module @inner {
    func.func @f(%a: f32) -> f32 {
      %b = arith.addf %a, %a : f32
      return %b : f32
    }
  }
}

// -----

// expected-error @+1 {{memref<4611686018427387904x4xf32> cannot be lowered: it is larger than any memory}}
func.func @huge(%a: memref<4611686018427387904x4xf32>) {
  return
}

// -----

func.func @hidden(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{tensor<4611686018427387904x4xf32> cannot be lowered: it is larger than any memory}}
  %e = tensor.empty() : tensor<4611686018427387904x4xf32>
  %z = arith.constant 1.0 : f32
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4611686018427387904x4xf32>) -> tensor<4611686018427387904x4xf32>
  %s = tensor.extract_slice %f[5, 0] [1, 4] [1, 1] : tensor<4611686018427387904x4xf32> to tensor<4xf32>
  %r = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%s, %a : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
