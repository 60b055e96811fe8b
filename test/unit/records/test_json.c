// JSON: what is written reads back, errors say where they are, and nothing is taken for a value.
#include "records/json.h"
#include "test/unit/base/check.h"

#include <math.h>
#include <stdlib.h>

static char *written(const Json *value, int indent, int digits) {
  char *text = NULL;
  size_t size = 0;
  FILE *file = open_memstream(&text, &size);
  CHECK(json_write(value, file, indent, digits));
  fclose(file);
  return text;
}

static void test_form(void) {
  const double numbers[] = {0.1, 2, NAN};
  Json *object = json_make_object(), *inner = json_make_object(), *list = json_make_array();
  json_put_text(object, "z", "a \"quote\"\n\\");
  json_put_text(object, "y", "\xff\xc3\xa4");
  json_put_integer(object, "x", INT64_MAX);
  json_put_number(object, "w", 1e-7);
  json_put_bool(object, "v", true);
  json_put_numbers(object, "u", numbers, 3);
  json_append(list, inner);
  json_put(object, "t", list);
  char *text = written(object, 0, 9);
  CHECK_TEXT(text,
             "{\"z\": \"a \\\"quote\\\"\\n\\\\\", \"y\": \"???\", \"x\": 9223372036854775807, "
             "\"w\": 1e-7, \"v\": true, \"u\": [0.1, 2.0, null], "
             "\"t\": [{}]}");
  free(text);
  json_free(object);
}

static void test_round_trip(void) {
  static const double numbers[] = {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, -0.0};
  double back[5];
  Json *object = json_make_object(), *read = NULL;
  json_put_numbers(object, "numbers", numbers, 5);
  json_put_text(object, "text", "\"\\\n");
  json_put_integer(object, "integer", INT64_MIN);
  char *text = written(object, 1, 17);
  CHECK_EQUAL(json_read("memory", text, &read), STATUS_OK);
  CHECK_EQUAL(json_get_numbers(read, "numbers", back, 5), 5);
  CHECK(memcmp(back, numbers, sizeof numbers) == 0);
  CHECK_TEXT(json_get_text(read, "text"), "\"\\\n");
  CHECK(json_get_integer(read, "integer", 0) == INT64_MIN);
  CHECK_EQUAL(json_get_numbers(read, "numbers", back, 4), -1);
  CHECK(json_get_number(read, "text", 7) == 7);
  CHECK(json_get_text(read, "integer") == NULL);
  CHECK(json_get_text(read, "nothing") == NULL);
  free(text);
  json_free(read);
  json_free(object);
}

static void test_errors(void) {
  static const struct {
    const char *text, *error;
  } cases[] = {
      {"", "name:1:0: '[' or '{' expected near end of file"},
      {"{\"a\": 1,\n \"b\" 2}", "name:2:6: ':' expected near '2'"},
      {"{\"a\": 1, \"a\": 2}", "name:1:12: duplicate object key near '\"a\"'"},
      {"{\"a\": 1} x", "name:1:10: end of file expected near 'x'"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Json *value = NULL;
    CHECK_EQUAL(json_read("name", cases[i].text, &value), STATUS_USAGE);
    CHECK_TEXT(status_text(), cases[i].error);
    CHECK(value == NULL);
  }
}

int main(void) {
  test_form();
  test_round_trip();
  test_errors();
  return check_result();
}
