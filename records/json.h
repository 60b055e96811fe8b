// Json: values of JSON, to be written or as they were read. Objects keep their order, integers have
// 64 bits, numbers read back as they were written, and an error in a text says where it is.
//
// Values are trees: whoever makes or reads one owns it until it is put into another, which takes
// it. Where memory ends, putting does nothing and the write that follows fails.
#ifndef AUTOTUNE_RECORDS_JSON_H
#define AUTOTUNE_RECORDS_JSON_H

#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct json_t Json;

Json *json_make_object(void);
Json *json_make_array(void);
void json_free(Json *value); // NULL is fine

// Adds a member to an object. A text is copied; bytes that are no UTF-8 become '?'. A number that
// is not finite becomes null. `value` is taken.
void json_put_text(Json *object, const char *key, const char *text);
void json_put_integer(Json *object, const char *key, int64_t integer);
void json_put_number(Json *object, const char *key, double number);
void json_put_bool(Json *object, const char *key, bool is_true);
void json_put_numbers(Json *object, const char *key, const double *numbers, int count);
void json_put(Json *object, const char *key, Json *value);
// Adds an element to an array. `value` is taken; a text that is NULL is null.
void json_append(Json *array, Json *value);
void json_append_text(Json *array, const char *text);
void json_append_integer(Json *array, int64_t integer);

// Numbers with at most `digits` significant digits, 17 for all. `indent` 0 gives one line, without
// its end, else every member has a line. False when writing failed or the value is incomplete.
bool json_write(const Json *value, FILE *file, int indent, int digits);

// Reads a text that is one value. STATUS_USAGE: "NAME:LINE:COLUMN: what is wrong".
Status json_read(const char *name, const char *text, Json **out_value);

// A member of an object, lent; NULL or `otherwise` when there is none of that kind.
const char *json_get_text(const Json *object, const char *key);
int64_t json_get_integer(const Json *object, const char *key, int64_t otherwise);
double json_get_number(const Json *object, const char *key, double otherwise);
// Fills at most `most` numbers of an array; returns how many, -1 when it is none or has others.
int json_get_numbers(const Json *object, const char *key, double *out_numbers, int most);

#endif
