// A user's mistake is an error that names the option and the remedy; nothing is printed.
//
// RUN: not autotune-opt %s --autotune=model=weights.json 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: error: autotune: option 'model': model 'weights.json': No such file or directory; use auto, shipped, analytical, none, or a file that autotune train wrote
// FILE-NOT: module
// RUN: not autotune-opt %s --autotune=model=best 2>&1 | FileCheck %s --check-prefix=MODEL
// MODEL: error: autotune: option 'model': model 'best': No such file or directory; use auto, shipped, analytical, none, or a file
// RUN: not autotune-opt %s --autotune=model=%s 2>&1 | FileCheck %s --check-prefix=FOREIGN
// FOREIGN: error: autotune: option 'model': model '{{.*}}errors.mlir': not a file of learned models that autotune train wrote; use
// RUN: not autotune-opt %s --autotune=target=pdp11 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: error: autotune: target: 'pdp11' is unknown; known: {{.*}}x86-64-v3
// RUN: not autotune-opt %s --autotune=target=zén3 2>&1 | FileCheck %s --check-prefix=LETTERS
// RUN: not autotune-opt %s --autotune=target=zen3é,cores=2 2>&1 | FileCheck %s --check-prefix=LETTERS
// RUN: not autotune-opt %s --autotune=target=zen3,é=2 2>&1 | FileCheck %s --check-prefix=LETTERS
// LETTERS: error: autotune: target: {{'zén3'|'zen3é'|key 'é'}} is unknown; known: {{.*}}
// RUN: not autotune-opt %s --autotune=target=x86-64-v3,wheels=4 2>&1 | FileCheck %s --check-prefix=KEY
// KEY: error: autotune: target: key 'wheels' is unknown; known: {{.*}}vector_bits
// RUN: not autotune-opt %s --autotune-kernels=target=pdp11 2>&1 | FileCheck %s --check-prefix=KERNELS
// KERNELS: error: autotune-kernels: target: 'pdp11' is unknown
// RUN: not autotune-opt %s --autotune=emit=llvm 2>&1 | FileCheck %s --check-prefix=EMIT
// EMIT: error: autotune: option 'emit': 'llvm' is not known; use one of: ir, annotate, schedule
// RUN: not autotune-opt %s --autotune=search=grid 2>&1 | FileCheck %s --check-prefix=SEARCH
// SEARCH: error: autotune: option 'search': 'grid' is not known; use one of: evolution, random
// RUN: not autotune-opt %s --autotune=fusion=init+tail 2>&1 | FileCheck %s --check-prefix=FUSION
// FUSION: error: autotune: option 'fusion': 'tail' is not known; join with + some of: all, none, init, producers, pad, epilogue
// RUN: not autotune-opt %s --autotune=fusion=all+none 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not autotune-opt %s --autotune=fusion=none+init 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: autotune: option 'fusion': 'none' goes with no other word; drop it, or all others
// RUN: not autotune-opt %s --autotune=records=/ 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: error: autotune: option 'records': / is a folder; name a file, which may be in it
// RUN: not autotune-opt %s --autotune="target=zen3 statistics=/dev/full" 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: not autotune-opt %s --autotune="target=zen3 emit=annotate statistics=/dev/full" 2>&1 | FileCheck %s --check-prefix=FULL
// FULL: errors.mlir:0:0: error: autotune: option 'statistics': cannot write /dev/full: No space left on device
// RUN: not autotune-opt %s --autotune=require=luck 2>&1 | FileCheck %s --check-prefix=REQUIRE
// REQUIRE: error: autotune: option 'require': 'luck' is not known; use one of: any, model
// RUN: not autotune-opt %s --autotune=remarks=loud 2>&1 | FileCheck %s --check-prefix=REMARKS
// REMARKS: error: autotune: option 'remarks': 'loud' is not known; use one of: auto, none, missed, all
// RUN: not autotune-opt %s --autotune=max-candidates=-1 2>&1 | FileCheck %s --check-prefix=CANDIDATES
// CANDIDATES: error: autotune: option 'max-candidates': -1 is out of range; use 0 to
// RUN: not autotune-opt %s --autotune=max-candidates=many 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER-NOT: value invalid
// NUMBER: error: autotune: option 'max-candidates': 'many' is no whole number that fits; use 0 and up
// RUN: not autotune-opt %s --autotune=top-k=1.5 2>&1 | FileCheck %s --check-prefix=TOP
// TOP-NOT: value invalid
// TOP: error: autotune: option 'top-k': '1.5' is no whole number that fits; use 0 to 64
// RUN: not autotune-opt %s --autotune=seed=99999999999999999999 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: error: autotune: option 'seed': '99999999999999999999' is no whole number that fits; use 0 and up
// RUN: not autotune-opt %s --autotune=seed=-1 2>&1 | FileCheck %s --check-prefix=SEED
// SEED: error: autotune: option 'seed': -1 is negative; use 0 or more
// RUN: not autotune-opt %s --autotune=schedule=fast 2>&1 | FileCheck %s --check-prefix=SCHEDULE
// SCHEDULE: error: autotune: option 'schedule': 'fast' is not RULE(KNOB=VALUE, ...); see docs/reference/schedule.md
// RUN: not autotune-opt %s --autotune="model=none require=model" 2>&1 | FileCheck %s --check-prefix=CONFLICT
// CONFLICT: error: autotune: option 'require': model=none never gives a choice by a model; drop require=model or use model=analytical
// RUN: not autotune-opt %s --autotune=speed=fast 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: {{.*}}no such option speed; the options are: target remarks fp model
// RUN: not autotune-opt %s --pass-pipeline="builtin.module(func.func(autotune{emit=schedule}))" 2>&1 | FileCheck %s --check-prefix=NESTED
// NESTED: error: autotune: emit=schedule adds a transform script to a module: run the pass on builtin.module
func.func @nothing() {
  return
}
