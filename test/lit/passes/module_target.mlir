// The target that the attributes around a function name, where the option says none.
//
// RUN: autotune-opt %s --autotune="emit=annotate" --split-input-file -o %t.annotated 2> %t.remarks
// RUN: FileCheck %s < %t.annotated
// RUN: FileCheck %s --check-prefix=SAYS < %t.remarks
// RUN: grep -c "remark:" %t.remarks | grep -x 32
// RUN: autotune-opt %s --autotune --split-input-file 2>&1 -o /dev/null | diff - %t.remarks
// RUN: autotune-opt %s --pass-pipeline="builtin.module(func.func(autotune{emit=annotate}))" --split-input-file -o %t.nested 2> %t.nested.remarks
// RUN: diff %t.nested %t.annotated
// RUN: grep -c "remark:" %t.nested.remarks | grep -x 34
// RUN: autotune-opt %s --autotune="emit=annotate remarks=none" --split-input-file 2>&1 | diff - %t.annotated
//
// An option that is given goes before everything.
// RUN: autotune-opt %s --autotune="target=zen4 emit=annotate remarks=none" --split-input-file | FileCheck %s --check-prefix=OPTION
//
// Rewriting leaves what other machines are named for as it is.
// RUN: autotune-opt %s --autotune=remarks=none --split-input-file | FileCheck %s --check-prefix=REWRITTEN

// CHECK-LABEL: func.func @nothing(
// REWRITTEN-LABEL: func.func @nothing(
// CHECK: linalg.matmul {{.*}}vector=i1x8,
// REWRITTEN: vector<
// OPTION-LABEL: func.func @nothing(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: tuned for x86-64-v3, as nothing names a processor; target=host tunes for this machine
func.func @nothing(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
// -----

// CHECK-LABEL: func.func @cpu(
// REWRITTEN-LABEL: func.func @cpu(
// CHECK: linalg.matmul {{.*}}vector=i1x16,
// REWRITTEN: vector<
// OPTION-LABEL: func.func @cpu(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: tuned for zen4, taken from target_cpu; target=host
func.func @cpu(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> attributes {target_cpu = "znver4"} {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
// -----

// CHECK-LABEL: func.func @cpu_narrowed(
// REWRITTEN-LABEL: func.func @cpu_narrowed(
// CHECK: linalg.matmul {{.*}}vector=i1x8,
// REWRITTEN: vector<
// OPTION-LABEL: func.func @cpu_narrowed(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: tuned for zen4,vector_bits=256,vector_registers=16,has_masks=0,has_dot_i8=0,has_dot_bf16=0, taken from target_cpu, target_features;
func.func @cpu_narrowed(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> attributes {target_cpu = "znver4", target_features = #llvm.target_features<["-avx512f"]>} {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
// -----

// CHECK-LABEL: func.func @features(
// REWRITTEN-LABEL: func.func @features(
// CHECK: linalg.matmul {{.*}}vector=i1x16,
// REWRITTEN: vector<
// OPTION-LABEL: func.func @features(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: tuned for x86-64-v4, taken from target_features;
func.func @features(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> attributes {target_features = #llvm.target_features<["+avx512f", "+avx512bw", "+avx512dq", "+avx512vl"]>} {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
// -----

// CHECK-LABEL: func.func @sse(
// REWRITTEN-LABEL: func.func @sse(
// CHECK: linalg.matmul {{.*}}vector=i1x4,
// REWRITTEN: vector<
// OPTION-LABEL: func.func @sse(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: tuned for x86-64-v2, taken from target_features;
func.func @sse(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> attributes {target_features = #llvm.target_features<["+sse4.2"]>} {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
// -----

// CHECK-LABEL: func.func @passthrough(
// REWRITTEN-LABEL: func.func @passthrough(
// CHECK: linalg.matmul {{.*}}vector=i1x4,
// REWRITTEN: vector<
// OPTION-LABEL: func.func @passthrough(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: tuned for zen4,vector_bits=128,{{.*}} taken from passthrough;
func.func @passthrough(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> attributes {passthrough = ["cold", ["target-features", "-avx2"], ["target-cpu", "znver4"]]} {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
// -----

// CHECK-LABEL: func.func @llvm_names(
// REWRITTEN-LABEL: func.func @llvm_names(
// CHECK: linalg.matmul {{.*}}vector=i1x16,
// REWRITTEN: vector<
// OPTION-LABEL: func.func @llvm_names(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: tuned for skylake-avx512, taken from llvm.target_cpu;
func.func @llvm_names(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> attributes {llvm.target_cpu = "skylake-avx512"} {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
// -----

// CHECK-LABEL: func.func @llvm_target(
// REWRITTEN-LABEL: func.func @llvm_target(
// CHECK: linalg.matmul {{.*}}vector=i1x8,
// REWRITTEN: vector<
// OPTION-LABEL: func.func @llvm_target(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: tuned for icelake-server,vector_bits=256, taken from llvm.target;
module attributes {llvm.target = #llvm.target<triple = "x86_64-unknown-linux-gnu", chip = "icelake-server", features = <["+prefer-256-bit"]>>} {
func.func @llvm_target(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
}
// -----

// CHECK-LABEL: func.func @inner_goes_first(
// REWRITTEN-LABEL: func.func @inner_goes_first(
// CHECK: linalg.matmul {{.*}}vector=i1x4,
// REWRITTEN: vector<
// OPTION-LABEL: func.func @inner_goes_first(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: tuned for x86-64-v2,llvm_cpu=x86-64, taken from target_cpu;
module attributes {llvm.target = #llvm.target<triple = "x86_64-unknown-linux-gnu", chip = "icelake-server", features = <["+prefer-256-bit"]>>} {
func.func @inner_goes_first(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> attributes {target_cpu = "x86-64"} {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
}
// -----

// CHECK-LABEL: func.func @triple(
// REWRITTEN-LABEL: func.func @triple(
// CHECK: linalg.matmul {{.*}}vector=i1x8,
// REWRITTEN: vector<
// OPTION-LABEL: func.func @triple(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: tuned for x86-64-v3, as nothing names a processor;
module attributes {llvm.target_triple = "x86_64-unknown-linux-gnu", llvm.data_layout = "e-m:e-p270:32:32-i64:64-n8:16:32:64-S128"} {
func.func @triple(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
}
// -----

// CHECK-LABEL: func.func @device(
// REWRITTEN-LABEL: func.func @device(
// CHECK: linalg.matmul {{.*}}vector=i1x16,
// REWRITTEN: vector<
// OPTION-LABEL: func.func @device(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: tuned for x86-64-v4,cache_bytes.0=49152,cache_bytes.1=2097152,cache_bytes.2=110100480,cores=56, taken from dlti.target_system_spec;
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 49152 : ui32, "L2_cache_size_in_bytes" = 2097152 : ui64, "L3_cache_size_in_bytes" = "110100480", "num_threads" = 56 : i32, "max_vector_op_width" = 512 : i64>, "GPU" = #dlti.target_device_spec<"max_vector_op_width" = 128 : i32>>} {
func.func @device(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
}
// -----

// CHECK-LABEL: func.func @device_of_cpu(
// REWRITTEN-LABEL: func.func @device_of_cpu(
// CHECK: linalg.matmul {{.*}}vector=i1x4,
// REWRITTEN: vector<
// OPTION-LABEL: func.func @device_of_cpu(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: tuned for zen4,vector_bits=128, taken from target_cpu, dlti.target_system_spec;
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_width" = 128 : i32>>} {
func.func @device_of_cpu(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> attributes {target_cpu = "znver4"} {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
}
// -----

// CHECK-LABEL: func.func @device_wider(
// REWRITTEN-LABEL: func.func @device_wider(
// CHECK: linalg.matmul {{.*}}vector=i1x8,
// REWRITTEN: vector<
// OPTION-LABEL: func.func @device_wider(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: tuned for haswell, taken from target_cpu, dlti.target_system_spec;
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = 4096 : i32>>} {
func.func @device_wider(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> attributes {target_cpu = "haswell"} {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
}
// -----

// CHECK-LABEL: func.func @cache_maps(
// REWRITTEN-LABEL: func.func @cache_maps(
// CHECK: linalg.matmul {{.*}}vector=i1x8,
// REWRITTEN: vector<
// OPTION-LABEL: func.func @cache_maps(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: tuned for zen3,cache_bytes.0=49152, taken from dlti.target_system_spec;
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"cache" = #dlti.map<"L1d" = #dlti.map<"size_in_bytes" = 49152 : i32>, "L1" = #dlti.map<"size_in_bytes" = 65536 : i32>, "L9" = #dlti.map<"size_in_bytes" = 1 : i32>>, "chip" = "znver3", "triple" = "x86_64-linux">>} {
func.func @cache_maps(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
}
// -----

// CHECK-LABEL: func.func @map(
// REWRITTEN-LABEL: func.func @map(
// CHECK: linalg.matmul {{.*}}vector=i1x8,
// REWRITTEN: vector<
// OPTION-LABEL: func.func @map(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: tuned for x86-64-v3,cache_bytes.1=262144, taken from any.name;
module attributes {any.name = #dlti.map<"CPU" = #dlti.map<"L2_cache_size_in_bytes" = 262144 : index>>} {
func.func @map(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
}
// -----

// CHECK-LABEL: func.func @other_device(
// REWRITTEN-LABEL: func.func @other_device(
// CHECK: linalg.matmul {{.*}}vector=i1x8,
// REWRITTEN: vector<
// OPTION-LABEL: func.func @other_device(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: tuned for x86-64-v3, as nothing names a processor;
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"GPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : i32, "chip" = "sm_90">>} {
func.func @other_device(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
}
// -----

// CHECK-LABEL: func.func @layout(
// REWRITTEN-LABEL: func.func @layout(
// CHECK: linalg.matmul {{.*}}vector=i1x8,
// REWRITTEN: vector<
// OPTION-LABEL: func.func @layout(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: tuned for x86-64-v3, as nothing names a processor;
module attributes {dlti.dl_spec = #dlti.dl_spec<index = 64 : i64, "dlti.endianness" = "little", "dlti.stack_alignment" = 128 : i64>} {
func.func @layout(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
}
// -----

// CHECK-LABEL: func.func @unknown_cpu(
// REWRITTEN-LABEL: func.func @unknown_cpu(
// CHECK: linalg.matmul {{.*}}vector=i1x8,
// REWRITTEN: vector<
// OPTION-LABEL: func.func @unknown_cpu(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: tuned for x86-64-v3, as nothing names a processor; ignored: unknown processor 'znver99';
func.func @unknown_cpu(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> attributes {target_cpu = "znver99"} {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
// -----

// CHECK-LABEL: func.func @host_is_no_name(
// REWRITTEN-LABEL: func.func @host_is_no_name(
// CHECK: linalg.matmul {{.*}}vector=i1x8,
// REWRITTEN: vector<
// OPTION-LABEL: func.func @host_is_no_name(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: {{.*}}ignored: unknown processor 'native';
func.func @host_is_no_name(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> attributes {target_cpu = "native"} {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
// -----

// CHECK-LABEL: func.func @unknown_cpu_with_features(
// REWRITTEN-LABEL: func.func @unknown_cpu_with_features(
// CHECK: linalg.matmul {{.*}}vector=i1x8,
// REWRITTEN: vector<
// OPTION-LABEL: func.func @unknown_cpu_with_features(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: tuned for x86-64-v3, taken from target_features; ignored: unknown processor 'znver99';
func.func @unknown_cpu_with_features(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> attributes {target_cpu = "znver99", target_features = #llvm.target_features<["+avx2", "+fma", "+mystery"]>} {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
// -----

// CHECK-LABEL: func.func @hostile(
// REWRITTEN-LABEL: func.func @hostile(
// CHECK: linalg.matmul {{.*}}vector=i1x8,
// REWRITTEN: vector<
// OPTION-LABEL: func.func @hostile(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: tuned for x86-64-v3, as nothing names a processor; ignored: L1_cache_size_in_bytes, which is out of range, L2_cache_size_in_bytes, which is out of range, L3_cache_size_in_bytes, which is no number, num_threads, which is no number, max_vector_op_width, which is no number, cache, which is no map, chip, which is no text,
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = -5 : i32, "L2_cache_size_in_bytes" = 18446744073709551615 : ui64, "L3_cache_size_in_bytes" = 3.0 : f32, "num_threads" = 340282366920938463463374607431768211455 : i128, "max_vector_op_width" = [1, 2], "cache" = "big", "chip" = 3 : i32>>} {
func.func @hostile(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> attributes {target_cpu = 5 : i32, target_features = unit, passthrough = ["target-cpu", [], ["target-cpu"], 3, ["target-cpu", 3]]} {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
}
// -----

// CHECK-LABEL: func.func @hostile_text(
// REWRITTEN-LABEL: func.func @hostile_text(
// CHECK: linalg.matmul {{.*}}vector=i1x8,
// REWRITTEN: vector<
// OPTION-LABEL: func.func @hostile_text(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: {{.*}}ignored: unknown processor 'a?b', feature without + or - 'x'
func.func @hostile_text(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> attributes {target_cpu = "a\0Ab\00c", target_features = "x,,+,-,+avx512f,"} {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
// -----

// CHECK-LABEL: func.func @arm_triple(
// REWRITTEN-LABEL: func.func @arm_triple(
// CHECK: linalg.matmul ins
// REWRITTEN-NEXT: linalg.matmul ins
// OPTION-LABEL: func.func @arm_triple(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: builtin.module left untouched: triple 'riscv64-linux-gnu' is not that of x86-64 or AArch64 (llvm.target_triple); target=NAME tunes for x86-64 or AArch64 all the same
module attributes {llvm.target_triple = "riscv64-linux-gnu"} {
func.func @arm_triple(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
}
// -----

// CHECK-LABEL: func.func @arm_target(
// REWRITTEN-LABEL: func.func @arm_target(
// CHECK: linalg.matmul ins
// REWRITTEN-NEXT: linalg.matmul ins
// OPTION-LABEL: func.func @arm_target(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: builtin.module left untouched: triple 'riscv64-linux-gnu' is not that of x86-64 or AArch64 (llvm.target)
module attributes {llvm.target = #llvm.target<triple = "riscv64-linux-gnu", chip = "sifive-u74">} {
func.func @arm_target(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
}
// -----

// CHECK-LABEL: func.func @arm_cpu(
// REWRITTEN-LABEL: func.func @arm_cpu(
// CHECK: linalg.matmul ins
// REWRITTEN-NEXT: linalg.matmul ins
// OPTION-LABEL: func.func @arm_cpu(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: func.func left untouched: processor 'sifive-u74' is no x86-64 or AArch64 (target_cpu)
func.func @arm_cpu(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> attributes {target_cpu = "sifive-u74"} {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
// -----

// CHECK-LABEL: func.func @arm_features(
// REWRITTEN-LABEL: func.func @arm_features(
// CHECK: linalg.matmul ins
// REWRITTEN-NEXT: linalg.matmul ins
// OPTION-LABEL: func.func @arm_features(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: func.func left untouched: feature 'altivec' is none of x86-64 or AArch64 (target_features)
func.func @arm_features(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> attributes {target_features = #llvm.target_features<["+altivec"]>} {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
// -----

// CHECK-LABEL: func.func @big_endian(
// REWRITTEN-LABEL: func.func @big_endian(
// CHECK: linalg.matmul ins
// REWRITTEN-NEXT: linalg.matmul ins
// OPTION-LABEL: func.func @big_endian(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: builtin.module left untouched: dlti.endianness is other than the little one of x86-64 or AArch64 (dlti.dl_spec)
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "big">} {
func.func @big_endian(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
}
// -----

// CHECK-LABEL: func.func @index_32(
// REWRITTEN-LABEL: func.func @index_32(
// CHECK: linalg.matmul ins
// REWRITTEN-NEXT: linalg.matmul ins
// OPTION-LABEL: func.func @index_32(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: builtin.module left untouched: index has other than the 64 bits of x86-64 or AArch64 (dlti.dl_spec)
module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i64>} {
func.func @index_32(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
}
// -----

// CHECK-LABEL: func.func @layout_32(
// REWRITTEN-LABEL: func.func @layout_32(
// CHECK: linalg.matmul ins
// REWRITTEN-NEXT: linalg.matmul ins
// OPTION-LABEL: func.func @layout_32(
// OPTION: vector=i1x16,
// SAYS: remark: autotune: builtin.module left untouched: data layout 'p:32:32' has pointers of other than 64 bits (llvm.data_layout)
module attributes {llvm.data_layout = "e-p:32:32"} {
func.func @layout_32(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
}

// -----

// Each function has its own; those that say the same are told of once. What no function names is the
// module's.
// SAYS: remark: autotune: tuned for haswell, taken from llvm.target; target=host
// SAYS: remark: autotune: tuned for zen4, taken from target_cpu; target=host
// SAYS: remark: autotune: func.func left untouched: processor 'sifive-u74' is no x86-64 (target_cpu)
// SAYS-NOT: remark:
module attributes {llvm.target = #llvm.target<triple = "x86_64-linux", chip = "haswell">} {
// CHECK-LABEL: func.func @first(
// REWRITTEN-LABEL: func.func @first(
// CHECK: linalg.matmul {{.*}}vector=i1x16,
// REWRITTEN: vector<
func.func @first(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> attributes {target_cpu = "znver4"} {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
// CHECK-LABEL: func.func @second(
// REWRITTEN-LABEL: func.func @second(
// CHECK: linalg.matmul {{.*}}vector=i1x8,
// REWRITTEN: vector<
func.func @second(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
// CHECK-LABEL: func.func @third(
// REWRITTEN-LABEL: func.func @third(
// CHECK: linalg.matmul ins
// REWRITTEN-NEXT: linalg.matmul ins
func.func @third(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> attributes {target_cpu = "sifive-u74"} {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
// CHECK-LABEL: func.func @fourth(
// REWRITTEN-LABEL: func.func @fourth(
// CHECK: linalg.matmul {{.*}}vector=i1x16,
// REWRITTEN: vector<
func.func @fourth(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> attributes {target_cpu = "znver4"} {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
// CHECK-LABEL: func.func @fifth(
// REWRITTEN-LABEL: func.func @fifth(
// CHECK: linalg.matmul {{.*}}vector=i1x8,
// REWRITTEN: vector<
func.func @fifth(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}

// A nest of loops for another machine stays as it is.
// REWRITTEN-LABEL: func.func @nest(
// REWRITTEN-NEXT: affine.for
// REWRITTEN-NEXT: affine.for
func.func @nest(%a: memref<64x64xf32>, %b: memref<64xf32>) attributes {target_cpu = "sifive-u74"} {
  affine.for %i = 0 to 63 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %a[%i, %j] : memref<64x64xf32>
      %1 = affine.load %b[%j] : memref<64xf32>
      %2 = arith.mulf %0, %1 : f32
      affine.store %2, %a[%i + 1, %j] : memref<64x64xf32>
    }
  }
  return
}

// Nothing is said where nothing was tuned.
func.func @empty() attributes {target_cpu = "znver2"} {
  return
}
}
