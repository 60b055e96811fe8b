// A product that divides integers updates no copy of what it adds to, as what is updated twice may be 0: the columns that pieces of 16
// leave are in pieces of 4.
//
// RUN: autotune-opt --autotune="target=x86-64-v3 model=none remarks=all" %s -o /dev/null 2>&1 | FileCheck %s
// RUN: %autotune run %s --target x86-64-v3 --model none --check --dim 37 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target x86-64-v3 --model none --check --dim 6 | FileCheck %s --check-prefix=AGREES
// AGREES: agrees

// CHECK: loop 1 of unknown extent is cut into pieces of 64, 16, 4, 1{{$}}
func.func @quotients(%a: memref<?x12xi32>, %b: memref<12x?xi32>, %c: memref<?x?xi32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<?x12xi32>, memref<12x?xi32>) outs(%c : memref<?x?xi32>) {
  ^bb0(%x: i32, %w: i32, %y: i32):
    %one = arith.constant 1 : i32
    %odd = arith.ori %w, %one : i32
    %q = arith.divsi %x, %odd : i32
    %s = arith.addi %y, %q : i32
    linalg.yield %s : i32
  }
  return
}
