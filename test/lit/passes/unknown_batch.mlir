// Convolutions of a batch of unknown size are computed image by image in one loop, through paddings and concatenations that leave the
// batch alone, and the channels go last in the loop. What asks for more than an image stays outside.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 layout=channels-last model=none remarks=all" -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: %autotune run %s --target x86-64-v3 --dim 0 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target x86-64-v3 --dim 1 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target x86-64-v3 --dim 3 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target host --threads 2 --dim 5 | FileCheck %s --check-prefix=AGREES
//
// AGREES: @network: agrees
// AGREES: @padded_outside: agrees
// AGREES: @whole_batch: agrees
// AGREES: @padded_batch: agrees
// AGREES: @gathered: agrees
// AGREES: @other_image: agrees
// AGREES: @onto_padding: agrees
// AGREES: @onto_joined: agrees
//
// REMARK: func.func rewritten: channels go last in the results of 2 convolutions

#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>

// A convolution, a ReLU, a concatenation with the input, a padding, a second convolution and a pooling are one loop.
//
// CHECK-LABEL: func.func @network(
// CHECK: scf.for {{.*}} -> (tensor<?x3x5x5xf32>) {
// CHECK: tensor.extract_slice %arg0[%{{.*}}, 0, 0, 0] [1, 2, 9, 9]
// CHECK-NOT: -> (tensor<?x
// CHECK: return
func.func @network(%x: tensor<?x2x9x9xf32>, %bias: tensor<2xf32>) -> tensor<?x3x5x5xf32> {
  %w = arith.constant dense<"0x000000000000C03E0000803F000080BF0000403F000000BE000060BF0000C0BE000020BF0000C03E0000603F000000BE0000003F000020BF000000BE000080BF000080BE0000203F000000000000C0BE0000003F0000C0BE000040BF000000BF0000403F000000BF000000BF000080BF000080BF000080BE000080BE0000C0BE0000C0BE0000003E0000803E000080BE"> : tensor<2x2x3x3xf32>
  %v = arith.constant dense<"0x000080BE0000C0BE000080BE0000003F0000003E000080BF0000C03E0000203F0000C0BE000000BF00000000000040BF0000803E0000003E000080BF0000803E000040BF0000003E0000C03E0000003E0000603F0000803E0000C0BE0000603F0000603F0000C0BE000060BF00000000000080BF0000C03E0000003F000080BF0000203F0000C03E0000003F000080BF0000403F000060BF0000C0BE000080BE000020BF000000BE0000403F0000C03E0000803F0000C03E0000803F00000000"> : tensor<3x4x2x2xf32>
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %n = tensor.dim %x, %c0 : tensor<?x2x9x9xf32>
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<?x2x9x9xf32> to tensor<?x2x11x11xf32>
  %e = tensor.empty(%n) : tensor<?x2x9x9xf32>
  %start = linalg.broadcast ins(%bias : tensor<2xf32>) outs(%e : tensor<?x2x9x9xf32>) dimensions = [0, 2, 3]
  %conv = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%p, %w : tensor<?x2x11x11xf32>, tensor<2x2x3x3xf32>) outs(%start : tensor<?x2x9x9xf32>) -> tensor<?x2x9x9xf32>
  %relu = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv : tensor<?x2x9x9xf32>) outs(%e : tensor<?x2x9x9xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.maximumf %a, %zero : f32
    linalg.yield %m : f32
  } -> tensor<?x2x9x9xf32>
  %both = tensor.concat dim(1) %relu, %x : (tensor<?x2x9x9xf32>, tensor<?x2x9x9xf32>) -> tensor<?x4x9x9xf32>
  %q = tensor.pad %both low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<?x4x9x9xf32> to tensor<?x4x11x11xf32>
  %m = tensor.dim %q, %c0 : tensor<?x4x11x11xf32>
  %f = tensor.empty(%m) : tensor<?x3x10x10xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%f : tensor<?x3x10x10xf32>) -> tensor<?x3x10x10xf32>
  %second = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%q, %v : tensor<?x4x11x11xf32>, tensor<3x4x2x2xf32>) outs(%zeros : tensor<?x3x10x10xf32>) -> tensor<?x3x10x10xf32>
  %window = tensor.empty() : tensor<2x2xf32>
  %g = tensor.empty(%m) : tensor<?x3x5x5xf32>
  %low = linalg.fill ins(%least : f32) outs(%g : tensor<?x3x5x5xf32>) -> tensor<?x3x5x5xf32>
  %pool = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
    ins(%second, %window : tensor<?x3x10x10xf32>, tensor<2x2xf32>) outs(%low : tensor<?x3x5x5xf32>) -> tensor<?x3x5x5xf32>
  return %pool : tensor<?x3x5x5xf32>
}

// The padded tensor is a result as well: it is there after the loop.
//
// CHECK-LABEL: func.func @padded_outside(
func.func @padded_outside(%x: tensor<?x2x5x5xf32>, %w: tensor<3x2x1x1xf32> {autotune.constant}, %v: tensor<3x3x3x3xf32> {autotune.constant}) -> (tensor<?x3x7x7xf32>, tensor<?x3x5x5xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x2x5x5xf32>
  %e = tensor.empty(%n) : tensor<?x3x5x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<?x3x5x5xf32>) -> tensor<?x3x5x5xf32>
  %conv = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<?x2x5x5xf32>, tensor<3x2x1x1xf32>) outs(%zeros : tensor<?x3x5x5xf32>) -> tensor<?x3x5x5xf32>
  %p = tensor.pad %conv low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<?x3x5x5xf32> to tensor<?x3x7x7xf32>
  %second = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%p, %v : tensor<?x3x7x7xf32>, tensor<3x3x3x3xf32>) outs(%zeros : tensor<?x3x5x5xf32>) -> tensor<?x3x5x5xf32>
  return %p, %second : tensor<?x3x7x7xf32>, tensor<?x3x5x5xf32>
}

// The concatenation joins what the loop makes with a mean over the batch, which needs all images.
//
// CHECK-LABEL: func.func @whole_batch(
func.func @whole_batch(%x: tensor<?x2x4x4xf32>, %w: tensor<3x2x1x1xf32> {autotune.constant}, %v: tensor<2x6x1x1xf32> {autotune.constant}) -> tensor<?x2x4x4xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x2x4x4xf32>
  %e = tensor.empty(%n) : tensor<?x3x4x4xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<?x3x4x4xf32>) -> tensor<?x3x4x4xf32>
  %conv = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<?x2x4x4xf32>, tensor<3x2x1x1xf32>) outs(%zeros : tensor<?x3x4x4xf32>) -> tensor<?x3x4x4xf32>
  %s = tensor.empty() : tensor<3x4x4xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%s : tensor<3x4x4xf32>) -> tensor<3x4x4xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(c, h, w, n) -> (n, c, h, w)>, affine_map<(c, h, w, n) -> (c, h, w)>],
                         iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%conv : tensor<?x3x4x4xf32>) outs(%s0 : tensor<3x4x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.addf %a, %o : f32
    linalg.yield %t : f32
  } -> tensor<3x4x4xf32>
  %all = linalg.broadcast ins(%sum : tensor<3x4x4xf32>) outs(%e : tensor<?x3x4x4xf32>) dimensions = [0]
  %both = tensor.concat dim(1) %conv, %all : (tensor<?x3x4x4xf32>, tensor<?x3x4x4xf32>) -> tensor<?x6x4x4xf32>
  %f = tensor.empty(%n) : tensor<?x2x4x4xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%f : tensor<?x2x4x4xf32>) -> tensor<?x2x4x4xf32>
  %second = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%both, %v : tensor<?x6x4x4xf32>, tensor<2x6x1x1xf32>) outs(%f0 : tensor<?x2x4x4xf32>) -> tensor<?x2x4x4xf32>
  return %second : tensor<?x2x4x4xf32>
}

// A padding of the batch: its images are not those of what is padded.
//
// CHECK-LABEL: func.func @padded_batch(
func.func @padded_batch(%x: tensor<?x2x4x4xf32>, %w: tensor<3x2x1x1xf32> {autotune.constant}, %v: tensor<2x3x1x1xf32> {autotune.constant}) -> tensor<?x2x4x4xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x2x4x4xf32>
  %e = tensor.empty(%n) : tensor<?x3x4x4xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<?x3x4x4xf32>) -> tensor<?x3x4x4xf32>
  %conv = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<?x2x4x4xf32>, tensor<3x2x1x1xf32>) outs(%zeros : tensor<?x3x4x4xf32>) -> tensor<?x3x4x4xf32>
  %p = tensor.pad %conv low[1, 0, 0, 0] high[2, 0, 0, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %one : f32
  } : tensor<?x3x4x4xf32> to tensor<?x3x4x4xf32>
  %m = tensor.dim %p, %c0 : tensor<?x3x4x4xf32>
  %f = tensor.empty(%m) : tensor<?x2x4x4xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%f : tensor<?x2x4x4xf32>) -> tensor<?x2x4x4xf32>
  %second = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%p, %v : tensor<?x3x4x4xf32>, tensor<2x3x1x1xf32>) outs(%f0 : tensor<?x2x4x4xf32>) -> tensor<?x2x4x4xf32>
  return %second : tensor<?x2x4x4xf32>
}

// A body that reads a tensor at places of its own needs all of it.
//
// CHECK-LABEL: func.func @gathered(
func.func @gathered(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%n) : tensor<?x4xf32>
  %twice = linalg.generic {indexing_maps = [affine_map<(n, c) -> (n, c)>, affine_map<(n, c) -> (n, c)>], iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.addf %a, %a : f32
    linalg.yield %t : f32
  } -> tensor<?x4xf32>
  %back = linalg.generic {indexing_maps = [affine_map<(n, c) -> (n, c)>, affine_map<(n, c) -> (n, c)>], iterator_types = ["parallel", "parallel"]}
    ins(%twice : tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %last = arith.subi %n, %one : index
    %mirrored = arith.subi %last, %i : index
    %other = tensor.extract %twice[%mirrored, %j] : tensor<?x4xf32>
    %t = arith.addf %a, %other : f32
    linalg.yield %t : f32
  } -> tensor<?x4xf32>
  return %back : tensor<?x4xf32>
}

// The second op reads two results of the loop through one padding each, one of them along another dimension than the batch.
//
// CHECK-LABEL: func.func @other_image(
func.func @other_image(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%n, %n) : tensor<?x?xf32>
  %twice = linalg.generic {indexing_maps = [affine_map<(n, c) -> (n, c)>, affine_map<(n, c) -> (n, c)>], iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.addf %a, %a : f32
    linalg.yield %t : f32
  } -> tensor<?x?xf32>
  %p = tensor.pad %twice low[0, 0] high[0, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %zero : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(n, c) -> (n, c)>, affine_map<(n, c) -> (c, n)>, affine_map<(n, c) -> (n, c)>], iterator_types = ["parallel", "parallel"]}
    ins(%twice, %p : tensor<?x?xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.addf %a, %b : f32
    linalg.yield %t : f32
  } -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// A convolution that is added to a padding of others: the padding is there after their loop.
//
func.func @onto_padding(%x: tensor<?x3x12x12xf32>, %w: tensor<5x3x3x3xf32>, %w2: tensor<5x5x3x3xf32>) -> tensor<?x5x10x10xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x3x12x12xf32>
  %e = tensor.empty(%n) : tensor<?x5x10x10xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?x5x10x10xf32>) -> tensor<?x5x10x10xf32>
  %c = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x3x12x12xf32>, tensor<5x3x3x3xf32>) outs(%f : tensor<?x5x10x10xf32>) -> tensor<?x5x10x10xf32>
  %e2 = tensor.empty(%n) : tensor<?x5x8x8xf32>
  %f2 = linalg.fill ins(%z : f32) outs(%e2 : tensor<?x5x8x8xf32>) -> tensor<?x5x8x8xf32>
  %d = linalg.conv_2d_nchw_fchw ins(%c, %w2 : tensor<?x5x10x10xf32>, tensor<5x5x3x3xf32>) outs(%f2 : tensor<?x5x8x8xf32>) -> tensor<?x5x8x8xf32>
  %p = tensor.pad %d low[0,0,1,1] high[0,0,1,1] {
  ^bb0(%a: index, %b: index, %g: index, %h: index):
    tensor.yield %z : f32
  } : tensor<?x5x8x8xf32> to tensor<?x5x10x10xf32>
  %q = tensor.pad %c low[0,0,1,1] high[0,0,1,1] {
  ^bb0(%a: index, %b: index, %g: index, %h: index):
    tensor.yield %z : f32
  } : tensor<?x5x10x10xf32> to tensor<?x5x12x12xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%q, %w2 : tensor<?x5x12x12xf32>, tensor<5x5x3x3xf32>) outs(%p : tensor<?x5x10x10xf32>) -> tensor<?x5x10x10xf32>
  return %r : tensor<?x5x10x10xf32>
}

// The same of a concatenation, which another convolution reads, too.
//
func.func @onto_joined(%x: tensor<?x3x12x12xf32>, %w: tensor<5x3x3x3xf32>, %w2: tensor<10x10x3x3xf32>) -> tensor<?x10x10x10xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x3x12x12xf32>
  %e = tensor.empty(%n) : tensor<?x5x10x10xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?x5x10x10xf32>) -> tensor<?x5x10x10xf32>
  %c = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x3x12x12xf32>, tensor<5x3x3x3xf32>) outs(%f : tensor<?x5x10x10xf32>) -> tensor<?x5x10x10xf32>
  %cc = tensor.concat dim(1) %c, %c : (tensor<?x5x10x10xf32>, tensor<?x5x10x10xf32>) -> tensor<?x10x10x10xf32>
  %q = tensor.pad %cc low[0,0,1,1] high[0,0,1,1] {
  ^bb0(%a: index, %b: index, %g: index, %h: index):
    tensor.yield %z : f32
  } : tensor<?x10x10x10xf32> to tensor<?x10x12x12xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%q, %w2 : tensor<?x10x12x12xf32>, tensor<10x10x3x3xf32>) outs(%cc : tensor<?x10x10x10xf32>) -> tensor<?x10x10x10xf32>
  %y = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%r : tensor<?x10x10x10xf32>) outs(%cc : tensor<?x10x10x10xf32>) -> tensor<?x10x10x10xf32>
  return %y : tensor<?x10x10x10xf32>
}
