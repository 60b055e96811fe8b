// One case per element type.
#include "runtime/data/elements.h"

#include "base/half.h"

double element_get(ElementType type, const void *values, int64_t i) {
  switch (type) {
  case ELEMENT_F64:
    return ((const double *)values)[i];
  case ELEMENT_F32:
    return ((const float *)values)[i];
  case ELEMENT_F16:
    return half_from_f16(((const uint16_t *)values)[i]);
  case ELEMENT_BF16:
    return half_from_bf16(((const uint16_t *)values)[i]);
  case ELEMENT_I64:
  case ELEMENT_INDEX:
    return (double)((const int64_t *)values)[i];
  case ELEMENT_I32:
    return ((const int32_t *)values)[i];
  case ELEMENT_I16:
    return ((const int16_t *)values)[i];
  case ELEMENT_I1:
    return ((const int8_t *)values)[i] & 1;
  default:
    return ((const int8_t *)values)[i];
  }
}

void element_set(ElementType type, void *values, int64_t i, double value) {
  switch (type) {
  case ELEMENT_F64:
    ((double *)values)[i] = value;
    break;
  case ELEMENT_F32:
    ((float *)values)[i] = (float)value;
    break;
  case ELEMENT_F16:
    ((uint16_t *)values)[i] = half_to_f16((float)value);
    break;
  case ELEMENT_BF16:
    ((uint16_t *)values)[i] = half_to_bf16((float)value);
    break;
  case ELEMENT_I64:
  case ELEMENT_INDEX:
    ((int64_t *)values)[i] = (int64_t)value;
    break;
  case ELEMENT_I32:
    ((int32_t *)values)[i] = (int32_t)value;
    break;
  case ELEMENT_I16:
    ((int16_t *)values)[i] = (int16_t)value;
    break;
  default:
    ((int8_t *)values)[i] = (int8_t)value;
  }
}
