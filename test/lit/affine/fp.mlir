// fp= in nests of affine loops: sums keep their order, products and sums their roundings, unless the mode or the
// flags of the ops say otherwise. Without the option it is source.
//
// RUN: autotune-opt --autotune="target=x86-64-v3 model=none fp=strict remarks=all" %s -o %t.strict 2> %t.strict.remarks
// RUN: FileCheck %s --check-prefixes=ORDERED,STRICT < %t.strict
// RUN: FileCheck %s --check-prefix=REMARK < %t.strict.remarks
// RUN: autotune-opt --autotune="target=x86-64-v3 model=none fp=source remarks=all" %s -o %t.source 2> %t.source.remarks
// RUN: FileCheck %s --check-prefixes=ORDERED,SOURCE < %t.source
// RUN: FileCheck %s --check-prefix=REMARK < %t.source.remarks
// RUN: autotune-opt --autotune="target=x86-64-v3 model=none" %s | diff %t.source -
// RUN: autotune-opt --autotune="target=x86-64-v3 model=none fp=reassoc remarks=all" %s -o %t.free 2> %t.free.remarks
// RUN: FileCheck %s --check-prefix=FREE < %t.free
// RUN: FileCheck %s --check-prefix=FREEREMARK < %t.free.remarks
// RUN: %autotune run %s --check --target host --fp source | FileCheck %s --check-prefix=EXECUTED
//
// No mark of a run stays in the payload.
// ORDERED-NOT: fp_of_run

// EXECUTED-DAG: @product: agrees, max error 0,
// EXECUTED-DAG: @sum: agrees, max error 0,
// EXECUTED-DAG: @products: agrees, max error 0,
// EXECUTED-DAG: @window: agrees, max error 0,
// EXECUTED-DAG: @varying: agrees, max error 0,
// EXECUTED-DAG: @nested: agrees, max error 0,
// EXECUTED-DAG: @recurrence: agrees, max error 0,
// EXECUTED: untouched; 10 functions, 0 failures

// Sums over one loop: a contraction in every mode, fused multiply-adds only where they may be.
// ORDERED-LABEL: func @product(
// ORDERED-NOT: vector.fma
// ORDERED: arith.mulf {{.*}} : vector<4xf64>
// ORDERED-NOT: vector.fma
// ORDERED: return
// FREE-LABEL: func @product(
// FREE: vector.fma
// REMARK: affine.for raised: 1 linalg ops and 0 scalar statements
func.func @product(%a: memref<29x31xf64>, %b: memref<31x37xf64>, %c: memref<29x37xf64>) {
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      affine.for %k = 0 to 31 {
        %x = affine.load %a[%i, %k] : memref<29x31xf64>
        %y = affine.load %b[%k, %j] : memref<31x37xf64>
        %z = affine.load %c[%i, %j] : memref<29x37xf64>
        %p = arith.mulf %x, %y : f64
        %s = arith.addf %z, %p : f64
        affine.store %s, %c[%i, %j] : memref<29x37xf64>
      }
    }
  }
  return
}

// One sum in one element, with and without flags.
// ORDERED-LABEL: func @sum(
// ORDERED: arith.addf {{.*}} : f64
// ORDERED-NOT: fastmath
// ORDERED-NOT: "reduce(
// FREE-LABEL: func @sum(
// FREE: "reduce(
// REMARK: affine.for rewritten: sums in registers
func.func @sum(%a: memref<67xf64>, %c: memref<1xf64>) {
  affine.for %k = 0 to 67 {
    %x = affine.load %a[%k] : memref<67xf64>
    %z = affine.load %c[0] : memref<1xf64>
    %s = arith.addf %z, %x : f64
    affine.store %s, %c[0] : memref<1xf64>
  }
  return
}

// ORDERED-LABEL: func @flags(
// STRICT-NOT: "reduce(
// STRICT: arith.subf {{.*}} fastmath<reassoc,contract> : f64
// SOURCE: vector.fma
// SOURCE: "reduce(
// ORDERED-LABEL: func @products(
func.func @flags(%a: memref<67xf64>, %c: memref<1xf64>) {
  affine.for %k = 0 to 67 {
    %x = affine.load %a[%k] : memref<67xf64>
    %z = affine.load %c[0] : memref<1xf64>
    %p = arith.mulf %x, %x fastmath<contract> : f64
    %s = arith.subf %z, %p fastmath<reassoc,contract> : f64
    affine.store %s, %c[0] : memref<1xf64>
  }
  return
}

// Several products in one sum.
// FREEREMARK: affine.for raised: 2 linalg ops and 0 scalar statements{{$}}
// REMARK: affine.for raised: 1 linalg ops and 0 scalar statements
func.func @products(%a: memref<29x31xf64>, %b: memref<29x31xf64>, %c: memref<29x29xf64>) {
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 29 {
      affine.for %k = 0 to 31 {
        %x = affine.load %a[%i, %k] : memref<29x31xf64>
        %y = affine.load %b[%j, %k] : memref<29x31xf64>
        %u = affine.load %b[%i, %k] : memref<29x31xf64>
        %v = affine.load %a[%j, %k] : memref<29x31xf64>
        %z = affine.load %c[%i, %j] : memref<29x29xf64>
        %p = arith.mulf %x, %y : f64
        %q = arith.mulf %u, %v : f64
        %s = arith.addf %z, %p : f64
        %t = arith.addf %s, %q : f64
        affine.store %t, %c[%i, %j] : memref<29x29xf64>
      }
    }
  }
  return
}

// Some subscripts run forwards, some backwards: the sum would have to run backwards.
// FREEREMARK: affine.for raised: 1 linalg ops and 1 scalar statements
// REMARK: affine.for rewritten: loops interchanged, outer loops unrolled and jammed
func.func @window(%a: memref<61xf64>, %h: memref<13xf64>, %c: memref<49xf64>) {
  affine.for %i = 0 to 49 {
    affine.for %k = 0 to 13 {
      %x = affine.load %a[%i - %k + 12] : memref<61xf64>
      %y = affine.load %h[%k] : memref<13xf64>
      %z = affine.load %c[%i] : memref<49xf64>
      %p = arith.mulf %x, %y : f64
      %s = arith.addf %z, %p : f64
      affine.store %s, %c[%i] : memref<49xf64>
    }
  }
  return
}

// Sums over two loops, of which the inner one has a varying trip: tiles of it would move outside of the other.
// FREEREMARK: affine.for raised: 1 linalg ops and 0 scalar statements
// REMARK: affine.for rewritten: outer loops unrolled and jammed
func.func @varying(%a: memref<7x300xf64>, %b: memref<300x24xf64>, %c: memref<24xf64>) {
  affine.for %t = 0 to 5 {
    affine.for %k = 0 to 7 {
      affine.for %l = 0 to affine_map<(d0) -> (64 * d0 + 3)>(%t) {
        affine.for %i = 0 to 24 {
          %x = affine.load %a[%k, %l] : memref<7x300xf64>
          %y = affine.load %b[%l, %i] : memref<300x24xf64>
          %z = affine.load %c[%i] : memref<24xf64>
          %p = arith.mulf %x, %y : f64
          %s = arith.addf %z, %p : f64
          affine.store %s, %c[%i] : memref<24xf64>
        }
      }
    }
  }
  return
}

// The inner loop cannot be raised, its element is no dimension of an operand: the outer one stays outside of it.
// FREEREMARK: affine.for raised: 1 linalg ops and 0 scalar statements
// REMARK: affine.for rewritten: outer loops unrolled and jammed
func.func @nested(%a: memref<40x40xf64>, %c: memref<24xf64>, %b: memref<64x24xf64>) {
  affine.for %k = 0 to 40 {
    affine.for %l = 0 to 20 {
      affine.for %i = 0 to 24 {
        %x = affine.load %a[%k, %l * 2] : memref<40x40xf64>
        %y = affine.load %b[%k + %l, %i] : memref<64x24xf64>
        %z = affine.load %c[%i] : memref<24xf64>
        %p = arith.mulf %x, %y : f64
        %s = arith.addf %z, %p : f64
        affine.store %s, %c[%i] : memref<24xf64>
      }
    }
  }
  return
}

// STRICT-LABEL: func @function(
// STRICT: math.exp %{{.*}} : f32
// SOURCE-LABEL: func @function(
// SOURCE: math.exp %{{.*}} : vector<8xf32>
func.func @function(%a: memref<64xf32>, %c: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<64xf32>
    %y = math.exp %x : f32
    affine.store %y, %c[%i] : memref<64xf32>
  }
  return
}

// Loops that stay: their ops keep the flags that they have.
// ORDERED-LABEL: func @recurrence(
// ORDERED: arith.mulf {{.*}} : vector<4xf64>
// ORDERED: arith.addf {{.*}} fastmath<nnan> : vector<4xf64>
// ORDERED-NOT: fastmath<contract>
// ORDERED-LABEL: func @user(
// ORDERED: "reduce(
// FREE-LABEL: func @recurrence(
// FREE: arith.mulf {{.*}} fastmath<contract> : vector<4xf64>
func.func @recurrence(%a: memref<64x32xf64>, %c: memref<64x32xf64>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 1 to 32 {
      %x = affine.load %a[%i, %j] : memref<64x32xf64>
      %y = affine.load %c[%i, %j - 1] : memref<64x32xf64>
      %p = arith.mulf %x, %y : f64
      %s = arith.addf %p, %x fastmath<nnan> : f64
      affine.store %s, %c[%i, %j] : memref<64x32xf64>
    }
  }
  return
}

// The outermost loop's own attribute goes before the option.
func.func @user(%a: memref<67xf64>, %c: memref<1xf64>) {
  affine.for %k = 0 to 67 {
    %x = affine.load %a[%k] : memref<67xf64>
    %z = affine.load %c[0] : memref<1xf64>
    %s = arith.addf %z, %x : f64
    affine.store %s, %c[0] : memref<1xf64>
  } {autotune.fp = "reassoc"}
  return
}
