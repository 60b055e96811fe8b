// What lanes take that lie apart.
#include "costmodel/column_price.h"
#include "test/unit/base/check.h"

// A matrix by rows, and one by columns, with a vector.
static const char by_rows[] = "p16 r512 | f64[16,512](i0,i1)@0 f64[512](i1)@0 f64[16](i0)@0!out | "
                              "body*:f64(add=1,mul=1) | add f64 x1 split";
static const char by_columns[] =
    "p16 r512 | f64[512,16](i1,i0)@0 f64[512](i1)@0 f64[16](i0)@0!out | "
    "body*:f64(add=1,mul=1) | add f64 x1 split";

static double price(const char *product, const char *schedule_text) {
  Workload workload;
  Schedule schedule;
  CHECK(workload_parse(product, &workload));
  CHECK_EQUAL(schedule_parse(&workload, schedule_text, &schedule), STATUS_OK);
  return column_price(&workload, &schedule);
}

int main(void) {
  double one = price(by_rows, "direct(vector=i0x4, block=[16,1])");
  CHECK(one > 0.25 && one < 0.45); // as was measured
  CHECK(price(by_rows, "direct(vector=i0x4, block=[16,2])") == one);
  CHECK(price(by_rows, "direct(vector=i0x4, block=[16,4])") == 0);
  CHECK(price(by_rows, "direct(vector=i0x4, block=[16,8])") == 0);
  double half = price(by_rows, "direct(vector=i0x4, block=[16,6])"); // a square, and two terms
  CHECK(half > 0 && half < one);
  CHECK(price(by_rows, "direct(vector=i0x2, block=[16,2])") == one); // too small for squares
  CHECK(price(by_rows, "direct(vector=i0x8, block=[16,4])") == one);
  CHECK(price(by_rows, "direct(block=[16,4])") == 0);
  CHECK(price(by_rows, "direct(vector=i0x4, block=[16,1], pack=[0:0])") == 0);
  CHECK(price(by_columns, "direct(vector=i0x4, block=[16,1])") == 0);
  return check_result();
}
