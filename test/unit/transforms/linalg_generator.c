// What the steps of linalg_random.h share: the values of the function that is being written, how
// more are drawn, and their text.
#include "test/unit/transforms/linalg_generator.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { NAME_BYTES = 128 };

const TypeRow gen_types[TYPE_COUNT] = {
    {"f32", "0.0", "1.0", true, 8},    {"f64", "0.0", "1.0", true, 4},
    {"f16", "0.0", "1.0", true, 2},    {"bf16", "0.0", "1.0", true, 1},
    {"i32", "0", "1", false, 3},       {"i64", "0", "1", false, 1},
    {"i16", "0", "1", false, 1},       {"i8", "0", "1", false, 2},
    {"i1", "false", "true", false, 1},
};

void gen_put(Buffer *buffer, const char *format, ...) {
  size_t left = buffer->length < buffer->size ? buffer->size - buffer->length : 0;
  va_list arguments;
  va_start(arguments, format);
  buffer->length +=
      (size_t)vsnprintf(left ? buffer->text + buffer->length : NULL, left, format, arguments);
  va_end(arguments);
}

int gen_dice(Generator *g, int sides) { return (int)rng_below(&g->rng, sides); }

bool gen_chance(Generator *g, int one_in) { return gen_dice(g, one_in) == 0; }

int64_t gen_size(Generator *g) {
  static const int64_t sizes[] = {1, 1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 31, 32, 33};
  return sizes[gen_dice(g, sizeof sizes / sizeof *sizes)];
}

Type gen_type(Generator *g) {
  int sum = 0, at;
  for (int t = 0; t < TYPE_COUNT; t++)
    sum += gen_types[t].weight;
  at = gen_dice(g, sum);
  for (int t = 0; t < TYPE_COUNT; t++)
    if ((at -= gen_types[t].weight) < 0)
      return (Type)t;
  return F32;
}

void gen_shuffle(Generator *g, int count, int *out_order) {
  for (int n = 0; n < count; n++) {
    int other = gen_dice(g, n + 1);
    out_order[n] = n;
    out_order[n] = out_order[other];
    out_order[other] = n;
  }
}

int64_t gen_elements(const Value *value) {
  int64_t product = 1;
  for (int d = 0; d < value->rank; d++)
    product *= value->dims[d];
  return product;
}

const char *gen_type_text(const Value *value) {
  static char texts[8][NAME_BYTES];
  static int next;
  char *text = texts[next++ % 8];
  int used = snprintf(text, NAME_BYTES, "tensor<");
  for (int d = 0; d < value->rank; d++)
    used += snprintf(text + used, NAME_BYTES - (size_t)used, "%lldx", (long long)value->dims[d]);
  snprintf(text + used, NAME_BYTES - (size_t)used, "%s>", gen_types[value->type].name);
  return text;
}

Value gen_shaped(Type type, int rank, const int64_t *dims) {
  Value value = {.type = type, .rank = rank};
  memcpy(value.dims, dims, sizeof *dims * (size_t)rank);
  return value;
}

Value gen_argument(Generator *g, Value value) {
  snprintf(value.name, sizeof value.name, "%%a%d", g->arguments);
  gen_put(&g->parameters, "%s%s: %s", g->arguments++ ? ", " : "", value.name,
          gen_type_text(&value));
  return value;
}

void gen_name(Generator *g, Value *value) {
  snprintf(value->name, sizeof value->name, "%%v%d", g->names++);
}

void gen_keep(Generator *g, Value value) {
  if (g->count < VALUES_MAX)
    g->values[g->count++] = value;
}

bool gen_find(Generator *g, Type type, int rank, Value *out_value) {
  int latest = g->count - 1;
  if (g->is_graph && g->count > 0 && gen_chance(g, 2))
    latest = gen_dice(g, g->count);
  for (int v = latest; v >= 0; v--)
    if (g->values[v].type == type && (rank < 0 || g->values[v].rank == rank)) {
      *out_value = g->values[v];
      return true;
    }
  return false;
}

Value gen_latest_or_new(Generator *g, Type type, int rank) {
  Value value;
  int64_t dims[RANK_MAX];
  if (!gen_chance(g, 4) && gen_find(g, type, rank, &value))
    return value;
  for (int d = 0; d < rank; d++)
    dims[d] = gen_size(g);
  return gen_argument(g, gen_shaped(type, rank, dims));
}

const char *gen_constant(Generator *g, Type type, bool is_one) {
  static char names[4][16];
  static int next;
  char *name = names[next++ % 4];
  snprintf(name, sizeof names[0], "%%c%d", g->names++);
  const char *text = is_one ? gen_types[type].one : gen_types[type].zero;
  if (type == I1)
    gen_put(&g->lines, "  %s = arith.constant %s\n", name, text);
  else
    gen_put(&g->lines, "  %s = arith.constant %s : %s\n", name, text, gen_types[type].name);
  return name;
}

Value gen_destination(Generator *g, Value shape, bool is_read) {
  if (is_read && gen_chance(g, 3))
    return gen_argument(g, shape);
  Value empty = shape;
  gen_name(g, &empty);
  gen_put(&g->lines, "  %s = tensor.empty() : %s\n", empty.name, gen_type_text(&shape));
  if (!is_read)
    return empty;
  const char *zero = gen_constant(g, shape.type, false);
  gen_name(g, &shape);
  gen_put(&g->lines, "  %s = linalg.fill ins(%s : %s) outs(%s : %s) -> %s\n", shape.name, zero,
          gen_types[shape.type].name, empty.name, gen_type_text(&shape), gen_type_text(&shape));
  return shape;
}

bool gen_sum_is_stable(Type type, int64_t terms) {
  return type == BF16 ? terms <= 6 : type == F16 ? terms <= 24 : true;
}

void gen_put_named(Generator *g, const char *op, const char *attributes, const Value *a,
                   const Value *b, Value result) {
  Value out = gen_destination(g, result, true);
  gen_name(g, &result);
  gen_put(&g->lines, "  %s = linalg.%s %s ins(%s", result.name, op, attributes, a->name);
  if (b)
    gen_put(&g->lines, ", %s", b->name);
  gen_put(&g->lines, " : %s", gen_type_text(a));
  if (b)
    gen_put(&g->lines, ", %s", gen_type_text(b));
  gen_put(&g->lines, ") outs(%s : %s) -> %s\n", out.name, gen_type_text(&result),
          gen_type_text(&result));
  gen_keep(g, result);
}

static const char *draw_operation(Generator *g, Type type) {
  static const char *const floats[] = {"arith.addf", "arith.subf", "arith.mulf", "arith.maximumf",
                                       "arith.minimumf"};
  static const char *const integers[] = {"arith.addi",  "arith.subi",  "arith.muli",
                                         "arith.maxsi", "arith.minsi", "arith.maxui",
                                         "arith.andi",  "arith.ori",   "arith.xori"};
  static const char *const bits[] = {"arith.andi", "arith.ori", "arith.xori"};
  return gen_types[type].is_float ? floats[gen_dice(g, 5)]
         : type == I1             ? bits[gen_dice(g, 3)]
                                  : integers[gen_dice(g, 9)];
}

// `at` is the value so far, and the result.
static void put_unary(Generator *g, Type type, char *at) {
  static const char *const floats[] = {"arith.negf", "math.absf", "math.tanh", "math.erf"};
  char next[16];
  if (!gen_types[type].is_float)
    return;
  snprintf(next, sizeof next, "%%x%d", g->names++);
  gen_put(&g->lines, "    %s = %s %s : %s\n", next, floats[gen_dice(g, 4)], at,
          gen_types[type].name);
  strcpy(at, next);
}

void gen_put_body(Generator *g, Type type, int inputs, char *at) {
  strcpy(at, "%b0");
  for (int n = 1 + gen_dice(g, 3); n > 0; n--) {
    char next[16];
    if (gen_chance(g, 3))
      put_unary(g, type, at);
    snprintf(next, sizeof next, "%%x%d", g->names++);
    gen_put(&g->lines, "    %s = %s %s, %%b%d : %s\n", next, draw_operation(g, type), at,
            gen_dice(g, inputs), gen_types[type].name);
    strcpy(at, next);
  }
}

const char *gen_combiner(Generator *g, Type type) {
  static const char *const floats[] = {"arith.addf", "arith.addf", "arith.maximumf",
                                       "arith.minimumf", "arith.maxnumf"};
  static const char *const integers[] = {"arith.addi", "arith.maxsi", "arith.minsi", "arith.xori",
                                         "arith.ori",  "arith.andi",  "arith.muli"};
  return gen_types[type].is_float ? floats[gen_dice(g, 5)]
         : type == I1             ? integers[3 + gen_dice(g, 3)]
                                  : integers[gen_dice(g, 7)];
}

Value gen_operand(Generator *g, Type type, int loops, const int64_t *extents, char *map,
                  size_t size) {
  int order[RANK_MAX], rank = 0;
  int64_t dims[RANK_MAX];
  int shift = gen_dice(g, loops);
  for (int d = 0; d < loops; d++)
    if (!gen_chance(g, 4))
      order[rank++] = gen_chance(g, 3) ? (d + shift) % loops : d;
  size_t used = 0;
  map[0] = '\0';
  for (int d = 0; d < rank; d++) {
    bool is_reverse = gen_chance(g, 12), is_shifted = !is_reverse && gen_chance(g, 12);
    int64_t extent = extents[order[d]];
    dims[d] = extent + is_shifted;
    used += (size_t)snprintf(map + used, size - used, "%s", d ? ", " : "");
    if (is_reverse)
      used +=
          (size_t)snprintf(map + used, size - used, "%lld - d%d", (long long)extent - 1, order[d]);
    else
      used +=
          (size_t)snprintf(map + used, size - used, "d%d%s", order[d], is_shifted ? " + 1" : "");
  }
  return gen_argument(g, gen_shaped(type, rank, dims));
}

void gen_put_loops(Generator *g, int loops) {
  gen_put(&g->lines, "affine_map<(");
  for (int d = 0; d < loops; d++)
    gen_put(&g->lines, "%sd%d", d ? ", " : "", d);
  gen_put(&g->lines, ") -> (");
}

void gen_put_identity(Generator *g, int loops, unsigned reduced) {
  bool is_first = true;
  gen_put_loops(g, loops);
  for (int d = 0; d < loops; d++)
    if (!(reduced >> d & 1u)) {
      gen_put(&g->lines, "%sd%d", is_first ? "" : ", ", d);
      is_first = false;
    }
  gen_put(&g->lines, ")>");
}

void gen_put_numbers(Generator *g, int rank, const int64_t *numbers) {
  gen_put(&g->lines, "[");
  for (int d = 0; d < rank; d++)
    gen_put(&g->lines, "%s%lld", d ? ", " : "", (long long)numbers[d]);
  gen_put(&g->lines, "]");
}

Value gen_put_pad(Generator *g, Value x, const int64_t *low, const int64_t *high) {
  Value result = x;
  const char *value = gen_constant(g, x.type, gen_chance(g, 4));
  for (int d = 0; d < x.rank; d++)
    result.dims[d] += low[d] + high[d];
  gen_name(g, &result);
  gen_put(&g->lines, "  %s = tensor.pad %s low", result.name, x.name);
  gen_put_numbers(g, x.rank, low);
  gen_put(&g->lines, " high");
  gen_put_numbers(g, x.rank, high);
  gen_put(&g->lines, " {\n  ^bb0(");
  for (int d = 0; d < x.rank; d++)
    gen_put(&g->lines, "%s%%i%d: index", d ? ", " : "", d);
  gen_put(&g->lines, "):\n    tensor.yield %s : %s\n  } : %s to %s\n", value,
          gen_types[x.type].name, gen_type_text(&x), gen_type_text(&result));
  return result;
}
