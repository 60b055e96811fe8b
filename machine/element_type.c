// The table of element types.
#include "machine/element_type.h"

#include "base/text.h"

typedef struct ElementTypeRow {
  const char *name;
  int64_t bytes;
} ElementTypeRow;

static const ElementTypeRow element_types[ELEMENT_TYPE_COUNT] = {
#define X(name, text, bytes) [ELEMENT_##name] = {text, bytes},
    ELEMENT_TYPES(X)
#undef X
};

int64_t element_type_bytes(ElementType type) { return element_types[type].bytes; }

bool element_type_is_float(ElementType type) {
  switch (type) {
#define X(name, text, bytes) case ELEMENT_##name:
    ELEMENT_FLOATS(X)
#undef X
    return true;
  default:
    return false;
  }
}

bool element_type_is_half(ElementType type) {
  return element_type_is_float(type) && element_type_bytes(type) < (int64_t)sizeof(float);
}

const char *element_type_name(ElementType type) { return element_types[type].name; }

ElementType element_type_find(const char *name, size_t length) {
  ElementType type = 0;
  while (type < ELEMENT_TYPE_COUNT && !text_equal(name, length, element_types[type].name))
    type++;
  return type;
}
