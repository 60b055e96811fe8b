// Instruction: which row a target has for which types, and what the row says.
#include "machine/instruction.h"

#include "test/unit/base/check.h"

#include <math.h>

static Target parse(const char *text) {
  Target target;
  CHECK_EQUAL(target_parse(text, &target), STATUS_OK);
  return target;
}

static const Instruction *of(const Target *target, ElementType type) {
  return instruction_of(target, type, type);
}

static double peak(const Target *target, ElementType type) {
  return instruction_peak_flops(of(target, type), target, type);
}

// FMA is of f32 and f64 alone, where the target has it; other types are computed op by op.
static void test_legality(void) {
  Target with = parse("zen4"), without = parse("x86-64-v3,has_fma=0");
  for (int type = 0; type < ELEMENT_TYPE_COUNT; type++) {
    bool is_fused = type == ELEMENT_F32 || type == ELEMENT_F64;
    const char *op = of(&with, type)->op;
    CHECK((op != NULL) == is_fused);
    if (op != NULL)
      CHECK_TEXT(op, "vector.fma");
    CHECK(of(&without, type)->op == NULL);
    CHECK_EQUAL(of(&with, type)->operations, 1);
    CHECK_EQUAL(of(&without, type)->operations, 2); // the rate counts pairs
  }
  // Nothing multiplies these types into sums of the others; unknown types have no op either.
  CHECK(instruction_of(&with, ELEMENT_I8, ELEMENT_I32)->op == NULL);
  CHECK(instruction_of(&with, ELEMENT_BF16, ELEMENT_F32)->op == NULL);
  CHECK(instruction_of(&with, ELEMENT_F32, ELEMENT_F64)->op == NULL);
  CHECK(instruction_of(&with, ELEMENT_ANY, ELEMENT_ANY)->op == NULL);
}

static void test_lanes(void) {
  static const struct {
    const char *target;
    int lanes[ELEMENT_TYPE_COUNT];
  } cases[] = {
#define LANES(f64, f32, f16, i8)                                                                   \
  {                                                                                                \
    [ELEMENT_F64] = f64, [ELEMENT_F32] = f32, [ELEMENT_F16] = f16, [ELEMENT_BF16] = f16,           \
    [ELEMENT_I64] = f64, [ELEMENT_I32] = f32, [ELEMENT_I16] = f16, [ELEMENT_I8] = i8,              \
    [ELEMENT_I1] = i8, [ELEMENT_INDEX] = f64                                                       \
  }
      {"x86-64-v2", LANES(2, 4, 8, 16)},
      {"x86-64-v3", LANES(4, 8, 16, 32)},
      {"zen4,vector_bits=128", LANES(2, 4, 8, 16)},
      {"zen4,vector_bits=256", LANES(4, 8, 16, 32)},
      {"zen4", LANES(8, 16, 32, 64)},
#undef LANES
  };
  for (size_t c = 0; c < sizeof(cases) / sizeof(cases[0]); c++) {
    Target target = parse(cases[c].target);
    for (int type = 0; type < ELEMENT_TYPE_COUNT; type++)
      CHECK_EQUAL(instruction_lanes(of(&target, type), &target, type), cases[c].lanes[type]);
  }
}

static void test_peaks(void) {
  Target zen4 = parse("zen4"), narrow = parse("zen4,vector_bits=256");
  // 1 FMA of 16 lanes at 3.66 GHz, as much as 2 of 8 lanes.
  CHECK(peak(&zen4, ELEMENT_F32) > 117.1e9 && peak(&zen4, ELEMENT_F32) < 117.2e9);
  CHECK(peak(&narrow, ELEMENT_F32) == peak(&zen4, ELEMENT_F32));
  // Half a pair a cycle is what half an FMA would be.
  Target pairs = parse("x86-64-v3,has_fma=0,fma_per_cycle.1=0.5"),
         half = parse("x86-64-v3,fma_per_cycle.1=0.5");
  CHECK(peak(&pairs, ELEMENT_F32) == 0.5 * 2 * 8 * 3e9);
  CHECK(peak(&half, ELEMENT_F32) == peak(&pairs, ELEMENT_F32));
  for (size_t r = 0; target_row(r) != NULL; r++)
    for (int type = 0; type < ELEMENT_TYPE_COUNT; type++) {
      double bytes = (double)element_type_bytes(type);
      CHECK(peak(target_row(r), type) * bytes == peak(target_row(r), ELEMENT_F64) * 8);
    }
}

// Matrices of 2 x 2 sums in a vector: 32 products each, four a cycle.
static void test_matrices(void) {
  Target v1 = parse("neoverse-v1"), n1 = parse("neoverse-n1"), zen4 = parse("zen4");
  const Instruction *smmla = instruction_dot(INSTRUCTION_smmla);
  CHECK(instruction_is_there(smmla, &v1));
  CHECK(!instruction_is_there(smmla, &n1) && !instruction_is_there(smmla, &zen4));
  CHECK(instruction_is_there(instruction_dot(INSTRUCTION_bfmmla), &v1));
  CHECK_EQUAL(smmla->rows, 2);
  CHECK_EQUAL(smmla->groups, 1);
  CHECK_EQUAL(instruction_dot(INSTRUCTION_tdpbssd)->groups, 16);
  double flops = instruction_peak_flops(smmla, &v1, ELEMENT_I32);
  CHECK(flops > 665.5e9 && flops < 665.7e9);
}

static void test_keys(void) {
  Target target = parse("zen4,vector_registers=24,fma_latency_cycles=7,fma_per_cycle.0=1.5");
  const Instruction *fma = of(&target, ELEMENT_F32);
  CHECK_EQUAL(instruction_registers(fma, &target), 24);
  CHECK_EQUAL(instruction_latency(fma, &target), 7);
  CHECK(instruction_rate(fma, &target, 0) == 1.5 && instruction_rate(fma, &target, 2) == 1);
}

// A dot product stands for its slots of multiply-adds until its own rate is known.
static void test_measured(void) {
  Target guessed = parse("zen4"),
         measured = parse("zen4,dot_i8_per_cycle.2=0.5,"
                          "dot_i16_per_cycle.1=0.5,dot_bf16_per_cycle.0=1");
  const Instruction *i8 = instruction_dot(INSTRUCTION_vpdpbusd),
                    *i16 = instruction_dot(INSTRUCTION_vpmaddwd),
                    *bf16 = instruction_dot(INSTRUCTION_vdpbf16ps);
  for (int w = 0; w < TARGET_MAX_WIDTHS; w++) {
    double fma = guessed.widths[w].fma_per_cycle;
    CHECK(instruction_rate(i8, &guessed, w) == fma);
    CHECK(instruction_rate(i8, &measured, w) == (w == 2 ? 0.5 : fma));
    CHECK(fabs(instruction_rate(i16, &measured, w) - (w == 1 ? 0.75 : fma)) < 1e-12);
    CHECK(instruction_rate(bf16, &measured, w) == (w == 0 ? 2 : fma));
  }
  Target row = parse("zen5"); // has a rate of its own
  CHECK(instruction_peak_flops(bf16, &row, ELEMENT_F32) ==
        2 * instruction_peak_flops(of(&row, ELEMENT_F32), &row, ELEMENT_F32));
  CHECK_EQUAL(target_parse("zen4,dot_i8_per_cycle.1=0.0001", &guessed), STATUS_USAGE);
  CHECK_EQUAL(target_parse("zen4,dot_i8_per_cycle.1=-1", &guessed), STATUS_USAGE);
}

static bool is_same_panel(const InstructionDim *a, const InstructionDim *b) {
  int d = 0;
  while (a[d] == b[d] && a[d] != INSTRUCTION_PANEL_END)
    d++;
  return a[d] == b[d];
}

// A schedule knows no target: its panels must suit whatever row the target has.
static void test_panels(void) {
  for (size_t r = 0; target_row(r) != NULL; r++)
    for (int operand = 0; operand < ELEMENT_TYPE_COUNT; operand++)
      for (int accumulator = 0; accumulator < ELEMENT_TYPE_COUNT; accumulator++)
        CHECK(is_same_panel(instruction_of(target_row(r), operand, accumulator)->panel,
                            instruction_panel(operand, accumulator)));
}

int main(void) {
  test_legality();
  test_lanes();
  test_peaks();
  test_matrices();
  test_keys();
  test_measured();
  test_panels();
  return check_result();
}
