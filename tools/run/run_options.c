// RunOptions: what `autotune run` is asked for, and what of it goes together.
#include "tools/run/run_options.h"

#include "base/file/output_file.h"
#include "machine/architecture.h"
#include "machine/target.h"
#include "tools/ops/call_sizes.h"
#include "tools/run/run_sizes.h"

static void count_function(const char *name, void *user) {
  (void)name;
  ++*(int *)user;
}

// Before the code ends in an instruction that there is none of, or LLVM in one it has no code for.
static Status check_cpu(const char *cpu, const TuneOptions *tune) {
  const Architecture *architecture = architecture_host();
  Target host;
  uint64_t bits = 0;
  if (!cpu || !architecture || target_probe_host(&host) != STATUS_OK)
    return STATUS_OK;
  Status status = architecture->code_features(cpu, "", &bits);
  if (status != STATUS_OK)
    return status;
  const Target *row = architecture->row_of_cpu(cpu);
  const char *lack = row ? target_lack(row, &host) : NULL;
  if (lack)
    return status_fail(STATUS_USAGE, "--cpu %s: this machine has no %s", cpu, lack);
  lack = row && tune->has_target ? target_lack(&tune->target, row) : NULL;
  return lack ? status_fail(STATUS_USAGE,
                            "--cpu %s: it has no %s, as --target %s has; name an older target", cpu,
                            lack, tune->target.name)
              : STATUS_OK;
}

// What goes into one file, or comes from one, is of one function.
static Status check_single(const RunOptions *options, MlirModule module, const char *flag,
                           const char *value) {
  int count = 0;
  if (value && !options->function)
    signature_each_function(module, count_function, &count);
  return count > 1 ? status_fail(STATUS_USAGE,
                                 "%s %s: the module has %d public functions; name one with "
                                 "--function",
                                 flag, value, count)
                   : STATUS_OK;
}

static Status check_arrays(const RunOptions *options, MlirModule module, const NpyArrays *inputs) {
  Signature signature = {0};
  Status status = signature_read_sized(module, options->function, &options->sizes, &signature);
  if (status != STATUS_OK)
    return status;
  TRY(run_arrays_check(inputs, &signature));
  if (options->outputs)
    TRY(run_arrays_check_path(options->outputs, &signature));
cleanup:
  signature_destroy(&signature);
  return status;
}

// A profile is made in place of everything else.
static Status check_profile(const RunOptions *options, bool is_json, MlirModule module) {
  if (is_json && options->print)
    return status_fail(STATUS_USAGE, "--print: a module is no JSON; leave out --json");
  if (!options->has_profile)
    return STATUS_OK;
  if (options->check || options->time || options->print || options->object || options->outputs ||
      *options->pipeline)
    return status_fail(STATUS_USAGE,
                       "--profile, --report: without --check, --time, --print, --object, "
                       "--outputs and --pipeline");
  Status status = check_single(options, module, "--profile", is_json ? "--json" : NULL);
  if (status == STATUS_OK)
    status = check_single(options, module, "--report", options->page);
  return status == STATUS_OK ? output_file_check(options->page) : status;
}

Status run_options_check_single(const RunOptions *options, MlirModule module) {
  Status status = STATUS_OK;
  TRY(check_single(options, module, "--object", options->object));
  TRY(check_single(options, module, "--inputs", options->inputs));
  TRY(check_single(options, module, "--outputs", options->outputs));
cleanup:
  return status;
}

// Of each call. What is told or read of one call goes with one alone.
static Status check_sizes(const RunOptions *options, MlirModule module) {
  Status status = STATUS_OK;
  int calls = run_sizes_count(options->dims);
  if (calls == 1)
    return call_sizes_check(module, options->function, &options->sizes);
  if (options->has_profile || options->inputs || options->outputs)
    return status_fail(STATUS_USAGE,
                       "--dim %.200s: the sizes of one call alone with --inputs, "
                       "--outputs, --profile and --report",
                       options->dims);
  for (int call = 0; call < calls; call++) {
    OpenSizes sizes;
    TRY(run_sizes_read(options->dims, call, &sizes));
    TRY(call_sizes_check(module, options->function, &sizes));
  }
cleanup:
  return status;
}

Status run_options_check(const RunOptions *options, const TuneOptions *tune, bool is_json,
                         MlirModule module, const NpyArrays *inputs) {
  Status status = STATUS_OK;
  TRY(check_cpu(options->cpu, tune));
  TRY(check_sizes(options, module));
  TRY(check_profile(options, is_json, module));
  TRY(output_file_check(options->object));
  if (options->inputs || options->outputs)
    TRY(check_arrays(options, module, inputs));
cleanup:
  return status;
}
