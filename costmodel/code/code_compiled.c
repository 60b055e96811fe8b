// CompiledCode: a CodeNest as the compiler is expected to leave it. Loops are looked at from inside
// to outside.
#include "costmodel/code/code_compiled.h"

#include "base/integer.h"

#include <math.h>
#include <string.h>

bool compiled_is_still(const CompiledCode *code, const CodeAccess *access, int loop) {
  const int64_t *step = access->step[code->loops[loop].depth];
  for (int d = 0; d < code->nest->buffers[access->buffer].rank; d++)
    if (step[d])
      return false;
  return true;
}

double compiled_latency(const CompiledCode *code, int32_t length, bool adds, bool multiplies) {
  return length * (multiplies ? instruction_latency(code->instruction, code->target)
                   : adds     ? COMBINE_LATENCY
                              : MAXIMUM_LATENCY);
}

static bool may_be_same(const CompiledCode *code, const CodeAccess *a, const CodeAccess *b) {
  const CodeBuffer *buffers = code->nest->buffers;
  return a->buffer == b->buffer ||
         (buffers[a->buffer].is_argument && buffers[b->buffer].is_argument);
}

// --- loads that leave the loop

// Nothing in the loop writes what it reads, but a store to this very element.
static bool may_leave(const CompiledCode *code, const CodeAccess *load, int loop) {
  for (int n = 0; n < code->access_count; n++) {
    const CodeAccess *store = &code->accesses[n];
    if (!store->is_store || !code_loop_is_inside(code->nest, store->loop, loop) ||
        !may_be_same(code, load, store))
      continue;
    if (store->buffer != load->buffer)
      return false;
    if (!code_access_is_same(load, store) && compiled_is_still(code, store, loop) &&
        memcmp(load->offset, store->offset, sizeof load->offset))
      continue; // another element of it
    if (!code_access_is_same(load, store))
      return false;
  }
  return true;
}

static void hoist(CompiledCode *code, int loop) {
  for (int n = 0; n < code->access_count; n++) {
    CodeAccess *access = &code->accesses[n];
    if (!access->is_store && access->loop == loop && compiled_is_still(code, access, loop) &&
        may_leave(code, access, loop))
      access->loop = (int16_t)code->loops[loop].parent;
  }
}

// --- loops that become vectors

static int vector_lanes(const CompiledCode *code, int loop) {
  const CompiledLoop *at = &code->loops[loop];
  int64_t bytes = 1;
  if (!at->is_innermost || at->calls > 0 || at->carried_bytes > 0 || at->shuffles > 0)
    return 1;
  for (int n = 0; n < at->work_count; n++) {
    bytes = integer_max(bytes, at->work[n].element_bytes);
    if (at->work[n].lanes > 1)
      return 1;
  }
  for (int n = 0; n < code->access_count; n++) {
    const CodeAccess *access = &code->accesses[n];
    if (access->loop != loop)
      continue;
    bytes = integer_max(bytes, code->nest->buffers[access->buffer].element_bytes);
    if (access->lanes > 1 || compiled_is_still(code, access, loop))
      return 1;
  }
  int64_t lanes = code->target->vector_bits / 8 / bytes;
  while (lanes > 1 && (double)lanes > at->trips)
    lanes /= 2;
  return (int)integer_max(lanes, 1);
}

// --- loops that become straight-line code

static double count_instructions(const CompiledCode *code, int loop) {
  const CompiledLoop *at = &code->loops[loop];
  double count = at->shuffles;
  for (int n = 0; n < at->work_count; n++)
    count += at->work[n].slots;
  for (int n = 0; n < code->access_count; n++)
    count += code->accesses[n].loop == loop ? ACCESS_INSTRUCTIONS : 0;
  return count;
}

static CompiledWork *find_work(CompiledLoop *loop, int32_t lanes, int32_t element_bytes) {
  int n = 0;
  while (n < loop->work_count &&
         (loop->work[n].lanes != lanes || loop->work[n].element_bytes != element_bytes))
    n++;
  if (n == CODE_MAX_FORMS)
    return &loop->work[n - 1];
  if (n == loop->work_count)
    loop->work[loop->work_count++] = (CompiledWork){lanes, element_bytes, 0};
  return &loop->work[n];
}

static bool has_loops(const CompiledCode *code, int loop, int but) {
  for (int l = loop + 1; l < code->nest->loop_count; l++)
    if (code->loops[l].parent == loop && l != but && !code->loops[l].is_gone)
      return true;
  return false;
}

// Whether the loop around becomes vectors once `loop` is straight-line code: the compiler looks at
// loops before it looks for neighbours in such code.
static bool is_vector_outside(const CompiledCode *code, int loop) {
  int parent = code->loops[loop].parent;
  CompiledLoop *around = &code->loops[parent];
  if (parent == 0 || has_loops(code, parent, loop))
    return false;
  around->is_innermost = true;
  bool is_vector = vector_lanes(code, parent) > 1;
  for (int n = 0; n < code->access_count; n++)
    if (code->accesses[n].loop == loop && compiled_is_still(code, &code->accesses[n], parent) &&
        code->accesses[n].is_store)
      is_vector = false;
  return is_vector;
}

static bool merge_with_known(CompiledCode *code, const CodeAccess *access) {
  for (int n = 0; n < code->access_count; n++) {
    CodeAccess *known = &code->accesses[n];
    if (known->loop != access->loop || known->is_store != access->is_store ||
        !code_access_is_same(known, access))
      continue;
    known->update += access->update;
    return true;
  }
  return false;
}

// Copies of one access for every trip, of a vector loop for every vector.
static void unroll_access(CompiledCode *code, int n, int trips, int lanes) {
  const CodeAccess access = code->accesses[n];
  int depth = code->loops[access.loop].depth;
  code->accesses[n].loop = -1;
  for (int t = 0; t < trips; t += lanes) {
    CodeAccess copy = access;
    copy.loop = (int16_t)code->loops[access.loop].parent;
    for (int d = 0; d < WORKLOAD_MAX_RANK; d++)
      copy.offset[d] += t * access.step[depth][d];
    memset(copy.step[depth], 0, sizeof copy.step[depth]);
    if (lanes > 1)
      copy.lanes = lanes, copy.lane_stride = code_access_stride(code->nest, &access, depth);
    if (merge_with_known(code, &copy))
      continue;
    code->accesses = pool_grow(code->nest->pool, code->accesses, code->access_count, sizeof copy);
    code->accesses[code->access_count++] = copy;
  }
}

static void unroll(CompiledCode *code, int loop) {
  CompiledLoop *at = &code->loops[loop], *into = &code->loops[at->parent];
  int trips = (int)at->trips, count = code->access_count;
  int lanes = is_vector_outside(code, loop) ? 1 : vector_lanes(code, loop);
  for (int n = 0; n < count; n++)
    if (code->accesses[n].loop == loop)
      unroll_access(code, n, trips, lanes);
  double times = (double)integer_ceil_div(trips, lanes);
  for (int n = 0; n < at->work_count; n++)
    find_work(into, lanes > 1 ? lanes : at->work[n].lanes, at->work[n].element_bytes)->slots +=
        times * at->work[n].slots;
  into->shuffles += trips * at->shuffles;
  into->calls += trips * at->calls;
  into->live_bytes = fmax(into->live_bytes, at->live_bytes);
  if (into->carried_bytes > 0) // the same values, handed on
    into->chain = fmax(into->chain, trips * at->chain);
  at->is_gone = true;
}

static void compile_loop(CompiledCode *code, int loop) {
  CompiledLoop *at = &code->loops[loop];
  at->is_innermost = !has_loops(code, loop, -1);
  hoist(code, loop);
  if (at->is_innermost && at->is_exact && at->trips >= 1 &&
      at->trips * count_instructions(code, loop) <= UNROLL_INSTRUCTIONS)
    unroll(code, loop);
  else
    at->vector_lanes = vector_lanes(code, loop);
}

static CompiledLoop read_loop(const CompiledCode *code, const CodeLoop *loop) {
  CompiledLoop read = {.parent = loop->parent,
                       .depth = loop->depth,
                       .trips = loop->trips,
                       .is_exact = loop->is_exact,
                       .vector_lanes = 1,
                       .shuffles = loop->shuffles,
                       .calls = loop->calls,
                       .carried_bytes = loop->carried_bytes,
                       .live_bytes = loop->live_bytes};
  read.chain = compiled_latency(code, loop->chain, loop->chain_adds, loop->chain_multiplies);
  for (int n = 0; n < loop->work_count; n++)
    find_work(&read, loop->work[n].lanes, loop->work[n].element_bytes)->slots +=
        ops_slots(&loop->work[n].ops, code->instruction);
  return read;
}

CompiledCode code_compile(const CodeNest *nest, const Target *target) {
  CompiledCode code = {.nest = nest,
                       .target = target,
                       .instruction = instruction_of(target, ELEMENT_ANY, ELEMENT_ANY)};
  code.loops = pool_allocate(nest->pool, (size_t)nest->loop_count * sizeof *code.loops);
  for (int l = 0; l < nest->loop_count; l++)
    code.loops[l] = read_loop(&code, &nest->loops[l]);
  for (int n = 0; n < nest->access_count; n++) {
    code.accesses = pool_grow(nest->pool, code.accesses, n, sizeof *code.accesses);
    code.accesses[n] = nest->accesses[n];
    code.access_count++;
  }
  for (int l = nest->loop_count - 1; l > 0; l--)
    compile_loop(&code, l);
  code.loops[0].is_innermost = !has_loops(&code, 0, -1);
  return code;
}
