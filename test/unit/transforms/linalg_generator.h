// What the steps of linalg_random.h share: the values of the function that is being written, how
// more are drawn, and their text.
#ifndef AUTOTUNE_TEST_UNIT_TRANSFORMS_LINALG_GENERATOR_H
#define AUTOTUNE_TEST_UNIT_TRANSFORMS_LINALG_GENERATOR_H

#include "base/rng.h"

#include <stdbool.h>
#include <stddef.h>

enum { RANK_MAX = 5, VALUES_MAX = 40, POINTS_MAX = 40000, MAP_BYTES = 160 };

typedef enum Type { F32, F64, F16, BF16, I32, I64, I16, I8, I1, TYPE_COUNT } Type;

typedef struct TypeRow {
  const char *name, *zero, *one;
  bool is_float;
  int weight; // how often it is drawn
} TypeRow;
extern const TypeRow gen_types[TYPE_COUNT];

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
  bool is_graph; // values are read by several ops
  Value values[VALUES_MAX];
  int count, names, arguments;
  char body[1 << 17], header[1 << 13];
  Buffer lines, parameters;
} Generator;

// --- dice
int gen_dice(Generator *g, int sides);
bool gen_chance(Generator *g, int one_in);
int64_t gen_size(Generator *g);
Type gen_type(Generator *g);
void gen_shuffle(Generator *g, int count, int *out_order); // of 0 .. count - 1

// --- values
int64_t gen_elements(const Value *value);
Value gen_shaped(Type type, int rank, const int64_t *dims);
Value gen_argument(Generator *g, Value value);
void gen_name(Generator *g, Value *value);
void gen_keep(Generator *g, Value value);
// A value of the chain of this type and rank (rank -1: any), mostly the latest.
bool gen_find(Generator *g, Type type, int rank, Value *out_value);
// The same, or a new argument.
Value gen_latest_or_new(Generator *g, Type type, int rank);
// Whether a sum of so many terms has the same first digits in any order.
bool gen_sum_is_stable(Type type, int64_t terms);

// --- text
void gen_put(Buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));
// The type of a value; valid for the next seven calls.
const char *gen_type_text(const Value *value);
const char *gen_constant(Generator *g, Type type, bool is_one);
// What an op writes to: an argument, zeros, or nothing yet.
Value gen_destination(Generator *g, Value shape, bool is_read);
void gen_put_named(Generator *g, const char *op, const char *attributes, const Value *a,
                   const Value *b, Value result);
// Lines of a body over %b0 .. ; `at` becomes the name of the result.
void gen_put_body(Generator *g, Type type, int inputs, char *at);
// The sum, product, maximum, ... that a reduction combines by.
const char *gen_combiner(Generator *g, Type type);
// A new operand over some of the loops, in some order, and the results of the map that reads it.
Value gen_operand(Generator *g, Type type, int loops, const int64_t *extents, char *map,
                  size_t size);
Value gen_put_pad(Generator *g, Value x, const int64_t *low, const int64_t *high);
void gen_put_loops(Generator *g, int loops);
void gen_put_identity(Generator *g, int loops, unsigned reduced);
void gen_put_numbers(Generator *g, int rank, const int64_t *numbers);

// linalg_windows.c
bool gen_step_transpose(Generator *g, Type type);
bool gen_step_window(Generator *g, Type type);

#endif
