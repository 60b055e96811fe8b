// The element types of a pack's operands, by their names in MLIR, the whole numbers that operands are filled
// with, and their bits.
#ifndef AUTOTUNE_SCRIPTS_GPU_ELEMENTS_H
#define AUTOTUNE_SCRIPTS_GPU_ELEMENTS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { NO_ELEMENTS = 0x7fc07fc0 }; // a word of NaNs of every float

typedef enum Element { ELEMENT_F32, ELEMENT_F16, ELEMENT_BF16, ELEMENT_I8, ELEMENT_I32, ELEMENTS } Element;

static const struct {
  const char *name;
  size_t bytes;
} element_kinds[ELEMENTS] = {{"f32", 4}, {"f16", 2}, {"bf16", 2}, {"i8", 1}, {"i32", 4}};

// The type whose name comes next, behind blanks; ELEMENTS: there is none of that name.
static Element read_element(char **at) {
  char *name = *at + strspn(*at, " ");
  size_t size = strcspn(name, " ");
  int found = 0;
  while (found < ELEMENTS && (strlen(element_kinds[found].name) != size || strncmp(element_kinds[found].name, name, size)))
    found++;
  *at = name + size;
  return (Element)found;
}

static int small_integer(int64_t at, int operand) {
  uint32_t word = (uint32_t)at * 2654435761u + (uint32_t)operand * 40503u;
  word ^= word >> 15;
  word *= 2246822519u;
  return (int)(word >> 13 & 7) - 4;
}

static uint16_t half_of(float value) {
  _Float16 half = (_Float16)value;
  uint16_t bits;
  memcpy(&bits, &half, sizeof bits);
  return bits;
}

// Of a whole number of less than 2^24, rounded to nearest, ties to even.
static uint32_t element_bits(Element element, double number) {
  float value = (float)number;
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  switch (element) {
  case ELEMENT_F16:
    return half_of(value);
  case ELEMENT_BF16:
    return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
  case ELEMENT_I8:
    return (uint8_t)(int8_t)number;
  case ELEMENT_I32:
    return (uint32_t)(int32_t)number;
  default:
    return bits;
  }
}

// The bits of the element at `at`, zeros above them.
static uint32_t load_element(Element element, const void *data, int64_t at) {
  uint32_t bits = 0;
  size_t bytes = element_kinds[element].bytes;
  memcpy(&bits, (const char *)data + (size_t)at * bytes, bytes);
  return bits;
}

static void store_element(Element element, void *data, int64_t at, double number) {
  uint32_t bits = element_bits(element, number);
  size_t bytes = element_kinds[element].bytes;
  memcpy((char *)data + (size_t)at * bytes, &bits, bytes);
}

#endif
