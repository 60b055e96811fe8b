// ElementType: the types of the values that are computed with.
#ifndef AUTOTUNE_MACHINE_ELEMENT_TYPE_H
#define AUTOTUNE_MACHINE_ELEMENT_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// One row per element type: enumerator, MLIR spelling, bytes in memory. MLIR's C API asks for
// floats by their enumerators: mlirTypeIsABF16, mlirBF16TypeGet.
#define ELEMENT_FLOATS(X)                                                                          \
  X(F64, "f64", 8)                                                                                 \
  X(F32, "f32", 4)                                                                                 \
  X(F16, "f16", 2)                                                                                 \
  X(BF16, "bf16", 2)

#define ELEMENT_TYPES(X)                                                                           \
  ELEMENT_FLOATS(X)                                                                                \
  X(I64, "i64", 8)                                                                                 \
  X(I32, "i32", 4)                                                                                 \
  X(I16, "i16", 2)                                                                                 \
  X(I8, "i8", 1)                                                                                   \
  X(I1, "i1", 1)                                                                                   \
  X(INDEX, "index", 8)

typedef enum ElementType {
#define X(name, text, bytes) ELEMENT_##name,
  ELEMENT_TYPES(X)
#undef X
      ELEMENT_TYPE_COUNT
} ElementType;

int64_t element_type_bytes(ElementType type);
bool element_type_is_float(ElementType type);
// A float that C has no type for: C sees its bits.
bool element_type_is_half(ElementType type);
const char *element_type_name(ElementType type); // static, e.g. "f32"
// ELEMENT_TYPE_COUNT when `name` is none of them.
ElementType element_type_find(const char *name, size_t length);

#endif
