// LoopNest: nests and packs computed by hand, then properties of random schedules: the loops cover
// every point once, and the packed buffers hold every element that is read.
#include "plan/loop_nest.h"

#include "base/text.h"
#include "plan/rule.h"
#include "plan/schedule/random_schedule.h"
#include "plan/schedule_knobs.h"
#include "test/unit/base/check.h"
#include "test/unit/base/daily_seed.h"
#include "test/unit/plan/workloads.h"

static Workload parse_workload(const char *text) {
  Workload workload;
  memset(&workload, 0, sizeof(workload));
  if (!workload_parse(text, &workload))
    printf("not read: %s\n", text);
  return workload;
}

static const char *const band_names[] = {"outer",  "inner",  "reg",  "kernel",
                                         "unroll", "vector", "sweep"};
static const char *const dim_names[] = {"", "tile", "lane", "group", "dim", "phase", "quotient"};

static void print_loops(const LoopNest *nest, char *text, size_t size) {
  TextWriter writer = text_writer(text, size);
  int count = nest->loop_count + (nest->sweep_depth >= 0 ? nest->sweep_count : 0);
  for (int l = 0; l < count; l++)
    text_write(&writer, "%s%s i%d %lld/%lld", l ? ", " : "", band_names[nest->loops[l].band],
               nest->loops[l].iterator, (long long)nest->loops[l].span,
               (long long)nest->loops[l].step);
}

// "ACCESS@DEPTH kind+source:size/factor ..." per pack.
static void print_packs(const LoopNest *nest, char *text, size_t size) {
  TextWriter writer = text_writer(text, size);
  for (int p = 0; p < nest->pack_count; p++) {
    const PackedBuffer *pack = &nest->packs[p];
    text_write(&writer, "%s%d@%d%s%s", p ? "; " : "", pack->access, pack->depth,
               pack->is_image ? " image" : "", pack->is_produced ? " produced" : "");
    for (int d = 0; d < pack->rank; d++)
      text_write(&writer, " %s%d:%lld/%lld", dim_names[pack->dims[d].kind], pack->dims[d].source,
                 (long long)pack->dims[d].size, (long long)pack->dims[d].factor);
  }
}

static void build(const Workload *workload, const char *schedule_text, LoopNest *nest) {
  Schedule schedule;
  Status status = schedule_parse(workload, schedule_text, &schedule);
  if (status != STATUS_OK)
    printf("%s: %s\n", schedule_text, status_text());
  CHECK_EQUAL(status, STATUS_OK);
  memset(nest, 0x5a, sizeof(*nest)); // only counted entries are promised
  CHECK_EQUAL(loop_nest_build(workload, &schedule, nest), REJECT_NONE);
}

static void check_nest(const Workload *workload, const char *schedule, const char *loops,
                       const char *packs) {
  LoopNest nest;
  char text[1024];
  build(workload, schedule, &nest);
  print_loops(&nest, text, sizeof(text));
  CHECK_TEXT(text, loops);
  print_packs(&nest, text, sizeof(text));
  CHECK_TEXT(text, packs);
}

static void test_matmul(void) {
  Workload matmul = parse_workload(WORKLOAD_MATMUL_8);
  check_nest(&matmul, "direct()", "reg i0 8/1, reg i1 8/1, kernel i2 8/1", "");
  check_nest(&matmul, "direct(vector=i1x4, block=[2,8,1])",
             "reg i0 8/2, kernel i2 8/1, unroll i0 2/1, unroll i1 8/4, vector i1 4/1", "");
  check_nest(&matmul, "direct(vector=i1x4, block=[2,4,2], tile0=[4,8,4], order0=[2,0])",
             "outer i2 8/4, outer i0 8/4, reg i0 4/2, reg i1 8/4, kernel i2 4/2, unroll i0 2/1, "
             "unroll i2 2/1, vector i1 4/1",
             "");
  check_nest(&matmul, "direct(block=[8,8,8])", "unroll i0 8/1, unroll i1 8/1, unroll i2 8/1", "");
  check_nest(&matmul, "direct(block=[8,8,8], order2=[1,0])",
             "unroll i0 8/1, unroll i1 8/1, unroll i2 8/1", "");
  check_nest(&matmul, "direct(order2=[1,0])", "reg i1 8/1, reg i0 8/1, kernel i2 8/1", "");
  check_nest(&matmul, "direct(tile0=[4,4,8], tile1=[2,2,8], order0=[1,0], order1=[0,1])",
             "outer i1 8/4, outer i0 8/4, inner i0 4/2, inner i1 4/2, reg i0 2/1, reg i1 2/1, "
             "kernel i2 8/1",
             "");
  check_nest(&matmul, "reduce(vector=i2x4, block=[2,2,8])",
             "reg i0 8/2, reg i1 8/2, unroll i0 2/1, unroll i1 2/1, unroll i2 8/4, vector i2 4/1",
             "");

  LoopNest nest;
  build(&matmul, "direct(vector=i1x4, block=[2,8,2], tile0=[4,8,4])", &nest);
  CHECK_EQUAL(nest.accumulators, 4);
  CHECK_EQUAL(nest.operand_registers, 3); // two vectors of one operand, one at a time of the other
  CHECK_EQUAL(nest.kernel_points, 8);
  CHECK_EQUAL(nest.lanes, 4);
  CHECK_EQUAL(nest.serial_count, 4);
  CHECK_EQUAL(nest.buffer_bytes, 0);
  CHECK(nest.splits_reduction);
  int64_t span[WORKLOAD_MAX_ITERATORS];
  loop_nest_spans(&matmul, &nest, 0, span);
  CHECK(span[0] == 8 && span[1] == 8 && span[2] == 8);
  loop_nest_spans(&matmul, &nest, 2, span);
  CHECK(span[0] == 4 && span[1] == 8 && span[2] == 4);
  loop_nest_spans(&matmul, &nest, nest.loop_count, span);
  CHECK(span[0] == 1 && span[1] == 1 && span[2] == 1);
  build(&matmul, "reduce(vector=i2x4, block=[3,2,8])", &nest);
  CHECK_EQUAL(nest.accumulators, 12);
  CHECK_EQUAL(nest.kernel_points, 12);
  CHECK(!nest.splits_reduction);
  CHECK(nest.main_extent[0] == 6 && nest.main_extent[1] == 8 && nest.main_extent[2] == 8);
}

static void test_places(void) {
  Workload between = parse_workload(WORKLOAD_BETWEEN);
  check_nest(&between, "direct(vector=i1x8, block=[2,16,1], epilogue=1, epilogue_depth=0)",
             "reg i0 37/2, reg i1 53/16, kernel i2 29/1, unroll i0 2/1, unroll i1 16/8, vector i1 "
             "8/1, sweep i0 37/1, sweep i1 53/16",
             "");
  // Inside both tile loops, outside the reduction's.
  check_nest(&between,
             "direct(vector=i1x8, block=[2,16,1], tile0=[8,32,10], pack=[0:1,2:2], produce=[0], "
             "epilogue=1, epilogue_depth=2)",
             "outer i0 37/8, outer i1 53/32, outer i2 29/10, reg i0 8/2, reg i1 32/16, kernel i2 "
             "10/1, unroll i0 2/1, unroll i1 16/8, vector i1 8/1, sweep i0 8/1, sweep i1 32/16",
             "0@1 produced tile0:4/2 2:29/1 lane0:2/2; 2@2 tile1:2/16 2:29/1 lane1:16/16");
  // A register tile of one row: nothing is left to loop over but the lanes' own vectors.
  check_nest(&between, "direct(vector=i1x8, block=[1,16,1], epilogue=1, epilogue_depth=2)",
             "reg i0 37/1, reg i1 53/16, kernel i2 29/1, unroll i1 16/8, vector i1 8/1", "");
  // The lanes of the kernel run along the reduction, those of the sweep along the results.
  check_nest(
      &between, "reduce(vector=i2x8, block=[2,2,8], epilogue=1, epilogue_depth=0)",
      "reg i0 37/2, reg i1 53/2, kernel i2 29/8, unroll i0 2/1, unroll i1 2/1, vector i2 8/1, "
      "sweep i0 37/1, sweep i1 53/8",
      "");
  LoopNest nest;
  build(&between, "direct(pack=[2:0], produce=[2])", &nest);
  CHECK_EQUAL(nest.packs[0].bytes, 29 * 53 * 4); // values of the cast, not of its operand
  CHECK_EQUAL(nest.sweep_depth, EPILOGUE_IN_REGISTERS);
  build(&between, "reduce(vector=i2x8, block=[2,3,8], epilogue=1, epilogue_depth=2)", &nest);
  CHECK_EQUAL(nest.sweep_vector, -1); // tiles of 3 are no whole vectors
}

static void test_matmul_packs(void) {
  Workload matmul = parse_workload(WORKLOAD_MATMUL_8);
  // B whole, in panels of the vector block; A inside the k and m tiles, in panels of 2 rows.
  check_nest(&matmul,
             "direct(vector=i1x4, block=[2,4,1], tile0=[4,8,4], order0=[2,0], pack=[0:2,1:0])",
             "outer i2 8/4, outer i0 8/4, reg i0 4/2, reg i1 8/4, kernel i2 4/1, unroll i0 2/1, "
             "vector i1 4/1",
             "1@0 tile1:2/4 2:8/1 lane1:4/4; 0@2 tile0:2/2 2:4/1 lane0:2/2");
  // One register tile wide: no tile dimension. No block: dimensions in the order of the nest.
  check_nest(&matmul, "direct(vector=i1x4, block=[1,8,1], pack=[0:0,1:0])",
             "reg i0 8/1, kernel i2 8/1, unroll i1 8/4, vector i1 4/1",
             "0@0 0:8/1 2:8/1; 1@0 2:8/1 lane1:8/8");
  check_nest(&matmul, "direct(order2=[1,0], pack=[0:2])", "reg i1 8/1, reg i0 8/1, kernel i2 8/1",
             "0@2 2:8/1");
  // An unrolled reduction is walked after the loops.
  check_nest(&matmul, "direct(vector=i1x4, block=[1,4,8], pack=[0:0,1:0])",
             "reg i0 8/1, reg i1 8/4, unroll i2 8/1, vector i1 4/1",
             "0@0 0:8/1 2:8/1; 1@0 tile1:2/4 2:8/1 lane1:4/4");
  // A partial vector is rounded up in the buffer.
  Workload ragged = parse_workload(
      "p5 p21 r8 | f64[5,8](i0,i2)@0 f64[8,21](i2,i1)@0 f64[5,21](i0,i1)@0!out | body*:f64(fma=1) "
      "| add f64 x1");
  LoopNest nest;
  build(&ragged, "direct(vector=i1x8, block=[2,21,1], pack=[0:0,1:0])", &nest);
  char text[512];
  print_packs(&nest, text, sizeof(text));
  CHECK_TEXT(text, "0@0 tile0:3/2 2:8/1 lane0:2/2; 1@0 2:8/1 lane1:24/21");
  CHECK_EQUAL(nest.packs[0].bytes, 3 * 8 * 2 * 8);
  CHECK_EQUAL(nest.packs[1].bytes, 8 * 24 * 8);
  CHECK_EQUAL(nest.buffer_bytes, nest.packs[0].bytes + nest.packs[1].bytes);
  CHECK_EQUAL(nest.accumulators, 2 * 4); // of 8, 8, 4 and 1 lanes
  CHECK(nest.main_extent[0] == 4 && nest.main_extent[1] == 21 && nest.main_extent[2] == 8);
  build(&ragged, "direct(vector=i1x8, block=[2,16,1], tile0=[5,16,8], pack=[1:1])", &nest);
  print_loops(&nest, text, sizeof(text));
  CHECK_TEXT(text, "outer i1 21/16, reg i0 5/2, kernel i2 8/1, unroll i0 2/1, unroll i1 16/8, "
                   "vector i1 8/1");
  CHECK_EQUAL(nest.loops[0].trips, 2);
  CHECK_EQUAL(nest.loops[1].trips, 3);
  CHECK_EQUAL(nest.main_extent[1], 16);
}

static void test_conv(void) {
  Workload conv = parse_workload(WORKLOAD_CONV);
  check_nest(&conv,
             "direct(vector=i2x16, block=[4,1,56,1,1,3], tile0=[64,8,56,16,3,3], order0=[3,1], "
             "pack=[0:0,1:0])",
             "outer i3 64/16, outer i1 56/8, reg i0 64/4, reg i1 8/1, kernel i3 16/1, kernel i4 "
             "3/1, unroll i0 4/1, unroll i2 56/16, unroll i5 3/1, vector i2 16/1",
             "0@0 image dim0:64/1 dim1:58/1 dim2:74/1; "
             "1@0 tile0:16/4 3:64/1 4:3/1 5:3/1 lane0:4/4");
  // A filter panel per block of channels, vectorised over the filters of a blocked kernel.
  Workload nhwc = parse_workload(WORKLOAD_NHWC_CONV);
  check_nest(&nhwc, "direct(vector=i2x16, block=[1,7,16,1,1,1], kernel=[3,4,5], pack=[1:0])",
             "reg i0 14/1, reg i1 14/7, reg i2 32/16, kernel i3 3/1, kernel i4 3/1, kernel i5 "
             "16/1, unroll i1 7/1, vector i2 16/1",
             "1@0 tile2:2/16 3:3/1 4:3/1 5:16/1 lane2:16/16");
  LoopNest nest;
  build(&nhwc, "direct(vector=i2x16, block=[1,7,16,1,1,1], pack=[0:0])", &nest);
  CHECK_EQUAL(nest.accumulators, 7);
  CHECK_EQUAL(nest.packs[0].origin[0], 0);
}

static void test_images(void) {
  // Fused padding: one more on every side, and a vector past the end.
  Workload padded = parse_workload(WORKLOAD_PADDED_CONV);
  LoopNest nest;
  char text[512];
  build(&padded, "direct(vector=i2x8, pad=pack)", &nest);
  print_packs(&nest, text, sizeof(text));
  CHECK_TEXT(text, "0@0 image dim0:64/1 dim1:58/1 dim2:66/1");
  CHECK(nest.packs[0].origin[0] == 0 && nest.packs[0].origin[1] == -1 &&
        nest.packs[0].origin[2] == -1);
  CHECK_EQUAL(nest.packs[0].bytes, 64 * 58 * 66 * 4);
  build(&padded, "direct(pad=pack)", &nest);
  CHECK_EQUAL(nest.packs[0].dims[2].size, 58); // scalar code reads nothing past the end
  build(&padded, "direct(vector=i2x8, block=[1,1,8,1,1,3], pad=border)", &nest);
  CHECK_EQUAL(nest.pack_count, 0);

  // Stride 2: indices -3 .. 225 into 224; even and odd columns apart.
  Workload strided = parse_workload(WORKLOAD_STRIDED_CONV);
  build(&strided, "direct(vector=i3x16, pad=pack)", &nest);
  print_packs(&nest, text, sizeof(text));
  CHECK_TEXT(text, "0@0 image dim0:2/1 dim1:3/1 dim2:229/1 phase3:2/2 quotient3:131/2");
  CHECK(nest.packs[0].origin[1] == 0 && nest.packs[0].origin[2] == -3 &&
        nest.packs[0].origin[3] == -3);
  build(&strided, "direct(vector=i2x2, pad=pack)", &nest); // the row iterator: columns stay whole
  print_packs(&nest, text, sizeof(text));
  CHECK_TEXT(text, "0@0 image dim0:2/1 dim1:3/1 dim2:229/1 dim3:229/1");
}

static void test_im2col(void) {
  char text[1024];
  Workload collapsed, conv = parse_workload(WORKLOAD_CONV);
  CHECK(rule_im2col.rewrite(&conv, &collapsed));
  workload_print(&collapsed, text, sizeof(text));
  CHECK_TEXT(text, "p64 p3136 r576 | f32[576,3136](i2,i1)@0 f32[64,576](i0,i2)@0!const "
                   "f32[64,3136](i0,i1)@0!out | body*:f32(fma=1) | add f32 x1 split");
  Workload strided = parse_workload(WORKLOAD_STRIDED_CONV);
  CHECK(rule_im2col.rewrite(&strided, &collapsed));
  workload_print(&collapsed, text, sizeof(text));
  CHECK_TEXT(text, "p2 p64 p12544 r147 | f32[2,147,12544](i0,i3,i2)@0 f32[64,147](i1,i3)@0!const "
                   "f32[2,64,12544](i0,i1,i2)@0!out | body*:f32(fma=1) | add f32 x1");
  Workload nhwc = parse_workload(WORKLOAD_NHWC_CONV);
  CHECK(rule_im2col.rewrite(&nhwc, &collapsed));
  workload_print(&collapsed, text, sizeof(text));
  CHECK_TEXT(text, "p196 p32 r144 | f32[144,196](i2,i0)@0 f32[144,32](i2,i1)@0!const "
                   "f32[196,32](i0,i1)@0!out | body*:f32(fma=1) | add f32 x1 split");
  // Depthwise with a bias as initial value: the channel is a batch.
  Workload depthwise = parse_workload(
      "p8 p6 p6 r3 r3 | f32[8](i0)@0 f32[8,8,8](i0,i1+i3,i2+i4)@1 f32[8,3,3](i0,i3,i4)@1 "
      "f32[8,6,6](i0,i1,i2)@1!out | init:f32() body*:f32(fma=1) | add f32 x1 conv");
  CHECK(rule_im2col.rewrite(&depthwise, &collapsed));
  workload_print(&collapsed, text, sizeof(text));
  CHECK_TEXT(text, "p8 p36 r9 | f32[8](i0)@0 f32[8,9,36](i0,i2,i1)@1 f32[8,9](i0,i2)@1 "
                   "f32[8,36](i0,i1)@1!out | init:f32() body*:f32(fma=1) | add f32 x1");
}

static void test_im2col_nest(void) {
  char text[1024];
  LoopNest nest;
  Workload conv = parse_workload(WORKLOAD_CONV);
  build(&conv, "im2col(vector=i1x16, block=[8,32,1], tile0=[64,3136,192], pack=[1:0])", &nest);
  print_loops(&nest, text, sizeof(text));
  CHECK_TEXT(text, "outer i2 576/192, reg i0 64/8, reg i1 3136/32, kernel i2 192/1, unroll i0 8/1, "
                   "unroll i1 32/16, vector i1 16/1");
  CHECK_EQUAL(nest.buffer_bytes, 576 * 3136 * 4 + 64 * 576 * 4);
  // Two groups of four filters: the bias in front of the input is indexed by group and filter. The
  // matrix has 2 groups, 3 * 3 * 3 reductions and 6 * 6 pixels.
  Workload grouped = parse_workload(
      "p2 p4 p6 p6 r3 r3 r3 | f32[8](4*i0+i1)@0 f32[1,2,3,8,8](0,i0,i4,i2+i5,i3+i6)@1 "
      "f32[2,4,3,3,3](i0,i1,i4,i5,i6)@1 f32[1,8,6,6](0,4*i0+i1,i2,i3)@1!out | "
      "init:f32() body*:f32(fma=1) | add f32 x1 conv");
  Workload collapsed;
  CHECK(rule_im2col.rewrite(&grouped, &collapsed));
  CHECK_EQUAL(rule_im2col.made_bytes(&grouped, &collapsed), 2 * 27 * 36 * 4);
}

static void test_not_im2col(void) {
  static const char *const others[] = {
      WORKLOAD_MATMUL_8,
      // the filter's reductions are not adjacent
      "p8 p6 p6 r4 r3 r3 | f32[4,8,8](i3,i1+i4,i2+i5)@0 f32[4,8,3,3](i3,i0,i4,i5)@0 "
      "f32[8,6,6](i0,i1,i2)@0!out | body*:f32(fma=1) | add f32 x1 conv",
      // a gap in the filter's buffer
      "p8 p6 p6 r4 r3 r3 | f32[4,8,8](i3,i1+i4,i2+i5)@0 f32[8,4,3,3]{72,18,3,1}(i0,i3,i4,i5)@0 "
      "f32[8,6,6](i0,i1,i2)@0!out | body*:f32(fma=1) | add f32 x1 conv",
      // pixels apart in the output
      "p6 p8 p6 r3 r3 | f32[8,8](i0+i3,i2+i4)@0 f32[8,3,3](i1,i3,i4)@0 "
      "f32[6,8,6](i0,i1,i2)@0!out | body*:f32(fma=1) | add f32 x1 conv",
      // an epilogue that reads one row
      "p8 p6 p6 r3 r3 | f32[8,8](i1+i3,i2+i4)@0 f32[8,3,3](i0,i3,i4)@0 f32[6](i2)@1 "
      "f32[8,6,6](i0,i1,i2)@1!out | body*:f32(fma=1) epilogue:f32(add=1) | add f32 x1 conv",
      // another combiner
      "p8 p6 p6 r3 r3 | f32[8,8](i1+i3,i2+i4)@0 f32[8,3,3](i0,i3,i4)@0 "
      "f32[8,6,6](i0,i1,i2)@0!out | body*:f32(fma=1) | max f32 x1 conv",
      // filters of two halves a byte: what shifts them and what scales them are read, too
      "p8 p6 p6 r3 r3 r2 r4 | i8[2,4,8,8](i5,i6,i1+i3,i2+i4)@0 i8[8,3,3,4](i0,i3,i4,i6)@0 "
      "i32[2](i5)@0 f32[8,6,6](i0,i1,i2)@0!out | body*:f32(mul=1,add=1,integer=2,cast=3) | "
      "add f32 x1 conv of 0s*1uh5:2 scaled",
  };
  for (size_t o = 0; o < sizeof(others) / sizeof(others[0]); o++) {
    Workload collapsed, other = parse_workload(others[o]);
    CHECK(!rule_im2col.rewrite(&other, &collapsed));
  }
}

// --- properties

// Visits the values of one iterator as its loops do, each clipped to the enclosing span.
static void cover(const LoopNest *nest, int iterator, int from_loop, int64_t start, int64_t end,
                  int *visits) {
  int l = from_loop;
  while (l < nest->loop_count && nest->loops[l].iterator != iterator)
    l++;
  if (l == nest->loop_count) {
    CHECK_EQUAL(end - start, 1);
    visits[start]++;
    return;
  }
  CHECK(nest->loops[l].span >= end - start);
  for (int64_t at = start; at < end; at += nest->loops[l].step) {
    int64_t limit = at + nest->loops[l].step;
    cover(nest, iterator, l + 1, at, limit < end ? limit : end, visits);
  }
}

static void check_loops(const Workload *knobs, const LoopNest *nest) {
  static int visits[4096];
  int64_t span[WORKLOAD_MAX_ITERATORS];
  loop_nest_spans(knobs, nest, 0, span);
  CHECK(nest->loop_count <= LOOP_NEST_MAX_LOOPS && nest->serial_count <= nest->loop_count);
  for (int l = 0; l < nest->loop_count; l++) {
    const Loop *loop = &nest->loops[l];
    CHECK_EQUAL(loop->span, span[loop->iterator]);
    CHECK(loop->trips >= 2 && (loop->trips - 1) * loop->step < loop->span &&
          loop->trips * loop->step >= loop->span);
    CHECK(l == 0 || nest->loops[l - 1].band <= loop->band);
    CHECK_EQUAL(l < nest->serial_count, loop->band <= BAND_KERNEL);
    CHECK((loop->band != BAND_REGISTER) || knobs->kinds[loop->iterator] == ITERATOR_PARALLEL);
    CHECK((loop->band != BAND_KERNEL) || knobs->kinds[loop->iterator] == ITERATOR_REDUCTION);
    span[loop->iterator] = loop->step;
  }
  for (int i = 0; i < knobs->iterator_count; i++) {
    CHECK_EQUAL(span[i], 1);
    if (knobs->extents[i] > 4096)
      continue;
    memset(visits, 0, sizeof(visits));
    cover(nest, i, 0, 0, knobs->extents[i], visits);
    for (int64_t v = 0; v < knobs->extents[i]; v++)
      CHECK_EQUAL(visits[v], 1);
  }
}

// Value of an index at a point.
static int64_t evaluate(const IndexExpr *index, const int64_t *point) {
  int64_t value = index->constant;
  for (int i = 0; i < WORKLOAD_MAX_ITERATORS; i++)
    value += index->coefficients[i] * point[i];
  return value;
}

// Slot of a point in a packed buffer; `inside` is the point relative to the packing place.
static int64_t packed_slot(const Access *access, const PackedBuffer *pack, const int64_t *point,
                           const int64_t *inside) {
  int64_t slot = 0;
  for (int d = 0; d < pack->rank; d++) {
    const PackDim *dim = &pack->dims[d];
    int64_t index = pack->is_image
                        ? evaluate(&access->index[dim->source], point) - pack->origin[dim->source]
                        : inside[dim->source];
    int64_t coordinate =
        dim->kind == PACK_DIM_TILE || dim->kind == PACK_DIM_QUOTIENT ? index / dim->factor
        : dim->kind == PACK_DIM_LANE || dim->kind == PACK_DIM_PHASE  ? index % dim->factor
                                                                     : index;
    CHECK(coordinate >= 0 && coordinate < dim->size);
    slot = slot * dim->size + coordinate;
  }
  CHECK(slot < pack->bytes / element_type_bytes(pack->type));
  return slot;
}

enum { SAMPLE_COUNT = 24 };

// Random points: every one has a place, and two points share it if and only if they read the same
// element (within one packing).
static void check_pack(const Workload *knobs, const LoopNest *nest, const PackedBuffer *pack,
                       uint64_t *state) {
  const Access *access = &knobs->accesses[pack->access];
  int64_t slots[SAMPLE_COUNT], elements[SAMPLE_COUNT], places[SAMPLE_COUNT];
  for (int s = 0; s < SAMPLE_COUNT; s++) {
    int64_t point[WORKLOAD_MAX_ITERATORS] = {0}, inside[WORKLOAD_MAX_ITERATORS] = {0};
    for (int i = 0; i < knobs->iterator_count; i++) {
      *state = *state * 6364136223846793005u + 1442695040888963407u;
      int64_t extent = knobs->extents[i];
      // both ends often: that is where sizes are wrong
      int64_t value = (int64_t)(*state >> 33) % (extent + 4);
      point[i] = inside[i] = value < extent ? value : value % 2 ? extent - 1 : 0;
    }
    places[s] = 0;
    for (int l = 0; l < pack->depth; l++) {
      int i = nest->loops[l].iterator;
      places[s] = places[s] * nest->loops[l].trips + inside[i] / nest->loops[l].step;
      inside[i] %= nest->loops[l].step;
    }
    elements[s] = 0;
    for (int d = 0; d < access->rank; d++)
      elements[s] = elements[s] * 100003 + evaluate(&access->index[d], point);
    slots[s] = packed_slot(access, pack, point, inside);
    for (int t = 0; t < s; t++)
      if (places[s] == places[t])
        CHECK_EQUAL(slots[s] == slots[t], elements[s] == elements[t]);
  }
}

// Constants that are read once lie in up to four panels for a register tile, of whole lines.
static void check_panel(const char *workload_text, const char *schedule, const char *expected) {
  Workload workload = parse_workload(workload_text);
  LoopNest nest;
  char text[512];
  build(&workload, schedule, &nest);
  print_packs(&nest, text, sizeof(text));
  CHECK_TEXT(text, expected);
  for (int p = 0; p < nest.pack_count; p++) {
    uint64_t state = 1;
    check_pack(&workload, &nest, &nest.packs[p], &state);
  }
}

static void test_narrow_panels(void) {
  static const char row[] = "p1 p300 r8 | f32[1,8](i0,i2)@0 f32[8,300](i2,i1)@0!const "
                            "f32[1,300](i0,i1)@0!out | body*:f32(fma=1) | add f32 x1";
  static const char rows[] = "p2 p300 r8 | f32[2,8](i0,i2)@0 f32[8,300](i2,i1)@0!const "
                             "f32[2,300](i0,i1)@0!out | body*:f32(fma=1) | add f32 x1";
  static const char at_run_time[] = "p1 p300 r8 | f32[1,8](i0,i2)@0 f32[8,300](i2,i1)@0 "
                                    "f32[1,300](i0,i1)@0!out | body*:f32(fma=1) | add f32 x1";
  static const char sums[] = "p1 p8 r300 | f32[1,300](i0,i2)@0 f32[8,300](i1,i2)@0!const "
                             "f32[1,8](i0,i1)@0!out | body*:f32(fma=1) | add f32 x1 split";
  check_panel(row, "direct(vector=i1x16, block=[1,64,2], pack=[1:0])",
              "1@0 tile1:19/16 2:8/1 lane1:16/16");
  check_panel(row, "direct(vector=i1x16, block=[1,96,2], pack=[1:0])",
              "1@0 tile1:10/32 2:8/1 lane1:32/32");
  check_panel(row, "direct(vector=i1x16, block=[1,80,2], pack=[1:0])", // five vectors
              "1@0 tile1:4/80 2:8/1 lane1:80/80");
  check_panel(row, "direct(vector=i1x4, block=[1,16,2], pack=[1:0])", // one line
              "1@0 tile1:19/16 2:8/1 lane1:16/16");
  check_panel(row, "direct(vector=i1x16, block=[1,64,2], pack=[1:0], remainder=pad)",
              "1@0 tile1:5/64 2:8/1 lane1:64/64");
  check_panel(rows, "direct(vector=i1x16, block=[2,64,2], pack=[1:0])",
              "1@0 tile1:19/16 2:8/1 lane1:16/16");
  check_panel(rows, "direct(vector=i1x16, block=[1,64,2], pack=[1:0])",
              "1@0 tile1:5/64 2:8/1 lane1:64/64");
  check_panel(sums, "reduce(vector=i2x16, block=[1,2,64], pack=[1:0])",
              "1@0 tile2:5/64 1:8/1 lane2:64/64");
  check_panel(at_run_time, "direct(vector=i1x16, block=[1,64,2], pack=[1:0])",
              "1@0 tile1:5/64 2:8/1 lane1:64/64");
}

static void check_counts(const Workload *knobs, const Schedule *schedule, const LoopNest *nest) {
  int64_t unrolled = 1, packed = 0;
  for (int l = nest->serial_count; l < nest->loop_count; l++)
    if (nest->loops[l].band == BAND_UNROLLED)
      unrolled *= nest->loops[l].trips;
  int64_t last = schedule->lanes > 1 ? schedule->block[schedule->vector_iterator] % schedule->lanes
                                     : 0; // lanes of a vector that is peeled into smaller ones
  if (last == 0 || schedule->rule == RULE_REDUCE || schedule->remainder != REMAINDER_PEEL)
    CHECK_EQUAL(nest->kernel_points, unrolled);
  CHECK_EQUAL(nest->lanes, schedule->lanes);
  for (int i = 0; i < knobs->iterator_count; i++)
    if (schedule_pads(knobs, schedule, i))
      CHECK_EQUAL(nest->main_extent[i], knobs->extents[i]);
    else
      CHECK(nest->main_extent[i] % schedule->block[i] == 0 &&
            knobs->extents[i] - nest->main_extent[i] < schedule->block[i]);
  for (int p = 0; p < nest->pack_count; p++) {
    packed += nest->packs[p].bytes;
    CHECK(p == 0 || nest->packs[p - 1].depth <= nest->packs[p].depth);
  }
  CHECK(schedule->rule == RULE_IM2COL ? nest->buffer_bytes > packed : nest->buffer_bytes == packed);
}

static void test_random_schedules(uint64_t first) {
  int packs = 0, nests = 0;
  uint64_t state = 42;
  for (int w = 0; w < WORKLOAD_COUNT; w++) {
    Workload workload = parse_workload(workloads[w].text), collapsed;
    uint64_t seed = first + (uint64_t)w;
    for (int draw = 0; draw < 200; draw++) {
      Schedule schedule;
      LoopNest nest;
      Target target = *target_row((size_t)(draw % 3));
      CHECK(schedule_random(&workload, &target, &seed, &schedule));
      CHECK_EQUAL(loop_nest_build(&workload, &schedule, &nest), REJECT_NONE);
      const Workload *knobs = &workload;
      if (schedule.rule == RULE_IM2COL && rule_im2col.rewrite(&workload, &collapsed))
        knobs = &collapsed;
      check_loops(knobs, &nest);
      check_counts(knobs, &schedule, &nest);
      for (int p = 0; p < nest.pack_count; p++)
        check_pack(knobs, &nest, &nest.packs[p], &state);
      packs += nest.pack_count;
      nests++;
    }
  }
  CHECK(packs > 1000);
  printf("%d nests, %d packs\n", nests, packs);
}

int main(void) {
  test_matmul();
  test_places();
  test_matmul_packs();
  test_narrow_panels();
  test_conv();
  test_images();
  test_im2col();
  test_im2col_nest();
  test_not_im2col();
  test_random_schedules(0);
  test_random_schedules(daily_seed());
  return check_result();
}
