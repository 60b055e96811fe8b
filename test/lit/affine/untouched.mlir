// What has no linalg op in it, and what cannot be read, stays bit-identical, and a remark says why.
//
// RUN: mlir-opt %s -o %t.before
// RUN: autotune-opt %s --autotune=remarks=none -o %t.after
// RUN: diff %t.before %t.after
// RUN: autotune-opt %s --autotune -o /dev/null 2>&1 | FileCheck %s

// CHECK: affine.for left untouched: too little of the nest is a linalg op
func.func @symbol(%n: index, %a: memref<64xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    affine.store %zero, %a[63 - %i] : memref<64xf32>
  }
  return
}

// A linalg op of this could not be cut into pieces.
// CHECK: affine.for left untouched: too little of the nest is a linalg op
func.func @diagonal(%n: index, %a: memref<?x?xf32>, %b: memref<?xf32>) {
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i, %i] : memref<?x?xf32>
    affine.store %x, %b[%i] : memref<?xf32>
  }
  return
}

// CHECK: affine.for left untouched: a subscript or bound is not linear in the loops
func.func @modulo(%a: memref<64xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 64 {
    affine.store %zero, %a[%i mod 8] : memref<64xf32>
  }
  return
}

// CHECK: affine.for left untouched: a subscript or bound depends on a symbol
func.func @gather(%at: memref<64xindex>, %a: memref<64xf32>, %b: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %0 = affine.load %at[%i] : memref<64xindex>
    %1 = memref.load %a[%0] : memref<64xf32>
    affine.store %1, %b[%i] : memref<64xf32>
  }
  return
}

func.func private @unknown()
// CHECK: affine.for left untouched: func.call inside the nest
func.func @call(%a: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    func.call @unknown() : () -> ()
  }
  return
}

// CHECK: affine.for left untouched: two memrefs of the nest are views of one buffer
func.func @views(%a: memref<64xf32>) {
  %0 = memref.subview %a[0] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1]>>
  affine.for %i = 0 to 32 {
    %1 = affine.load %a[%i + 1] : memref<64xf32>
    affine.store %1, %0[%i] : memref<32xf32, strided<[1]>>
  }
  return
}

// Every iteration reads what the one before has stored.
// CHECK: affine.for left untouched: loop 1 carries a dependence from a store to a load of argument 0
func.func @recurrence(%a: memref<64xf32>) {
  affine.for %i = 1 to 64 {
    %0 = affine.load %a[%i - 1] : memref<64xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %a[%i] : memref<64xf32>
  }
  return
}

// Interchange and vectorisation would both break it: no order of the two loops is parallel.
// CHECK: affine.for left untouched: loop 2 carries a dependence from a store to a load of argument 0
func.func @seidel(%a: memref<32x32xf32>) {
  affine.for %i = 1 to 31 {
    affine.for %j = 1 to 31 {
      %0 = affine.load %a[%i, %j - 1] : memref<32x32xf32>
      %1 = affine.load %a[%i - 1, %j + 1] : memref<32x32xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %a[%i, %j] : memref<32x32xf32>
    }
  }
  return
}

// Every step of a polynomial's value needs the one before.
// CHECK: affine.for left untouched: loop 1 carries a dependence from a store to a store of a carried value
func.func @horner(%a: memref<64xf32>, %x: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %value = affine.for %i = 0 to 64 iter_args(%v = %zero) -> (f32) {
    %0 = affine.load %a[%i] : memref<64xf32>
    %1 = arith.mulf %v, %x : f32
    %2 = arith.addf %1, %0 : f32
    affine.yield %2 : f32
  }
  return %value : f32
}

// CHECK: affine.for left untouched: a carried value is no number
func.func @buffer(%a: memref<64xf32>, %x: f32) -> memref<64xf32> {
  %last = affine.for %i = 0 to 64 iter_args(%m = %a) -> (memref<64xf32>) {
    affine.store %x, %m[%i] : memref<64xf32>
    affine.yield %m : memref<64xf32>
  }
  return %last : memref<64xf32>
}

// CHECK: affine.for left untouched: values that a loop carries are exchanged
func.func @exchange(%a: memref<32x32xf32>, %b: memref<32xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 32 {
    %0:2 = affine.for %j = 0 to 32 iter_args(%x = %zero, %y = %one) -> (f32, f32) {
      affine.store %x, %a[%i, %j] : memref<32x32xf32>
      affine.yield %y, %x : f32, f32
    }
    affine.store %0#0, %b[%i] : memref<32xf32>
  }
  return
}

// CHECK: affine.for left untouched: a subscript, bound or condition with numbers of more than 32 bits
func.func @large_factor(%a: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.if affine_set<(d0) : (d0 * 4294967297 - 25769803776 >= 0)>(%i) {
        affine.store %zero, %a[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return
}

// CHECK: affine.for left untouched: a subscript, bound or condition with numbers of more than 32 bits
func.func @large_step(%a: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 64 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 64 step 4294967297 {
      affine.store %zero, %a[%i, %j] : memref<64x64xf32>
    }
  }
  return
}

// CHECK: affine.for left untouched: a subscript, bound or condition with numbers of more than 32 bits
func.func @large_bound(%a: memref<64xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 9223372036854775744 to 9223372036854775807 {
    affine.store %zero, %a[%i - 9223372036854775744] : memref<64xf32>
  }
  return
}

// A product of numbers that fit.
// CHECK: affine.for left untouched: a subscript, bound or condition with numbers of more than 32 bits
func.func @large_reach(%a: memref<64xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 100000 {
    affine.for %j = 0 to min affine_map<(d0) -> (d0 * 100000, 64)>(%i) {
      affine.store %zero, %a[%j] : memref<64xf32>
    }
  }
  return
}

// CHECK: affine.for left untouched: a subscript wraps around in a narrow type
func.func @narrow(%a: memref<256xf32>) {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 128 : index
  affine.for %i = 0 to 256 {
    %0 = arith.index_cast %i : index to i8
    %1 = arith.index_cast %0 : i8 to index
    %2 = arith.addi %1, %half : index
    memref.store %zero, %a[%2] : memref<256xf32>
  }
  return
}

// CHECK: affine.for left untouched: an array has elements that share a place
func.func @overlapping(%a: memref<128xf32>, %b: memref<40x40xf32>) {
  %v = memref.reinterpret_cast %a to offset: [0], sizes: [40, 40], strides: [1, 1]
    : memref<128xf32> to memref<40x40xf32, strided<[1, 1]>>
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 40 {
      %0 = affine.load %b[%i, %j] : memref<40x40xf32>
      affine.store %0, %v[%i, %j] : memref<40x40xf32, strided<[1, 1]>>
    }
  }
  return
}

// CHECK: affine.for left untouched: two memrefs of the nest are views of one buffer
func.func @selected(%p: i1, %a: memref<64x64xf32>, %b: memref<64x64xf32>) {
  %v = arith.select %p, %a, %b : memref<64x64xf32>
  affine.for %i = 1 to 64 {
    affine.for %j = 0 to 63 {
      %0 = affine.load %a[%i - 1, %j + 1] : memref<64x64xf32>
      affine.store %0, %v[%i, %j] : memref<64x64xf32>
    }
  }
  return
}

// CHECK: affine.for left untouched: two memrefs of the nest are views of one buffer
func.func @aligned(%a: memref<64x64xf32>) {
  %v = memref.assume_alignment %a, 64 : memref<64x64xf32>
  affine.for %i = 1 to 64 {
    affine.for %j = 0 to 63 {
      %0 = affine.load %a[%i - 1, %j + 1] : memref<64x64xf32>
      affine.store %0, %v[%i, %j] : memref<64x64xf32>
    }
  }
  return
}

// Code for another machine.
// CHECK-NOT: remark
gpu.module @device {
  gpu.func @kernel(%a: memref<64x64xf32>, %b: memref<64x64xf32>) kernel {
    affine.for %i = 0 to 64 {
      affine.for %j = 0 to 64 {
        %0 = affine.load %a[%j, %i] : memref<64x64xf32>
        affine.store %0, %b[%i, %j] : memref<64x64xf32>
      }
    }
    linalg.copy ins(%a : memref<64x64xf32>) outs(%b : memref<64x64xf32>)
    gpu.return
  }
}
