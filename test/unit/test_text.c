// Slips of the keyboard: told from other words.
#include "check.h"
#include "core/text.h"

int main(void) {
  CHECK(text_is_slip("--targt", "--target"));
  CHECK(text_is_slip("--taregt", "--target")); // two letters change places
  CHECK(text_is_slip("--targets", "--target"));
  CHECK(text_is_slip("ru", "run"));
  CHECK(text_is_slip("same", "same"));
  CHECK(text_is_slip("benhc", "bench"));
  CHECK(!text_is_slip("r", "run"));
  CHECK(!text_is_slip("helo", "demo"));
  CHECK(!text_is_slip("--trials", "--target"));
  CHECK(!text_is_slip("", "run"));
  CHECK(!text_is_slip("run", ""));
  CHECK(!text_is_slip("a", "a word that is longer than any name of a flag"));
  return check_result();
}
