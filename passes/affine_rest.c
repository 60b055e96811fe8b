// See affine_rest.h.
#include "passes/affine_rest.h"

#include "mlir-c/BuiltinTypes.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANDOM_LANES = 2, POSITION_STEP = 4 };

static const struct {
  RestRule apply;
  const char *name;
} rules[] = {
    {affine_rest_lanes, "iterations of a parallel loop side by side"},
    {affine_rest_waves, "rows in waves"},
    {affine_rest_vectors, "vectors along the innermost loop"},
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

typedef struct Visit {
  RestNest nest;
  bool is_used[RULES];
} Visit;

static bool apply_rules(Visit *v) {
  for (int i = 0; i < RULES; i++) {
    int before = *v->nest.out_count;
    if (rules[i].apply(&v->nest)) {
      v->is_used[i] = true;
      return true;
    }
    while (*v->nest.out_count > before)
      free(v->nest.out[--*v->nest.out_count]);
  }
  return false;
}

// Parallel loops and those around them stay.
static bool is_kept(AffineStatement *const *in, int count, int level) {
  for (int i = 0; i < count; i++)
    if (in[i]->parallel >> level)
      return true;
  return false;
}

// Statements that share the loops outside `level`. False when there is no room.
static bool visit(Visit *v, AffineStatement *const *in, int count, int level) {
  for (int from = 0, to; from < count; from = to) {
    to = from + 1;
    if (in[from]->depth == level) {
      if (!affine_rest_append(&v->nest, in[from]))
        return false;
      continue;
    }
    while (to < count && in[to]->depth > level &&
           in[to]->position[level] == in[from]->position[level])
      to++;
    v->nest.statements = in + from;
    v->nest.count = to - from;
    v->nest.level = level;
    bool is_changed = !is_kept(in + from, to - from, level) && apply_rules(v);
    if (!is_changed && !visit(v, in + from, to - from, level + 1))
      return false;
  }
  return true;
}

bool affine_program_rest(AffineProgram *program, int vector_bits, uint64_t seed, char *text,
                         int size) {
  AffineStatement *out[AFFINE_MAX_STATEMENTS];
  int out_count = 0, used = 0;
  Visit v = {.nest = {.program = program,
                      .is_random = seed != 0,
                      .lanes = seed ? RANDOM_LANES + (int)(seed % 3)
                                    : vector_bits / widest_element(program),
                      .out = out,
                      .out_count = &out_count}};
  text[0] = 0;
  if (v.nest.lanes < 2) // elements as wide as a register or wider
    return false;
  for (int i = 0; i < program->statement_count; i++)
    for (int d = 0; d <= AFFINE_MAX_DEPTH; d++)
      program->statements[i]->position[d] *= POSITION_STEP;
  bool is_done = visit(&v, program->statements, program->statement_count, 0);
  for (int i = 0; i < RULES; i++)
    if (v.is_used[i]) {
      size_t end = strlen(text);
      snprintf(text + end, (size_t)size - end, "%s%s", used++ ? ", " : "", rules[i].name);
    }
  is_done &= used > 0;
  AffineStatement **unused = is_done ? program->statements : out;
  int unused_count = is_done ? program->statement_count : out_count;
  for (int i = 0; i < unused_count; i++)
    free(unused[i]);
  if (is_done) {
    memcpy(program->statements, out, (size_t)out_count * sizeof *out);
    program->statement_count = out_count;
  }
  return is_done;
}
