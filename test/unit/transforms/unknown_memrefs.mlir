// Functions on memrefs of which only the run knows sizes, strides or offsets, for test_unknown_sizes.
// Every `?` of an argument gets the same size.

func.func @product(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

func.func @rows(%a: memref<?x23xf32>, %b: memref<23x19xf32>, %c: memref<?x19xf32>) {
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%c : memref<?x19xf32>)
  linalg.matmul ins(%a, %b : memref<?x23xf32>, memref<23x19xf32>) outs(%c : memref<?x19xf32>)
  return
}

// The destination is the input.
func.func @in_place(%a: memref<?x?xf32>) {
  linalg.elementwise kind=#linalg.elementwise_kind<square> ins(%a : memref<?x?xf32>) outs(%a : memref<?x?xf32>)
  return
}

func.func @sums(%a: memref<?x?xf32>, %c: memref<?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<?x?xf32>) outs(%c : memref<?xf32>) {
  ^bb0(%x: f32, %s: f32):
    %r = arith.addf %s, %x : f32
    linalg.yield %r : f32
  }
  return
}

func.func @windows(%x: memref<?x?x?x4xf32>, %w: memref<3x3x4x8xf32>, %y: memref<?x?x?x8xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0.5 : f32
  %n = memref.dim %x, %c0 : memref<?x?x?x4xf32>
  %m = arith.addi %n, %c2 : index
  %big = memref.alloc(%n, %m, %m) : memref<?x?x?x4xf32>
  linalg.fill ins(%z : f32) outs(%big : memref<?x?x?x4xf32>)
  %s = memref.subview %big[0, 1, 1, 0] [%n, %n, %n, 4] [1, 1, 1, 1] : memref<?x?x?x4xf32> to memref<?x?x?x4xf32, strided<[?, ?, 4, 1], offset: ?>>
  memref.copy %x, %s : memref<?x?x?x4xf32> to memref<?x?x?x4xf32, strided<[?, ?, 4, 1], offset: ?>>
  linalg.conv_2d_nhwc_hwcf ins(%big, %w : memref<?x?x?x4xf32>, memref<3x3x4x8xf32>) outs(%y : memref<?x?x?x8xf32>)
  memref.dealloc %big : memref<?x?x?x4xf32>
  return
}

// Static shapes, nothing known of the layout: the arguments are contiguous, so the guard lets them pass.
#any = strided<[?, ?], offset: ?>
func.func @strides(%a: memref<40x24xf32, #any>, %b: memref<24x33xf32, #any>, %c: memref<40x33xf32, #any>) {
  linalg.matmul ins(%a, %b : memref<40x24xf32, #any>, memref<24x33xf32, #any>) outs(%c : memref<40x33xf32, #any>)
  return
}

#rows = strided<[?, 1], offset: ?>
func.func @row_strides(%a: memref<40x24xf32, #rows>, %b: memref<24x33xf32, #rows>, %c: memref<40x33xf32, #rows>) {
  linalg.matmul ins(%a, %b : memref<40x24xf32, #rows>, memref<24x33xf32, #rows>) outs(%c : memref<40x33xf32, #rows>)
  return
}

func.func @nothing_known(%a: memref<?x?xf32, #any>, %b: memref<?x?xf32, #any>, %c: memref<?x?xf32, #any>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32, #any>, memref<?x?xf32, #any>) outs(%c : memref<?x?xf32, #any>)
  return
}

// A part of larger arrays: rows lie further apart than they are long.
func.func @parts(%a: memref<?x64xf32>, %c: memref<?x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?x64xf32>
  %is = arith.cmpi sge, %n, %c0 : index
  %at = arith.select %is, %c1, %c0 : index
  %x = memref.subview %a[0, %at] [%n, 40] [1, %at] : memref<?x64xf32> to memref<?x40xf32, strided<[64, ?], offset: ?>>
  %y = memref.subview %c[0, %at] [%n, 40] [1, %at] : memref<?x64xf32> to memref<?x40xf32, strided<[64, ?], offset: ?>>
  linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%x, %y : memref<?x40xf32, strided<[64, ?], offset: ?>>, memref<?x40xf32, strided<[64, ?], offset: ?>>) outs(%y : memref<?x40xf32, strided<[64, ?], offset: ?>>)
  return
}

// Every second column: the guard finds an innermost stride of 2.
func.func @steps(%a: memref<?x64xf32>, %c: memref<?x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = memref.dim %a, %c0 : memref<?x64xf32>
  %is = arith.cmpi sge, %n, %c0 : index
  %step = arith.select %is, %c2, %c1 : index
  %x = memref.subview %a[0, 0] [%n, 32] [1, %step] : memref<?x64xf32> to memref<?x32xf32, strided<[64, ?]>>
  %y = memref.subview %c[0, 0] [%n, 32] [1, %step] : memref<?x64xf32> to memref<?x32xf32, strided<[64, ?]>>
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%x : memref<?x32xf32, strided<[64, ?]>>) outs(%y : memref<?x32xf32, strided<[64, ?]>>)
  return
}

func.func @transposed(%a: memref<?x?xf32>, %c: memref<?x?xf32>) {
  %t = memref.transpose %a (i, j) -> (j, i) : memref<?x?xf32> to memref<?x?xf32, strided<[1, ?]>>
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%t : memref<?x?xf32, strided<[1, ?]>>) outs(%c : memref<?x?xf32>)
  return
}

// All rows of the destination are one: it collects what the rows add, one after the other.
func.func @one_row(%a: memref<8x5xf32>, %b: memref<5x16xf32>, %c: memref<16xf32>, %n: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %size = memref.dim %n, %c0 : memref<?xf32>
  %is = arith.cmpi sge, %size, %c0 : index
  %step = arith.select %is, %c0, %c16 : index
  %all = memref.reinterpret_cast %c to offset: [0], sizes: [8, 16], strides: [%step, 1] : memref<16xf32> to memref<8x16xf32, strided<[?, 1]>>
  linalg.matmul ins(%a, %b : memref<8x5xf32>, memref<5x16xf32>) outs(%all : memref<8x16xf32, strided<[?, 1]>>)
  return
}

// The destination is another part of an input: the op stays as it is.
func.func @shifted(%a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  %rest = arith.divui %n, %c1 : index
  %less = arith.subi %rest, %c1 : index
  %m = arith.maxsi %less, %c0 : index
  %from = memref.subview %a[0] [%m] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  %to = memref.subview %a[1] [%m] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 1>>
  linalg.elementwise kind=#linalg.elementwise_kind<square> ins(%from : memref<?xf32, strided<[1]>>) outs(%to : memref<?xf32, strided<[1], offset: 1>>)
  return
}

// What is updated twice must be no divisor of integers.
func.func @divisors(%a: memref<?x?xi32>, %c: memref<?x?xi32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<?x?xi32>) outs(%c : memref<?x?xi32>) {
  ^bb0(%x: i32, %y: i32):
    %one = arith.constant 1 : i32
    %odd = arith.ori %y, %one : i32
    %q = arith.divui %x, %odd : i32
    linalg.yield %q : i32
  }
  return
}

// Two destinations that are updated, one of which has columns alone.
func.func @two(%a: memref<?x?xf32>, %c: memref<?x?xf32>, %d: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<?x?xf32>) outs(%c, %d : memref<?x?xf32>, memref<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %x, %y : f32
    %p = arith.subf %z, %s : f32
    linalg.yield %s, %p : f32, f32
  }
  return
}

// Columns that are not side by side.
#apart = strided<[?, 2], offset: ?>
func.func @apart(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32, #apart>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32, #apart>)
  return
}
