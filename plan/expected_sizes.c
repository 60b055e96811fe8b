// Reads sizes from texts: NAME:SIZES joined by +, the sizes of one name by commas.
#include "plan/expected_sizes.h"

#include <string.h>

Status expected_sizes_add(ExpectedSizes *sizes, int64_t size) {
  int place = 0;
  if (size < 1 || size > EXPECTED_SIZE_MOST)
    return status_fail(STATUS_USAGE, "a size is from 1 to %d", EXPECTED_SIZE_MOST);
  while (place < sizes->count && sizes->values[place] < size)
    place++;
  if (place < sizes->count && sizes->values[place] == size)
    return STATUS_OK;
  if (sizes->count == EXPECTED_SIZES_MAX)
    return status_fail(STATUS_USAGE, "more than %d sizes of one name", EXPECTED_SIZES_MAX);
  memmove(sizes->values + place + 1, sizes->values + place,
          (size_t)(sizes->count - place) * sizeof *sizes->values);
  sizes->values[place] = size;
  sizes->count++;
  return STATUS_OK;
}

static Status add_range(ExpectedSizes *sizes, int64_t low, int64_t high) {
  Status status = STATUS_OK;
  if (low > high)
    return status_fail(STATUS_USAGE, "the range %lld..%lld is empty", (long long)low,
                       (long long)high);
  TRY(expected_sizes_add(sizes, low));
  TRY(expected_sizes_add(sizes, high));
  for (int64_t size = 1; size < high; size *= 2)
    if (size > low)
      TRY(expected_sizes_add(sizes, size));
cleanup:
  return status;
}

Status expected_sizes_read(TextReader *reader, ExpectedSizes *sizes) {
  int64_t low, high;
  if (!text_read_integer(reader, 1, EXPECTED_SIZE_MOST, &low))
    return status_fail(STATUS_USAGE, "a size is from 1 to %d, a range is LOW..HIGH",
                       EXPECTED_SIZE_MOST);
  if (!text_accept(reader, ".."))
    return expected_sizes_add(sizes, low);
  if (!text_read_integer(reader, 1, EXPECTED_SIZE_MOST, &high))
    return status_fail(STATUS_USAGE, "the end of a range is from 1 to %d", EXPECTED_SIZE_MOST);
  return add_range(sizes, low, high);
}

Status dim_name_read(TextReader *reader, char out_name[DIM_NAME_BYTES]) {
  const char *word;
  size_t length;
  if (!text_read_word(reader, &word, &length) || length >= DIM_NAME_BYTES)
    return status_fail(STATUS_USAGE, "a name has letters, digits, _, - and ., at most %d",
                       DIM_NAME_BYTES - 1);
  memcpy(out_name, word, length);
  out_name[length] = '\0';
  return STATUS_OK;
}

static Status read_entry(TextReader *reader, SizeTable *table) {
  Status status = STATUS_OK;
  char name[DIM_NAME_BYTES];
  TRY(dim_name_read(reader, name));
  if (!text_accept(reader, ":"))
    return status_fail(STATUS_USAGE, "after the name of a dimension comes a colon");
  if (size_table_find(table, name))
    return status_fail(STATUS_USAGE, "%s is there twice", name);
  if (table->count == SIZE_TABLE_MAX)
    return status_fail(STATUS_USAGE, "more than %d names", SIZE_TABLE_MAX);
  ExpectedSizes *sizes = &table->items[table->count].sizes;
  memcpy(table->items[table->count++].name, name, sizeof name);
  do
    TRY(expected_sizes_read(reader, sizes));
  while (text_accept(reader, ","));
cleanup:
  return status;
}

Status size_table_read(const char *text, SizeTable *out_table) {
  Status status = STATUS_OK;
  SizeTable table = {0};
  TextReader reader = {text};
  if (text_at_end(&reader)) {
    *out_table = table;
    return STATUS_OK;
  }
  do
    TRY(read_entry(&reader, &table));
  while (text_accept(&reader, "+"));
  if (!text_at_end(&reader))
    TRY(status_fail(STATUS_USAGE, "'%.40s' is no more of it", reader.at));
  *out_table = table;
cleanup:
  return status == STATUS_OK ? status
                             : status_fail(status,
                                           "option 'sizes': '%.200s': %s; use NAME:SIZES, as "
                                           "M:1,16,128 or M:1..512, several joined by +",
                                           text, status_text());
}

const ExpectedSizes *size_table_find(const SizeTable *table, const char *name) {
  for (int i = 0; i < table->count; i++)
    if (!strcmp(table->items[i].name, name))
      return &table->items[i].sizes;
  return NULL;
}
