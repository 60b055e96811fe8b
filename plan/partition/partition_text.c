// The text form of a partition, both ways.
#include "base/text.h"
#include "plan/partition/partition.h"

#include <stdlib.h>

size_t partition_print(const Partition *partition, char *text, size_t size) {
  TextWriter writer = text_writer(text, size);
  for (int anchor = 0; anchor < partition->op_count; anchor++) {
    if (partition->anchor_of[anchor] != anchor)
      continue;
    bool has_others = false;
    text_write(&writer, "%s%d", writer.length ? " " : "", anchor);
    for (int i = 0; i < partition->op_count; i++)
      if (i != anchor && partition->anchor_of[i] == anchor) {
        text_write(&writer, "%s%d", has_others ? "," : "(", i);
        has_others = true;
      }
    if (has_others)
      text_write(&writer, ")");
  }
  return writer.length;
}

enum { UNKNOWN = -2 };

static Status read_op(TextReader *reader, Partition *partition, int anchor, int *out_op) {
  int64_t number;
  text_skip_spaces(reader);
  if (!text_read_integer(reader, 0, partition->op_count - 1, &number))
    return status_fail(STATUS_USAGE, "partition: '%.20s' is no op; use 0 to %d", reader->at,
                       partition->op_count - 1);
  if (partition->anchor_of[number] != UNKNOWN)
    return status_fail(STATUS_USAGE, "partition: op %d is there twice", (int)number);
  partition->anchor_of[number] = anchor < 0 ? (int)number : anchor;
  *out_op = (int)number;
  return STATUS_OK;
}

static Status read_groups(TextReader *reader, Partition *partition) {
  Status status = STATUS_OK;
  while (!text_at_end(reader)) {
    int anchor = -1, other;
    TRY(read_op(reader, partition, -1, &anchor));
    if (!text_accept(reader, "("))
      continue;
    do
      TRY(read_op(reader, partition, anchor, &other));
    while (text_accept(reader, ","));
    text_skip_spaces(reader);
    if (!text_accept(reader, ")"))
      TRY(status_fail(STATUS_USAGE, "partition: ')' is missing at '%.20s'", reader->at));
  }
cleanup:
  return status;
}

// What is not written is repeated, and has to be a movement.
static Status read_rest(const OpGraph *graph, Partition *partition) {
  for (int i = 0; i < graph->op_count; i++) {
    if (partition->anchor_of[i] != UNKNOWN)
      continue;
    if (!graph->ops[i].is_movement)
      return status_fail(STATUS_USAGE, "partition: op %d computes and is in no group", i);
    partition->anchor_of[i] = PARTITION_REPEATED;
  }
  Status status = partition_check(graph, partition);
  return status == STATUS_REJECTED ? status_fail(STATUS_USAGE, "partition: %s", status_text())
                                   : status;
}

Status partition_parse(const OpGraph *graph, const char *text, Partition *out_partition) {
  Partition partition = {0};
  TextReader reader = {text};
  Status status = STATUS_OK;
  TRY(partition_create(graph, &partition));
  for (int i = 0; i < graph->op_count; i++)
    partition.anchor_of[i] = UNKNOWN;
  TRY(read_groups(&reader, &partition));
  TRY(read_rest(graph, &partition));
  *out_partition = partition;
  partition = (Partition){0};
cleanup:
  partition_destroy(&partition);
  return status;
}
