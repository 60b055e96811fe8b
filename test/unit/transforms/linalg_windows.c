// Windows together with what stands around them: the input is computed, transposed, given a
// dimension of one element and padded; a named op or a generic with its dimensions in any order
// reads it through a window with strides and dilations; elementwise ops and a transpose follow.
#include "test/unit/transforms/linalg_generator.h"

#include <stdio.h>
#include <string.h>

// Dimensions by letter: n and c of the input, f of the filters, h and w that the taps p and q move
// along.
enum { LETTERS = 'z' + 1, LETTERS_MAX = 8, SIDES = 2 };
static const char sides[SIDES] = {'h', 'w'}, taps[SIDES] = {'p', 'q'};

typedef struct WindowOp {
  const char *name, *input, *filter, *result;
} WindowOp;

static const WindowOp window_ops[] = {
    {"conv_2d_nchw_fchw", "nchw", "fcpq", "nfhw"},
    {"conv_2d_nhwc_hwcf", "nhwc", "pqcf", "nhwf"},
    {"conv_1d_nwc_wcf", "nwc", "qcf", "nwf"},
    {"conv_1d_ncw_fcw", "ncw", "fcq", "nfw"},
    {"depthwise_conv_2d_nhwc_hwc", "nhwc", "pqc", "nhwc"},
    {"depthwise_conv_2d_nchw_chw", "nchw", "cpq", "nchw"},
    {"depthwise_conv_2d_nchw_chw", "nchw", "cpq", "nchw"},
    {"depthwise_conv_2d_nhwc_hwcm", "nhwc", "pqcf", "nhwcf"},
    {"depthwise_conv_1d_nwc_wc", "nwc", "qc", "nwc"},
    {"depthwise_conv_1d_ncw_cw", "ncw", "cq", "ncw"},
    {"pooling_nhwc_sum", "nhwc", "pq", "nhwc"},
    {"pooling_nhwc_max", "nhwc", "pq", "nhwc"},
    {"pooling_nchw_sum", "nchw", "pq", "nchw"},
    {"pooling_nchw_max", "nchw", "pq", "nchw"},
    {"pooling_nwc_sum", "nwc", "q", "nwc"},
    {"pooling_ncw_max", "ncw", "q", "ncw"},
};

typedef struct Window {
  const char *name;
  bool is_pooling, is_generic, is_padded, is_flipped;
  char input[LETTERS_MAX], filter[LETTERS_MAX], result[LETTERS_MAX];
  int64_t size[LETTERS]; // h and w: of the result
  int64_t stride[SIDES], dilation[SIDES], low[SIDES], high[SIDES];
} Window;

// Where the input comes from: its dimensions are those of `value` in another order, and one of one
// element at `unit` (-1: none).
typedef struct Source {
  Value value;
  bool is_new, is_transposed;
  int unit, order[RANK_MAX];
} Source;

static int64_t draw(Generator *g, int count, const int64_t *sizes) {
  return sizes[gen_dice(g, count)];
}

static void shuffle(Generator *g, const char *letters, char *out_letters) {
  int order[LETTERS_MAX], count = (int)strlen(letters);
  gen_shuffle(g, count, order);
  for (int d = 0; d < count; d++)
    out_letters[d] = letters[order[d]];
  out_letters[count] = '\0';
}

// --- what stands around

static Value put_transpose(Generator *g, Value x, const int *order) {
  Value result = x;
  int64_t permutation[RANK_MAX];
  for (int d = 0; d < x.rank; d++) {
    permutation[d] = order[d];
    result.dims[d] = x.dims[order[d]];
  }
  Value out = gen_destination(g, result, false);
  gen_name(g, &result);
  gen_put(&g->lines,
          "  %s = linalg.transpose ins(%s : %s) outs(%s : %s) permutation = ", result.name, x.name,
          gen_type_text(&x), out.name, gen_type_text(&result));
  gen_put_numbers(g, x.rank, permutation);
  gen_put(&g->lines, "\n");
  return result;
}

bool gen_step_transpose(Generator *g, Type type) {
  Value x = gen_latest_or_new(g, type, 2 + gen_dice(g, 3));
  int order[RANK_MAX];
  gen_shuffle(g, x.rank, order);
  gen_keep(g, put_transpose(g, x, order));
  return true;
}

// An elementwise op of x and maybe another operand; dimension d of the result is order[d] of x.
static Value put_elementwise(Generator *g, Value x, const int *order) {
  char map[MAP_BYTES], at[16];
  int loop_of[RANK_MAX];
  Value result = x, other;
  bool is_binary = gen_chance(g, 2);
  for (int d = 0; d < x.rank; d++) {
    loop_of[order ? order[d] : d] = d;
    result.dims[d] = x.dims[order ? order[d] : d];
  }
  if (is_binary)
    other = gen_operand(g, x.type, x.rank, result.dims, map, sizeof map);
  Value out = gen_destination(g, result, false);
  gen_name(g, &result);
  gen_put(&g->lines, "  %s = linalg.generic {indexing_maps = [", result.name);
  gen_put_loops(g, x.rank);
  for (int d = 0; d < x.rank; d++)
    gen_put(&g->lines, "%sd%d", d ? ", " : "", loop_of[d]);
  gen_put(&g->lines, ")>, ");
  if (is_binary) {
    gen_put_loops(g, x.rank);
    gen_put(&g->lines, "%s)>, ", map);
  }
  gen_put_identity(g, x.rank, 0);
  gen_put(&g->lines, "], iterator_types = [");
  for (int d = 0; d < x.rank; d++)
    gen_put(&g->lines, "%s\"parallel\"", d ? ", " : "");
  gen_put(&g->lines, "]} ins(%s%s%s : %s%s%s) outs(%s : %s) {\n  ^bb0(", x.name,
          is_binary ? ", " : "", is_binary ? other.name : "", gen_type_text(&x),
          is_binary ? ", " : "", is_binary ? gen_type_text(&other) : "", out.name,
          gen_type_text(&result));
  for (int n = 0; n <= is_binary; n++)
    gen_put(&g->lines, "%%b%d: %s, ", n, gen_types[x.type].name);
  gen_put(&g->lines, "%%o: %s):\n", gen_types[x.type].name);
  gen_put_body(g, x.type, 1 + is_binary, at);
  gen_put(&g->lines, "    linalg.yield %s : %s\n  } -> %s\n", at, gen_types[x.type].name,
          gen_type_text(&result));
  return result;
}

// A dimension of one element, before dimension `at` of the result.
static Value put_unit(Generator *g, Value x, int at) {
  Value result = x;
  result.rank++;
  for (int d = x.rank; d > at; d--)
    result.dims[d] = x.dims[d - 1];
  result.dims[at] = 1;
  gen_name(g, &result);
  gen_put(&g->lines, "  %s = tensor.expand_shape %s [", result.name, x.name);
  for (int d = 0, next = 0; d < x.rank; d++) {
    gen_put(&g->lines, "%s[%d", d ? ", " : "", next++);
    if (d == at || (d == x.rank - 1 && next == x.rank))
      gen_put(&g->lines, ", %d", next++);
    gen_put(&g->lines, "]");
  }
  gen_put(&g->lines, "] output_shape ");
  gen_put_numbers(g, result.rank, result.dims);
  gen_put(&g->lines, " : %s into %s\n", gen_type_text(&x), gen_type_text(&result));
  return result;
}

static Value put_source(Generator *g, const Source *source) {
  Value x = source->is_new ? gen_argument(g, source->value) : source->value;
  if (gen_chance(g, 3))
    x = put_elementwise(g, x, NULL);
  if (source->is_transposed)
    x = gen_chance(g, 2) ? put_transpose(g, x, source->order)
                         : put_elementwise(g, x, source->order);
  if (source->unit >= 0)
    x = put_unit(g, x, source->unit);
  if (gen_chance(g, 4)) {
    x = put_elementwise(g, x, NULL);
    gen_keep(g, x);
  }
  return x;
}

static Value put_padding(Generator *g, const Window *window, Value x) {
  int64_t low[RANK_MAX] = {0}, high[RANK_MAX] = {0};
  for (int d = 0; d < x.rank; d++)
    for (int k = 0; k < SIDES; k++)
      if (window->input[d] == sides[k]) {
        low[d] = window->low[k];
        high[d] = window->high[k];
      }
  return gen_put_pad(g, x, low, high);
}

// --- the window

// Dimension of the input that the source does not have, -1: none. It is none that a single window
// moves along.
static int draw_unit(Generator *g, const char *input) {
  int rank = (int)strlen(input), unit = gen_chance(g, 3) ? gen_dice(g, rank) : rank - 1;
  bool is_only_side = input[unit] == 'w' && !strchr(input, 'h');
  return is_only_side || gen_chance(g, 2) ? -1 : unit;
}

// Long where windows move, so that they hold vectors.
static void draw_source(Generator *g, Type type, const char *input, Source *out_source) {
  static const int64_t few[] = {1, 1, 2, 3, 4, 9}, many[] = {3, 8, 13, 16, 17, 19, 23, 32};
  int rank = (int)strlen(input);
  Source source = {.unit = draw_unit(g, input), .is_transposed = gen_chance(g, 2)};
  int own = rank - (source.unit >= 0);
  gen_shuffle(g, own, source.order);
  source.is_new = !gen_chance(g, 2) || !gen_find(g, type, own, &source.value);
  if (source.is_new)
    source.value = (Value){.type = type, .rank = own};
  for (int d = 0; d < own && source.is_new; d++) {
    bool is_side = strchr("hw", input[d + (source.unit >= 0 && d >= source.unit)]) != NULL;
    source.value.dims[source.is_transposed ? source.order[d] : d] =
        is_side ? draw(g, 8, many) : draw(g, 6, few);
  }
  *out_source = source;
}

// The extent of dimension d of the input.
static int64_t source_extent(const Source *source, int d) {
  if (d == source->unit)
    return 1;
  int own = d - (source->unit >= 0 && d > source->unit);
  return source->value.dims[source->is_transposed ? source->order[own] : own];
}

static int64_t results_along(const Window *window, int side, int64_t extent) {
  int64_t span = (window->size[(int)taps[side]] - 1) * window->dilation[side] + 1;
  int64_t padded = extent + window->low[side] + window->high[side];
  return padded < span ? 0 : (padded - span) / window->stride[side] + 1;
}

// Taps as many as fit.
static void draw_side(Generator *g, int side, int64_t extent, Window *window) {
  static const int64_t counts[] = {1, 2, 3, 3, 4, 5, 8, 9}, steps[] = {1, 1, 1, 1, 2, 5};
  int64_t *count = &window->size[(int)taps[side]];
  *count = draw(g, 8, counts);
  window->stride[side] = draw(g, 6, steps);
  window->dilation[side] = 1 + gen_chance(g, 4);
  if (window->is_padded) {
    window->low[side] = gen_dice(g, (int)*count + 1);
    window->high[side] = gen_dice(g, (int)*count + 1);
  }
  while (results_along(window, side, extent) == 0)
    --*count;
  window->size[(int)sides[side]] = results_along(window, side, extent);
}

static bool draw_window(Generator *g, Type type, Window *out_window, Source *out_source) {
  const WindowOp *op = &window_ops[gen_dice(g, sizeof window_ops / sizeof *window_ops)];
  Window window = {.name = op->name,
                   .is_pooling = strstr(op->name, "pooling") != NULL,
                   .is_generic = gen_chance(g, 3),
                   .is_padded = gen_chance(g, 2),
                   .is_flipped = gen_chance(g, 4)};
  strcpy(window.input, op->input);
  strcpy(window.filter, op->filter);
  strcpy(window.result, op->result);
  if (window.is_generic) {
    shuffle(g, op->input, window.input);
    shuffle(g, op->filter, window.filter);
    shuffle(g, op->result, window.result);
  }
  draw_source(g, type, window.input, out_source);
  window.size['f'] = 1 + gen_dice(g, 9);
  for (int d = 0; window.input[d]; d++)
    window.size[(int)window.input[d]] = source_extent(out_source, d);
  for (int k = 0; k < SIDES; k++)
    if (strchr(window.input, sides[k]))
      draw_side(g, k, window.size[(int)sides[k]], &window);
  int64_t points = 1, terms = 1;
  for (const char *letter = "nchwfpq"; *letter; letter++) {
    bool is_parallel = strchr(op->result, *letter) != NULL;
    if (is_parallel || strchr(op->input, *letter) || strchr(op->filter, *letter))
      points *= window.size[(int)*letter];
    if (!is_parallel && (strchr(op->input, *letter) || strchr(op->filter, *letter)))
      terms *= window.size[(int)*letter];
  }
  *out_window = window;
  return points <= POINTS_MAX && gen_elements(&out_source->value) <= POINTS_MAX / 4 &&
         gen_sum_is_stable(type, terms);
}

static Value shape_of(Type type, const Window *window, const char *letters) {
  Value value = {.type = type, .rank = (int)strlen(letters)};
  for (int d = 0; d < value.rank; d++)
    value.dims[d] = window->size[(int)letters[d]];
  return value;
}

static void put_named_window(Generator *g, const Window *window, const Value *x, const Value *y,
                             Value result) {
  char attributes[160];
  const int64_t *s = window->stride, *t = window->dilation;
  if (strchr(window->input, 'h'))
    snprintf(attributes, sizeof attributes,
             "{strides = dense<[%lld, %lld]> : tensor<2xi64>, "
             "dilations = dense<[%lld, %lld]> : tensor<2xi64>}",
             (long long)s[0], (long long)s[1], (long long)t[0], (long long)t[1]);
  else
    snprintf(attributes, sizeof attributes,
             "{strides = dense<%lld> : tensor<1xi64>, dilations = dense<%lld> : tensor<1xi64>}",
             (long long)s[1], (long long)t[1]);
  gen_put_named(g, window->name, attributes, x, y, result);
}

static void put_map(Generator *g, const char *loops, const char *letters, const Window *window) {
  gen_put(&g->lines, "affine_map<(");
  for (int d = 0; loops[d]; d++)
    gen_put(&g->lines, "%s%c", d ? ", " : "", loops[d]);
  gen_put(&g->lines, ") -> (");
  for (int d = 0; letters[d]; d++) {
    int side = letters[d] == 'h' ? 0 : letters[d] == 'w' ? 1 : -1;
    gen_put(&g->lines, "%s%c", d ? ", " : "", letters[d]);
    if (!window || side < 0)
      continue;
    int64_t step = window->dilation[side], last = window->size[(int)taps[side]] - 1;
    gen_put(&g->lines, " * %lld", (long long)window->stride[side]);
    if (window->is_flipped)
      gen_put(&g->lines, " - %c * %lld + %lld", taps[side], (long long)step,
              (long long)(step * last));
    else
      gen_put(&g->lines, " + %c * %lld", taps[side], (long long)step);
  }
  gen_put(&g->lines, ")>");
}

static void put_loops_of(Generator *g, const Window *window) {
  char all[LETTERS_MAX] = "", loops[LETTERS_MAX];
  int count = 0;
  for (const char *letter = "nchwfpq"; *letter; letter++)
    if (strchr(window->input, *letter) || strchr(window->filter, *letter))
      all[count++] = *letter;
  shuffle(g, all, loops);
  put_map(g, loops, window->input, window);
  gen_put(&g->lines, ", ");
  put_map(g, loops, window->filter, NULL);
  gen_put(&g->lines, ", ");
  put_map(g, loops, window->result, NULL);
  gen_put(&g->lines, "], iterator_types = [");
  for (int d = 0; loops[d]; d++)
    gen_put(&g->lines, "%s\"%s\"", d ? ", " : "",
            strchr(window->result, loops[d]) ? "parallel" : "reduction");
}

static void put_window_body(Generator *g, const Window *window, Type from, Type to) {
  const char *type = gen_types[to].name, *x = "%x", *y = "%y";
  bool is_float = gen_types[to].is_float;
  gen_put(&g->lines, "  ^bb0(%%x: %s, %%y: %s, %%o: %s):\n", gen_types[from].name,
          gen_types[from].name, type);
  if (from != to) {
    gen_put(&g->lines, "    %%u = arith.extsi %%x : %s to %s\n", gen_types[from].name, type);
    gen_put(&g->lines, "    %%v = arith.extsi %%y : %s to %s\n", gen_types[from].name, type);
    x = "%u", y = "%v";
  }
  if (window->is_pooling) {
    gen_put(&g->lines, "    %%r = %s %%o, %s : %s\n", gen_combiner(g, to), x, type);
  } else {
    gen_put(&g->lines, "    %%m = %s %s, %s : %s\n", is_float ? "arith.mulf" : "arith.muli", x, y,
            type);
    gen_put(&g->lines, "    %%r = %s %%o, %%m : %s\n", is_float ? "arith.addf" : "arith.addi",
            type);
  }
  gen_put(&g->lines, "    linalg.yield %%r : %s\n", type);
}

static void put_generic_window(Generator *g, const Window *window, const Value *x, const Value *y,
                               Value result) {
  Value out = gen_destination(g, result, true);
  gen_name(g, &result);
  gen_put(&g->lines, "  %s = linalg.generic {indexing_maps = [", result.name);
  put_loops_of(g, window);
  gen_put(&g->lines, "]} ins(%s, %s : %s, %s) outs(%s : %s) {\n", x->name, y->name,
          gen_type_text(x), gen_type_text(y), out.name, gen_type_text(&result));
  put_window_body(g, window, x->type, result.type);
  gen_put(&g->lines, "  } -> %s\n", gen_type_text(&result));
  gen_keep(g, result);
}

static void put_behind(Generator *g) {
  Value x = g->values[g->count - 1];
  int order[RANK_MAX];
  gen_shuffle(g, x.rank, order);
  if (gen_chance(g, 2))
    gen_keep(g, x = put_elementwise(g, x, gen_chance(g, 3) ? order : NULL));
  if (gen_chance(g, 4))
    gen_keep(g, put_transpose(g, x, order));
}

bool gen_step_window(Generator *g, Type type) {
  Window window;
  Source source;
  if (type == I1 || !draw_window(g, type, &window, &source))
    return false;
  if (!gen_types[type].is_float && !window.is_generic && strstr(window.name, "_max"))
    return false; // the maximum of integers from 0 on says little
  Type to = type == I8 && !window.is_pooling && gen_chance(g, 2) ? I32 : type;
  Value x = put_source(g, &source), filter = shape_of(type, &window, window.filter);
  if (window.is_padded)
    x = put_padding(g, &window, x);
  filter = window.is_pooling ? gen_destination(g, filter, false) : gen_argument(g, filter);
  Value result = shape_of(to, &window, window.result);
  if (window.is_generic)
    put_generic_window(g, &window, &x, &filter, result);
  else
    put_named_window(g, &window, &x, &filter, result);
  if (g->count > 0)
    put_behind(g);
  return true;
}
