// Workloads of which runs compute a part: the tiles that end them, that few rows get tiles of few
// rows, and what the code of tiles counts for.
#include "plan/code_size.h"
#include "plan/partial_tiles.h"

#include "search/chooser.h"
#include "test/unit/base/check.h"
#include "test/unit/plan/workloads.h"

#define PRODUCT                                                                                    \
  "p16 p256 r256 | f32[16,256](i0,i2)@0 f32[256,256](i2,i1)@0 f32[16,256](i0,i1)@0!out | "         \
  "body*:f32(fma=1) | add f32 x1 split"

enum { ROWS = 0 };

static Workload read(uint64_t sizes) {
  Workload workload;
  CHECK(workload_parse(PRODUCT, &workload));
  workload.partial = (PartialExtent){.unit = 1, .sizes = sizes, .iterator = ROWS};
  return workload;
}

static PartialTiles tiles_of(const Workload *workload, const char *text) {
  Schedule schedule;
  CHECK_EQUAL(schedule_parse(workload, text, &schedule), STATUS_OK);
  return partial_tiles(workload, &schedule);
}

static void check_tiles(uint64_t sizes, const char *schedule, int count, int64_t first,
                        int64_t second, int64_t third, int64_t fourth) {
  Workload workload = read(sizes);
  PartialTiles tiles = tiles_of(&workload, schedule);
  int64_t expected[PARTIAL_TILES_MAX] = {first, second, third, fourth};
  CHECK_EQUAL(tiles.count, count);
  for (int t = 0; t < count; t++)
    CHECK_EQUAL(tiles.sizes[t], expected[t]);
}

// Of so many rows in one tile: the number of tiles and the smallest.
static void check_few(int rows, uint64_t sizes, int count, int64_t smallest) {
  Workload workload = read(sizes);
  workload.extents[ROWS] = workload.accesses[0].shape[0] = workload.accesses[2].shape[0] = rows;
  char schedule[64];
  snprintf(schedule, sizeof schedule, "direct(vector=i1x16, block=[%d,32,1])", rows);
  PartialTiles tiles = tiles_of(&workload, schedule);
  CHECK_EQUAL(tiles.count, count);
  CHECK_EQUAL(tiles.sizes[0], smallest);
}

static void test_tiles(void) {
  check_tiles(0, "direct(vector=i1x16, block=[8,32,1])", 3, 4, 6, 8, 0);
  check_tiles(0, "direct(vector=i1x16, block=[6,32,1])", 2, 4, 6, 0, 0); // 16 rows leave 4
  check_tiles(0, "direct(vector=i1x16, block=[2,32,1])", 1, 2, 0, 0, 0);
  check_tiles(0, "direct(vector=i1x16, block=[1,32,1])", 1, 1, 0, 0, 0);
  check_tiles(0, "direct(vector=i0x8, block=[8,2,1])", 1, 8, 0, 0, 0); // whole vectors
  // 13 rows alone are expected.
  check_tiles(UINT64_C(1) << 12, "direct(vector=i1x16, block=[8,32,1])", 2, 5, 8, 0, 0);
  // 5 to 8 rows that are one tile.
  check_few(8, 0xF0, 2, 6);
  // Of 4 those of 3 and 2, as far as they are expected.
  check_few(4, 0xE, 3, 2);
  check_few(4, 0xC, 2, 3);
  // Where rests are rare, tiles are those of the whole.
  Workload workload = read(0);
  workload.partial.is_rare = true;
  CHECK_EQUAL(tiles_of(&workload, "direct(vector=i1x16, block=[8,32,1])").count, 1);
  CHECK_EQUAL(tiles_of(&workload, "direct(vector=i1x16, block=[6,32,1])").count, 2);
}

static void check_computed(const char *schedule, int steps, int64_t computed) {
  Workload workload = read(0);
  PartialTiles tiles = tiles_of(&workload, schedule);
  CHECK_EQUAL(partial_tiles_computed(&tiles, steps), computed);
}

// As few tiles as hold the rows, as many of them smaller ones as may be: 9 rows are 6 and 4, 17 are
// 6, 6 and 6, or 4, 4, 3, 3 and 3, 5 are 3 and 2.
static void test_computed(void) {
  check_computed("direct(vector=i1x16, block=[8,32,1])", 9, 10);
  check_computed("direct(vector=i1x16, block=[8,32,1])", 11, 12);
  check_computed("direct(vector=i1x16, block=[8,32,1])", 13, 14);
  check_computed("direct(vector=i1x16, block=[8,32,1])", 16, 16);
  check_computed("direct(vector=i1x16, block=[8,32,1])", 17, 18);
  check_computed("direct(vector=i1x16, block=[6,32,1])", 7, 8);
  check_computed("direct(vector=i1x16, block=[6,32,1])", 11, 12);
  check_computed("direct(vector=i1x16, block=[2,32,1])", 3, 4);
  check_computed("direct(vector=i1x16, block=[1,32,1])", 3, 3);
  for (int rows = 2; rows <= 64; rows++)
    check_computed("direct(vector=i1x16, block=[4,32,1])", rows, rows);
  PartialTiles tiles = {.count = 3, .sizes = {4, 6, 8}};
  CHECK_EQUAL(partial_tiles_fit(&tiles, 5), 6);
  CHECK_EQUAL(partial_tiles_fit(&tiles, 9), 8);
}

// Tiles that begin with the extent end with it, whatever the sizes: of 17 rows, those that tiles of
// 8 leave would be behind it if the others were shared out.
static void test_ends(void) {
  for (int64_t extent = 2; extent <= 64; extent++)
    for (int block = 1; block <= 16; block++) {
      Workload workload = read(0);
      char schedule[64];
      workload.extents[ROWS] = workload.accesses[0].shape[0] = workload.accesses[2].shape[0] =
          extent;
      snprintf(schedule, sizeof schedule, "direct(vector=i1x16, block=[%d,32,1])", block);
      PartialTiles tiles = tiles_of(&workload, schedule);
      for (int64_t steps = 1; steps <= extent; steps++) {
        int64_t computed = partial_tiles_computed(&tiles, steps);
        CHECK(computed >= steps && computed <= extent);
      }
    }
}

static Choice choose_priced(const Workload *workload, double code_price) {
  Target target;
  Choice choice;
  ChooseOptions options = {.max_candidates = 400, .seed = 1, .code_price = code_price};
  CHECK_EQUAL(target_parse("zen4", &target), STATUS_OK);
  CHECK_EQUAL(schedule_choose(workload, NULL, 1, &target, &options, &choice), STATUS_OK);
  return choice;
}

static Choice choose(const Workload *workload) { return choose_priced(workload, 0); }

// Rare rests change nothing; 6 of 16 rows, and no tile computes 8.
static void test_choice(void) {
  Workload whole, none = read(0), six = read(UINT64_C(1) << 5);
  CHECK(workload_parse(PRODUCT, &whole));
  none.partial.is_rare = true;
  Choice of_whole = choose(&whole), of_none = choose(&none), of_six = choose(&six);
  CHECK(schedule_equal(&of_whole.schedule, &of_none.schedule));
  CHECK(of_whole.predicted_seconds == of_none.predicted_seconds);
  CHECK(of_six.predicted_seconds < 0.6 * of_whole.predicted_seconds);
  int64_t block = of_six.schedule.block[ROWS], rest = 6 % block;
  PartialTiles tiles = partial_tiles(&six, &of_six.schedule);
  int t = 0;
  while (tiles.sizes[t] < rest)
    t++;
  CHECK(6 - rest + (rest > 0 ? tiles.sizes[t] : 0) <= 7);
}

// Up to 4 rows of a product are one tile, whatever is left of them, and more are tiles of 4.
static void test_few_rows(void) {
  for (int rows = 3; rows <= 16; rows++) {
    Workload workload = read((UINT64_C(1) << rows) - 1);
    workload.extents[ROWS] = workload.accesses[0].shape[0] = workload.accesses[2].shape[0] = rows;
    CHECK_EQUAL(choose(&workload).schedule.block[ROWS], rows < 4 ? rows : 4);
  }
}

// A text may have no accumulators; no op is without.
static void test_no_accumulators(void) {
  Workload workload = read(0xFF);
  workload.extents[ROWS] = workload.accesses[0].shape[0] = workload.accesses[2].shape[0] = 8;
  workload.accumulator_count = 0;
  CHECK_EQUAL(choose(&workload).schedule.block[ROWS], 4);
}

// What runs are like is no part of what is computed.
static void test_keys(void) {
  Workload none = read(0), six = read(UINT64_C(1) << 5);
  CHECK(workload_key(&none) == workload_key(&six));
  CHECK(workload_run_key(&none) != workload_run_key(&six));
}

static double size_of(const Workload *workload, const char *text) {
  Schedule schedule;
  CHECK_EQUAL(schedule_parse(workload, text, &schedule), STATUS_OK);
  return code_size(workload, &schedule);
}

// Vectors of tiles of the 16 rows, the 16 vectors of columns and the terms.
static void test_code_size(void) {
  Workload whole, part = read(0);
  CHECK(workload_parse(PRODUCT, &whole));
  CHECK(size_of(&whole, "direct(vector=i1x16, block=[8,64,1])") == 8 * 4);
  CHECK(size_of(&whole, "direct(vector=i1x16, block=[8,48,1])") == 8 * (3 + 1));
  CHECK(size_of(&whole, "direct(vector=i1x16, block=[6,64,2])") == (6 + 4) * 4 * 2);
  CHECK(size_of(&part, "direct(vector=i1x16, block=[8,64,1])") == (4 + 6 + 8) * 4);
  // Of the first factor and the result each lane is in another row, and has an address in the loops
  // over columns and terms; tiles of these are one more.
  CHECK(size_of(&whole, "direct(vector=i0x16, block=[16,4,1])") == 4 * (1 + 2 * 2 * 16));
  CHECK(size_of(&whole, "direct(vector=i0x16, block=[16,4,1], tile0=[16,64,256])") ==
        4 * (1 + 3 * 2 * 16));
  // Tiles of the terms start sums and go on with them.
  CHECK(size_of(&whole, "direct(vector=i1x16, block=[8,64,1], tile0=[8,64,128])") == 8 * 4 * 3);
  part.partial = (PartialExtent){.unit = 0};
  part.open = 3; // the terms: blocks, and single ones
  CHECK(size_of(&part, "direct(vector=i1x16, block=[8,64,4])") == 8 * 4 * (4 + 1));
}

static void test_code_price(void) {
  Workload workload = read(0);
  Choice of_free = choose(&workload), of_little = choose_priced(&workload, 1);
  CHECK(code_size(&workload, &of_little.schedule) < code_size(&workload, &of_free.schedule));
  CHECK(of_little.predicted_seconds >= of_free.predicted_seconds); // which have no price in them
}

int main(void) {
  test_code_size();
  test_code_price();
  test_tiles();
  test_computed();
  test_ends();
  test_choice();
  test_few_rows();
  test_no_accumulators();
  test_keys();
  return check_result();
}
