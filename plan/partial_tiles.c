// All sizes are tried.
#include "plan/partial_tiles.h"

#include "base/integer.h"

enum {
  LARGEST_BLOCK = 64,
  MORE_TILES = 2,
  LEAST_SHARE = 32, // a 32nd of all steps, or more, has to be saved by a tile, as it is more code
  FEW_SHARE = 16,   // where the block is the extent: nothing else of the code is shared
  CHEAP_ROWS = 4,   // fewer take as long, in which the other factor is read
  FEW_ROWS = 4,     // with a tile of these two smaller ones leave nothing
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

// Whether tiles that are shared out end with the extent, where all of it or of its last rows is
// there. More whole tiles than there may be smaller ones change nothing.
static bool may_share_out(const PartialTiles *tiles, int64_t extent) {
  PartialTiles shared = *tiles;
  shared.shares_out = true;
  int64_t block = tiles->sizes[tiles->count - 1], rest = extent % block;
  for (int64_t whole = 0; whole <= extent - rest && whole <= block * block; whole += block)
    for (int64_t left = 1; left <= rest; left++)
      if (partial_tiles_computed(&shared, whole + left) > whole + rest)
        return false;
  return tiles->count > 1;
}

// With tiles of one step less, 6 steps or more are whole tiles, and with those of two less 2 and 5.
static void add_of_few(PartialTiles *tiles, const PartialExtent *partial, int64_t block) {
  static const uint64_t PAIRS = 0x13;
  bool is_uneven = partial->sizes == 0;
  for (int n = 0; n < 64; n++)
    is_uneven |= (partial->sizes >> n & 1) && (n + 1) * partial->unit % block > 0;
  if (is_uneven)
    add(tiles, block - 1);
  if (partial->sizes == 0 || (partial->unit == 1 && (partial->sizes & PAIRS)))
    add(tiles, block - 2);
}

// Panels are laid out by blocks, in which a tile has to begin.
static bool is_packed(const Workload *workload, const Schedule *schedule, int iterator) {
  bool is = false;
  for (int a = 0; a < workload->access_count; a++)
    is |= schedule->pack[a] != PACK_NONE && access_uses(&workload->accesses[a], iterator);
  return is;
}

PartialTiles partial_tiles(const Workload *workload, const Schedule *schedule) {
  int i = workload->partial.iterator;
  int64_t block = schedule->block[i], extent = workload->extents[i], rest = extent % block;
  PartialTiles tiles = {.count = 1, .sizes = {block}};
  if (rest > 0)
    add(&tiles, rest);
  if (i == schedule->vector_iterator || block > LARGEST_BLOCK || workload->partial.is_rare)
    return tiles;
  if (block == FEW_ROWS && rest == 0) {
    add_of_few(&tiles, &workload->partial, block);
  } else {
    Rests rests = rests_of(&workload->partial, extent, block);
    int share = block == extent ? FEW_SHARE : LEAST_SHARE;
    for (int n = 0; n < MORE_TILES; n++)
      tiles = best_with_one(&rests, &tiles, share);
  }
  tiles.shares_out = !is_packed(workload, schedule, i) && may_share_out(&tiles, extent);
  return tiles;
}

int64_t partial_tiles_fit(const PartialTiles *tiles, int64_t steps) {
  int t = 0;
  while (t < tiles->count - 1 && tiles->sizes[t] < steps)
    t++;
  return tiles->sizes[t];
}

int64_t partial_tiles_computed(const PartialTiles *tiles, int64_t steps) {
  int64_t block = tiles->sizes[tiles->count - 1], count = integer_ceil_div(steps, block);
  if (tiles->count == 1)
    return count * block;
  int64_t smaller = tiles->sizes[tiles->count - 2];
  int64_t fewer = tiles->count > 2 ? tiles->sizes[tiles->count - 3] : 0;
  int64_t most = tiles->shares_out ? count : 1;
  int64_t done = (count - integer_min(most, (count * block - steps) / (block - smaller))) * block;
  while (done + fewer < steps)
    done += smaller;
  return done < steps ? done + partial_tiles_fit(tiles, steps - done) : done;
}
