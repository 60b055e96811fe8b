// Names and sizes that say nothing are errors at the function, which stays as it is.
//
// RUN: not autotune-opt %s --split-input-file --autotune="target=x86-64-v3 model=none" -o /dev/null 2>&1 | FileCheck %s

// CHECK: :[[#@LINE+1]]:1: error: autotune: autotune.dims of argument 0: it has to be a list with a name for each dimension
func.func @few_names(%a: tensor<?x?xf32> {autotune.dims = ["M"]}) -> tensor<?x?xf32> {
  return %a : tensor<?x?xf32>
}

// -----

// CHECK: error: autotune: autotune.dims of argument 0: it has to be a list with a name for each dimension
func.func @of_a_number(%a: index {autotune.dims = ["M"]}) -> index {
  return %a : index
}

// -----

// CHECK: error: autotune: autotune.dims of argument 0: it has more than texts
func.func @number_as_name(%a: tensor<?xf32> {autotune.dims = [1]}) -> tensor<?xf32> {
  return %a : tensor<?xf32>
}

// -----

// CHECK: error: autotune: autotune.dims of argument 0: a name has letters, digits
func.func @sum_as_name(%a: tensor<?xf32> {autotune.dims = ["M + 1"]}) -> tensor<?xf32> {
  return %a : tensor<?xf32>
}

// -----

// CHECK: error: autotune: autotune.sizes: use {NAME = [SIZE, ...], ...}
func.func @no_dictionary(%a: tensor<?xf32>) -> tensor<?xf32> attributes {autotune.sizes = [1, 2]} {
  return %a : tensor<?xf32>
}

// -----

// CHECK: error: autotune: autotune.sizes, M: no dimension of unknown size is called M; there are arg0.0
func.func @unknown_name(%a: tensor<?xf32>) -> tensor<?xf32> attributes {autotune.sizes = {M = [1, 2]}} {
  return %a : tensor<?xf32>
}

// -----

// CHECK: error: autotune: autotune.sizes, arg0.0: a size is from 1 to
func.func @no_size(%a: tensor<?xf32>) -> tensor<?xf32> attributes {autotune.sizes = {arg0.0 = [0]}} {
  return %a : tensor<?xf32>
}

// -----

// CHECK: error: autotune: autotune.sizes, arg0.0: the list is empty
func.func @no_sizes(%a: tensor<?xf32>) -> tensor<?xf32> attributes {autotune.sizes = {arg0.0 = []}} {
  return %a : tensor<?xf32>
}

// -----

// CHECK: error: autotune: autotune.sizes, arg0.0: it has to be a list of numbers, or a text
func.func @no_number(%a: tensor<?xf32>) -> tensor<?xf32> attributes {autotune.sizes = {arg0.0 = [1.5]}} {
  return %a : tensor<?xf32>
}

// -----

// CHECK: error: autotune: autotune.sizes, x: no dimension of unknown size is called x; there are seq_len, seq{{$}}
func.func @part_of_a_name(%a: tensor<?x?x?xf32> {autotune.dims = ["seq_len", "seq", "seq"]}) -> tensor<?x?x?xf32> attributes {autotune.sizes = {x = [1]}} {
  return %a : tensor<?x?x?xf32>
}
