// See affine_rest.h.
#include "passes/affine_rest.h"

#include "mlir-c/BuiltinTypes.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANDOM_LANES = 2, POSITION_STEP = 8, MAX_GROUP = 48 };

// A rule that settles a nest leaves nothing to do for those below it.
static const struct {
  RestRule apply;
  bool settles;
  const char *name;
} rules[] = {
    {affine_rest_interchange, false, "loops interchanged"},
    {affine_rest_lanes, true, "iterations of a parallel loop side by side"},
    {affine_rest_waves, true, "rows in waves"},
    {affine_rest_vectors, true, "vectors along the innermost loop"},
    {affine_rest_jam, false, "outer loops unrolled and jammed"},
    {affine_rest_sums, true, "sums in vector registers"},
};
enum { RULES = sizeof rules / sizeof *rules };

AffineStatement *affine_rest_append(RestNest *nest, const AffineStatement *statement) {
  if (*nest->out_count == AFFINE_MAX_STATEMENTS)
    return NULL;
  return nest->out[(*nest->out_count)++] = affine_statement_copy(statement);
}

int affine_rest_operations(const AffineStatement *statement) {
  int count = 0;
  for (int n = 0; n < statement->body->node_count; n++) {
    const AffineNode *node = &statement->body->nodes[n];
    count += node->kind == AFFINE_NODE_OP && node->operand_count > 0;
  }
  return count;
}

bool affine_rest_is_perfect(const RestNest *nest) {
  for (int i = 0; i < nest->count; i++)
    if (nest->statements[i]->depth != nest->statements[0]->depth ||
        (i && affine_shared_loops(nest->statements[0], nest->statements[i]) !=
                  nest->statements[0]->depth))
      return false;
  return true;
}

bool affine_rest_is_parallel(const RestNest *nest) {
  for (int a = 0; a < nest->count; a++)
    for (int b = 0; b < nest->count; b++)
      if (affine_depends(nest->statements[a], nest->statements[b], nest->level, nest->level))
        return false;
  return true;
}

bool affine_rest_carries(const RestNest *nest, AffineDependence *out_dependence) {
  for (int a = 0; a < nest->count; a++)
    for (int b = 0; b < nest->count; b++)
      if (affine_loop_carries(nest->statements[a], nest->statements[b], nest->level, 0, true,
                              out_dependence))
        return true;
  return false;
}

int affine_rest_draw(RestNest *nest, int count) {
  return (int)affine_draw(&nest->random, (uint64_t)count);
}

void affine_rest_refuse(RestNest *nest, const AffineDependence *dependence, const char *what, ...) {
  char reason[112], name[64];
  va_list arguments;
  if (nest->is_random || nest->refusal[0])
    return;
  va_start(arguments, what);
  vsnprintf(name, sizeof name, what, arguments);
  va_end(arguments);
  affine_describe_dependence(nest->program, dependence, reason, sizeof reason);
  snprintf(nest->refusal, REST_TEXT, "%s refused: %s", name, reason);
}

static int element_bits(MlirType type) {
  if (mlirTypeIsAInteger(type))
    return (int)mlirIntegerTypeGetWidth(type);
  return mlirTypeIsAFloat(type) ? (int)mlirFloatTypeGetWidth(type) : 64;
}

static int widest_element(const AffineProgram *program) {
  int bits = 8;
  for (int a = 0; a < program->array_count; a++) {
    int own = element_bits(program->arrays[a].element);
    bits = own > bits ? own : bits;
  }
  return bits;
}

// Positions count from 0 again, POSITION_STEP apart.
static void space_positions(AffineProgram *program) {
  int old[AFFINE_MAX_DEPTH + 1];
  AffineStatement *last = NULL;
  for (int i = 0; i < program->statement_count; i++) {
    AffineStatement *s = program->statements[i];
    int next[AFFINE_MAX_DEPTH + 1] = {0}, shared = 0;
    while (last && shared < AFFINE_MAX_DEPTH && s->position[shared] == old[shared]) {
      next[shared] = last->position[shared];
      shared++;
    }
    if (last)
      next[shared] = last->position[shared] + POSITION_STEP;
    memcpy(old, s->position, sizeof old);
    memcpy(s->position, next, sizeof next);
    last = s;
  }
}

// Parallel loops and those around them stay, like what was raised or another rule has chosen.
static bool is_free(AffineStatement *const *in, int count, int level) {
  for (int i = 0; i < count; i++)
    if (in[i]->raised || in[i]->is_settled || in[i]->parallel >> level)
      return false;
  return count <= MAX_GROUP;
}

static bool apply_rule(RestNest *nest, int rule) {
  int before = *nest->out_count;
  if (nest->is_random && affine_rest_draw(nest, 3) == 0)
    return false;
  if (rules[rule].apply(nest)) {
    for (int i = before; i < *nest->out_count; i++)
      nest->out[i]->is_settled = rules[rule].settles;
    return true;
  }
  while (*nest->out_count > before)
    free(nest->out[--*nest->out_count]);
  return false;
}

// Statements that share the loops outside `level`. False when there is no room.
static bool visit(RestNest *nest, int rule, AffineStatement *const *in, int count, int level,
                  bool *is_used) {
  for (int from = 0, to; from < count; from = to) {
    to = affine_loop_end(in, from, count, level);
    if (to == from) {
      if (!affine_rest_append(nest, in[to++]))
        return false;
      continue;
    }
    nest->statements = in + from;
    nest->count = to - from;
    nest->level = level;
    if (is_free(in + from, to - from, level) && apply_rule(nest, rule))
      *is_used = true;
    else if (!visit(nest, rule, in + from, to - from, level + 1, is_used))
      return false;
  }
  return true;
}

// Applies one rule to the whole program.
static bool run_rule(RestNest *nest, int rule) {
  AffineProgram *program = nest->program;
  AffineStatement *out[AFFINE_MAX_STATEMENTS];
  int count = 0;
  bool is_used = false;
  nest->out = out;
  nest->out_count = &count;
  space_positions(program);
  if (!visit(nest, rule, program->statements, program->statement_count, 0, &is_used))
    is_used = false;
  AffineStatement **unused = is_used ? program->statements : out;
  int unused_count = is_used ? program->statement_count : count;
  for (int i = 0; i < unused_count; i++)
    free(unused[i]);
  if (is_used) {
    memcpy(program->statements, out, (size_t)count * sizeof *out);
    program->statement_count = count;
  }
  nest->out = NULL;
  nest->out_count = NULL;
  return is_used;
}

static void add_text(char *text, int size, const char *separator, const char *more) {
  size_t end = strlen(text);
  if (more[0])
    snprintf(text + end, (size_t)size - end, "%s%s", end ? separator : "", more);
}

bool affine_program_try_rest(AffineProgram *program, int vector_bits, uint64_t seed,
                             RestText *out_text) {
  RestNest nest = {.program = program,
                   .is_random = seed != 0,
                   .random = seed,
                   .lanes = seed ? RANDOM_LANES + (int)(seed % 3)
                                 : vector_bits / widest_element(program),
                   .registers = vector_bits >= 512 ? 32 : 16};
  *out_text = (RestText){.done = ""};
  if (nest.lanes < 2) // elements as wide as a register or wider
    return false;
  for (int rule = 0; rule < RULES; rule++) {
    char refusal[REST_TEXT] = "";
    nest.refusal = refusal;
    if (run_rule(&nest, rule))
      add_text(out_text->done, sizeof out_text->done, ", ", rules[rule].name);
    add_text(out_text->refused, sizeof out_text->refused, "; ", refusal);
  }
  return out_text->done[0] != 0;
}

bool affine_program_rest(AffineProgram *program, int vector_bits, uint64_t seed, char *text,
                         int size) {
  RestText all;
  bool is_done = affine_program_try_rest(program, vector_bits, seed, &all);
  snprintf(text, (size_t)size, "%s", all.done);
  return is_done;
}
