// Functions of several blocks, and elements that vectors cannot hold as memory does.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=none model=none" | FileCheck %s

// The scalar is read in another block: its last value is stored.
// CHECK-LABEL: @read_later
// CHECK: %[[S:.*]] = memref.alloca() : memref<f32>
// CHECK: memref.{{store|copy}} {{.*}}%[[S]]
// CHECK: ^bb1:
// CHECK: memref.load %[[S]][]
func.func @read_later(%a: memref<64x64xf32>, %b: memref<64xf32>) -> f32 {
  %s = memref.alloca() : memref<f32>
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 64 {
    affine.store %zero, %s[] : memref<f32>
    affine.for %j = 0 to 64 {
      %0 = affine.load %a[%i, %j] : memref<64x64xf32>
      %1 = affine.load %s[] : memref<f32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %s[] : memref<f32>
    }
    %3 = affine.load %s[] : memref<f32>
    affine.store %3, %b[%i] : memref<64xf32>
  }
  cf.br ^end
^end:
  %4 = memref.load %s[] : memref<f32>
  return %4 : f32
}

// A block that runs many times takes its temporaries from the heap; the stack would grow.
// CHECK-LABEL: @many_times
// CHECK-NOT: memref.alloca
// CHECK: ^bb1
// CHECK: memref.alloc()
// CHECK: memref.dealloc
func.func @many_times(%p: i1, %a: memref<64xf32>, %b: memref<64xf32>) {
  %zero = arith.constant 0.0 : f32
  cf.br ^again
^again:
  %sum = affine.for %i = 0 to 64 iter_args(%x = %zero) -> f32 {
    %0 = affine.load %a[%i] : memref<64xf32>
    %1 = arith.addf %0, %x : f32
    affine.yield %1 : f32
  }
  affine.store %sum, %b[0] : memref<64xf32>
  cf.cond_br %p, ^again, ^end
^end:
  return
}

// A memref of i1 has a byte per element, a vector of them a bit.
// CHECK-LABEL: @bits
// CHECK-NOT: vector.load
// CHECK-NOT: vector.store
// CHECK: return
func.func @bits(%a: memref<64x70xi1>, %b: memref<64x70xi1>, %c: memref<64x70xi1>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 70 {
      %0 = affine.load %a[%i, %j] : memref<64x70xi1>
      %1 = affine.load %c[%i, %j] : memref<64x70xi1>
      %2 = arith.ori %0, %1 : i1
      affine.store %2, %b[%i, %j] : memref<64x70xi1>
    }
  }
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 70 {
      %0 = affine.load %b[%i, %j] : memref<64x70xi1>
      %1 = affine.load %c[%i, %j] : memref<64x70xi1>
      %2 = arith.xori %1, %0 : i1
      affine.store %2, %c[%i, %j] : memref<64x70xi1>
    }
  }
  return
}
