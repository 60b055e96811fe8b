// What broadcasts take beside multiplications and additions that are apart.
#include "costmodel/broadcast_price.h"
#include "test/unit/base/check.h"

#define PRODUCT(type, ops)                                                                         \
  "p64 p64 r512 | " type "[64,512](i0,i2)@0 " type "[512,64](i2,i1)@0 " type                       \
  "[64,64](i0,i1)@0!out | body*:" type "(" ops ") | add " type " x1 split"

static double price_on(const char *target_text, const char *product, const char *schedule_text) {
  Workload workload;
  Schedule schedule;
  Target target;
  CHECK(workload_parse(product, &workload));
  CHECK_EQUAL(target_parse(target_text, &target), STATUS_OK);
  CHECK_EQUAL(schedule_parse(&workload, schedule_text, &schedule), STATUS_OK);
  return broadcast_price(&workload, &schedule, &target);
}

static double price(const char *schedule_text) {
  return price_on("zen4", PRODUCT("f64", "add=1,mul=1"), schedule_text);
}

// A broadcast of one vector is read by its multiplication. Columns come before rows.
static void test_shared(void) {
  double two = price("direct(vector=i1x8, block=[8,16,1], order2=[1,0])");
  double four = price("direct(vector=i1x8, block=[6,32,1], order2=[1,0])");
  CHECK(price("direct(vector=i1x8, block=[16,8,1], order2=[1,0])") == 0);
  CHECK(price("direct(vector=i1x8, block=[4,8,4], order2=[1,0])") == 0);
  CHECK(four > 0);
  CHECK(two > four);
  CHECK(two > 0.25 && two < 0.45); // as was measured
  CHECK(price("direct(vector=i1x8, block=[12,16,1], order2=[1,0])") == two);
}

// A panel of columns that meets a quarter, half, or all of the rows.
static void test_panels(void) {
  double quarter = price("direct(vector=i1x8, block=[16,8,1])");
  double half = price("direct(vector=i1x8, block=[16,8,1], tile1=[32,64,512], order2=[1,0])");
  CHECK(quarter > half);
  CHECK(half > 0);
  CHECK(quarter < price("direct(vector=i1x8, block=[16,16,1], order2=[1,0])"));
  CHECK(price("direct(vector=i1x8, block=[16,8,1], tile0=[64,8,512], order0=[1,0])") == 0);
}

static void test_where(void) {
  static const char tile[] = "direct(vector=i1x8, block=[8,16,1])";
  CHECK(price_on("zen4", PRODUCT("f64", "fma=1"), tile) == 0);
  CHECK(price_on("zen4", PRODUCT("f64", "add=1,mul=2"), tile) == 0); // the broadcast is scaled
  CHECK(price_on("skylake-avx512", PRODUCT("f64", "add=1,mul=1"), tile) == 0);
  CHECK(price_on("zen4", PRODUCT("i64", "add=1,mul=1"), tile) == 0);
  CHECK(price_on("zen4", PRODUCT("f64", "add=1,mul=1"), "direct(block=[8,16,1])") == 0);
}

int main(void) {
  test_shared();
  test_panels();
  test_where();
  return check_result();
}
