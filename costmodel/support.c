// Points of machine and workload, and the nearest of them.
#include "costmodel/support.h"

#include "base/array.h"
#include "costmodel/model_file.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// What tells machines and workloads apart, and how much a difference counts. A scale is the
// difference that makes a distance of one. Trust falls with a power of the distance of machines, so
// that small differences count for little and a machine that cannot be for nothing, and with the
// distance of workloads.
typedef struct SupportFeature {
  Feature feature;
  bool is_ratio; // differences are those of the logarithm
  float scale;
} SupportFeature;

// The scales of machines, and how trust falls with them, are such that two generations of one
// vendor's server processors trust each other to five sixths, and those of two vendors to a
// fourteenth: what training on the others and judging one prefers (lab/results/model-constants.md).
// A processor of a vendor that is not known lies half way between.
static const SupportFeature machine_features[] = {
    {FEATURE_TARGET_VENDOR, false, 3.5f},     {FEATURE_TARGET_VECTOR_BITS, false, 12.5f},
    {FEATURE_TARGET_REGISTERS, true, 12.5f},  {FEATURE_TARGET_FMA, false, 12.5f},
    {FEATURE_TARGET_MASKS, false, 12.5f},     {FEATURE_TARGET_CLOCK, true, 12.5f},
    {FEATURE_TARGET_FMA_RATE, true, 12.5f},   {FEATURE_TARGET_LOAD_RATE, true, 12.5f},
    {FEATURE_TARGET_STORE_RATE, true, 12.5f}, {FEATURE_TARGET_FMA_LATENCY, true, 12.5f},
    {FEATURE_TARGET_L1_BYTES, false, 12.5f},  {FEATURE_TARGET_L2_BYTES, false, 12.5f},
    {FEATURE_TARGET_L3_BYTES, false, 25},     {FEATURE_TARGET_L2_RATE, true, 12.5f},
    {FEATURE_TARGET_L3_RATE, true, 12.5f},    {FEATURE_TARGET_MEMORY_RATE, true, 12.5f},
    {FEATURE_TARGET_TLB, false, 12.5f},
};

static const SupportFeature workload_features[] = {
    {FEATURE_WORK_POINTS, false, 20},
    {FEATURE_WORK_PARALLEL, false, 20},
    {FEATURE_WORK_REDUCTION, false, 20},
    {FEATURE_WORK_PARALLEL_COUNT, false, 20},
    {FEATURE_WORK_REDUCTION_COUNT, false, 20},
    {FEATURE_WORK_PARALLEL_FIRST, false, 20},
    {FEATURE_WORK_PARALLEL_SECOND, false, 20},
    {FEATURE_WORK_REDUCTION_FIRST, false, 20},
    {FEATURE_WORK_REDUCTION_SECOND, false, 20},
    {FEATURE_WORK_BYTES, false, 20},
    {FEATURE_WORK_BYTES_FIRST, false, 20},
    {FEATURE_WORK_BYTES_SECOND, false, 20},
    {FEATURE_WORK_BYTES_OUTPUT, false, 20},
    {FEATURE_WORK_BYTES_OTHERS, false, 20},
    {FEATURE_WORK_ELEMENT_BYTES, false, 20},
    {FEATURE_WORK_FLOAT, false, 20},
    {FEATURE_WORK_HALF, false, 20},
    {FEATURE_WORK_CONVOLUTION, false, 20},
    {FEATURE_WORK_PADDED, false, 20},
    {FEATURE_WORK_READS_DESTINATION, false, 20},
    {FEATURE_WORK_COMBINES_ADD, false, 20},
    {FEATURE_WORK_COMBINES_EXTREME, false, 20},
    {FEATURE_WORK_COMBINES_OTHER, false, 20},
    {FEATURE_BODY_FMA, false, 20},
    {FEATURE_BODY_TRANSCENDENTAL, false, 20},
    {FEATURE_WORK_NARROW, false, 20}, // the last two: see FIRST_NUMBERS
    {FEATURE_WORK_BF16, false, 20},
};

enum {
  MACHINE_NUMBERS = sizeof machine_features / sizeof *machine_features,
  WORKLOAD_NUMBERS = sizeof workload_features / sizeof *workload_features,
  FIRST_NUMBERS = WORKLOAD_NUMBERS - 2, // of files that knew no operands narrower than sums
  RECENT = 8, // points that a new one is compared with: the rules of one task
  MAX_POINTS = 1 << 22,
  WORD = 4, // bytes of a number in the file
};

// Workloads are never the same, and within so much of a trained one a model is as good as its
// figures on networks that it never saw.
static const double NEAR_WORKLOAD = 1;

typedef struct Machine {
  float numbers[MACHINE_NUMBERS]; // differences over scales, once two are subtracted
} Machine;

typedef struct Point {
  uint32_t machine;
  float numbers[WORKLOAD_NUMBERS];
} Point;

struct Support {
  Machine *machines; // owned
  Point *points;     // owned
  int64_t machine_count, point_count;
};

Status support_create(Support **out_support) {
  *out_support = calloc(1, sizeof **out_support);
  return *out_support ? STATUS_OK : status_fail(STATUS_SYSTEM, "no memory for the support");
}

void support_destroy(Support *support) {
  if (!support)
    return;
  free(support->machines);
  free(support->points);
  free(support);
}

size_t support_count(const Support *support) { return (size_t)support->point_count; }

size_t support_machine_count(const Support *support) { return (size_t)support->machine_count; }

// What the row had, but for rounding, of features that are no ratios.
static float number_of(const Point *point, Feature feature) {
  for (int n = 0; n < WORKLOAD_NUMBERS; n++)
    if (workload_features[n].feature == feature)
      return point->numbers[n] * workload_features[n].scale;
  return 0;
}

static bool has(const Point *point, Feature feature) { return number_of(point, feature) > 0; }

// Types of which models chose no better than the analytical one on workloads held out: i32 as it
// is, and of floats all that reads less than it sums, or sums in two bytes, but for bf16 in f32
// (lab/results/metrics.md, By type).
static bool is_left_to_arithmetic(const Point *point) {
  float bytes = number_of(point, FEATURE_WORK_ELEMENT_BYTES);
  bool widens = has(point, FEATURE_WORK_NARROW);
  if (!has(point, FEATURE_WORK_FLOAT))
    return bytes > 3 && bytes < 5 && !widens;
  return (widens && !has(point, FEATURE_WORK_BF16)) || bytes < 3;
}

// Types of which processors that are otherwise alike have other instructions: a dot product of i8
// is one here, three there. No number of a machine says which.
static bool is_of_own_machine(const Point *point) {
  return has(point, FEATURE_WORK_NARROW) || has(point, FEATURE_WORK_HALF) ||
         number_of(point, FEATURE_WORK_ELEMENT_BYTES) < 3;
}

// bf16 in f32, and bytes as they are: models hold their points, and chose well among rows held out,
// but among all candidates what they choose takes up to twice as long as what the analytical model
// does (lab/results/metrics.md, By type).
static bool is_chosen_worse(const Point *point) {
  if (!has(point, FEATURE_WORK_NARROW))
    return number_of(point, FEATURE_WORK_ELEMENT_BYTES) < 3;
  return has(point, FEATURE_WORK_BF16);
}

// Whether what was measured on a machine so far away counts for the workload.
static bool counts_from(const Point *point, double machine_distance) {
  return !is_chosen_worse(point) && (machine_distance <= SUPPORT_HOME || !is_of_own_machine(point));
}

void support_count_kinds(const Support *support, size_t out_counts[SUPPORT_KIND_COUNT]) {
  memset(out_counts, 0, SUPPORT_KIND_COUNT * sizeof *out_counts);
  for (int64_t n = 0; n < support->point_count; n++) {
    const Point *point = &support->points[n];
    bool has_window = has(point, FEATURE_WORK_CONVOLUTION);
    bool reduces = has(point, FEATURE_WORK_REDUCTION_COUNT);
    bool multiplies = has(point, FEATURE_BODY_FMA);
    SupportKind kind = !reduces                   ? SUPPORT_ELEMENTWISE
                       : has_window && multiplies ? SUPPORT_CONVOLUTION
                       : has_window               ? SUPPORT_WINDOW
                       : multiplies               ? SUPPORT_CONTRACTION
                                                  : SUPPORT_REDUCTION;
    out_counts[kind]++;
  }
}

static void take_numbers(const SupportFeature *features, int count, const float *row, float *out) {
  for (int n = 0; n < count; n++) {
    float value = row[features[n].feature];
    out[n] = (features[n].is_ratio ? log2f(fmaxf(value, 1.0f / 64)) : value) / features[n].scale;
  }
}

static Machine machine_of(const float *row) {
  Machine machine;
  take_numbers(machine_features, MACHINE_NUMBERS, row, machine.numbers);
  return machine;
}

static double distance(const float *a, const float *b, int count) {
  float sum = 0;
  for (int n = 0; n < count; n++)
    sum += fabsf(a[n] - b[n]);
  return (double)sum;
}

static double machines_between(const Support *support, int64_t m, const Machine *machine) {
  return distance(machine->numbers, support->machines[m].numbers, MACHINE_NUMBERS);
}

// --- adding

static Status add_machine(Support *support, const Machine *machine, uint32_t *out_place) {
  int64_t place = 0;
  while (place < support->machine_count &&
         memcmp(&support->machines[place], machine, sizeof *machine) != 0)
    place++;
  if (place == support->machine_count) {
    if (!array_grow(&support->machines, place, sizeof *machine))
      return status_fail(STATUS_SYSTEM, "no memory for machine %d of the support", (int)place);
    support->machines[support->machine_count++] = *machine;
  }
  *out_place = (uint32_t)place;
  return STATUS_OK;
}

static Status add_point(Support *support, const Point *point) {
  for (int64_t n = support->point_count - 1; n >= 0 && n >= support->point_count - RECENT; n--)
    if (memcmp(&support->points[n], point, sizeof *point) == 0)
      return STATUS_OK;
  if (!array_grow(&support->points, support->point_count, sizeof *point))
    return status_fail(STATUS_SYSTEM, "no memory for point %d of the support",
                       (int)support->point_count);
  support->points[support->point_count++] = *point;
  return STATUS_OK;
}

Status support_add(Support *support, const float *row) {
  Point point;
  Machine machine = machine_of(row);
  take_numbers(workload_features, WORKLOAD_NUMBERS, row, point.numbers);
  if (is_left_to_arithmetic(&point))
    return STATUS_OK;
  Status status = add_machine(support, &machine, &point.machine);
  return status == STATUS_OK ? add_point(support, &point) : status;
}

Status support_add_all(Support *support, const Support *base, const float *row) {
  Status status = STATUS_OK;
  Machine machine = row ? machine_of(row) : (Machine){{0}};
  for (int64_t n = 0; n < base->point_count && status == STATUS_OK; n++) {
    Point point = base->points[n];
    if (row && !counts_from(&point, machines_between(base, point.machine, &machine)))
      continue;
    status = add_machine(support, row ? &machine : &base->machines[point.machine], &point.machine);
    if (status == STATUS_OK)
      status = add_point(support, &point);
  }
  return status;
}

// --- asking

// What the distance of two machines takes from trust, as an exponent: gentle at first, then steep.
static double machine_fall(double distance) {
  static const double SCALE = 1.3, POWER = 2.8;
  return pow(SCALE * distance, POWER);
}

// Element types are no matter of degree: whole numbers and floats, bf16, f16 and others, sums of
// four bytes and of eight, operands as wide as sums and narrower ones are computed by other code.
static bool are_of_one_type(const Point *a, const Point *b) {
  static const Feature types[] = {FEATURE_WORK_ELEMENT_BYTES, FEATURE_WORK_FLOAT, FEATURE_WORK_HALF,
                                  FEATURE_WORK_NARROW, FEATURE_WORK_BF16};
  for (int n = 0; n < WORKLOAD_NUMBERS; n++)
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
      if (workload_features[n].feature == types[t] && a->numbers[n] != b->numbers[n])
        return false;
  return true;
}

// How far beyond a near workload the nearest point of machine `m` is; infinite where none is nearer
// than `limit`.
static double workload_far(const Support *support, int64_t m, const Point *point, double limit) {
  double nearest = INFINITY;
  for (int64_t n = 0; n < support->point_count && limit > 0; n++) {
    const Point *known = &support->points[n];
    if (known->machine != (uint32_t)m)
      continue;
    double far = distance(point->numbers, known->numbers, WORKLOAD_NUMBERS) - NEAR_WORKLOAD;
    far = far <= 0 ? 0 : far;
    if (far < limit && are_of_one_type(point, known)) // what is no number is near nothing
      nearest = limit = far;
  }
  return nearest;
}

// The least distance of machines whose points support a row half as well as the best one, which is
// `nearest`, or better. Points of a machine do not stop to be its own where another machine has one
// of a workload that is a little nearer.
static double home_distance(const Support *support, const Machine *machine, const Point *point,
                            double distance_of_best, double nearest) {
  static const double HALF = 0.6931472; // as an exponent
  double least = distance_of_best, limit = nearest + HALF;
  for (int64_t m = 0; m < support->machine_count; m++) {
    double between = machines_between(support, m, machine);
    if (between < least && counts_from(point, between) &&
        isfinite(workload_far(support, m, point, limit - machine_fall(between))))
      least = between;
  }
  return least;
}

Trust support_trust(const Support *support, const float *row) {
  Point point;
  Machine machine = machine_of(row);
  double nearest = INFINITY;
  Trust trust = {.machine_distance = INFINITY};
  take_numbers(workload_features, WORKLOAD_NUMBERS, row, point.numbers);
  for (int64_t m = 0; m < support->machine_count; m++) {
    double between = machines_between(support, m, &machine);
    double apart = machine_fall(between);
    if (!counts_from(&point, between))
      continue;
    double far = workload_far(support, m, &point, nearest - apart);
    if (!isfinite(far))
      continue;
    nearest = apart + far;
    trust = (Trust){.total = exp(-nearest),
                    .machine = exp(-apart),
                    .workload = exp(-far),
                    .machine_distance = between};
  }
  trust.machine_distance =
      home_distance(support, &machine, &point, trust.machine_distance, nearest);
  return trust;
}

// --- the file: numbers of machines and points, then both, every number of four bytes

static void put_numbers(unsigned char **at, const float *numbers, int count) {
  for (int n = 0; n < count; n++, *at += WORD) {
    uint32_t bits;
    memcpy(&bits, &numbers[n], sizeof bits);
    model_put_number(*at, bits, WORD);
  }
}

static bool get_numbers(const unsigned char **at, int count, float *out) {
  bool is_sound = true;
  for (int n = 0; n < count; n++, *at += WORD) {
    uint32_t bits = (uint32_t)model_get_number(*at, WORD);
    memcpy(&out[n], &bits, sizeof bits);
    is_sound = is_sound && isfinite(out[n]);
  }
  return is_sound;
}

static size_t file_bytes(uint64_t machines, uint64_t points, int numbers) {
  return WORD * (2 + machines * MACHINE_NUMBERS + points * (1 + (uint64_t)numbers));
}

Status support_write(const Support *support, unsigned char **out_bytes, size_t *out_size) {
  *out_size = file_bytes((uint64_t)support->machine_count, (uint64_t)support->point_count,
                         WORKLOAD_NUMBERS);
  *out_bytes = malloc(*out_size);
  if (!*out_bytes)
    return status_fail(STATUS_SYSTEM, "no memory for a support of %zu bytes", *out_size);
  unsigned char *at = *out_bytes;
  model_put_number(at, (uint64_t)support->machine_count, WORD);
  model_put_number(at + WORD, (uint64_t)support->point_count, WORD);
  at += 2 * WORD;
  for (int64_t m = 0; m < support->machine_count; m++)
    put_numbers(&at, support->machines[m].numbers, MACHINE_NUMBERS);
  for (int64_t n = 0; n < support->point_count; n++) {
    model_put_number(at, support->points[n].machine, WORD);
    at += WORD;
    put_numbers(&at, support->points[n].numbers, WORKLOAD_NUMBERS);
  }
  return STATUS_OK;
}

static Status read_all(const unsigned char *at, uint64_t machines, uint64_t points, int numbers,
                       Support *support) {
  bool is_sound = true;
  support->machines = calloc(machines + 1, sizeof *support->machines);
  support->points = calloc(points + 1, sizeof *support->points);
  if (!support->machines || !support->points)
    return status_fail(STATUS_SYSTEM, "no memory for the support of a model");
  for (uint64_t m = 0; m < machines; m++)
    is_sound &= get_numbers(&at, MACHINE_NUMBERS, support->machines[m].numbers);
  for (uint64_t n = 0; n < points; n++) {
    support->points[n].machine = (uint32_t)model_get_number(at, WORD);
    at += WORD;
    is_sound &= support->points[n].machine < machines;
    is_sound &= get_numbers(&at, numbers, support->points[n].numbers);
  }
  support->machine_count = (int64_t)machines;
  support->point_count = (int64_t)points;
  return is_sound ? STATUS_OK : status_fail(STATUS_MODEL, "model file has a support without sense");
}

Status support_read(const unsigned char *bytes, size_t size, bool knows_narrow,
                    Support **out_support) {
  Status status = STATUS_OK;
  Support *support = NULL;
  uint64_t machines = size >= 2 * WORD ? model_get_number(bytes, WORD) : UINT64_MAX;
  uint64_t points = size >= 2 * WORD ? model_get_number(bytes + WORD, WORD) : UINT64_MAX;
  int numbers = knows_narrow ? WORKLOAD_NUMBERS : FIRST_NUMBERS;
  if (machines > MAX_POINTS || points > MAX_POINTS || size != file_bytes(machines, points, numbers))
    return status_fail(STATUS_MODEL, "model file has a support of %zu bytes, not what it says",
                       size);
  TRY(support_create(&support));
  TRY(read_all(bytes + 2 * WORD, machines, points, numbers, support));
  *out_support = support;
  support = NULL;
cleanup:
  support_destroy(support);
  return status;
}
