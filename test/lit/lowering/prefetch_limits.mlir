// Places that 64 bits do not hold, in buffers of packed constants.
//
// RUN: autotune-opt %s --autotune-prefetch | FileCheck %s

// CHECK-LABEL: func.func private @packed
// CHECK-NOT: prefetch
func.func private @packed(%a: tensor<4x4611686018427387904x4611686018427387904x0xf32> {autotune.packed}) -> f32 {
  %0 = bufferization.to_buffer %a
    : tensor<4x4611686018427387904x4611686018427387904x0xf32> to memref<4x4611686018427387904x4611686018427387904x0xf32>
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %1 = vector.transfer_read %0[%c0, %c0, %c0, %c0], %zero
    : memref<4x4611686018427387904x4611686018427387904x0xf32>, vector<8xf32>
  %2 = vector.reduction <add>, %1 : vector<8xf32> into f32
  return %2 : f32
}

// A divisor of 0, a factor that overflows, a distance and trips that do: nothing is known of these reads.
// CHECK-LABEL: func.func private @walk
// CHECK-NOT: prefetch
func.func private @walk(%a: tensor<64x4096xf32> {autotune.packed}) -> vector<8xf32> {
  %0 = bufferization.to_buffer %a : tensor<64x4096xf32> to memref<64x4096xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<8xf32>
  %r = scf.for %i = %c0 to %c64 step %c1 iter_args(%s = %zeros) -> vector<8xf32> {
    %t = scf.for %j = %c0 to %c64 step %c1 iter_args(%u = %s) -> vector<8xf32> {
      %k = affine.apply affine_map<(j)[s] -> (j floordiv s)>(%j)[%c0]
      %v = vector.transfer_read %0[%i, %k], %zero : memref<64x4096xf32>, vector<8xf32>
      %w = arith.addf %u, %v : vector<8xf32>
      scf.yield %w : vector<8xf32>
    }
    scf.yield %t : vector<8xf32>
  }
  %q = scf.for %i = %c0 to %c64 step %c1 iter_args(%s = %r) -> vector<8xf32> {
    %t = scf.for %j = %c1 to %c64 step %c1 iter_args(%u = %s) -> vector<8xf32> {
      %k = affine.apply affine_map<(j) -> (j * 9223372036854775807 + 1)>(%j)
      %v = vector.transfer_read %0[%i, %k], %zero : memref<64x4096xf32>, vector<8xf32>
      %w = arith.addf %u, %v : vector<8xf32>
      scf.yield %w : vector<8xf32>
    }
    scf.yield %t : vector<8xf32>
  }
  %m = scf.for %i = %c0 to %c64 step %c1 iter_args(%s = %q) -> vector<8xf32> {
    %t = scf.for %j = %c0 to %c64 step %c1 iter_args(%u = %s) -> vector<8xf32> {
      %k = affine.apply affine_map<(j) -> (j * -9223372036854775807 + 9223372036854775807)>(%j)
      %v = vector.transfer_read %0[%c0, %k], %zero : memref<64x4096xf32>, vector<8xf32>
      %w = arith.addf %u, %v : vector<8xf32>
      scf.yield %w : vector<8xf32>
    }
    scf.yield %t : vector<8xf32>
  }
  %huge = arith.constant 4611686018427387904 : index
  %n = scf.for %i = %c0 to %c64 step %c1 iter_args(%s = %m) -> vector<8xf32> {
    %t = scf.for %j = %c0 to %huge step %c1 iter_args(%u = %s) -> vector<8xf32> {
      %f = scf.for %k = %c0 to %huge step %c1 iter_args(%g = %u) -> vector<8xf32> {
        %v = vector.transfer_read %0[%i, %k], %zero : memref<64x4096xf32>, vector<8xf32>
        %w = arith.addf %g, %v : vector<8xf32>
        scf.yield %w : vector<8xf32>
      }
      scf.yield %f : vector<8xf32>
    }
    scf.yield %t : vector<8xf32>
  }
  return %n : vector<8xf32>
}
