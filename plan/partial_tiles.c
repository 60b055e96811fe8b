// All sizes are tried.
#include "plan/partial_tiles.h"

enum {
  LARGEST_BLOCK = 64,
  MORE_TILES = 2,
  LEAST_SHARE = 32, // a 32nd of all steps, or more, has to be saved by a tile, as it is more code
  FEW_SHARE = 16,   // where the block is the extent: nothing else of the code is shared
  CHEAP_ROWS = 4,   // fewer take as long, in which the other factor is read
};

typedef struct Rests {
  int64_t block;
  int up_to[LARGEST_BLOCK]; // how often so many steps or fewer are left, but some
  int64_t steps;            // of all sizes together
} Rests;

// Without sizes to expect, rests are alike, and half of the extent is there.
static Rests rests_of(const PartialExtent *partial, int64_t extent, int64_t block) {
  Rests rests = {.block = block};
  for (int n = 0; n < 64; n++) {
    int64_t steps = partial->sizes >> n & 1 ? (n + 1) * partial->unit : 0;
    rests.steps += steps;
    if (steps % block > 0)
      rests.up_to[steps % block]++;
  }
  for (int64_t rest = 1; rest < block; rest++) {
    rests.up_to[rest] = rests.up_to[rest - 1] + (partial->sizes == 0 ? 1 : rests.up_to[rest]);
    rests.steps += partial->sizes == 0 ? extent / 2 : 0;
  }
  return rests;
}

// Steps of the last tiles of all of them.
static int64_t computed(const Rests *rests, const PartialTiles *tiles) {
  int64_t steps = 0;
  int before = 0;
  for (int t = 0; t < tiles->count; t++) {
    int64_t most = tiles->sizes[t] < rests->block ? tiles->sizes[t] : rests->block - 1;
    int64_t size = tiles->sizes[t] > CHEAP_ROWS ? tiles->sizes[t] : CHEAP_ROWS;
    steps += size * (rests->up_to[most] - before);
    before = rests->up_to[most];
  }
  return steps;
}

static void add(PartialTiles *tiles, int64_t size) {
  int at = 0;
  while (at < tiles->count && tiles->sizes[at] < size)
    at++;
  if (at < tiles->count && tiles->sizes[at] == size)
    return;
  for (int t = tiles->count++; t > at; t--)
    tiles->sizes[t] = tiles->sizes[t - 1];
  tiles->sizes[at] = size;
}

// With one more, if it saves a `share`-th or more. Of those with which as little is computed the
// largest, which keeps the processor busiest.
static PartialTiles best_with_one(const Rests *rests, const PartialTiles *tiles, int share) {
  PartialTiles best = *tiles;
  int64_t before = computed(rests, tiles);
  for (int64_t size = 1; size < rests->block; size++) {
    PartialTiles more = *tiles;
    add(&more, size);
    int64_t saved = before - computed(rests, &more);
    if (saved > 0 && saved * share >= rests->steps &&
        computed(rests, &more) <= computed(rests, &best))
      best = more;
  }
  return best;
}

PartialTiles partial_tiles(const Workload *workload, const Schedule *schedule) {
  int i = workload->partial.iterator;
  int64_t block = schedule->block[i], rest = workload->extents[i] % block;
  PartialTiles tiles = {.count = 1, .sizes = {block}};
  if (rest > 0)
    add(&tiles, rest);
  if (i == schedule->vector_iterator || block > LARGEST_BLOCK || workload->partial.is_rare)
    return tiles;
  Rests rests = rests_of(&workload->partial, workload->extents[i], block);
  int share = block == workload->extents[i] ? FEW_SHARE : LEAST_SHARE;
  for (int n = 0; n < MORE_TILES; n++)
    tiles = best_with_one(&rests, &tiles, share);
  return tiles;
}

int64_t partial_tiles_fit(const PartialTiles *tiles, int64_t steps) {
  int t = 0;
  while (t < tiles->count - 1 && tiles->sizes[t] < steps)
    t++;
  return tiles->sizes[t];
}

int64_t partial_tiles_joined(const PartialTiles *tiles) {
  if (tiles->count < 3)
    return 0;
  int64_t block = tiles->sizes[tiles->count - 1], first = tiles->sizes[tiles->count - 2];
  int64_t most = tiles->sizes[tiles->count - 3], rest = 0;
  while (rest + 1 < block && block + rest + 1 - first <= most &&
         first + partial_tiles_fit(tiles, block + rest + 1 - first) <
             block + partial_tiles_fit(tiles, rest + 1))
    rest++;
  return rest;
}
