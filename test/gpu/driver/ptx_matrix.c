// Products of matrices by the 32 threads of a warp (mma.sync of 16 or 8 rows and 8 columns), and
// the loads of their factors (ldmatrix). Which thread holds which element: PTX ISA, "Matrix
// Fragments for mma.m16n8k8" to "mma.m16n8k32", and "for mma.m8n8k16".
#include "ptx_run.h"

#include <string.h>

enum { WARP = 32, WORD_BYTES = 4, LINE_BYTES = 16 };

static uint32_t word(const PtxRun *run, int thread, const PtxOperand *operand, int number) {
  int at = operand->registers[number];
  return (uint32_t)(at < 0 ? (uint64_t)operand->number : run->threads[thread].registers[at]);
}

static uint64_t element(uint32_t bits, PtxType type, int number) {
  uint64_t shifted = (uint64_t)bits >> (number * type.bits);
  return type.bits == 32 ? shifted : shifted & (((uint64_t)1 << type.bits) - 1);
}

uint32_t ptx_integer(uint64_t bits, PtxType type) {
  return type.kind == 's' ? (uint32_t)(int8_t)(uint8_t)bits : (uint32_t)bits;
}

// A sum of the thread in `lane`, whose row and column its place in the warp says.
static uint32_t sum_of(const PtxRun *run, const PtxInstruction *at, int first, int lane,
                       int number) {
  int row = lane / 4 + number / 2 * 8, column = lane % 4 * 2 + number % 2;
  PtxType left = at->factors[0], right = at->factors[1];
  int each = 8 * WORD_BYTES / left.bits; // terms of a register
  uint32_t whole = word(run, first + lane, &at->operands[3], number);
  float sum = ptx_widen(whole, at->type);
  for (int k = 0; k < at->terms; k++) {
    int part = k % (4 * each) / each, last = k / (4 * each);
    uint64_t x =
        element(word(run, first + row % 8 * 4 + part, &at->operands[1], 2 * last + row / 8), left,
                k % each);
    uint64_t y =
        element(word(run, first + column * 4 + part, &at->operands[2], last), right, k % each);
    whole += ptx_integer(x, left) * ptx_integer(y, right);
    sum += ptx_widen(x, left) * ptx_widen(y, right);
  }
  return at->type.kind == 's' ? whole : (uint32_t)ptx_narrow(sum, at->type);
}

static bool is_known(const PtxInstruction *at) {
  PtxType left = at->factors[0], right = at->factors[1];
  bool is_integer = at->type.kind == 's' && left.bits == 8 && right.bits == 8;
  bool is_real = at->type.kind == 'f' && ptx_is_real(left) && left.kind == right.kind &&
                 left.bits == right.bits && (left.bits == 16 || left.kind == 't');
  int registers = at->terms * left.bits / 128; // of the right factor
  int groups = at->rows / 8;
  return at->type.bits == 32 && at->from.kind == at->type.kind && at->from.bits == 32 &&
         at->operand_count == 4 && (is_integer || is_real) && registers > 0 &&
         (groups == 1 || groups == 2) && at->columns == 8 && at->operands[0].lanes == 2 * groups &&
         at->operands[1].lanes == groups * registers && at->operands[2].lanes == registers &&
         at->operands[3].lanes == 2 * groups;
}

void ptx_multiply(PtxRun *run, const PtxInstruction *at, int first) {
  uint32_t sums[WARP][4];
  if (!is_known(at))
    ptx_fail(run, "is a product of matrices that is not known here, of terms:", at->terms);
  int count = at->operands[0].lanes;
  for (int lane = 0; lane < WARP; lane++)
    for (int s = 0; s < count; s++)
      sums[lane][s] = sum_of(run, at, first, lane, s);
  for (int lane = 0; lane < WARP; lane++)
    for (int s = 0; s < count; s++)
      run->threads[first + lane].registers[at->operands[0].registers[s]] = sums[lane][s];
}

// Matrix m of 8 x 8 elements of 16 bits has the lines that lanes 8 m to 8 m + 7 name.
void ptx_load_matrices(PtxRun *run, const PtxInstruction *at, int first) {
  int matrices = at->operands[0].lanes;
  const char *lines[WARP];
  for (int lane = 0; lane < 8 * matrices; lane++) {
    run->thread = first + lane;
    run->registers = run->threads[first + lane].registers;
    lines[lane] = ptx_shared(run, &at->operands[1], LINE_BYTES);
  }
  for (int lane = 0; lane < WARP; lane++)
    for (int m = 0; m < matrices; m++) {
      uint16_t pair[2];
      for (int e = 0; e < 2; e++) {
        bool is_turned = !strcmp(at->how, "trans");
        int row = is_turned ? lane % 4 * 2 + e : lane / 4;
        int column = is_turned ? lane / 4 : lane % 4 * 2 + e;
        memcpy(&pair[e], lines[8 * m + row] + sizeof *pair * (size_t)column, sizeof *pair);
      }
      run->threads[first + lane].registers[at->operands[0].registers[m]] =
          pair[0] | (uint32_t)pair[1] << 16;
    }
}
