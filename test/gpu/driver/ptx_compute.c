// Instructions on registers. A register holds the bits of its value, zeros above them.
#include "ptx_run.h"

#include <math.h>
#include <string.h>

static int64_t as_signed(uint64_t bits, int width) {
  return width >= 64 ? (int64_t)bits : (int64_t)(bits << (64 - width)) >> (64 - width);
}

static uint64_t cut_to(uint64_t bits, int width) {
  return width >= 64 ? bits : bits & (((uint64_t)1 << width) - 1);
}

// --- floats

static bool compute_float(const PtxInstruction *at, float a, float b, float c, float *out) {
  switch (at->op) {
  case PTX_add:
    *out = a + b;
    return true;
  case PTX_sub:
    *out = a - b;
    return true;
  case PTX_mul:
    *out = a * b;
    return true;
  case PTX_div:
    *out = a / b;
    return true;
  case PTX_fma:
  case PTX_mad:
    *out = fmaf(a, b, c);
    return true;
  case PTX_min:
  case PTX_max:
    *out = at->op == PTX_min ? fminf(a, b) : fmaxf(a, b);
    if (!strcmp(at->how, "NaN") && (isnan(a) || isnan(b)))
      *out = NAN;
    return true;
  case PTX_neg:
    *out = -a;
    return true;
  case PTX_abs:
    *out = fabsf(a);
    return true;
  case PTX_copysign:
    *out = copysignf(b, a);
    return true;
  case PTX_rcp:
    *out = 1 / a;
    return true;
  case PTX_sqrt:
    *out = sqrtf(a);
    return true;
  case PTX_rsqrt:
    *out = 1 / sqrtf(a);
    return true;
  case PTX_ex2:
    *out = exp2f(a);
    return true;
  case PTX_lg2:
    *out = log2f(a);
    return true;
  default:
    return false;
  }
}

static bool compare(const char *how, bool is_less, bool is_equal, bool is_unordered) {
  size_t size = strlen(how);
  bool accepts = size == 3 && how[2] == 'u';
  if (!strcmp(how, "nan"))
    return is_unordered;
  if (!strcmp(how, "num"))
    return !is_unordered;
  if (is_unordered)
    return accepts;
  switch (how[0]) {
  case 'l':
    return is_less || (how[1] == 'e' && is_equal) || (how[1] == 's' && is_equal);
  case 'g':
    return !is_less && (how[1] == 'e' || !is_equal);
  case 'h':
    return !is_less && (how[1] == 's' || !is_equal);
  case 'e':
    return is_equal;
  default:
    return !is_equal;
  }
}

static uint64_t compare_values(const PtxInstruction *at, uint64_t a, uint64_t b) {
  if (ptx_is_real(at->type)) {
    float x = ptx_widen(a, at->type), y = ptx_widen(b, at->type);
    return compare(at->how, x < y, x == y, x != x || y != y);
  }
  if (at->type.kind == 's') {
    int64_t x = as_signed(a, at->type.bits), y = as_signed(b, at->type.bits);
    return compare(at->how, x < y, x == y, false);
  }
  a = cut_to(a, at->type.bits);
  b = cut_to(b, at->type.bits);
  return compare(at->how, a < b, a == b, false);
}

// --- integers

static uint64_t multiply(const PtxInstruction *at, uint64_t a, uint64_t b) {
  int width = at->type.bits;
  bool is_signed = at->type.kind == 's';
  if (!strcmp(at->how, "hi")) {
    __int128 product = is_signed
                           ? (__int128)as_signed(a, width) * as_signed(b, width)
                           : (__int128)((unsigned __int128)cut_to(a, width) * cut_to(b, width));
    return (uint64_t)(product >> width);
  }
  return is_signed ? (uint64_t)(as_signed(a, width)) * (uint64_t)as_signed(b, width)
                   : cut_to(a, width) * cut_to(b, width);
}

static uint64_t divide(PtxRun *run, const PtxInstruction *at, uint64_t a, uint64_t b) {
  int width = at->type.bits;
  bool is_rest = at->op == PTX_rem;
  if (cut_to(b, width) == 0)
    ptx_fail(run, "divides by", 0);
  if (at->type.kind == 's') {
    int64_t x = as_signed(a, width), y = as_signed(b, width);
    return (uint64_t)(is_rest ? x % y : x / y);
  }
  a = cut_to(a, width);
  b = cut_to(b, width);
  return is_rest ? a % b : a / b;
}

static uint64_t shift(const PtxInstruction *at, uint64_t a, uint64_t by) {
  int width = at->type.bits;
  if (by >= (uint64_t)width)
    return at->op == PTX_shr && at->type.kind == 's' && as_signed(a, width) < 0 ? ~(uint64_t)0 : 0;
  if (at->op == PTX_shl)
    return a << by;
  return at->type.kind == 's' ? (uint64_t)(as_signed(a, width) >> by) : cut_to(a, width) >> by;
}

static uint64_t choose(const PtxInstruction *at, uint64_t a, uint64_t b) {
  int width = at->type.bits;
  bool is_less = at->type.kind == 's' ? as_signed(a, width) < as_signed(b, width)
                                      : cut_to(a, width) < cut_to(b, width);
  return is_less == (at->op == PTX_min) ? a : b;
}

static uint64_t compute_integer(PtxRun *run, const PtxInstruction *at, uint64_t a, uint64_t b,
                                uint64_t c) {
  switch (at->op) {
  case PTX_add:
    return a + b;
  case PTX_sub:
    return a - b;
  case PTX_mul:
    return multiply(at, a, b);
  case PTX_mad:
    return multiply(at, a, b) + c;
  case PTX_div:
  case PTX_rem:
    return divide(run, at, a, b);
  case PTX_min:
  case PTX_max:
    return choose(at, a, b);
  case PTX_neg:
    return 0 - a;
  case PTX_abs:
    return as_signed(a, at->type.bits) < 0 ? 0 - a : a;
  case PTX_not:
    return at->type.kind == 'p' ? !a : ~a;
  case PTX_and:
    return a & b;
  case PTX_or:
    return a | b;
  case PTX_xor:
    return a ^ b;
  case PTX_shl:
  case PTX_shr:
    return shift(at, a, b & 0xffffffff);
  case PTX_bfe: {
    int start = (int)(b & 0xff), count = (int)(c & 0xff);
    uint64_t field = count == 0 ? 0 : cut_to(cut_to(a, at->type.bits) >> (start & 63), count);
    return at->type.kind == 's' && count > 0 ? (uint64_t)as_signed(field, count) : field;
  }
  default:
    ptx_fail(run, "is an instruction that is not known here:", at->op);
  }
  return 0;
}

// --- conversions and moves

static float to_whole(const PtxInstruction *at, float value) {
  return !strcmp(at->how, "rzi")   ? truncf(value)
         : !strcmp(at->how, "rni") ? rintf(value)
         : !strcmp(at->how, "rmi") ? floorf(value)
         : !strcmp(at->how, "rpi") ? ceilf(value)
                                   : value;
}

static uint64_t convert(PtxRun *run, const PtxInstruction *at, uint64_t a) {
  PtxType to = at->type, from = at->from;
  if ((ptx_is_real(from) && from.bits > 32) || (ptx_is_real(to) && to.bits > 32) || from.is_pair)
    ptx_fail(run, "is a conversion that is not known here", 0);
  if (ptx_is_real(from)) {
    float value = to_whole(at, ptx_widen(a, from));
    return ptx_is_real(to)  ? ptx_narrow(value, to)
           : to.kind == 's' ? (uint64_t)(int64_t)truncf(value)
                            : (uint64_t)truncf(value);
  }
  if (!ptx_is_real(to))
    return from.kind == 's' ? (uint64_t)as_signed(a, from.bits) : cut_to(a, from.bits);
  bool is_signed = from.kind == 's';
  double value = is_signed ? (double)as_signed(a, from.bits) : (double)cut_to(a, from.bits);
  if (to.bits == 32) // at once, of 64 bits too
    value = is_signed ? (float)as_signed(a, from.bits) : (float)cut_to(a, from.bits);
  return ptx_narrow(value, to);
}

// Between one register and several that are its parts, too.
static void move(PtxRun *run, const PtxInstruction *at) {
  const PtxOperand *to = &at->operands[0], *from = &at->operands[1];
  int width = at->type.bits / (to->lanes > from->lanes ? to->lanes : from->lanes);
  uint64_t value = 0;
  for (int lane = 0; lane < from->lanes; lane++)
    value |= from->lanes == 1 ? ptx_value(run, from, 0)
                              : cut_to(ptx_value(run, from, lane), width) << (lane * width);
  for (int lane = 0; lane < to->lanes; lane++)
    run->registers[to->registers[lane]] =
        to->lanes == 1 ? cut_to(value, at->type.bits) : cut_to(value >> (lane * width), width);
}

// A product of two halves of a register is a whole one.
static int result_bits(const PtxInstruction *at) {
  return !strcmp(at->how, "wide") ? 2 * at->type.bits : at->type.bits;
}

// Of one float; a multiply-add of small ones is exact in a double before it is rounded.
static uint64_t compute_real(PtxRun *run, const PtxInstruction *at, const uint64_t *values) {
  PtxType type = at->type;
  float a = ptx_widen(values[0], type), b = ptx_widen(values[1], type),
        c = ptx_widen(values[2], type), result = 0;
  if (type.bits == 16 && at->op == PTX_fma)
    return ptx_narrow((double)a * b + c, type);
  if (type.bits > 32 || !compute_float(at, a, b, c, &result))
    ptx_fail(run, "is an instruction on floats that is not known here:", at->op);
  return ptx_narrow(result, type);
}

static uint64_t compute_reals(PtxRun *run, const PtxInstruction *at, const uint64_t *values) {
  uint64_t upper[3], lower[3];
  if (!at->type.is_pair)
    return compute_real(run, at, values);
  for (int i = 0; i < 3; i++) {
    upper[i] = cut_to(values[i] >> 16, 16);
    lower[i] = cut_to(values[i], 16);
  }
  return compute_real(run, at, upper) << 16 | compute_real(run, at, lower);
}

// Four bytes of two registers, by number, or copies of their signs. PTX ISA, "prmt".
static uint64_t permute(uint64_t a, uint64_t b, uint64_t how) {
  uint64_t both = cut_to(a, 32) | b << 32, result = 0;
  for (int i = 0; i < 4; i++) {
    uint64_t chosen = how >> (4 * i), byte = both >> (8 * (chosen & 7)) & 0xff;
    result |= (chosen & 8 ? (byte & 0x80 ? 0xff : 0) : byte) << (8 * i);
  }
  return result;
}

void ptx_compute(PtxRun *run, const PtxInstruction *at) {
  uint64_t values[3] = {0}, result;
  if (at->op == PTX_mov) {
    move(run, at);
    return;
  }
  for (int i = 1; i < at->operand_count && i <= 3; i++)
    values[i - 1] = ptx_value(run, &at->operands[i], 0);
  if (at->op == PTX_setp)
    result = compare_values(at, values[0], values[1]);
  else if (at->op == PTX_selp)
    result = values[2] ? values[0] : values[1];
  else if (at->op == PTX_cvta) // other spaces begin at 0
    result = values[0] + (strcmp(at->space, "param") ? 0 : (uint64_t)(uintptr_t)run->parameters);
  else if (at->op == PTX_prmt)
    result = permute(values[0], values[1], values[2]);
  else if (at->op == PTX_cvt && at->type.is_pair) // the first operand becomes the upper half
    result = convert(run, at, values[0]) << 16 | convert(run, at, values[1]);
  else if (at->op == PTX_cvt)
    result = cut_to(convert(run, at, values[0]), at->type.bits);
  else if (ptx_is_real(at->type))
    result = compute_reals(run, at, values);
  else
    result = cut_to(compute_integer(run, at, values[0], values[1], values[2]), result_bits(at));
  run->registers[at->operands[0].registers[0]] = result;
}
