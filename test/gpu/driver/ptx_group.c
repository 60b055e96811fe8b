// Products of matrices by four warps (wgmma of 64 rows), whose operands descriptors name in shared
// memory. PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions": "Matrix Descriptor Format",
// "Strides", "Swizzling Modes", and "Matrix Fragments for wgmma.mma_async.m64nNk16" and kin.
#include "ptx_run.h"

#include <string.h>

enum { ROWS = 64, THREADS = 128, TERM_BYTES = 32, UNIT = 16, MAX_COLUMNS = 256 };
enum { SUMS, LEFT, RIGHT, SCALE, TURNED = 6 }; // operands

typedef struct Factors {
  uint64_t bits[MAX_COLUMNS][TERM_BYTES];
} Factors;

static uint64_t address_of(PtxRun *run, uint64_t descriptor, bool is_turned, int bytes, int row,
                           int k) {
  static const int lines[] = {0, 128, 64, 32};
  uint64_t line = (uint64_t)lines[descriptor >> 62], mask = (1 << 14) - 1;
  uint64_t across = (uint64_t)(is_turned ? k : row);
  uint64_t along = (uint64_t)((is_turned ? row : k) * bytes);
  if (line == 0)
    ptx_fail(run, "a descriptor without a swizzle is not known here:", (int64_t)descriptor);
  uint64_t at = (descriptor & mask) * UNIT + across / 8 * (descriptor >> 32 & mask) * UNIT +
                across % 8 * line;
  at += is_turned ? along / line * (descriptor >> 16 & mask) * UNIT + along % line : along;
  return at ^ ((at >> 7 & (line / UNIT - 1)) * UNIT);
}

static void read_factors(PtxRun *run, const PtxInstruction *at, int operand, int rows,
                         Factors *out) {
  PtxType type = at->factors[operand - LEFT];
  int bytes = type.bits / 8, turned = TURNED + operand - LEFT;
  bool is_turned = at->operand_count > turned && at->operands[turned].number != 0;
  uint64_t descriptor = ptx_value(run, &at->operands[operand], 0);
  for (int row = 0; row < rows; row++)
    for (int k = 0; k < TERM_BYTES / bytes; k++) {
      uint64_t address = address_of(run, descriptor, is_turned, bytes, row, k);
      out->bits[row][k] = 0;
      memcpy(&out->bits[row][k], ptx_shared_at(run, address, (size_t)bytes), (size_t)bytes);
      if (type.kind == 't') // what tf32 lacks is cut off
        out->bits[row][k] &= ~(uint64_t)0x1fff;
    }
}

static bool is_known(const PtxInstruction *at) {
  PtxType left = at->factors[0], right = at->factors[1];
  bool is_integer = at->type.kind == 's' && left.bits == 8 && right.bits == 8;
  bool is_real = at->type.kind == 'f' && ptx_is_real(left) && left.kind == right.kind &&
                 left.bits == right.bits && (left.bits == 16 || left.kind == 't');
  return (is_integer || is_real) && at->type.bits == 32 && at->operand_count > SCALE &&
         at->columns >= 8 && at->columns <= MAX_COLUMNS && at->columns % 8 == 0 &&
         at->operands[SUMS].lanes == at->columns / 2 && at->terms * left.bits == 8 * TERM_BYTES;
}

static void add(PtxRun *run, const PtxInstruction *at, int first, int t, const Factors *factors) {
  for (int s = 0; s < at->columns / 2; s++) {
    int row = t / 32 * 16 + t % 32 / 4 + s / 2 % 2 * 8, column = s / 4 * 8 + t % 4 * 2 + s % 2;
    uint64_t *place = &run->threads[first + t].registers[at->operands[SUMS].many[s]];
    uint32_t whole = (uint32_t)*place;
    float sum = ptx_widen(whole, at->type);
    for (int k = 0; k < at->terms; k++) {
      uint64_t x = factors[0].bits[row][k], y = factors[1].bits[column][k];
      whole += ptx_integer(x, at->factors[0]) * ptx_integer(y, at->factors[1]);
      sum += ptx_widen(x, at->factors[0]) * ptx_widen(y, at->factors[1]);
    }
    *place = at->type.kind == 's' ? whole : (uint32_t)ptx_narrow(sum, at->type);
  }
}

void ptx_multiply_group(PtxRun *run, const PtxInstruction *at, int first) {
  static Factors factors[2];
  run->thread = first;
  run->registers = run->threads[first].registers;
  if (!is_known(at) || ptx_value(run, &at->operands[SCALE], 0) == 0)
    ptx_fail(run, "is a product of a warpgroup that is not known here, of columns:", at->columns);
  read_factors(run, at, LEFT, ROWS, &factors[0]);
  read_factors(run, at, RIGHT, at->columns, &factors[1]);
  for (int t = 0; t < THREADS; t++)
    add(run, at, first, t, factors);
}
