// Affine nests of a given shape as MLIR text over i32 memrefs, for what programs at random hardly
// ever are.
#include "test/unit/affine/affine_shapes.h"

#include <stdio.h>

void affine_shape_left(int rows, int columns, int width, char *text, size_t size) {
  snprintf(text, size,
           "!A = memref<%dx%dx%dxi32>\n!C = memref<%dx%dxi32>\n!T = memref<%dxi32>\n"
           "func.func @left(%%a: !A, %%c: !C, %%t: !T) {\n%%zero = arith.constant 0 : i32\n"
           "affine.for %%r = 0 to %d {\naffine.for %%q = 0 to %d {\n"
           "affine.for %%p = 0 to %d {\naffine.store %%zero, %%t[%%p] : !T\n"
           "affine.for %%s = 0 to %d {\n"
           "%%0 = affine.load %%a[%%r, %%q, %%s] : !A\n%%1 = affine.load %%c[%%s, %%p] : !C\n"
           "%%2 = affine.load %%t[%%p] : !T\n%%3 = arith.muli %%0, %%1 : i32\n"
           "%%4 = arith.addi %%2, %%3 : i32\naffine.store %%4, %%t[%%p] : !T\n}\n}\n"
           "affine.for %%p = 0 to %d {\n%%0 = affine.load %%t[%%p] : !T\n"
           "affine.store %%0, %%a[%%r, %%q, %%p] : !A\n}\n}\n}\nreturn\n}\n",
           rows, columns, width, width, width, width, rows, columns, width, width, width);
}

void affine_shape_columns(int rows, int columns, char *text, size_t size) {
  snprintf(text, size,
           "!A = memref<%dx%dxi32>\n!B = memref<%dx%dxi32>\n!S = memref<i32>\n"
           "#from = affine_map<(d0) -> (d0 + 1)>\n#to = affine_map<(d0) -> (d0)>\n"
           "func.func @columns(%%a: !A, %%b: !B, %%c: !B) {\n"
           "%%zero = arith.constant 0 : i32\n%%s = memref.alloca() : !S\n"
           "affine.for %%i = 0 to %d {\naffine.for %%j = 0 to %d {\n"
           "affine.for %%k = #from(%%i) to %d {\n"
           "%%0 = affine.load %%a[%%k, %%i] : !A\n%%1 = affine.load %%b[%%k, %%j] : !B\n"
           "%%2 = affine.load %%b[%%i, %%j] : !B\n%%3 = arith.muli %%0, %%1 : i32\n"
           "%%4 = arith.addi %%2, %%3 : i32\naffine.store %%4, %%b[%%i, %%j] : !B\n}\n"
           "%%5 = affine.load %%b[%%i, %%j] : !B\n%%6 = affine.load %%a[%%i, %%i] : !A\n"
           "%%7 = arith.muli %%5, %%6 : i32\naffine.store %%7, %%b[%%i, %%j] : !B\n}\n}\n"
           "affine.for %%i = 0 to %d {\naffine.for %%j = 0 to %d {\n"
           "affine.store %%zero, %%s[] : !S\n"
           "affine.for %%k = 0 to #to(%%i) {\n%%0 = affine.load %%a[%%i, %%k] : !A\n"
           "%%1 = affine.load %%b[%%i, %%j] : !B\n%%2 = arith.muli %%0, %%1 : i32\n"
           "%%3 = affine.load %%c[%%k, %%j] : !B\n%%4 = arith.addi %%3, %%2 : i32\n"
           "affine.store %%4, %%c[%%k, %%j] : !B\n"
           "%%5 = affine.load %%b[%%k, %%j] : !B\n%%6 = arith.muli %%0, %%5 : i32\n"
           "%%7 = affine.load %%s[] : !S\n%%8 = arith.addi %%7, %%6 : i32\n"
           "affine.store %%8, %%s[] : !S\n}\n"
           "%%9 = affine.load %%c[%%i, %%j] : !B\n%%10 = affine.load %%s[] : !S\n"
           "%%11 = arith.addi %%9, %%10 : i32\naffine.store %%11, %%c[%%i, %%j] : !B\n}\n}\n"
           "return\n}\n",
           rows, rows, rows, columns, rows, columns, rows, rows, columns);
}
