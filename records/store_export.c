// The rows of the store as a dataset.
#include "records/store.h"

#include "machine/device.h"
#include "records/store_sql.h"

#include <string.h>

static bool is_exported(const StoreRow *row) {
  return row->origin != ORIGIN_BASELINE && row->origin != ORIGIN_PAIRED;
}

static Status export_row(Dataset *dataset, int32_t workload, int32_t machine, const StoreRow *from,
                         int64_t *dropped) {
  DatasetRow row = {.workload = workload,
                    .machine = machine,
                    .origin = (uint8_t)from->origin,
                    .verdict = (uint8_t)from->verdict,
                    .repeats = (uint8_t)from->repeats,
                    .cost_seconds = (float)from->cost_seconds};
  for (int i = 0; i < from->repeats; i++)
    row.seconds[i] = (float)from->seconds[i];
  if (store_row_is_damaged(from) || schedule_parse(&dataset->workloads[workload].workload,
                                                   from->schedule, &row.schedule) != STATUS_OK) {
    ++*dropped;
    return STATUS_OK;
  }
  return dataset_add_row(dataset, &row);
}

static Status export_task(Store *store, int64_t number, Dataset *dataset, int64_t *dropped) {
  Status status = STATUS_OK;
  StoreTask task = {0};
  StoreRow *rows = NULL;
  int64_t count = 0;
  int32_t workload, machine;
  TRY(store_read_task(store, number, &task));
  if (store_task_is_script(&task) || device_find(task.target, strlen(task.target)))
    goto cleanup; // its schedules are none of the space, or of a GPU, which no model learns from
  TRY(store_read_rows(store, number, &rows, &count));
  if (count)
    status = dataset_add_workload(dataset, task.workload, task.family, task.source, &workload);
  if (count && status == STATUS_OK)
    status = dataset_add_machine(dataset, task.cpu, task.target, &machine);
  if (status != STATUS_OK)
    TRY(status_fail(status, "%s: task %lld: %s", sql_path(store->sql), (long long)number,
                    status_text()));
  for (int64_t r = 0; r < count; r++)
    if (is_exported(&rows[r]))
      TRY(export_row(dataset, workload, machine, &rows[r], dropped));
cleanup:
  store_rows_destroy(rows, count);
  store_task_destroy(&task);
  return status;
}

Status store_export(Store *store, Dataset *dataset, int64_t *out_dropped) {
  SqlStatement *statement;
  *out_dropped = 0;
  if (dataset->row_count && dataset->space_version != SPACE_VERSION)
    return status_fail(STATUS_STORE, "the dataset is of version %d of the space, the store of %d",
                       (int)dataset->space_version, SPACE_VERSION);
  dataset->space_version = SPACE_VERSION;
  Status status = sql_prepare(
      store->sql, "SELECT number FROM task WHERE space = ?1 AND grid >= 0 ORDER BY number",
      &statement);
  if (status != STATUS_OK)
    return status;
  sql_bind_integer(statement, 1, SPACE_VERSION);
  bool has_row = true;
  while (status == STATUS_OK && (status = sql_step(store->sql, statement, &has_row)) == STATUS_OK &&
         has_row)
    status = export_task(store, sql_integer(statement, 0), dataset, out_dropped);
  sql_destroy(statement);
  return status == STATUS_OK ? dataset_group(dataset) : status;
}
