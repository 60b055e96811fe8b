// The only file that includes Jansson.
#include "records/json.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Since the last write: memory ended, and a value of this thread is incomplete.
static _Thread_local bool is_incomplete;

static json_t *made(json_t *value) {
  is_incomplete |= !value;
  return value;
}

Json *json_make_object(void) { return made(json_object()); }

Json *json_make_array(void) { return made(json_array()); }

void json_free(Json *value) { json_decref(value); }

// --- putting

static json_t *make_text(const char *text) {
  json_t *value = json_string(text);
  char *copy = value ? NULL : strdup(text);
  for (char *at = copy; at && *at; at++)
    if ((unsigned char)*at >= 0x80)
      *at = '?';
  if (copy)
    value = json_string(copy);
  free(copy);
  return value;
}

static json_t *make_number(double number) {
  return isfinite(number) ? json_real(number) : json_null();
}

void json_put(Json *object, const char *key, Json *value) {
  is_incomplete |= json_object_set_new(object, key, value) != 0;
}

void json_append(Json *array, Json *value) {
  is_incomplete |= json_array_append_new(array, value) != 0;
}

void json_append_text(Json *array, const char *text) {
  json_append(array, text ? make_text(text) : json_null());
}

void json_append_integer(Json *array, int64_t integer) {
  json_append(array, json_integer(integer));
}

void json_put_text(Json *object, const char *key, const char *text) {
  json_put(object, key, make_text(text));
}

void json_put_integer(Json *object, const char *key, int64_t integer) {
  json_put(object, key, json_integer(integer));
}

void json_put_number(Json *object, const char *key, double number) {
  json_put(object, key, make_number(number));
}

void json_put_bool(Json *object, const char *key, bool is_true) {
  json_put(object, key, json_boolean(is_true));
}

void json_put_numbers(Json *object, const char *key, const double *numbers, int count) {
  Json *array = json_make_array();
  for (int n = 0; n < count; n++)
    json_append(array, make_number(numbers[n]));
  json_put(object, key, array);
}

// --- writing and reading

bool json_write(const Json *value, FILE *file, int indent, int digits) {
  bool is_whole = value && !is_incomplete;
  is_incomplete = false;
  // ASCII alone: UTF-8 has orders to terminals, too.
  size_t flags =
      JSON_INDENT((size_t)indent) | JSON_REAL_PRECISION((size_t)digits) | JSON_ENSURE_ASCII;
  return is_whole && json_dumpf(value, file, flags) == 0;
}

Status json_read(const char *name, const char *text, Json **out_value) {
  json_error_t error;
  json_t *value = json_loads(text, JSON_REJECT_DUPLICATES, &error);
  if (!value)
    return status_fail(STATUS_USAGE, "%s:%d:%d: %s", name, error.line, error.column, error.text);
  *out_value = value;
  return STATUS_OK;
}

const char *json_get_text(const Json *object, const char *key) {
  return json_string_value(json_object_get(object, key));
}

int64_t json_get_integer(const Json *object, const char *key, int64_t otherwise) {
  const json_t *value = json_object_get(object, key);
  return json_is_integer(value) ? json_integer_value(value) : otherwise;
}

double json_get_number(const Json *object, const char *key, double otherwise) {
  const json_t *value = json_object_get(object, key);
  return json_is_number(value) ? json_number_value(value) : otherwise;
}

int json_get_numbers(const Json *object, const char *key, double *out_numbers, int most) {
  const json_t *array = json_object_get(object, key);
  int count = (int)json_array_size(array);
  if (!json_is_array(array) || count > most)
    return -1;
  for (int n = 0; n < count; n++) {
    const json_t *value = json_array_get(array, (size_t)n);
    if (!json_is_number(value))
      return -1;
    out_numbers[n] = json_number_value(value);
  }
  return count;
}
