// Options survive being printed and read again.
//
// RUN: autotune-opt %S/Inputs/layer.mlir --dump-pass-pipeline 2>&1 --autotune="target=x86-64-v4,vector_bits=256 fusion=init+epilogue emit=annotate max-candidates=77 seed=5 search=random require=any model=analytical remarks=all schedule={direct(vector=i1x8, block=[4,16,1])}" \
// RUN:   | FileCheck %s --check-prefix=DUMP
// RUN: autotune-opt %S/Inputs/layer.mlir --dump-pass-pipeline 2>&1 --pass-pipeline="builtin.module(func.func(autotune{emit=annotate fusion=init+epilogue max-candidates=77 model=analytical remarks=all require=any schedule={direct(vector=i1x8, block=[4,16,1])} script= search=random seed=5 target=x86-64-v4,vector_bits=256}))" \
// RUN:   | FileCheck %s --check-prefix=DUMP
// DUMP: autotune{affine=raise data-arguments=1 emit=annotate fp=auto fusion=init+epilogue layout=auto max-candidates=77 model=analytical parallel=none partition=greedy records= remarks=all require=any schedule={direct(vector=i1x8, block=[4,16,1])} script= search=random second-look=off seed=5 sizes= statistics= target=x86-64-v4,vector_bits=256 threads=1 top-k=0 winograd=auto}
//
// Braces and quotes around lists are taken off.
// RUN: autotune-opt %S/Inputs/layer.mlir --dump-pass-pipeline 2>&1 --pass-pipeline="builtin.module(autotune{target={x86-64-v4,vector_bits=256} fusion='init,pad'})" \
// RUN:   | FileCheck %s --check-prefix=QUOTES
// QUOTES: fusion=init,pad {{.*}}target=x86-64-v4,vector_bits=256 threads=1 top-k=0 winograd=auto}
//
// A crash reproducer holds the options, runs, and fails in the same way.
// RUN: not autotune-opt %s --cse --canonicalize --mlir-pass-pipeline-crash-reproducer=%t.mlir \
// RUN:   --autotune="target=x86-64-v4,vector_bits=256 seed=7 schedule={direct(vector=i1x8, block=[4,16,1])}" 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: FileCheck %s --check-prefix=REPRODUCER < %t.mlir
// RUN: not autotune-opt --run-reproducer %t.mlir 2>&1 | FileCheck %s --check-prefix=ERROR
// REPRODUCER: pipeline: "builtin.module(cse, canonicalize{{.*}}, autotune{{{.*}}schedule={direct(vector=i1x8, block=[4,16,1])} script= search=evolution second-look=off seed=7 sizes= statistics= target=x86-64-v4,vector_bits=256 threads=1 top-k=0 winograd=auto})"
// ERROR: error: autotune: annotation autotune.schedule cannot be followed for target=x86-64-v4,vector_bits=256
func.func @annotated(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>)
    -> tensor<8x8xf32> {
  %0 = linalg.matmul {autotune.schedule = "direct(fast=yes)"}
         ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
