// Random affine programs as MLIR text: imperfect and triangular nests, steps, subscripts that run
// backwards or depend on two loops, conditions, carried values, reductions, scalars. The range of
// every loop variable is known while the text is written, so that subscripts can be moved into the
// shape.
#include "test/unit/affine/affine_random.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MAX_LOOPS = 4, EXTENT = AFFINE_RANDOM_EXTENT, ARRAYS = 4, LOCAL = ARRAYS, MAX_CARRIED = 3 };

typedef struct Variable {
  char name[8];
  int low, high;
} Variable;

typedef struct Writer {
  uint64_t state;
  char *text;
  size_t size, used;
  int depth, names, budget;
  int stored; // the last value that was stored and is still in scope, or -1
  Variable loops[MAX_LOOPS];
} Writer;

static int draw(Writer *w, int count) {
  w->state = w->state * 6364136223846793005u + 1442695040888963407u;
  return (int)((w->state >> 33) % (uint64_t)count);
}

static void put(Writer *w, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  if (w->used < w->size)
    w->used += (size_t)vsnprintf(w->text + w->used, w->size - w->used, format, arguments);
  va_end(arguments);
}

static int rank_of(int array) { return array == 0 || array == LOCAL ? 0 : array == 1 ? 1 : 2; }

static int draw_scalar(Writer *w) { return draw(w, 2) ? 0 : LOCAL; }

static void put_type(Writer *w, int array) {
  static const char *const types[] = {"memref<i32>", "memref<24xi32>", "memref<24x24xi32>"};
  put(w, "%s", types[rank_of(array)]);
}

// A form over at most two loops inside [0, EXTENT).
static void put_subscript(Writer *w) {
  int low = 0, high = 0, c, coefficient;
  for (int terms = draw(w, 4) ? 1 : 2; w->depth && terms > 0; terms--) {
    const Variable *v = &w->loops[draw(w, w->depth)];
    coefficient = draw(w, 5) == 0 ? -1 : draw(w, 12) == 0 ? 2 : 1;
    int a = coefficient * (coefficient > 0 ? v->low : v->high);
    int b = coefficient * (coefficient > 0 ? v->high : v->low);
    if (high + b - low - a >= EXTENT)
      break;
    put(w, "%%%s * %d + ", v->name, coefficient);
    low += a;
    high += b;
  }
  c = draw(w, 3) ? 0 : draw(w, 5) - 2;
  if (low + c < 0)
    c = -low;
  if (high + c >= EXTENT)
    c = EXTENT - 1 - high;
  put(w, "%d", c);
}

static void put_element(Writer *w, int array) {
  put(w, "%%a%d[", array);
  for (int d = 0; d < rank_of(array); d++) {
    put(w, d ? ", " : "");
    put_subscript(w);
  }
  put(w, "] : ");
  put_type(w, array);
  put(w, "\n");
}

// A load, or now and then a value that was stored before.
static int put_load(Writer *w) {
  if (w->stored >= 0 && draw(w, 6) == 0)
    return w->stored;
  int name = w->names++, array = draw(w, 8) ? 1 + draw(w, ARRAYS - 1) : draw_scalar(w);
  put(w, "%%v%d = affine.load ", name);
  put_element(w, array);
  return name;
}

static int put_named(Writer *w, const char *op, int a, int b) {
  int name = w->names++;
  put(w, "%%v%d = arith.%s %%v%d, %%v%d : i32\n", name, op, a, b);
  return name;
}

// a * b + c * d
static int put_products(Writer *w) {
  int ab = put_load(w), cd;
  ab = put_named(w, "muli", ab, put_load(w));
  cd = put_load(w);
  cd = put_named(w, "muli", cd, put_load(w));
  return put_named(w, "addi", ab, cd);
}

static int put_operation(Writer *w, int a, int b) {
  static const char *const ops[] = {"addi", "subi", "muli", "maxsi", "addi"};
  int name = w->names++;
  if (draw(w, 10) == 0) {
    int first = draw(w, 2) ? a : b, condition = name;
    name = w->names++;
    put(w, "%%v%d = arith.cmpi %s, %%v%d, %%v%d : i32\n", condition, draw(w, 2) ? "slt" : "sge", a,
        b);
    put(w, "%%v%d = arith.select %%v%d, %%v%d, %%v%d : i32\n", name, condition, first,
        first == a ? b : a);
    return name;
  }
  put(w, "%%v%d = arith.%s %%v%d, %%v%d : i32\n", name, ops[draw(w, 5)], a, b);
  return name;
}

static int put_value(Writer *w) {
  int value = put_load(w);
  for (int i = draw(w, 3); i > 0; i--)
    value = put_operation(w, value, put_load(w));
  return value;
}

// x = x op value, or x = value.
static void put_assignment(Writer *w) {
  int array = draw(w, 6) ? 1 + draw(w, ARRAYS - 1) : draw_scalar(w);
  char element[256];
  size_t start = w->used;
  put_element(w, array);
  snprintf(element, sizeof element, "%s", w->text + start);
  w->used = start;
  w->text[start] = 0;
  bool is_sum = !draw(w, 5);
  int value = is_sum ? put_products(w) : put_value(w);
  if (is_sum || draw(w, 2)) {
    int old = w->names++;
    put(w, "%%v%d = affine.load %s", old, element);
    value = is_sum       ? put_named(w, "addi", old, value)
            : draw(w, 2) ? put_operation(w, old, value)
                         : put_operation(w, value, old);
  }
  put(w, "affine.store %%v%d, %s", value, element);
  w->stored = value;
}

static void put_block(Writer *w);

static void put_condition(Writer *w) {
  const Variable *a = &w->loops[draw(w, w->depth)], *b = &w->loops[draw(w, w->depth)];
  put(w, "affine.if affine_set<(d0, d1) : (d0 - d1 + %d >= 0)>(%%%s, %%%s) {\n", draw(w, 5) - 2,
      a->name, b->name);
  int stored = w->stored;
  put_assignment(w);
  w->stored = stored;
  if (draw(w, 2)) {
    put(w, "} else {\n");
    put_assignment(w);
  }
  w->stored = stored;
  put(w, "}\n");
}

// Bounds are constant or follow an outer loop; now and then there are two of them.
static void put_header(Writer *w) {
  Variable *v = &w->loops[w->depth];
  const Variable *outer = w->depth ? &w->loops[draw(w, w->depth)] : NULL;
  int low = draw(w, 3), high = low + 3 + draw(w, 12), shape = outer ? draw(w, 6) : 0;
  int shift = draw(w, 4) - 1, step = draw(w, 7) ? 1 : 2;
  snprintf(v->name, sizeof v->name, "i%d", w->names++);
  if (high > EXTENT)
    high = EXTENT;
  put(w, "affine.for %%%s = ", v->name);
  v->low = low;
  v->high = high - 1;
  if (shape == 1 || shape == 2) { // from outer + shift
    v->low = outer->low + shift;
    if (shape == 2 && v->low < low)
      v->low = low;
    if (shape == 1)
      put(w, "affine_map<(d0) -> (d0 + %d)>(%%%s)", shift, outer->name);
    else
      put(w, "max affine_map<(d0) -> (d0 + %d, %d)>(%%%s)", shift, low, outer->name);
  } else {
    put(w, "%d", low);
  }
  put(w, " to ");
  if (shape == 3 || shape == 4) { // to outer + shift
    v->high = outer->high + shift - 1 > low ? outer->high + shift - 1 : low;
    put(w, "affine_map<(d0) -> (d0 + %d)>(%%%s)", shift, outer->name);
  } else if (shape == 5) {
    put(w, "min affine_map<(d0) -> (d0 + %d, %d)>(%%%s)", shift + 1, high, outer->name);
  } else {
    put(w, "%d", high);
  }
  if (v->high < v->low)
    v->high = v->low;
  if (step > 1)
    put(w, " step %d", step);
}

static void put_types(Writer *w, int count) {
  for (int i = 0; i < count; i++)
    put(w, i ? ", i32" : "i32");
}

// Carries up to three values, which are computed or handed on from one to another.
static void put_carrying_loop(Writer *w) {
  int count = 1 + draw(w, 2) * draw(w, MAX_CARRIED), next[MAX_CARRIED];
  int start = w->names, result = start + count, carried = result + 1;
  w->names = carried + count;
  for (int i = 0; i < count; i++)
    put(w, "%%v%d = arith.constant %d : i32\n", start + i, draw(w, 5));
  put(w, "%%v%d:%d = ", result, count);
  put_header(w);
  put(w, " iter_args(");
  for (int i = 0; i < count; i++)
    put(w, "%s%%v%d = %%v%d", i ? ", " : "", carried + i, start + i);
  put(w, ") -> (");
  put_types(w, count);
  put(w, ") {\n");
  w->depth++;
  for (int i = 0; i < count; i++) {
    bool is_handed_on = count > 1 && draw(w, 2);
    next[i] = carried + draw(w, count);
    if (!is_handed_on)
      next[i] = put_operation(w, next[i], put_value(w));
    if (draw(w, 4) == 0) {
      put(w, "affine.store %%v%d, ", next[i]);
      put_element(w, 1 + draw(w, ARRAYS - 1));
    }
  }
  put(w, "affine.yield ");
  for (int i = 0; i < count; i++)
    put(w, "%s%%v%d", i ? ", " : "", next[i]);
  put(w, " : ");
  put_types(w, count);
  put(w, "\n}\n");
  w->depth--;
  for (int i = 0; i < count; i++) {
    put(w, "affine.store %%v%d#%d, ", result, i);
    put_element(w, 1 + draw(w, ARRAYS - 1));
  }
}

static void put_loop(Writer *w) {
  int stored = w->stored;
  if (draw(w, 6) == 0) {
    put_carrying_loop(w);
  } else {
    put_header(w);
    put(w, " {\n");
    w->depth++;
    put_block(w);
    w->depth--;
    put(w, "}\n");
  }
  w->stored = stored;
}

static void put_block(Writer *w) {
  int count = 1 + draw(w, 3);
  for (int i = 0; i < count; i++) {
    bool can_nest = w->depth < MAX_LOOPS && w->budget > 0;
    w->budget--;
    if (can_nest && (w->depth < 2 ? draw(w, 4) > 0 : draw(w, 3) == 0))
      put_loop(w);
    else if (w->depth && draw(w, 8) == 0)
      put_condition(w);
    else
      put_assignment(w);
  }
}

static void put_neighbour(Writer *w, int array, const char *i, const char *j, int reach) {
  int c = draw(w, 2 * reach + 1) - reach, d = draw(w, 3) - 1;
  put(w, "%%a%d[%%%s + %d, %%%s + %d] : memref<24x24xi32>\n", array, i, c, j, d);
}

// Steps of a stencil over time, in place or from plane to plane.
static void put_time(Writer *w) {
  int sweeps = 1 + draw(w, 3);
  put(w, "affine.for %%t = 0 to %d {\n", 4 + draw(w, 5));
  for (int n = 0; n < sweeps; n++) {
    char i[16], j[16];
    int target = 2 + draw(w, 2), low = 1 + draw(w, 2), high = 15 + draw(w, 8);
    snprintf(i, sizeof i, "i%d", w->names++);
    snprintf(j, sizeof j, "i%d", w->names++);
    put(w, "affine.for %%%s = %d to %d {\naffine.for %%%s = 1 to %d {\n", i, low, high, j,
        16 + draw(w, 7));
    int sum = w->names++;
    put(w, "%%v%d = affine.load ", sum);
    put_neighbour(w, 5 - target, i, j, 1);
    for (int k = 1 + draw(w, 3); k > 0; k--) {
      int term = w->names++;
      bool is_other = draw(w, 4) > 0;
      put(w, "%%v%d = affine.load ", term);
      put_neighbour(w, is_other ? 5 - target : target, i, j, is_other ? 1 : draw(w, 2));
      sum = put_operation(w, sum, term);
    }
    put(w, "affine.store %%v%d, %%a%d[%%%s, %%%s] : memref<24x24xi32>\n}\n}\n", sum, target, i, j);
  }
  put(w, "}\n");
}

// An array that is updated from a row and a column of its own, as shortest paths are, now and then
// with a subscript moved so that rows overlap.
static void put_path(Writer *w) {
  int low = draw(w, 3), high = low + 4 + draw(w, 18), a = draw(w, 2), b = draw(w, 2);
  int moved = draw(w, 4) ? a : draw(w, 2), old = w->names, name = old;
  high = high > 23 ? 23 : high;
  for (int i = 0; i < 3; i++)
    put(w, "affine.for %%%c = %d to %d {\n", "kij"[i], low - (i ? draw(w, 2) * (low > 0) : 0),
        high + (i ? draw(w, 4) == 0 && high < 23 : 0));
  put(w, "%%v%d = affine.load %%a2[%%i + %d, %%j + %d] : memref<24x24xi32>\n", name++, a, b);
  put(w, "%%v%d = affine.load %%a2[%%i + %d, %%k + %d] : memref<24x24xi32>\n", name++, moved, b);
  put(w, "%%v%d = affine.load %%a2[%%k + %d, %%j + %d] : memref<24x24xi32>\n", name++, a, b);
  w->names = name;
  int value = put_operation(w, old + 1, old + 2);
  value = put_operation(w, old, value);
  put(w, "affine.store %%v%d, %%a2[%%i + %d, %%j + %d] : memref<24x24xi32>\n}\n}\n}\n", value, a,
      b);
}

// A recurrence along rows or columns, alone in its nest, or one that runs over both.
static void put_recurrence(Writer *w) {
  int low = 1 + draw(w, 2), high = low + 1 + draw(w, 21), old = w->names;
  bool is_column = draw(w, 2);
  high = high > 23 ? 23 : high;
  put(w, "affine.for %%p = %d to %d {\naffine.for %%q = 1 to %d {\n", low, high, 2 + draw(w, 22));
  const char *row = is_column ? "q" : "p", *column = is_column ? "p" : "q";
  for (int n = 1 + draw(w, 4); n >= 0; n--) {
    bool is_back = n == 0 || draw(w, 2);
    int along = draw(w, 3) ? 0 : draw(w, 3) - 1; // to a neighbour in the other direction
    int back = is_back ? -1 : draw(w, 2);
    put(w, "%%v%d = affine.load %%a%d[%%%s + %d, %%%s + %d] : memref<24x24xi32>\n", w->names++,
        draw(w, 3) ? 2 : 3, row, is_column ? back : along, column, is_column ? along : back);
  }
  int sum = old, last = w->names;
  for (int n = old + 1; n < last; n++)
    sum = put_operation(w, sum, n);
  sum = put_operation(w, sum, old);
  put(w, "affine.store %%v%d, %%a2[%%%s, %%%s] : memref<24x24xi32>\n}\n}\n", sum, row, column);
}

static void put_shifted(Writer *w, int array, int shift, const char *column) {
  put(w, "%%a%d[%%%s + %d, %%%s + %d] : memref<24x24xi32>\n", array, w->loops[w->depth].name,
      draw(w, 3) ? shift : shift + draw(w, 3) - 1, column, draw(w, 3) ? 1 : draw(w, 3));
}

// Loops side by side with the same bounds, or bounds that are some iterations apart, over the same
// arrays: sweeps, sums, and elements that one makes and the next one uses.
static void put_neighbours(Writer *w) {
  int low = 2 + draw(w, 2), trip = 2 + draw(w, 15), columns = 3 + draw(w, 17);
  bool is_inside = draw(w, 3) == 0, is_triangle = draw(w, 6) == 0;
  if (is_inside)
    put(w, "affine.for %%t = 0 to %d {\n", 2 + draw(w, 3));
  for (int n = 2 + draw(w, 2); n > 0; n--) {
    char column[16];
    int shift = draw(w, 3) ? 0 : draw(w, 3) - 1, kind = draw(w, 5);
    snprintf(w->loops[w->depth].name, sizeof w->loops[0].name, "i%d", w->names++);
    snprintf(column, sizeof column, "i%d", w->names++);
    const char *row = w->loops[w->depth].name;
    put(w, "affine.for %%%s = %d to %d {\n", row, low + shift, low + shift + trip);
    put(w, "affine.for %%%s = 0 to ", column);
    if (is_triangle)
      put(w, "affine_map<(d0) -> (d0 + %d)>(%%%s) {\n", 1 - shift, row);
    else
      put(w, "%d {\n", draw(w, 6) ? columns : columns + 1);
    int target = draw(w, 3) ? 2 : 3, value = w->names++;
    put(w, "%%v%d = affine.load ", value);
    put_shifted(w, draw(w, 2) ? 2 : 3, -shift, column);
    for (int k = draw(w, 3); k > 0; k--) {
      int term = w->names++;
      put(w, "%%v%d = affine.load ", term);
      put_shifted(w, draw(w, 2) ? 2 : 3, -shift, column);
      value = put_operation(w, value, term);
    }
    if (kind == 0) { // a sum per row
      int old = w->names++;
      put(w, "%%v%d = affine.load %%a1[%%%s + %d] : memref<24xi32>\n", old, row, 1 - shift);
      value = put_named(w, "addi", old, value);
      put(w, "affine.store %%v%d, %%a1[%%%s + %d] : memref<24xi32>\n", value, row, 1 - shift);
    } else {
      put(w, "affine.store %%v%d, %%a%d[%%%s + %d, %%%s + 1] : memref<24x24xi32>\n", value, target,
          row, -shift, column);
    }
    put(w, "}\n}\n");
  }
  if (is_inside)
    put(w, "}\n");
}

// The target becomes the local scalar op another element.
static void put_from_local(Writer *w, const char *target) {
  int old = w->names++, term = w->names++;
  put(w, "%%v%d = affine.load %%a4[] : memref<i32>\n", old);
  put(w, "%%v%d = affine.load %%a2[%%t + %d, 3] : memref<24x24xi32>\n", term, draw(w, 2));
  put(w, "affine.store %%v%d, %s\n", put_operation(w, old, term), target);
}

// A local scalar that collects a value and ends in an element; now and then the next iteration, or
// what comes after it, reads it.
static void put_collected(Writer *w) {
  put(w, "affine.for %%t = 1 to %d {\n", 3 + draw(w, 18));
  if (draw(w, 2))
    put_from_local(w, "%a3[%t, 2] : memref<24x24xi32>");
  int start = w->names++;
  put(w, "%%v%d = affine.load %%a1[%%t - %d] : memref<24xi32>\n", start, draw(w, 2));
  put(w, "affine.store %%v%d, %%a4[] : memref<i32>\n", start);
  put(w, "affine.for %%s = 0 to %d {\n", 2 + draw(w, 20));
  if (draw(w, 3) == 0)
    put_from_local(w, "%a3[%t, %s] : memref<24x24xi32>");
  put_from_local(w, "%a4[] : memref<i32>");
  put(w, "}\n");
  put_from_local(w, "%a1[%t + 1] : memref<24xi32>");
  if (draw(w, 3) == 0)
    put_from_local(w, "%a3[%t, 1] : memref<24x24xi32>");
  put(w, "}\n");
}

// A sum of two loops in both directions, moved to where it starts with 0.
static void put_both_ways(Writer *w, const char *a, int count_a, const char *b, int count_b) {
  int sign_a = draw(w, 3) ? 1 : -1, sign_b = draw(w, 2) ? 1 : -1;
  put(w, "%%%s * %d + %%%s * %d + %d", a, sign_a, b, sign_b,
      (sign_a < 0 ? count_a - 1 : 0) + (sign_b < 0 ? count_b - 1 : 0));
}

// A convolution or correlation over one or two dimensions, now and then inside another loop.
static void put_window(Writer *w) {
  int rows = 3 + draw(w, 9), columns = 3 + draw(w, 9), high = 2 + draw(w, 6), name = w->names;
  int wide = draw(w, 2) ? 1 : high, is_repeated = draw(w, 4) == 0;
  w->names += 5;
  if (is_repeated)
    put(w, "affine.for %%t = 0 to 3 {\n");
  put(w, "affine.for %%i = 0 to %d {\naffine.for %%j = 0 to %d {\n", rows, columns);
  put(w, "affine.for %%p = 0 to %d {\naffine.for %%q = 0 to %d {\n", high, wide);
  put(w, "%%v%d = affine.load %%a3[", name);
  put_both_ways(w, "i", rows, "p", high);
  put(w, ", ");
  put_both_ways(w, "j", columns, "q", wide);
  put(w, "] : memref<24x24xi32>\n%%v%d = affine.load %%a1[", name + 1);
  put_both_ways(w, "p", high, "q", wide);
  const char *store = draw(w, 3) ? "%i, %j" : "%i * -1 + 23, %j";
  put(w, "] : memref<24xi32>\n%%v%d = affine.load %%a2[%s] : memref<24x24xi32>\n", name + 2, store);
  put(w, "%%v%d = arith.muli %%v%d, %%v%d : i32\n", name + 3, name, name + 1);
  put(w, "%%v%d = arith.addi %%v%d, %%v%d : i32\n", name + 4, name + 2, name + 3);
  put(w, "affine.store %%v%d, %%a2[%s] : memref<24x24xi32>\n}\n}\n}\n}\n%s", name + 4, store,
      is_repeated ? "}\n" : "");
}

// Words of the programs on integers, and what takes their place: no word is part of another one.
static const char *const float_words[][2] = {
    {"i32", "f32"},     {"addi", "addf"},      {"subi", "subf"},
    {"muli", "mulf"},   {"maxsi", "maximumf"}, {"cmpi", "cmpf"},
    {" slt,", " olt,"}, {" sge,", " oge,"},    {"constant ", "constant "},
};

void affine_random_floats(const char *text, char *out_text, size_t size) {
  size_t used = 0;
  bool is_constant = false; // digits that end at the next space get a fraction
  while (*text && used + 16 < size) {
    size_t w = 0, count = sizeof float_words / sizeof *float_words;
    while (w < count && strncmp(text, float_words[w][0], strlen(float_words[w][0])) != 0)
      w++;
    if (is_constant && isdigit(text[0]) && !isdigit(text[1])) {
      used += (size_t)snprintf(out_text + used, size - used, "%c.1", *text++);
      is_constant = false;
    } else if (w < count) {
      used += (size_t)snprintf(out_text + used, size - used, "%s", float_words[w][1]);
      text += strlen(float_words[w][0]);
      is_constant = w == count - 1;
    } else {
      out_text[used++] = *text++;
    }
  }
  out_text[used] = 0;
}

static bool begins(const char *text, const char *word) {
  return strncmp(text, word, strlen(word)) == 0;
}

// A number after "to ": what is written in place of it, with the length of the number. Equal ends
// stay equal.
static int put_open_end(Writer *w, const char *text, uint64_t seed) {
  int end = 0, digits = 0;
  while (isdigit(text[digits]))
    end = 10 * end + text[digits++] - '0';
  uint64_t kind = (seed + (uint64_t)end * 7) % 5;
  if (kind < 4)
    put(w, "affine_map<()[s] -> (s + %d)>()[%%p%d]",
        end - (kind ? AFFINE_RANDOM_FIRST : AFFINE_RANDOM_SECOND), kind ? 0 : 1);
  else
    put(w, "%d", end);
  return digits;
}

void affine_random_open(const char *text, uint64_t seed, char *out_text, size_t size) {
  Writer w = {.text = out_text, .size = size};
  bool has_arguments = false;
  while (*text) {
    if (!has_arguments && begins(text, ") {")) {
      put(&w, ", %%p0: index, %%p1: index");
      has_arguments = true;
    }
    if (begins(text, " to ") && isdigit(text[4])) {
      put(&w, " to ");
      text += 4;
      text += put_open_end(&w, text, seed);
    } else if (seed % 2 && (begins(text, "<24x") || begins(text, "x24x"))) {
      put(&w, "%c?", *text); // an extent
      text += 3;
    } else {
      put(&w, "%c", *text++);
    }
  }
}

void affine_random_module(uint64_t seed, char *text, size_t size) {
  Writer w = {
      .state = seed * 2654435761u + 99, .text = text, .size = size, .budget = 9, .stored = -1};
  for (int i = 0; i < 4; i++)
    draw(&w, 2);
  put(&w, "func.func @f(%%a0: memref<i32>, %%a1: memref<24xi32>, %%a2: memref<24x24xi32>, "
          "%%a3: memref<24x24xi32>) {\n%%a4 = memref.alloca() : memref<i32>\n"
          "%%a4v = arith.constant 5 : i32\naffine.store %%a4v, %%a4[] : memref<i32>\n");
  if (draw(&w, 4) == 0)
    put_time(&w);
  if (draw(&w, 6) == 0)
    put_path(&w);
  if (draw(&w, 4) == 0)
    put_recurrence(&w);
  if (draw(&w, 3) == 0)
    put_neighbours(&w);
  if (draw(&w, 6) == 0)
    put_collected(&w);
  if (draw(&w, 4) == 0)
    put_window(&w);
  for (int nests = 1 + draw(&w, 2); nests > 0; nests--)
    put_loop(&w);
  put(&w, "return\n}\n");
}
