// Slips of the keyboard, told from other words; texts of others, made fit to be shown.
#include "base/status.h"
#include "base/text.h"
#include "test/unit/base/check.h"

static void test_symbols(void) {
  char small[16];
  CHECK_TEXT(TEXT_SYMBOL("main"), "main");
  CHECK_TEXT(TEXT_SYMBOL("_a.b$1"), "\"_a.b$1\"");
  CHECK_TEXT(TEXT_SYMBOL("torch-jit-export"), "\"torch-jit-export\"");
  CHECK_TEXT(TEXT_SYMBOL(""), "\"\"");
  CHECK_TEXT(TEXT_SYMBOL("f\n#error x"), "\"f\\0A#error x\"");
  CHECK_TEXT(TEXT_SYMBOL("a\"b\\"), "\"a\\22b\\5C\"");
  CHECK_TEXT(TEXT_SYMBOL("\033[31m\xc2\x9b\xff"), "\"\\1B[31m\\C2\\9B\\FF\"");
  CHECK_TEXT(text_symbol("a name that is too long", small, sizeof small), "\"a name t...\"");
  CHECK_TEXT(text_symbol("\n\n\n\n\n\n", small, sizeof small), "\"\\0A\\0A\\0A...\"");
}

static void test_clean(void) {
  char text[] = "a\033[31m\tb\n\r\x7f\xc2\x9b\xc3\xa9\b";
  CHECK_TEXT(text_clean(text), "a?[31m\tb\n????\xc3\xa9?");
  char alone[] = "\x9b"
                 "31m\xe2\x80\x94\xc3\xa9\x80\xe2\x9b";
  CHECK_TEXT(text_clean(alone), "?31m\xe2\x80\x94\xc3\xa9?\xe2\x9b");
  char line[] = "a\tb\nc\033";
  CHECK_TEXT(text_clean_line(line), "a?b?c?");
  CHECK_EQUAL(status_fail(STATUS_USAGE, "%s", "x\033]0;title\a\ny"), STATUS_USAGE);
  CHECK_TEXT(status_text(), "x?]0;title?");
  CHECK_TEXT(TEXT_LINE("a\033[31m\tb\n\xc3\xa9"), "a?[31m?b?\xc3\xa9");
  CHECK_TEXT(text_line("a line", (char[6]){0}, 6), "a ...");
}

int main(void) {
  test_symbols();
  test_clean();
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
