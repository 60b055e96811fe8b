// A function is a chain: each step takes the values there are, or new arguments, and adds one.
// Steps that do not fit (a rank, a type) draw another one. Floats stay small, so that tolerances
// mean something; nothing branches on a rounded number.
#include "test/unit/linalg_random.h"

#include "core/rng.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum {
  RANK_MAX = 5,
  VALUES_MAX = 24,
  STEPS_MAX = 4,
  GRAPH_STEPS_MAX = 10,
  RESULTS_MAX = 3,
  POINTS_MAX = 40000,
  NAME_BYTES = 128
};

typedef enum Type { F32, F64, F16, BF16, I32, I64, I16, I8, I1, TYPE_COUNT } Type;

static const struct {
  const char *name, *zero, *one;
  bool is_float;
  int weight; // how often it is drawn
} types[TYPE_COUNT] = {
    {"f32", "0.0", "1.0", true, 8},    {"f64", "0.0", "1.0", true, 4},
    {"f16", "0.0", "1.0", true, 2},    {"bf16", "0.0", "1.0", true, 1},
    {"i32", "0", "1", false, 3},       {"i64", "0", "1", false, 1},
    {"i16", "0", "1", false, 1},       {"i8", "0", "1", false, 2},
    {"i1", "false", "true", false, 1},
};

typedef struct Value {
  char name[16];
  Type type;
  int rank;
  int64_t dims[RANK_MAX];
} Value;

typedef struct Buffer {
  char *text;
  size_t size, length;
} Buffer;

typedef struct Generator {
  Rng rng;
  LinalgShape shape;
  Value values[VALUES_MAX];
  int count, names, arguments;
  char body[1 << 15], header[1 << 12];
  Buffer lines, parameters;
} Generator;

static void put(Buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(Buffer *buffer, const char *format, ...) {
  size_t left = buffer->length < buffer->size ? buffer->size - buffer->length : 0;
  va_list arguments;
  va_start(arguments, format);
  buffer->length +=
      (size_t)vsnprintf(left ? buffer->text + buffer->length : NULL, left, format, arguments);
  va_end(arguments);
}

static int dice(Generator *g, int sides) { return (int)rng_below(&g->rng, sides); }

static bool chance(Generator *g, int one_in) { return dice(g, one_in) == 0; }

static int64_t draw_size(Generator *g) {
  static const int64_t sizes[] = {1, 1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 31, 32, 33};
  return sizes[dice(g, sizeof sizes / sizeof *sizes)];
}

static Type draw_type(Generator *g) {
  int sum = 0, at;
  for (int t = 0; t < TYPE_COUNT; t++)
    sum += types[t].weight;
  at = dice(g, sum);
  for (int t = 0; t < TYPE_COUNT; t++)
    if ((at -= types[t].weight) < 0)
      return (Type)t;
  return F32;
}

static int64_t elements(const Value *value) {
  int64_t product = 1;
  for (int d = 0; d < value->rank; d++)
    product *= value->dims[d];
  return product;
}

// The type of a value; valid for the next seven calls.
static const char *text_of(const Value *value) {
  static char texts[8][NAME_BYTES];
  static int next;
  char *text = texts[next++ % 8];
  int used = snprintf(text, NAME_BYTES, "tensor<");
  for (int d = 0; d < value->rank; d++)
    used += snprintf(text + used, NAME_BYTES - (size_t)used, "%lldx", (long long)value->dims[d]);
  snprintf(text + used, NAME_BYTES - (size_t)used, "%s>", types[value->type].name);
  return text;
}

static Value shaped(Type type, int rank, const int64_t *dims) {
  Value value = {.type = type, .rank = rank};
  memcpy(value.dims, dims, sizeof *dims * (size_t)rank);
  return value;
}

static Value argument(Generator *g, Value value) {
  snprintf(value.name, sizeof value.name, "%%a%d", g->arguments);
  put(&g->parameters, "%s%s: %s", g->arguments++ ? ", " : "", value.name, text_of(&value));
  return value;
}

static void name_result(Generator *g, Value *value) {
  snprintf(value->name, sizeof value->name, "%%v%d", g->names++);
}

static void keep(Generator *g, Value value) {
  if (g->count < VALUES_MAX)
    g->values[g->count++] = value;
}

// A value of the chain of this type and rank (rank -1: any), the latest first, or a new argument of
// the shape given.
static bool find(Generator *g, Type type, int rank, Value *out_value) {
  int latest = g->count - 1;
  if (g->shape == LINALG_GRAPHS && g->count > 0 && chance(g, 2))
    latest = dice(g, g->count);
  for (int v = latest; v >= 0; v--)
    if (g->values[v].type == type && (rank < 0 || g->values[v].rank == rank)) {
      *out_value = g->values[v];
      return true;
    }
  return false;
}

static Value latest_or_new(Generator *g, Type type, int rank) {
  Value value;
  int64_t dims[RANK_MAX];
  if (!chance(g, 4) && find(g, type, rank, &value))
    return value;
  for (int d = 0; d < rank; d++)
    dims[d] = draw_size(g);
  return argument(g, shaped(type, rank, dims));
}

static const char *constant(Generator *g, Type type, bool is_one) {
  static char names[4][16];
  static int next;
  char *name = names[next++ % 4];
  snprintf(name, sizeof names[0], "%%c%d", g->names++);
  const char *text = is_one ? types[type].one : types[type].zero;
  if (type == I1)
    put(&g->lines, "  %s = arith.constant %s\n", name, text);
  else
    put(&g->lines, "  %s = arith.constant %s : %s\n", name, text, types[type].name);
  return name;
}

// What an op writes to: an argument, zeros, or nothing yet.
static Value destination(Generator *g, Value shape, bool is_read) {
  if (is_read && chance(g, 3))
    return argument(g, shape);
  Value empty = shape;
  name_result(g, &empty);
  put(&g->lines, "  %s = tensor.empty() : %s\n", empty.name, text_of(&shape));
  if (!is_read)
    return empty;
  const char *zero = constant(g, shape.type, false);
  name_result(g, &shape);
  put(&g->lines, "  %s = linalg.fill ins(%s : %s) outs(%s : %s) -> %s\n", shape.name, zero,
      types[shape.type].name, empty.name, text_of(&shape), text_of(&shape));
  return shape;
}

// Whether a sum of so many terms has the same first digits in any order.
static bool sum_is_stable(Type type, int64_t terms) {
  return type == BF16 ? terms <= 6 : type == F16 ? terms <= 24 : true;
}

// --- named ops

static void put_named(Generator *g, const char *op, const char *attributes, const Value *a,
                      const Value *b, Value result) {
  Value out = destination(g, result, true);
  name_result(g, &result);
  put(&g->lines, "  %s = linalg.%s %s ins(%s", result.name, op, attributes, a->name);
  if (b)
    put(&g->lines, ", %s", b->name);
  put(&g->lines, " : %s", text_of(a));
  if (b)
    put(&g->lines, ", %s", text_of(b));
  put(&g->lines, ") outs(%s : %s) -> %s\n", out.name, text_of(&result), text_of(&result));
  keep(g, result);
}

static bool step_matmul(Generator *g, Type type) {
  Value a = latest_or_new(g, type, 2);
  int64_t n = draw_size(g), m = a.dims[0], k = a.dims[1];
  if (type == I1 || m * n * k > POINTS_MAX || !sum_is_stable(type, k))
    return false;
  switch (dice(g, 4)) {
  case 0: {
    Value b = argument(g, shaped(type, 1, &k));
    put_named(g, "matvec", "", &a, &b, shaped(type, 1, &m));
    return true;
  }
  case 1: {
    Value b = argument(g, shaped(type, 2, (int64_t[]){n, k}));
    put_named(g, "matmul",
              "indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, "
              "affine_map<(m, n, k) -> (m, n)>]",
              &a, &b, shaped(type, 2, (int64_t[]){m, n}));
    return true;
  }
  default: {
    Value b = argument(g, shaped(type, 2, (int64_t[]){k, n}));
    put_named(g, "matmul", "", &a, &b, shaped(type, 2, (int64_t[]){m, n}));
    return true;
  }
  }
}

static bool step_batch_matmul(Generator *g, Type type) {
  Value a = latest_or_new(g, type, 3);
  int64_t n = draw_size(g);
  if (type == I1 || elements(&a) * n > POINTS_MAX || !sum_is_stable(type, a.dims[2]))
    return false;
  Value b = argument(g, shaped(type, 3, (int64_t[]){a.dims[0], a.dims[2], n}));
  put_named(g, "batch_matmul", "", &a, &b, shaped(type, 3, (int64_t[]){a.dims[0], a.dims[1], n}));
  return true;
}

static int64_t window(int64_t extent, int64_t taps, int64_t stride, int64_t dilation) {
  int64_t span = (taps - 1) * dilation + 1;
  return extent < span ? 0 : (extent - span) / stride + 1;
}

// Convolutions and poolings over two dimensions: where the channels are, and whether there are
// filters.
static bool step_window(Generator *g, Type type) {
  static const char *const poolings[] = {"pooling_nhwc_sum", "pooling_nhwc_max", "pooling_nchw_sum",
                                         "pooling_nchw_max"};
  Value x = latest_or_new(g, type, 4);
  int kind = dice(g, 7); // 0 nchw, 1 nhwc, 2 depthwise nhwc, 3.. poolings
  bool is_nchw = kind == 0 || kind >= 5;
  int64_t s = 1 + dice(g, 2), t = 1 + dice(g, 2), p = 1 + dice(g, 3), q = 1 + dice(g, 3);
  const int64_t *size = &x.dims[is_nchw ? 2 : 1];
  int64_t h = window(size[0], p, s, t), w = window(size[1], q, s, t), f = draw_size(g);
  int64_t c = x.dims[is_nchw ? 1 : 3], n = x.dims[0];
  bool is_sum = kind == 0 || kind == 1;
  if (type == I1 || h == 0 || w == 0 || n * h * w * c * p * q * (is_sum ? f : 1) > POINTS_MAX)
    return false;
  if (!sum_is_stable(type, p * q * (is_sum ? c : 1)))
    return false;
  char attributes[160];
  snprintf(attributes, sizeof attributes,
           "{strides = dense<%lld> : tensor<2xi64>, dilations = dense<%lld> : tensor<2xi64>}",
           (long long)s, (long long)t);
  if (kind >= 3) {
    if (!types[type].is_float && kind % 2 == 0)
      return false; // the maximum of integers from 0 on says little
    Value y = destination(g, shaped(type, 2, (int64_t[]){p, q}), false);
    put_named(g, poolings[kind - 3], attributes, &x, &y,
              is_nchw ? shaped(type, 4, (int64_t[]){n, c, h, w})
                      : shaped(type, 4, (int64_t[]){n, h, w, c}));
    return true;
  }
  Value y = argument(g, kind == 0   ? shaped(type, 4, (int64_t[]){f, c, p, q})
                        : kind == 1 ? shaped(type, 4, (int64_t[]){p, q, c, f})
                                    : shaped(type, 3, (int64_t[]){p, q, c}));
  put_named(g,
            kind == 0   ? "conv_2d_nchw_fchw"
            : kind == 1 ? "conv_2d_nhwc_hwcf"
                        : "depthwise_conv_2d_nhwc_hwc",
            attributes, &x, &y,
            kind == 0 ? shaped(type, 4, (int64_t[]){n, f, h, w})
                      : shaped(type, 4, (int64_t[]){n, h, w, kind == 1 ? f : c}));
  return true;
}

static bool step_transpose(Generator *g, Type type) {
  Value x = latest_or_new(g, type, 2 + dice(g, 2));
  int shift = 1 + dice(g, x.rank - 1);
  Value result = x;
  char permutation[64] = "";
  for (int d = 0; d < x.rank; d++) {
    int from = (d + shift) % x.rank;
    result.dims[d] = x.dims[from];
    snprintf(permutation + strlen(permutation), sizeof permutation - strlen(permutation), "%s%d",
             d ? ", " : "", from);
  }
  Value out = destination(g, result, false);
  name_result(g, &result);
  put(&g->lines, "  %s = linalg.transpose ins(%s : %s) outs(%s : %s) permutation = [%s]\n",
      result.name, x.name, text_of(&x), out.name, text_of(&result), permutation);
  keep(g, result);
  return true;
}

// --- generics

static const char *draw_operation(Generator *g, Type type) {
  static const char *const floats[] = {"arith.addf", "arith.subf", "arith.mulf", "arith.maximumf",
                                       "arith.minimumf"};
  static const char *const integers[] = {"arith.addi",  "arith.subi",  "arith.muli",
                                         "arith.maxsi", "arith.minsi", "arith.maxui",
                                         "arith.andi",  "arith.ori",   "arith.xori"};
  static const char *const bits[] = {"arith.andi", "arith.ori", "arith.xori"};
  return types[type].is_float ? floats[dice(g, 5)]
         : type == I1         ? bits[dice(g, 3)]
                              : integers[dice(g, 9)];
}

// Lines of a body; `at` is the value so far, and the result.
static void put_unary(Generator *g, Type type, char *at) {
  static const char *const floats[] = {"arith.negf", "math.absf", "math.tanh", "math.erf"};
  char next[16];
  if (!types[type].is_float)
    return;
  snprintf(next, sizeof next, "%%x%d", g->names++);
  put(&g->lines, "    %s = %s %s : %s\n", next, floats[dice(g, 4)], at, types[type].name);
  strcpy(at, next);
}

static void put_body(Generator *g, Type type, int inputs, char *at) {
  strcpy(at, "%b0");
  for (int n = 1 + dice(g, 3); n > 0; n--) {
    char next[16];
    if (chance(g, 3))
      put_unary(g, type, at);
    snprintf(next, sizeof next, "%%x%d", g->names++);
    put(&g->lines, "    %s = %s %s, %%b%d : %s\n", next, draw_operation(g, type), at,
        dice(g, inputs), types[type].name);
    strcpy(at, next);
  }
}

// The sum, product, maximum, ... that a reduction combines by.
static const char *draw_combiner(Generator *g, Type type) {
  static const char *const floats[] = {"arith.addf", "arith.addf", "arith.maximumf",
                                       "arith.minimumf", "arith.maxnumf"};
  static const char *const integers[] = {"arith.addi", "arith.maxsi", "arith.minsi", "arith.xori",
                                         "arith.ori",  "arith.andi",  "arith.muli"};
  return types[type].is_float ? floats[dice(g, 5)]
         : type == I1         ? integers[3 + dice(g, 3)]
                              : integers[dice(g, 7)];
}

// An operand over some of the loops, in some order: new, with the map that reads it.
static Value draw_operand(Generator *g, Type type, int loops, const int64_t *extents, char *map,
                          size_t size) {
  int order[RANK_MAX], rank = 0;
  int64_t dims[RANK_MAX];
  int shift = dice(g, loops);
  for (int d = 0; d < loops; d++)
    if (!chance(g, 4))
      order[rank++] = chance(g, 3) ? (d + shift) % loops : d;
  size_t used = 0;
  map[0] = '\0';
  for (int d = 0; d < rank; d++) {
    bool is_reverse = chance(g, 12), is_shifted = !is_reverse && chance(g, 12);
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
  return argument(g, shaped(type, rank, dims));
}

static void put_loops(Generator *g, int loops) {
  put(&g->lines, "affine_map<(");
  for (int d = 0; d < loops; d++)
    put(&g->lines, "%sd%d", d ? ", " : "", d);
  put(&g->lines, ") -> (");
}

static void put_identity(Generator *g, int loops, unsigned reduced) {
  bool is_first = true;
  put_loops(g, loops);
  for (int d = 0; d < loops; d++)
    if (!(reduced >> d & 1u)) {
      put(&g->lines, "%sd%d", is_first ? "" : ", ", d);
      is_first = false;
    }
  put(&g->lines, ")>");
}

// The latest value read as it is, up to two more operands, a random body, and a reduction over
// `reduced` (bits of loops).
static bool step_generic(Generator *g, Type type) {
  char maps[2][160], at[16];
  Value x = latest_or_new(g, type, 1 + dice(g, 4)), others[2], result = {.type = type};
  int more = dice(g, 3);
  unsigned reduced = chance(g, 2) ? (unsigned)dice(g, 1 << x.rank) : 0;
  if (elements(&x) > POINTS_MAX || (reduced && !sum_is_stable(type, elements(&x))))
    return false;
  for (int n = 0; n < more; n++)
    others[n] = draw_operand(g, type, x.rank, x.dims, maps[n], sizeof maps[n]);
  for (int d = 0; d < x.rank; d++)
    if (!(reduced >> d & 1u))
      result.dims[result.rank++] = x.dims[d];
  Value out = destination(g, result, reduced != 0);
  name_result(g, &result);
  put(&g->lines, "  %s = linalg.generic {indexing_maps = [", result.name);
  put_identity(g, x.rank, 0);
  for (int n = 0; n < more; n++) {
    put(&g->lines, ", ");
    put_loops(g, x.rank);
    put(&g->lines, "%s)>", maps[n]);
  }
  put(&g->lines, ", ");
  put_identity(g, x.rank, reduced);
  put(&g->lines, "], iterator_types = [");
  for (int d = 0; d < x.rank; d++)
    put(&g->lines, "%s\"%s\"", d ? ", " : "", reduced >> d & 1u ? "reduction" : "parallel");
  put(&g->lines, "]} ins(%s", x.name);
  for (int n = 0; n < more; n++)
    put(&g->lines, ", %s", others[n].name);
  put(&g->lines, " : %s", text_of(&x));
  for (int n = 0; n < more; n++)
    put(&g->lines, ", %s", text_of(&others[n]));
  put(&g->lines, ") outs(%s : %s) {\n  ^bb0(", out.name, text_of(&result));
  for (int n = 0; n <= more; n++)
    put(&g->lines, "%%b%d: %s, ", n, types[type].name);
  put(&g->lines, "%%o: %s):\n", types[type].name);
  put_body(g, type, more + 1, at);
  if (reduced) {
    put(&g->lines, "    %%r = %s %%o, %s : %s\n", draw_combiner(g, type), at, types[type].name);
    strcpy(at, "%r");
  }
  put(&g->lines, "    linalg.yield %s : %s\n  } -> %s\n", at, types[type].name, text_of(&result));
  keep(g, result);
  return true;
}

// Two values of one shape, which may be the same one: a residual sum, a gate, a diamond.
static bool step_join(Generator *g, Type type) {
  char at[16];
  Value x, y;
  if (!find(g, type, -1, &x) || x.rank == 0)
    return false;
  y = x;
  for (int tries = 0; tries < 4; tries++) {
    const Value *other = &g->values[dice(g, g->count)];
    if (other->type == type && other->rank == x.rank &&
        !memcmp(other->dims, x.dims, sizeof *x.dims * (size_t)x.rank))
      y = *other;
  }
  Value result = x, out = destination(g, result, false);
  name_result(g, &result);
  put(&g->lines, "  %s = linalg.generic {indexing_maps = [", result.name);
  for (int n = 0; n < 3; n++) {
    put_identity(g, x.rank, 0);
    put(&g->lines, n < 2 ? ", " : "], iterator_types = [");
  }
  for (int d = 0; d < x.rank; d++)
    put(&g->lines, "%s\"parallel\"", d ? ", " : "");
  put(&g->lines, "]} ins(%s, %s : %s, %s) outs(%s : %s) {\n", x.name, y.name, text_of(&x),
      text_of(&y), out.name, text_of(&result));
  put(&g->lines, "  ^bb0(%%b0: %s, %%b1: %s, %%o: %s):\n", types[type].name, types[type].name,
      types[type].name);
  put_body(g, type, 2, at);
  put(&g->lines, "    linalg.yield %s : %s\n  } -> %s\n", at, types[type].name, text_of(&result));
  keep(g, result);
  return true;
}

// Another element type. Floats never become integers or wider floats, where a rounding of before
// would show: results are compared by the tolerance of their own type.
static bool step_cast(Generator *g, Type type) {
  static const struct {
    Type from, to;
    const char *op;
  } casts[] = {{F64, F32, "arith.truncf"}, {F32, F16, "arith.truncf"}, {F32, BF16, "arith.truncf"},
               {I8, I32, "arith.extsi"},   {I8, I32, "arith.extui"},   {I32, I8, "arith.trunci"},
               {I32, I64, "arith.extsi"},  {I16, I32, "arith.extsi"},  {I8, F32, "arith.sitofp"},
               {I32, F64, "arith.sitofp"}, {I1, I32, "arith.extui"},   {I32, I16, "arith.trunci"},
               {I1, F32, "arith.uitofp"}};
  int number = dice(g, sizeof casts / sizeof *casts);
  Value x;
  if (casts[number].from != type || !find(g, type, -1, &x) || x.rank == 0)
    return false;
  Value result = x;
  result.type = casts[number].to;
  Value out = destination(g, result, false);
  name_result(g, &result);
  put(&g->lines, "  %s = linalg.generic {indexing_maps = [", result.name);
  put_identity(g, x.rank, 0);
  put(&g->lines, ", ");
  put_identity(g, x.rank, 0);
  put(&g->lines, "], iterator_types = [");
  for (int d = 0; d < x.rank; d++)
    put(&g->lines, "%s\"parallel\"", d ? ", " : "");
  put(&g->lines, "]} ins(%s : %s) outs(%s : %s) {\n", x.name, text_of(&x), out.name,
      text_of(&result));
  put(&g->lines, "  ^bb0(%%b0: %s, %%o: %s):\n    %%r = %s %%b0 : %s to %s\n", types[type].name,
      types[result.type].name, casts[number].op, types[type].name, types[result.type].name);
  put(&g->lines, "    linalg.yield %%r : %s\n  } -> %s\n", types[result.type].name,
      text_of(&result));
  keep(g, result);
  return true;
}

// --- tensor ops

static bool step_pad(Generator *g, Type type) {
  Value x = latest_or_new(g, type, 2 + dice(g, 3)), result = x;
  int64_t low[RANK_MAX], high[RANK_MAX];
  for (int d = 0; d < x.rank; d++) {
    low[d] = dice(g, 3);
    high[d] = dice(g, 3);
    result.dims[d] += low[d] + high[d];
  }
  if (elements(&result) > POINTS_MAX)
    return false;
  const char *value = constant(g, type, chance(g, 4));
  name_result(g, &result);
  put(&g->lines, "  %s = tensor.pad %s low[", result.name, x.name);
  for (int d = 0; d < x.rank; d++)
    put(&g->lines, "%s%lld", d ? ", " : "", (long long)low[d]);
  put(&g->lines, "] high[");
  for (int d = 0; d < x.rank; d++)
    put(&g->lines, "%s%lld", d ? ", " : "", (long long)high[d]);
  put(&g->lines, "] {\n  ^bb0(");
  for (int d = 0; d < x.rank; d++)
    put(&g->lines, "%s%%i%d: index", d ? ", " : "", d);
  put(&g->lines, "):\n    tensor.yield %s : %s\n  } : %s to %s\n", value, types[type].name,
      text_of(&x), text_of(&result));
  keep(g, result);
  return true;
}

static void put_numbers(Generator *g, int rank, const int64_t *numbers) {
  put(&g->lines, "[");
  for (int d = 0; d < rank; d++)
    put(&g->lines, "%s%lld", d ? ", " : "", (long long)numbers[d]);
  put(&g->lines, "]");
}

static bool step_slice(Generator *g, Type type) {
  Value x = latest_or_new(g, type, 1 + dice(g, 3)), result = x;
  int64_t offsets[RANK_MAX], steps[RANK_MAX];
  for (int d = 0; d < x.rank; d++) {
    offsets[d] = dice(g, (int)x.dims[d]);
    steps[d] = 1 + chance(g, 3);
    result.dims[d] = 1 + dice(g, (int)((x.dims[d] - offsets[d] - 1) / steps[d] + 1));
  }
  name_result(g, &result);
  put(&g->lines, "  %s = tensor.extract_slice %s", result.name, x.name);
  put_numbers(g, x.rank, offsets);
  put(&g->lines, " ");
  put_numbers(g, x.rank, result.dims);
  put(&g->lines, " ");
  put_numbers(g, x.rank, steps);
  put(&g->lines, " : %s to %s\n", text_of(&x), text_of(&result));
  keep(g, result);
  return true;
}

static bool step_collapse(Generator *g, Type type) {
  Value x = latest_or_new(g, type, 2 + dice(g, 2));
  Value result = shaped(type, x.rank - 1, x.dims + 1);
  result.dims[0] = x.dims[0] * x.dims[1];
  name_result(g, &result);
  put(&g->lines, "  %s = tensor.collapse_shape %s [[0, 1]%s] : %s into %s\n", result.name, x.name,
      x.rank == 3 ? ", [2]" : "", text_of(&x), text_of(&result));
  keep(g, result);
  return true;
}

// --- functions

typedef bool (*Step)(Generator *g, Type type);

static const struct {
  Step step;
  int weight;
} steps[] = {{step_matmul, 4},    {step_batch_matmul, 2}, {step_window, 5},
             {step_transpose, 2}, {step_generic, 12},     {step_cast, 3},
             {step_pad, 3},       {step_slice, 2},        {step_collapse, 1}};

static bool take_step(Generator *g, Type type) {
  enum { COUNT = sizeof steps / sizeof *steps };
  if (g->shape == LINALG_GRAPHS && chance(g, 3))
    return step_join(g, type);
  int sum = 0;
  for (int s = 0; s < COUNT; s++)
    sum += steps[s].weight;
  int at = dice(g, sum);
  for (int s = 0; s < COUNT; s++)
    if ((at -= steps[s].weight) < 0)
      return steps[s].step(g, type);
  return false;
}

// The last value, and others of those before it.
static int draw_results(Generator *g, const Value **results) {
  int count = 0, most = g->shape == LINALG_GRAPHS ? RESULTS_MAX : 2;
  results[count++] = &g->values[g->count - 1];
  for (int n = 1; n < most; n++) {
    const Value *other = &g->values[dice(g, g->count)];
    bool is_new = true;
    for (int r = 0; r < count; r++)
      is_new &= other != results[r];
    if (is_new)
      results[count++] = other;
  }
  return count;
}

static void put_results(Buffer *out, const Value *const *results, int count, bool as_types) {
  for (int r = 0; r < count; r++)
    put(out, "%s%s", r ? ", " : "", as_types ? text_of(results[r]) : results[r]->name);
}

static void put_function(Generator *g, int number, Buffer *out) {
  g->lines = (Buffer){g->body, sizeof g->body, 0};
  g->parameters = (Buffer){g->header, sizeof g->header, 0};
  g->count = g->names = g->arguments = 0;
  Type type = draw_type(g);
  int wanted = g->shape == LINALG_GRAPHS ? 3 + dice(g, GRAPH_STEPS_MAX) : 1 + dice(g, STEPS_MAX);
  for (int tries = 0; tries < 40 && wanted > 0; tries++)
    if (take_step(g, g->count ? g->values[g->count - 1].type : type))
      wanted--;
  if (g->count == 0)
    step_generic(g, type);
  if (g->count == 0)
    return;
  const Value *results[RESULTS_MAX];
  int count = draw_results(g, results);
  put(out, "func.func @f%d(%s) -> (", number, g->header);
  put_results(out, results, count, true);
  put(out, ") {\n%s  return ", g->body);
  put_results(out, results, count, false);
  put(out, " : ");
  put_results(out, results, count, true);
  put(out, "\n}\n");
}

size_t linalg_random_module(uint64_t seed, LinalgShape shape, int functions, char *text,
                            size_t size) {
  static Generator g;
  g.shape = shape;
  Buffer out = {text, size, 0};
  g.rng.state = seed;
  for (int n = 0; n < functions; n++)
    put_function(&g, n, &out);
  return out.length;
}
