// Open addressing in a table that is at most half full.
#include "search/seen.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 256 };

// schedule_key is stable over releases; this one only has to be quick.
static uint64_t key_of(const Schedule *schedule) {
  uint64_t words[(sizeof(Schedule) + 7) / 8] = {0};
  memcpy(words, schedule, sizeof *schedule);
  uint64_t key = 0;
  for (size_t n = 0; n < sizeof words / sizeof *words; n++)
    key = seen_mix(key, words[n]);
  return key + (key == 0);
}

// Place of the key, or of the free slot where it belongs.
static uint64_t find_slot(const SeenSet *set, uint64_t key) {
  uint64_t slot = key & (set->slot_count - 1);
  while (set->slots[slot] != 0 && set->slots[slot] != key)
    slot = (slot + 1) & (set->slot_count - 1);
  return slot;
}

static bool grow(SeenSet *set, uint64_t slot_count) {
  SeenSet grown = {.slot_count = slot_count};
  grown.slots = calloc(slot_count, sizeof *grown.slots);
  if (!grown.slots)
    return false;
  for (uint64_t n = 0; n < set->slot_count; n++)
    if (set->slots[n] != 0)
      grown.slots[find_slot(&grown, set->slots[n])] = set->slots[n];
  grown.used = set->used;
  free(set->slots);
  *set = grown;
  return true;
}

Status seen_reserve(SeenSet *set, uint64_t count) {
  uint64_t slot_count = set->slot_count ? set->slot_count : FIRST_SLOTS;
  while (slot_count < 2 * count)
    slot_count *= 2;
  if (slot_count == set->slot_count || grow(set, slot_count))
    return STATUS_OK;
  return status_fail(STATUS_SYSTEM, "no memory for %llu candidates", (unsigned long long)count);
}

// Whether there is a free slot beside those that keep searches short.
static bool has_room(SeenSet *set) {
  if (2 * set->used < set->slot_count ||
      grow(set, set->slot_count ? 2 * set->slot_count : FIRST_SLOTS))
    return true;
  if (set->slots)
    memset(set->slots, 0, set->slot_count * sizeof *set->slots);
  set->used = 0;
  return set->slots != NULL;
}

bool seen_add(SeenSet *set, const Schedule *schedule) {
  if (!has_room(set))
    return true;
  uint64_t key = key_of(schedule), slot = find_slot(set, key);
  bool is_new = set->slots[slot] == 0;
  set->slots[slot] = key;
  set->used += is_new;
  return is_new;
}

bool seen_has(const SeenSet *set, const Schedule *schedule) {
  return set->slot_count > 0 && set->slots[find_slot(set, key_of(schedule))] != 0;
}

void seen_destroy(SeenSet *set) {
  free(set->slots);
  *set = (SeenSet){0};
}
