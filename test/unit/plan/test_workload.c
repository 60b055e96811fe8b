// Workload: facts of accesses, counts, text form and key.
#include "plan/workload.h"

#include "test/unit/base/check.h"
#include "test/unit/plan/workloads.h"

static Workload parse(const char *text) {
  Workload workload;
  memset(&workload, 0, sizeof(workload));
  if (!workload_parse(text, &workload))
    printf("not read: %s\n", text);
  return workload;
}

static void test_element_types(void) {
  CHECK_EQUAL(element_type_bytes(ELEMENT_F64), 8);
  CHECK_EQUAL(element_type_bytes(ELEMENT_BF16), 2);
  CHECK_EQUAL(element_type_bytes(ELEMENT_I1), 1);
  CHECK_TEXT(element_type_name(ELEMENT_INDEX), "index");
  for (int type = 0; type < ELEMENT_TYPE_COUNT; type++) {
    const char *name = element_type_name(type);
    CHECK_EQUAL(element_type_find(name, strlen(name)), type);
  }
  CHECK_EQUAL(element_type_find("f3", 2), ELEMENT_TYPE_COUNT);
  CHECK_EQUAL(element_type_find("f32x", 4), ELEMENT_TYPE_COUNT);
}

static void test_accesses(void) {
  Workload conv = parse(WORKLOAD_STRIDED_CONV);
  const Access *image = &conv.accesses[0], *filter = &conv.accesses[1];
  CHECK(access_uses(image, 0) && !access_uses(image, 1) && access_uses(image, 6));
  CHECK(access_uses(filter, 1) && !access_uses(filter, 3));
  CHECK_EQUAL(access_stride(image, 2), 2 * 224);
  CHECK_EQUAL(access_stride(image, 3), 2);
  CHECK_EQUAL(access_stride(image, 6), 1);
  CHECK_EQUAL(access_stride(image, 1), 0);
  CHECK_EQUAL(access_stride(filter, 1), 3 * 7 * 7);
  // One output row of 16 pixels, one channel, the whole window: 7 rows of 15*2 + 6 + 1 columns.
  int64_t span[WORKLOAD_MAX_ITERATORS] = {1, 4, 1, 16, 1, 7, 7};
  CHECK_EQUAL(access_footprint(image, span, 7), 7 * 37);
  CHECK_EQUAL(access_footprint(filter, span, 7), 4 * 49);
  CHECK_EQUAL(access_footprint(&conv.accesses[2], span, 7), 64);
  CHECK_EQUAL(access_footprint(image, conv.extents, 7), 2 * 3 * 224 * 224); // clipped to the shape

  Workload dot = parse("r1001 | f32[1001](i0)@0 f32[]()@0!out | body*:f32(add=1) | add f32 x1");
  CHECK_EQUAL(access_footprint(&dot.accesses[1], dot.extents, 1), 1);
  Access huge = {.rank = 3, .shape = {INT64_MAX / 2, 2, 2}};
  CHECK_EQUAL(access_elements(image), 2 * 3 * 224 * 224);
  CHECK_EQUAL(access_elements(&(Access){.rank = 0}), 1);
  CHECK_EQUAL(access_elements(&huge), INT64_MAX);
  Workload view = parse("p4 p5 | f32[4,5]{-10,2}(i0,4-1*i1)@0!out | body*:f32() | none f32 x1");
  CHECK_EQUAL(access_stride(&view.accesses[0], 0), -10);
  CHECK_EQUAL(access_stride(&view.accesses[0], 1), -2);
  CHECK_EQUAL(view.accesses[0].index[1].constant, 4);
}

static void test_counts(void) {
  Workload matmul = parse(WORKLOAD_MATMUL_8);
  CHECK_EQUAL(workload_points(&matmul), 512);
  CHECK_EQUAL(workload_parallel_points(&matmul), 64);
  CHECK(workload_flops(&matmul) == 1024.0);
  Workload gelu = parse(WORKLOAD_GELU);
  double outputs = 128.0 * 3072.0;
  CHECK(workload_flops(&gelu) == outputs * 768 * 2 + outputs * 5);
  Workload cast = parse("p4 | i8[4](i0)@0 f32[4](i0)@0!out | body*:f32(cast=1,integer=2,div=3) | "
                        "none f32 x1");
  CHECK(workload_flops(&cast) == 12.0);
  // The producer of the left operand is evaluated for each of 8 columns, and needed for one.
  Workload produced =
      parse("p8 p8 r8 | f32[8,8](i0,i2)@0 f32[8,8](i2,i1)@1 f32[8,8](i0,i1)@2!out | "
            "body:f32(mul=3) body*:f32(fma=1) epilogue:f32(add=1) | add f32 x1");
  CHECK(workload_flops(&produced) == 512 * 5.0 + 64);
  const int64_t needed_points[] = {64, 512, 1000};
  CHECK(workload_useful_flops(&produced, needed_points) == 64 * 3.0 + 512 * 2.0 + 64);
}

static void test_round_trip(void) {
  uint64_t keys[WORKLOAD_COUNT];
  for (int w = 0; w < WORKLOAD_COUNT; w++) {
    char text[1024], brief[16];
    Workload workload = parse(workloads[w].text);
    int length = workload_print(&workload, text, sizeof(text));
    CHECK_TEXT(text, workloads[w].text);
    CHECK_EQUAL(length, strlen(text));
    CHECK_EQUAL(workload_print(&workload, NULL, 0), length);
    CHECK_EQUAL(workload_print(&workload, brief, sizeof(brief)), length);
    CHECK(strlen(brief) == sizeof(brief) - 1 && strncmp(brief, text, sizeof(brief) - 1) == 0);
    keys[w] = workload_key(&workload);
    for (int other = 0; other < w; other++)
      CHECK(keys[other] != keys[w]);
  }
}

// The key must not depend on what lies in unused entries, and must not change between releases.
static void test_key(void) {
  Workload a, b;
  memset(&a, 0x55, sizeof(a));
  memset(&b, 0xaa, sizeof(b));
  CHECK(workload_parse(WORKLOAD_CONV, &a) && workload_parse(WORKLOAD_CONV, &b));
  a.accesses[20].rank = 3;
  a.extents[9] = 77;
  CHECK(workload_key(&a) == workload_key(&b));
  b.accesses[1].is_constant = false;
  CHECK(workload_key(&a) != workload_key(&b));
  b = a;
  b.is_ordered = true; // what strict allows is another workload
  CHECK(workload_key(&a) != workload_key(&b));
  b = a;
  b.accesses[0].type = ELEMENT_F16;
  CHECK(workload_key(&a) != workload_key(&b));
  Workload matmul = parse(WORKLOAD_MATMUL_8);
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char *at = WORKLOAD_MATMUL_8; *at != '\0'; at++)
    hash = (hash ^ (unsigned char)*at) * 0x100000001b3u;
  CHECK(workload_key(&matmul) == hash);
}

static void test_bad_text(void) {
  static const char *const texts[] = {
      "",
      "p8",
      "q8 | f32[8](i0)@0!out | body*:f32() | none f32 x1",
      "p0 | f32[8](i0)@0!out | body*:f32() | none f32 x1",
      "p8 | f99[8](i0)@0!out | body*:f32() | none f32 x1",
      "p8 | f32[8(i0)@0!out | body*:f32() | none f32 x1",
      "p8 | f32[8](i1)@0!out | body*:f32() | none f32 x1",
      "p8 | f32[8](i0,i0)@0!out | body*:f32() | none f32 x1",
      "p8 | f32[8](i0)@1!out | body*:f32() | none f32 x1",
      "p8 | f32[8]{1,2}(i0)@0!out | body*:f32() | none f32 x1",
      "p8 | f32[8](i0)@0!out | middle*:f32() | none f32 x1",
      "p8 | f32[8](i0)@0!out | body*:f32(sub=1) | none f32 x1",
      "p8 | f32[8](i0)@0!out | body*:f32() | nand f32 x1",
      "p8 | f32[8](i0)@0!out | body*:f32() | none f32 x1 more",
      "p8 | f32[8](i0)@0!out | body*:f32() | none f32 x999",
      "p99999999999999999999 | f32[8](i0)@0!out | body*:f32() | none f32 x1",
      "p8 | f32[1,1,1,1,1,1,1,1,1](i0)@0!out | body*:f32() | none f32 x1",
      "p1 p1 p1 p1 p1 p1 p1 p1 p1 p1 p1 | f32[1](i0)@0!out | body*:f32() | none f32 x1",
  };
  for (size_t t = 0; t < sizeof(texts) / sizeof(texts[0]); t++) {
    Workload workload;
    bool is_read = workload_parse(texts[t], &workload);
    if (is_read)
      printf("read: %s\n", texts[t]);
    CHECK(!is_read);
  }
  // Every prefix of a good text but the good ones themselves is refused, and none is read past.
  char text[1024];
  Workload workload;
  for (size_t length = 0; length < strlen(WORKLOAD_CONV) - strlen(" conv split"); length++) {
    memcpy(text, WORKLOAD_CONV, length);
    text[length] = '\0';
    CHECK(!workload_parse(text, &workload));
  }
}

int main(void) {
  test_element_types();
  test_accesses();
  test_counts();
  test_round_trip();
  test_key();
  test_bad_text();
  return check_result();
}
