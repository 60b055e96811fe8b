// Moves inside a whole space, and what was met on the way.
#include "search/moves.h"

#include <stdlib.h>

enum { ATTEMPTS = 200 }; // of a move, until a legal schedule comes out

static bool is_legal(const SearchSpace *space, const Schedule *schedule) {
  double seconds;
  return space_score(space, schedule, &seconds, NULL) == REJECT_NONE;
}

static bool space_move_random(const void *context, Rng *rng, Schedule *out_schedule) {
  for (int n = 0; n < ATTEMPTS; n++) {
    space_random(context, rng, out_schedule);
    if (is_legal(context, out_schedule))
      return true;
  }
  return false;
}

static bool space_move_mutate(const void *context, Rng *rng, Schedule *schedule) {
  for (int n = 0; n < ATTEMPTS; n++) {
    Schedule changed = *schedule;
    space_mutate(context, rng, &changed);
    if (!is_legal(context, &changed))
      continue;
    *schedule = changed;
    return true;
  }
  return false;
}

static bool space_move_cross(const void *context, Rng *rng, const Schedule *a, const Schedule *b,
                             Schedule *out_child) {
  for (int n = 0; n < ATTEMPTS; n++) {
    space_crossover(context, rng, a, b, out_child);
    if (is_legal(context, out_child))
      return true;
  }
  return false;
}

SearchMoves moves_of_space(const SearchSpace *space) {
  // Two tile sizes and a block for each iterator; order, packs, vector, remainder.
  return (SearchMoves){space, 3 * space->workload.iterator_count + 4, space_move_random,
                       space_move_mutate, space_move_cross};
}

// --- memory

// Place of the key, or of the free slot where it belongs.
static uint64_t find_slot(const ScheduleMemory *memory, uint64_t key) {
  uint64_t slot = key & (memory->slot_count - 1);
  while (memory->slots[slot] != 0 && memory->slots[slot] != key)
    slot = (slot + 1) & (memory->slot_count - 1);
  return slot;
}

static uint64_t key_of(const Schedule *schedule) {
  uint64_t key = schedule_key(schedule);
  return key + (key == 0);
}

static Status grow(ScheduleMemory *memory) {
  ScheduleMemory grown = {.slot_count = memory->slot_count ? 2 * memory->slot_count : 256};
  grown.slots = calloc(grown.slot_count, sizeof *grown.slots);
  if (!grown.slots)
    return status_fail(STATUS_SYSTEM, "no memory for the schedules of a search");
  for (uint64_t n = 0; n < memory->slot_count; n++)
    if (memory->slots[n] != 0) {
      grown.slots[find_slot(&grown, memory->slots[n])] = memory->slots[n];
      grown.used++;
    }
  free(memory->slots);
  *memory = grown;
  return STATUS_OK;
}

Status schedule_memory_add(ScheduleMemory *memory, const Schedule *schedule, bool *out_is_new) {
  Status status = 2 * memory->used >= memory->slot_count ? grow(memory) : STATUS_OK;
  if (status != STATUS_OK)
    return status;
  uint64_t key = key_of(schedule), slot = find_slot(memory, key);
  *out_is_new = memory->slots[slot] == 0;
  memory->slots[slot] = key;
  memory->used += *out_is_new;
  return STATUS_OK;
}

bool schedule_memory_has(const ScheduleMemory *memory, const Schedule *schedule) {
  return memory->slot_count > 0 && memory->slots[find_slot(memory, key_of(schedule))] != 0;
}

void schedule_memory_destroy(ScheduleMemory *memory) {
  free(memory->slots);
  *memory = (ScheduleMemory){0};
}
