// From inside to outside, as in analytical_memory.c, but for a tree of loops: a cache fetches a
// loop once while one trip of it fits, and else for each trip what is inside.
#include "costmodel/code/code_memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Accesses of one buffer in one loop that move alike: the box of elements that a trip touches.
typedef struct Group {
  int loop, buffer;
  bool is_written;
  const CodeAccess *access; // for its steps
  int64_t low[WORKLOAD_MAX_RANK], high[WORKLOAD_MAX_RANK];
} Group;

typedef struct Fetched {
  double bytes[TARGET_MAX_CACHES], written[TARGET_MAX_CACHES], runs[TARGET_MAX_CACHES];
  double pages[2];
} Fetched;

typedef struct Walk {
  const CodeNest *nest;
  const Target *target;
  int group_count;
  Group *groups;
} Walk;

// --- groups

// The lanes lie along the dimension of the nearest stride that is not larger than theirs.
static int lane_dim(const CodeBuffer *buffer, int64_t lane_stride) {
  int found = 0;
  for (int d = 0; d < buffer->rank; d++)
    if (buffer->shape[d] > 1 && buffer->strides[d] <= lane_stride &&
        (buffer->strides[d] > buffer->strides[found] || buffer->strides[found] > lane_stride))
      found = d;
  return found;
}

static void widen(const Walk *walk, Group *group, const CodeAccess *access) {
  const CodeBuffer *buffer = &walk->nest->buffers[access->buffer];
  int lanes = lane_dim(buffer, access->lane_stride);
  for (int d = 0; d < buffer->rank; d++) {
    int64_t reach = d == lanes && access->lane_stride > 0 && buffer->strides[d] > 0
                        ? (access->lanes - 1) * access->lane_stride / buffer->strides[d]
                        : 0;
    group->low[d] = access->offset[d] < group->low[d] ? access->offset[d] : group->low[d];
    group->high[d] =
        access->offset[d] + reach > group->high[d] ? access->offset[d] + reach : group->high[d];
  }
  group->is_written |= access->is_store;
}

static void add_access(Walk *walk, const CodeAccess *access) {
  Group group = {access->loop, access->buffer, access->is_store, access, {0}, {0}};
  memcpy(group.low, access->offset, sizeof group.low);
  memcpy(group.high, access->offset, sizeof group.high);
  for (int g = 0; g < walk->group_count; g++) {
    Group *known = &walk->groups[g];
    if (known->loop == access->loop && known->buffer == access->buffer &&
        !memcmp(known->access->step, access->step, sizeof access->step)) {
      widen(walk, known, access);
      return;
    }
  }
  widen(walk, &group, access);
  walk->groups = pool_grow(walk->nest->pool, walk->groups, walk->group_count, sizeof group);
  walk->groups[walk->group_count++] = group;
}

// --- what is touched

static AnalyticalAccess plain_access(const CodeBuffer *buffer) {
  AnalyticalAccess access = {.rank = buffer->rank,
                             .element_bytes = (uint8_t)buffer->element_bytes,
                             .buffer_bytes = (double)buffer->element_bytes};
  for (int d = 0; d < buffer->rank; d++) {
    access.dims[d] = (AnalyticalDim){.first = (uint8_t)d,
                                     .count = 1,
                                     .size = (int32_t)buffer->shape[d],
                                     .stride_bytes = buffer->strides[d] * buffer->element_bytes};
    access.terms[d] = (AnalyticalTerm){.iterator = (uint8_t)d, .coefficient = 1};
    access.buffer_bytes *= (double)buffer->shape[d];
  }
  return access;
}

// While all loops from that of the group out to `loop` move; `loop` too when `is_whole`.
static Touch touch_group(const Walk *walk, const Group *group, int loop, bool is_whole) {
  const CodeNest *nest = walk->nest;
  const CodeBuffer *buffer = &nest->buffers[group->buffer];
  AnalyticalAccess access = plain_access(buffer);
  int64_t span[WORKLOAD_MAX_ITERATORS];
  for (int d = 0; d < buffer->rank; d++)
    span[d] = group->high[d] - group->low[d] + 1;
  for (int l = group->loop; l > loop || (l == loop && is_whole); l = nest->loops[l].parent)
    for (int d = 0; d < buffer->rank; d++)
      span[d] += (int64_t)((double)llabs(group->access->step[nest->loops[l].depth][d]) *
                           fmax(nest->loops[l].trips - 1, 0));
  return touch_access(walk->target, &access, span);
}

static void touch_add(const Touch *touch, double part, Touch *sum) {
  sum->bytes += part * touch->bytes;
  sum->runs += part * touch->runs;
  sum->pages += part * touch->pages;
  for (int level = 0; level < TARGET_MAX_CACHES; level++)
    sum->occupied[level] += part * touch->occupied[level];
}

// Groups of one buffer may meet the same elements: together they have no more than the buffer.
static Touch touch_buffer(const Walk *walk, int b, int loop, bool is_whole, bool *out_written) {
  const CodeBuffer *buffer = &walk->nest->buffers[b];
  double all = (double)buffer->element_bytes;
  Touch sum = {0}, capped = {0};
  *out_written = false;
  for (int d = 0; d < buffer->rank; d++)
    all *= (double)buffer->shape[d];
  for (int g = 0; g < walk->group_count; g++) {
    const Group *group = &walk->groups[g];
    if (group->buffer != b || !code_loop_is_inside(walk->nest, group->loop, loop))
      continue;
    Touch touch = touch_group(walk, group, loop, is_whole);
    touch_add(&touch, 1, &sum);
    *out_written |= group->is_written;
  }
  double most = fmax(all, walk->target->cache_line_bytes);
  touch_add(&sum, sum.bytes > most ? most / sum.bytes : 1, &capped);
  return capped;
}

static Touch touch_all(const Walk *walk, int loop, bool is_whole, double *out_written) {
  Touch sum = {0};
  *out_written = 0;
  for (int b = 0; b < walk->nest->buffer_count; b++) {
    bool is_written;
    Touch touch = touch_buffer(walk, b, loop, is_whole, &is_written);
    touch_add(&touch, 1, &sum);
    *out_written += is_written ? touch.bytes : 0;
  }
  return sum;
}

// --- what is fetched

static Fetched fetch(const Walk *walk, int loop);

// One trip: the loops inside, and what stands beside them.
static Fetched fetch_inside(const Walk *walk, int loop) {
  Fetched sum = {{0}, {0}, {0}, {0}};
  for (int l = loop + 1; l < walk->nest->loop_count; l++) {
    if (walk->nest->loops[l].parent != loop)
      continue;
    Fetched inner = fetch(walk, l);
    for (int level = 0; level < TARGET_MAX_CACHES; level++) {
      sum.bytes[level] += inner.bytes[level];
      sum.written[level] += inner.written[level];
      sum.runs[level] += inner.runs[level];
    }
    for (int level = 0; level < 2; level++)
      sum.pages[level] += inner.pages[level];
  }
  for (int g = 0; g < walk->group_count; g++) {
    if (walk->groups[g].loop != loop)
      continue;
    Touch touch = touch_group(walk, &walk->groups[g], loop, false);
    for (int level = 0; level < TARGET_MAX_CACHES; level++) {
      sum.bytes[level] += touch.bytes;
      sum.written[level] += walk->groups[g].is_written ? touch.bytes : 0;
      sum.runs[level] += touch.runs;
    }
    for (int level = 0; level < 2; level++)
      sum.pages[level] += touch.pages;
  }
  return sum;
}

// Part of the reuse in the loop that the level loses. Operands of the function are there from the
// run before, as far as the cache holds them.
static double lost_part(const Walk *walk, int loop, int level, const Touch *body) {
  double capacity = (double)walk->target->cache_bytes[level];
  bool is_last = level + 1 == walk->target->cache_count;
  return loop > 0 ? memory_lost_reuse(body->occupied[level], capacity)
                  : memory_lost_reuse(body->bytes, is_last ? capacity : capacity / CACHE_USE);
}

// Recursion: at most CODE_MAX_DEPTH levels, one a loop.
static Fetched fetch(const Walk *walk, int loop) {
  double written, ignored, kept_once = loop > 0, trips = walk->nest->loops[loop].trips;
  const double reach[2] = {TLB1_PAGES, walk->target->tlb_entries};
  Touch whole = touch_all(walk, loop, true, &written);
  Touch body = touch_all(walk, loop, false, &ignored);
  Fetched fetched = fetch_inside(walk, loop);
  for (int level = 0; level < walk->target->cache_count; level++) {
    double lost = lost_part(walk, loop, level, &body), kept = (1 - lost) * kept_once;
    lost *= trips;
    fetched.bytes[level] = kept * whole.bytes + lost * fetched.bytes[level];
    fetched.written[level] = kept * written + lost * fetched.written[level];
    fetched.runs[level] = kept * whole.runs + lost * fetched.runs[level];
  }
  for (int level = 0; level < 2; level++)
    fetched.pages[level] =
        body.pages > reach[level] ? trips * fetched.pages[level] : kept_once * whole.pages;
  return fetched;
}

static Walk start(const CodeNest *nest, const Target *target) {
  Walk walk = {.nest = nest, .target = target};
  for (int n = 0; n < nest->access_count; n++)
    add_access(&walk, &nest->accesses[n]);
  return walk;
}

void code_memory(const CodeNest *nest, const Target *target, MemoryCycles *out_cycles) {
  Walk walk = start(nest, target);
  Fetched fetched = fetch(&walk, 0);
  *out_cycles =
      (MemoryCycles){.tlb = fetched.pages[0] * TLB1_CYCLES + fetched.pages[1] * TLB2_CYCLES};
  for (int level = 0; level < target->cache_count; level++)
    out_cycles->level[level + 1 == target->cache_count ? TARGET_MAX_CACHES - 1 : level] =
        memory_level_cycles(target, level, fetched.bytes[level], fetched.written[level],
                            fetched.runs[level], 1);
}

double code_touched_bytes(const CodeNest *nest, const Target *target, int loop) {
  Walk walk = start(nest, target);
  double written;
  return touch_all(&walk, loop, true, &written).bytes;
}
