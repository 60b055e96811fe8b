// The calibration that target=host finds is named in a remark, one that it cannot use in a warning.
//
// RUN: rm -rf %t && mkdir -p %t/autotune %t.home/.config/autotune
// RUN: autotune-opt %s --autotune=target=host 2>&1 | FileCheck %s --check-prefix=NONE
// NONE-NOT: {{warning|remark}}
// RUN: cp %source/test/fuzz/corpus/calibration/seed_target %t/autotune/host.calibration
// RUN: env XDG_CONFIG_HOME=%t autotune-opt %s --autotune=target=host 2>&1 | FileCheck %s --check-prefix=FOREIGN
// FOREIGN: warning: autotune: target=host is guessed, {{.*}}/autotune/host.calibration is of another processor (AuthenticAMD family 25 model 17 stepping 1 x86-64-v4; this is {{.*}}); run autotune calibrate, or remove the file
// The name of a calibration that is this processor's, and its target.
//
// RUN: %python %S/../tools/Inputs/own_core.py 100 %autotune calibrate --target-only --seconds 1 --quiet --output %t/autotune/host.calibration > %t.report
// RUN: env XDG_CONFIG_HOME=%t autotune-opt %s --autotune=target=host 2>&1 | FileCheck %s --check-prefix=OWN
// OWN: remark: autotune: target=host is measured: {{.*}}/autotune/host.calibration
// OWN: module
// RUN: env XDG_CONFIG_HOME=%t autotune-opt %s --autotune="target=host remarks=none" 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: env XDG_CONFIG_HOME=%t autotune-opt %s --autotune=target=host --remarks-filter=autotune --remark-format=yaml --remarks-output-file=%t.yaml -o /dev/null
// RUN: FileCheck %s --check-prefix=ENGINE --input-file=%t.yaml
// ENGINE: Name: calibration
// ENGINE: Calibration: {{.*}}target=host is measured
//
// RUN: echo hello > %t.home/.config/autotune/host.calibration
// RUN: env -u XDG_CONFIG_HOME HOME=%t.home autotune-opt %s --autotune=target=host 2>&1 | FileCheck %s --check-prefix=HELLO
// HELLO: warning: autotune: target=host is guessed, its calibration cannot be used: {{.*}}.home/.config/autotune/host.calibration: not a file that autotune calibrate wrote; run autotune calibrate, or remove the file
// HELLO: module
// RUN: env -u XDG_CONFIG_HOME -u HOME autotune-opt %s --autotune=target=host 2>&1 | FileCheck %s --check-prefix=NONE
//
// A file that is named is the target on any machine, and has to be whole.
//
// RUN: autotune-opt %s --autotune="target=%source/test/fuzz/corpus/calibration/seed_target emit=annotate" | FileCheck %s --check-prefix=FILE
// FILE: autotune.schedule
// RUN: not autotune-opt %s --autotune=target=%t.home/.config/autotune/host.calibration 2>&1 | FileCheck %s --check-prefix=DAMAGED
// DAMAGED: error: autotune: target: {{.*}}host.calibration: not a file that autotune calibrate wrote; use a file that autotune calibrate wrote, or the name of a target
// RUN: not %autotune explain %s --target ./none.calibration 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: autotune explain: target: ./none.calibration: No such file or directory; use a file
// RUN: %autotune explain %s --target %source/test/fuzz/corpus/calibration/seed_target > %t.file
// RUN: %autotune explain %s --target zen2,clock_ghz=3.25 > %t.name
// RUN: grep direct %t.file && cmp %t.file %t.name

func.func @matmul(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>) -> tensor<32x96xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>) outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
