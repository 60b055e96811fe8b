// Half-precision storage formats in software, so that operands can be filled
// and compared on any host. Rounding is to nearest even.
#ifndef AUTOTUNE_BASE_HALF_H
#define AUTOTUNE_BASE_HALF_H

#include <stdint.h>

float half_from_f16(uint16_t bits);
uint16_t half_to_f16(float value);
float half_from_bf16(uint16_t bits);
uint16_t half_to_bf16(float value);

#endif
