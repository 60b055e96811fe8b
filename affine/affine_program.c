// Programs as a whole: arrays, bodies, ownership.
#include "affine/affine_program.h"

#include "affine/affine_costs.h"
#include "base/integer.h"
#include "transforms/element_types.h"
#include "transforms/extract/structured_op.h"
#include <string.h>

bool affine_array_is_known(const AffineArray *array) {
  bool is_known = true;
  for (int d = 0; d < array->rank; d++)
    is_known &= array->shape[d] != AFFINE_UNKNOWN;
  return is_known;
}

int64_t affine_array_elements(const AffineArray *array) {
  int64_t elements = 1;
  for (int d = 0; d < array->rank; d++)
    elements *= array->shape[d] == AFFINE_UNKNOWN ? (int64_t)PARAMETER_EXPECTED : array->shape[d];
  return elements;
}

int affine_array_element_bits(const AffineArray *array) {
  int bits = type_bits(array->element);
  return bits ? bits : 64;
}

int64_t affine_array_element_bytes(const AffineArray *array) {
  return integer_ceil_div(affine_array_element_bits(array), 8);
}

int64_t affine_array_bytes(const AffineArray *array) {
  return affine_array_element_bytes(array) * affine_array_elements(array);
}

double affine_program_cache_bytes(const AffineProgram *program, int level) {
  const Target *target = program->target;
  return (double)target->cache_bytes[integer_min(level, target->cache_count) - 1];
}

int affine_program_lanes(const AffineProgram *program) {
  int64_t widest = 1;
  for (int a = 0; a < program->array_count; a++)
    widest = integer_max(widest, affine_array_element_bytes(&program->arrays[a]));
  return (int)integer_max(program->target->vector_bits / (8 * widest), 1);
}

uint64_t affine_draw(uint64_t *state, uint64_t count) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (*state >> 33) % count;
}

static AffineBody *add_body(AffineProgram *program, const AffineBody *source) {
  AffineBody *body = pool_copy(program->pool, source, sizeof *body);
  program->bodies =
      pool_grow(program->pool, program->bodies, program->body_count, sizeof *program->bodies);
  return program->bodies[program->body_count++] = body;
}

AffineBody *affine_program_add_body(AffineProgram *program) {
  return add_body(program, &(AffineBody){0});
}

AffineProgram affine_program_copy(const AffineProgram *program) {
  AffineProgram copy = *program;
  copy.pool = pool_create(pool_parent(program->pool));
  copy.roots =
      pool_copy(copy.pool, program->roots, (size_t)program->root_count * sizeof *program->roots);
  copy.parameters = pool_copy(copy.pool, program->parameters,
                              (size_t)program->parameter_count * sizeof *program->parameters);
  copy.body_count = copy.statement_count = 0;
  for (int b = 0; b < program->body_count; b++)
    add_body(&copy, program->bodies[b]);
  for (int i = 0; i < program->statement_count; i++) {
    AffineStatement *statement = affine_statement_copy(copy.pool, program->statements[i]);
    for (int b = 0; b < copy.body_count; b++)
      if (program->statements[i]->body == program->bodies[b])
        statement->body = copy.bodies[b];
    affine_program_append(&copy, statement);
  }
  return copy;
}

void affine_program_destroy(AffineProgram *program) {
  pool_destroy(program->pool);
  program->pool = NULL;
  program->statement_count = program->body_count = 0;
}

void affine_list_append(Pool *pool, AffineList *list, AffineStatement *statement) {
  list->items = pool_grow(pool, list->items, list->count, sizeof *list->items);
  list->items[list->count++] = statement;
}

void affine_program_append(AffineProgram *program, AffineStatement *statement) {
  program->statements = pool_grow(program->pool, program->statements, program->statement_count,
                                  sizeof *program->statements);
  program->statements[program->statement_count++] = statement;
}

void affine_program_set_statements(AffineProgram *program, AffineStatement *const *statements,
                                   int count) {
  program->statement_count = 0;
  program->statements = NULL;
  for (int i = 0; i < count; i++)
    affine_program_append(program, affine_statement_copy(program->pool, statements[i]));
}

const AffineBody *affine_program_copy_body(AffineProgram *program) {
  for (int b = 0; b < program->body_count; b++) {
    const AffineBody *body = program->bodies[b];
    if (body->node_count == 1 && body->nodes[0].kind == AFFINE_NODE_ACCESS &&
        body->nodes[0].index == 1)
      return body;
  }
  AffineBody *body = affine_program_add_body(program);
  body->node_count = 1;
  body->nodes[0] = (AffineNode){.kind = AFFINE_NODE_ACCESS, .index = 1};
  return body;
}

bool affine_node_is(const AffineNode *node, const char *name) {
  if (node->kind != AFFINE_NODE_OP)
    return false;
  return node->name ? !strcmp(node->name, name) : ir_op_is(node->op, name);
}

bool affine_body_divides_integers(const AffineBody *body) {
  bool does = false;
  for (int n = 0; n < body->node_count; n++)
    does |= body->nodes[n].kind == AFFINE_NODE_OP && ir_divides_integers(body->nodes[n].op);
  return does;
}
