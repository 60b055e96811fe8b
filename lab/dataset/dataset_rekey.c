// Rekey: a machine of a dataset under another identity and another row of machine/x86/x86_rows.def.
#include "lab/dataset/dataset_rekey.h"

#include "machine/cpu_identity.h"
#include <stdio.h>
#include <string.h>

static Status check_options(const RekeyOptions *options) {
  if (!options->machine || (!options->cpu && !options->row))
    return status_fail(STATUS_USAGE, "name the machine by --machine, and its new identity by --cpu "
                                     "or its new row by --row");
  if (options->cpu && !cpu_identity_is_whole(options->cpu))
    return status_fail(STATUS_USAGE,
                       "--cpu %s: use a name with family and model, as autotune calibrate --show "
                       "prints them: 'AMD EPYC (family 26 model 2)'",
                       options->cpu);
  return STATUS_OK;
}

// The settings of the old target on the new row, printed as any target is.
static Status print_target(const char *old, const char *row, char *text, size_t size) {
  char changed[TARGET_TEXT_BYTES];
  Target target;
  snprintf(changed, sizeof changed, "%s%s", row, old + strcspn(old, ","));
  Status status = target_parse(changed, &target);
  if (status == STATUS_OK)
    target_print(&target, text, size);
  return status;
}

static Status rekey_machine(Dataset *dataset, int32_t machine, const RekeyOptions *options) {
  const DatasetMachine *old = &dataset->machines[machine];
  char target[TARGET_TEXT_BYTES];
  Status status = STATUS_OK;
  if (options->row)
    status = print_target(old->target, options->row, target, sizeof target);
  return status == STATUS_OK
             ? dataset_change_machine(dataset, machine, options->cpu ? options->cpu : old->cpu,
                                      options->row ? target : old->target)
             : status;
}

Status dataset_rekey(Dataset *dataset, const RekeyOptions *options, int32_t *out_count) {
  Status status = check_options(options);
  *out_count = 0;
  for (int32_t m = 0; m < dataset->machine_count && status == STATUS_OK; m++)
    if (strstr(dataset->machines[m].cpu, options->machine)) {
      status = rekey_machine(dataset, m, options);
      ++*out_count;
    }
  return status == STATUS_OK && *out_count == 0
             ? status_fail(STATUS_USAGE, "no machine of the dataset is of a processor '%s'",
                           options->machine)
             : status;
}
