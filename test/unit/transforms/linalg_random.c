// A function is a chain: each step takes the values there are, or new arguments, and adds one.
// Steps that do not fit (a rank, a type) draw another one. Every other function begins with a
// window: where most is done to the places that are read. Floats stay small, so that tolerances
// mean something; nothing branches on a rounded number.
#include "test/unit/transforms/linalg_random.h"

#include "test/unit/transforms/linalg_generator.h"

#include <stdio.h>
#include <string.h>

enum { STEPS_MAX = 4, GRAPH_STEPS_MAX = 10, RESULTS_MAX = 3 };

// --- named ops

static bool step_matmul(Generator *g, Type type) {
  Value a = gen_latest_or_new(g, type, 2);
  int64_t n = gen_size(g), m = a.dims[0], k = a.dims[1];
  if (type == I1 || m * n * k > POINTS_MAX || !gen_sum_is_stable(type, k))
    return false;
  switch (gen_dice(g, 4)) {
  case 0: {
    Value b = gen_argument(g, gen_shaped(type, 1, &k));
    gen_put_named(g, "matvec", "", &a, &b, gen_shaped(type, 1, &m));
    return true;
  }
  case 1: {
    Value b = gen_argument(g, gen_shaped(type, 2, (int64_t[]){n, k}));
    gen_put_named(
        g, "matmul",
        "indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, "
        "affine_map<(m, n, k) -> (m, n)>]",
        &a, &b, gen_shaped(type, 2, (int64_t[]){m, n}));
    return true;
  }
  default: {
    Value b = gen_argument(g, gen_shaped(type, 2, (int64_t[]){k, n}));
    gen_put_named(g, "matmul", "", &a, &b, gen_shaped(type, 2, (int64_t[]){m, n}));
    return true;
  }
  }
}

static bool step_batch_matmul(Generator *g, Type type) {
  Value a = gen_latest_or_new(g, type, 3);
  int64_t n = gen_size(g);
  if (type == I1 || gen_elements(&a) * n > POINTS_MAX || !gen_sum_is_stable(type, a.dims[2]))
    return false;
  Value b = gen_argument(g, gen_shaped(type, 3, (int64_t[]){a.dims[0], a.dims[2], n}));
  gen_put_named(g, "batch_matmul", "", &a, &b,
                gen_shaped(type, 3, (int64_t[]){a.dims[0], a.dims[1], n}));
  return true;
}

// --- generics

// The latest value read as it is, up to two more operands, a random body, and a reduction over
// `reduced` (bits of loops).
static bool step_generic(Generator *g, Type type) {
  char maps[2][MAP_BYTES], at[16];
  Value x = gen_latest_or_new(g, type, 1 + gen_dice(g, 4)), others[2], result = {.type = type};
  int more = gen_dice(g, 3);
  unsigned reduced = gen_chance(g, 2) ? (unsigned)gen_dice(g, 1 << x.rank) : 0;
  if (gen_elements(&x) > POINTS_MAX || (reduced && !gen_sum_is_stable(type, gen_elements(&x))))
    return false;
  for (int n = 0; n < more; n++)
    others[n] = gen_operand(g, type, x.rank, x.dims, maps[n], sizeof maps[n]);
  for (int d = 0; d < x.rank; d++)
    if (!(reduced >> d & 1u))
      result.dims[result.rank++] = x.dims[d];
  Value out = gen_destination(g, result, reduced != 0);
  gen_name(g, &result);
  gen_put(&g->lines, "  %s = linalg.generic {indexing_maps = [", result.name);
  gen_put_identity(g, x.rank, 0);
  for (int n = 0; n < more; n++) {
    gen_put(&g->lines, ", ");
    gen_put_loops(g, x.rank);
    gen_put(&g->lines, "%s)>", maps[n]);
  }
  gen_put(&g->lines, ", ");
  gen_put_identity(g, x.rank, reduced);
  gen_put(&g->lines, "], iterator_types = [");
  for (int d = 0; d < x.rank; d++)
    gen_put(&g->lines, "%s\"%s\"", d ? ", " : "", reduced >> d & 1u ? "reduction" : "parallel");
  gen_put(&g->lines, "]} ins(%s", x.name);
  for (int n = 0; n < more; n++)
    gen_put(&g->lines, ", %s", others[n].name);
  gen_put(&g->lines, " : %s", gen_type_text(&x));
  for (int n = 0; n < more; n++)
    gen_put(&g->lines, ", %s", gen_type_text(&others[n]));
  gen_put(&g->lines, ") outs(%s : %s) {\n  ^bb0(", out.name, gen_type_text(&result));
  for (int n = 0; n <= more; n++)
    gen_put(&g->lines, "%%b%d: %s, ", n, gen_types[type].name);
  gen_put(&g->lines, "%%o: %s):\n", gen_types[type].name);
  gen_put_body(g, type, more + 1, at);
  if (reduced) {
    gen_put(&g->lines, "    %%r = %s %%o, %s : %s\n", gen_combiner(g, type), at,
            gen_types[type].name);
    strcpy(at, "%r");
  }
  gen_put(&g->lines, "    linalg.yield %s : %s\n  } -> %s\n", at, gen_types[type].name,
          gen_type_text(&result));
  gen_keep(g, result);
  return true;
}

// Two values of one shape, which may be the same one: a residual sum, a gate, a diamond.
static bool step_join(Generator *g, Type type) {
  char at[16];
  Value x, y;
  if (!gen_find(g, type, -1, &x) || x.rank == 0)
    return false;
  y = x;
  for (int tries = 0; tries < 4; tries++) {
    const Value *other = &g->values[gen_dice(g, g->count)];
    if (other->type == type && other->rank == x.rank &&
        !memcmp(other->dims, x.dims, sizeof *x.dims * (size_t)x.rank))
      y = *other;
  }
  Value result = x, out = gen_destination(g, result, false);
  gen_name(g, &result);
  gen_put(&g->lines, "  %s = linalg.generic {indexing_maps = [", result.name);
  for (int n = 0; n < 3; n++) {
    gen_put_identity(g, x.rank, 0);
    gen_put(&g->lines, n < 2 ? ", " : "], iterator_types = [");
  }
  for (int d = 0; d < x.rank; d++)
    gen_put(&g->lines, "%s\"parallel\"", d ? ", " : "");
  gen_put(&g->lines, "]} ins(%s, %s : %s, %s) outs(%s : %s) {\n", x.name, y.name, gen_type_text(&x),
          gen_type_text(&y), out.name, gen_type_text(&result));
  gen_put(&g->lines, "  ^bb0(%%b0: %s, %%b1: %s, %%o: %s):\n", gen_types[type].name,
          gen_types[type].name, gen_types[type].name);
  gen_put_body(g, type, 2, at);
  gen_put(&g->lines, "    linalg.yield %s : %s\n  } -> %s\n", at, gen_types[type].name,
          gen_type_text(&result));
  gen_keep(g, result);
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
  int number = gen_dice(g, sizeof casts / sizeof *casts);
  Value x;
  if (casts[number].from != type || !gen_find(g, type, -1, &x) || x.rank == 0)
    return false;
  Value result = x;
  result.type = casts[number].to;
  Value out = gen_destination(g, result, false);
  gen_name(g, &result);
  gen_put(&g->lines, "  %s = linalg.generic {indexing_maps = [", result.name);
  gen_put_identity(g, x.rank, 0);
  gen_put(&g->lines, ", ");
  gen_put_identity(g, x.rank, 0);
  gen_put(&g->lines, "], iterator_types = [");
  for (int d = 0; d < x.rank; d++)
    gen_put(&g->lines, "%s\"parallel\"", d ? ", " : "");
  gen_put(&g->lines, "]} ins(%s : %s) outs(%s : %s) {\n", x.name, gen_type_text(&x), out.name,
          gen_type_text(&result));
  gen_put(&g->lines, "  ^bb0(%%b0: %s, %%o: %s):\n    %%r = %s %%b0 : %s to %s\n",
          gen_types[type].name, gen_types[result.type].name, casts[number].op, gen_types[type].name,
          gen_types[result.type].name);
  gen_put(&g->lines, "    linalg.yield %%r : %s\n  } -> %s\n", gen_types[result.type].name,
          gen_type_text(&result));
  gen_keep(g, result);
  return true;
}

// --- tensor ops

static bool step_pad(Generator *g, Type type) {
  Value x = gen_latest_or_new(g, type, 2 + gen_dice(g, 3)), padded = x;
  int64_t low[RANK_MAX], high[RANK_MAX];
  for (int d = 0; d < x.rank; d++) {
    low[d] = gen_dice(g, 3);
    high[d] = gen_dice(g, 3);
    padded.dims[d] += low[d] + high[d];
  }
  if (gen_elements(&padded) > POINTS_MAX)
    return false;
  gen_keep(g, gen_put_pad(g, x, low, high));
  return true;
}

static bool step_slice(Generator *g, Type type) {
  Value x = gen_latest_or_new(g, type, 1 + gen_dice(g, 3)), result = x;
  int64_t offsets[RANK_MAX], steps[RANK_MAX];
  for (int d = 0; d < x.rank; d++) {
    offsets[d] = gen_dice(g, (int)x.dims[d]);
    steps[d] = 1 + gen_chance(g, 3);
    result.dims[d] = 1 + gen_dice(g, (int)((x.dims[d] - offsets[d] - 1) / steps[d] + 1));
  }
  gen_name(g, &result);
  gen_put(&g->lines, "  %s = tensor.extract_slice %s", result.name, x.name);
  gen_put_numbers(g, x.rank, offsets);
  gen_put(&g->lines, " ");
  gen_put_numbers(g, x.rank, result.dims);
  gen_put(&g->lines, " ");
  gen_put_numbers(g, x.rank, steps);
  gen_put(&g->lines, " : %s to %s\n", gen_type_text(&x), gen_type_text(&result));
  gen_keep(g, result);
  return true;
}

static bool step_collapse(Generator *g, Type type) {
  Value x = gen_latest_or_new(g, type, 2 + gen_dice(g, 2));
  Value result = gen_shaped(type, x.rank - 1, x.dims + 1);
  result.dims[0] = x.dims[0] * x.dims[1];
  gen_name(g, &result);
  gen_put(&g->lines, "  %s = tensor.collapse_shape %s [[0, 1]%s] : %s into %s\n", result.name,
          x.name, x.rank == 3 ? ", [2]" : "", gen_type_text(&x), gen_type_text(&result));
  gen_keep(g, result);
  return true;
}

// --- functions

typedef bool (*Step)(Generator *g, Type type);

static const struct {
  Step step;
  int weight;
} steps[] = {{step_matmul, 4},        {step_batch_matmul, 2}, {gen_step_window, 5},
             {gen_step_transpose, 2}, {step_generic, 12},     {step_cast, 3},
             {step_pad, 3},           {step_slice, 2},        {step_collapse, 1}};

static bool take_step(Generator *g, Type type) {
  enum { COUNT = sizeof steps / sizeof *steps };
  if (g->is_graph && gen_chance(g, 3))
    return step_join(g, type);
  int sum = 0;
  for (int s = 0; s < COUNT; s++)
    sum += steps[s].weight;
  int at = gen_dice(g, sum);
  for (int s = 0; s < COUNT; s++)
    if ((at -= steps[s].weight) < 0)
      return steps[s].step(g, type);
  return false;
}

// The last value, and others of those before it.
static int draw_results(Generator *g, const Value **results) {
  int count = 0, most = g->is_graph ? RESULTS_MAX : 2;
  results[count++] = &g->values[g->count - 1];
  for (int n = 1; n < most; n++) {
    const Value *other = &g->values[gen_dice(g, g->count)];
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
    gen_put(out, "%s%s", r ? ", " : "", as_types ? gen_type_text(results[r]) : results[r]->name);
}

static void put_function(Generator *g, int number, Buffer *out) {
  g->lines = (Buffer){g->body, sizeof g->body, 0};
  g->parameters = (Buffer){g->header, sizeof g->header, 0};
  g->count = g->names = g->arguments = 0;
  Type type = gen_type(g);
  int wanted = g->is_graph ? 3 + gen_dice(g, GRAPH_STEPS_MAX) : 1 + gen_dice(g, STEPS_MAX);
  for (int tries = 0; tries < 8 && number % 2 == 0 && g->count == 0; tries++)
    wanted -= gen_step_window(g, type);
  for (int tries = 0; tries < 40 && wanted > 0; tries++)
    if (take_step(g, g->count ? g->values[g->count - 1].type : type))
      wanted--;
  if (g->count == 0)
    step_generic(g, type);
  if (g->count == 0)
    return;
  const Value *results[RESULTS_MAX];
  int count = draw_results(g, results);
  gen_put(out, "func.func @f%d(%s) -> (", number, g->header);
  put_results(out, results, count, true);
  gen_put(out, ") {\n%s  return ", g->body);
  put_results(out, results, count, false);
  gen_put(out, " : ");
  put_results(out, results, count, true);
  gen_put(out, "\n}\n");
}

size_t linalg_random_module(uint64_t seed, LinalgShape shape, int functions, char *text,
                            size_t size) {
  static Generator g;
  g.is_graph = shape == LINALG_GRAPHS;
  Buffer out = {text, size, 0};
  g.rng.state = seed;
  for (int n = 0; n < functions; n++)
    put_function(&g, n, &out);
  return out.length;
}
