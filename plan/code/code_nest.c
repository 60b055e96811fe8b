// CodeNest: loops with straight-line code in them, as they stand before the compiler for machine
// code sees them: what a schedule of anybody's has made of a function.
#include "plan/code/code_nest.h"

#include <string.h>

int64_t code_access_linear(const CodeNest *nest, const CodeAccess *access, const int64_t *index) {
  const CodeBuffer *buffer = &nest->buffers[access->buffer];
  int64_t linear = 0;
  for (int d = 0; d < buffer->rank; d++)
    linear += index[d] * buffer->strides[d];
  return linear;
}

int64_t code_access_stride(const CodeNest *nest, const CodeAccess *access, int depth) {
  return code_access_linear(nest, access, access->step[depth]);
}

bool code_access_is_same(const CodeAccess *a, const CodeAccess *b) {
  return a->buffer == b->buffer && a->lanes == b->lanes && a->lane_stride == b->lane_stride &&
         !memcmp(a->offset, b->offset, sizeof a->offset) &&
         !memcmp(a->step, b->step, sizeof a->step);
}

bool code_loop_is_inside(const CodeNest *nest, int inner, int outer) {
  while (inner > outer)
    inner = nest->loops[inner].parent;
  return inner == outer;
}

CodeWork *code_loop_work(CodeLoop *loop, int32_t lanes, int32_t element_bytes) {
  int n = 0;
  while (n < loop->work_count &&
         (loop->work[n].lanes != lanes || loop->work[n].element_bytes != element_bytes))
    n++;
  if (n == CODE_MAX_FORMS)
    return &loop->work[n - 1];
  if (n == loop->work_count)
    loop->work[loop->work_count++] = (CodeWork){.lanes = lanes, .element_bytes = element_bytes};
  return &loop->work[n];
}
