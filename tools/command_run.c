// autotune run: every public function of a module, untouched and tuned, on the
// same random operands.
#include "base/file/terminal.h"
#include "base/text.h"
#include "runtime/arena.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/ops/constant_weights.h"
#include "tools/ops/payload.h"
#include "tools/profile/profile_report.h"
#include "tools/report/describe.h"
#include "tools/run/crash_line.h"
#include "tools/run/run_check.h"
#include "tools/run/run_options.h"
#include "tools/run/run_sizes.h"
#include "tools/run/run_tell.h"
#include "transforms/ir.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The exit code is the worst that happened; 2, bad usage, comes from the command line.
typedef enum RunVerdict {
  RUN_AGREES = 0,
  RUN_WRONG = 1,   // a result differs from that of the untouched module
  RUN_CRASHED = 3, // the process ended in a signal
  RUN_FAILED = 4,  // a function could not be compiled or run, or its result proves nothing
  RUN_REFUSED = 5, // nothing was tuned: no op accepts the schedule, or every op was refused
} RunVerdict;

typedef struct Run {
  RunOptions options;
  OptionTexts texts;
  TuneOptions tune;
  TuneReport report;
  Payload payload;
  NpyArrays inputs;
  MlirModule tuned;
  int functions, failures;
  RunVerdict verdict;
  OutputFlags output;
  Json *told; // of the function at hand; NULL: as text
  Json *all;  // owned; of the functions before it
} Run;

static RunCheck check_of(const Run *run) {
  const RunOptions *options = &run->options;
  return (RunCheck){.untouched = run->payload.module,
                    .inputs = &run->inputs,
                    .data_count = (int)options->data_count,
                    .seed = (uint64_t)options->seed,
                    .tolerance_scale = options->tolerance_scale};
}

static void fill(const Run *run, Operands *operands) {
  RunCheck check = check_of(run);
  run_check_fill(&check, operands);
}

static OperandPlacement placement_of(const Run *run) {
  return run->options.time ? PLACE_ALIGNED : PLACE_GUARDED;
}

// Compiles the version, unless an earlier call of another size did, and keeps what it leaves the
// first time.
static Status version_create(const Run *run, bool tuned, const Signature *signature,
                             Operands *operands, Version *version) {
  Status status = STATUS_OK;
  MlirModule module = tuned ? run->tuned : run->payload.module;
  crash_line_enter(tuned ? "compiling the tuned" : "compiling the untouched", signature->name);
  TRY(version_resize(module, tuned, run->options.cpu, signature, operands, placement_of(run),
                     version));
  crash_line_enter(tuned ? "running the tuned" : "running the untouched", signature->name);
  fill(run, operands);
  arena_set_poison(true);
  TRY(version_run(version, &version->outputs));
cleanup:
  arena_set_poison(false);
  return status;
}

// A wrong result is STATUS_REJECTED, one that proves nothing STATUS_WORKER.
static Status check(const Run *run, const Signature *signature, Version *reference, Version *tuned,
                    Operands *operands) {
  RunCheck check = check_of(run);
  CheckResult result = {0};
  crash_line_enter("checking", signature->name);
  Status status = run_check_judge(&check, signature, reference, tuned, operands, &result);
  run_tell_check(run->told, signature->name, run->inputs.count > 0, &result);
  const Comparison *comparison = &result.agreement.tuned;
  if (!comparison->agrees)
    return status_fail(STATUS_REJECTED, "wrong result: %s (%" PRId64 " NaN)", comparison->text,
                       comparison->nan_count);
  return status;
}

static Status time_version(const Run *run, Version *version, Operands *operands) {
  TimingOptions options = timing_default_options();
  options.repeats = (int)run->options.repeats;
  options.budget_seconds = 20;
  fill(run, operands);
  Status status = version_update(version);
  if (status != STATUS_OK)
    return status;
  version->timing = timing_measure(version->executable.call, &options);
  run_tell_timing(run->told, version->name, &version->timing);
  return STATUS_OK;
}

// `reference` has no code when only the tuned version is timed.
static Status time_versions(const Run *run, Version *reference, Version *tuned, Operands *operands,
                            const char *name) {
  Status status = STATUS_OK;
  crash_line_enter("timing", name);
  if (!run->told)
    printf("@%s\n", TEXT_SYMBOL(name));
  if (!run->options.is_only_tuned)
    TRY(time_version(run, reference, operands));
  TRY(time_version(run, tuned, operands));
  if (!run->options.is_only_tuned)
    run_tell_speedup(run->told, timing_median(&reference->timing) / timing_median(&tuned->timing));
cleanup:
  return status;
}

// The versions have no code before the first call.
static Status run_function(Run *run, const char *name, Version *reference, Version *tuned) {
  Status status = STATUS_OK;
  const RunOptions *options = &run->options;
  Signature signature = {0};
  Operands operands = {0};
  RunCheck data = check_of(run);
  bool has_reference = options->check || (options->time && !options->is_only_tuned);
  TRY(signature_read_sized(run->payload.module, name, &options->sizes, &signature));
  TRY(operands_create(&signature, placement_of(run), &operands));
  TRY(version_create(run, true, &signature, &operands, tuned));
  if (options->object)
    TRY(jit_write_object(tuned->executable.jit, options->object));
  if (options->check && !run->inputs.count)
    TRY(run_check_settle_weights(&data, tuned, &operands));
  if (has_reference)
    TRY(version_create(run, false, &signature, &operands, reference));
  if (options->check)
    TRY(check(run, &signature, reference, tuned, &operands));
  if (options->outputs)
    TRY(run_arrays_write(options->outputs, &signature, &tuned->outputs));
  if (options->time)
    TRY(time_versions(run, reference, tuned, &operands, name));
cleanup:
  operands_destroy(&operands);
  signature_destroy(&signature);
  return status;
}

static Status print_json(const Profile *profile, const char *path) {
  return profile_write_json(profile, path, stdout) && putchar('\n') != EOF
             ? STATUS_OK
             : status_fail(STATUS_SYSTEM, "no memory or no space for the profile");
}

static Status profile_function(const Run *run, const char *name) {
  const RunOptions *options = &run->options;
  TuneOptions tune = run->tune;
  Profile profile;
  ProfileRequest request = {.payload = &run->payload,
                            .tune = &tune,
                            .function = name,
                            .cpu = options->cpu,
                            .inputs = &run->inputs,
                            .sizes = &options->sizes,
                            .data_count = (int)options->data_count,
                            .seed = (uint64_t)options->seed,
                            .calls = (int)options->repeats,
                            .has_untuned = !options->is_only_tuned};
  if (run->functions > 1) // which tuned the whole module before
    tune.statistics[0] = '\0';
  crash_line_enter("profiling", name);
  Status status = profile_make(&request, &profile);
  if (status != STATUS_OK)
    return status;
  status = run->output.is_json ? print_json(&profile, options->path) : profile_print(&profile);
  if (status == STATUS_OK && options->page)
    status = profile_write_page(&profile, options->path, options->page);
  profile_destroy(&profile);
  return status;
}

static void begin_json(Run *run, const char *name) {
  run->told = json_make_object();
  json_put_text(run->told, "function", name);
}

static void end_json(Run *run, Status status) {
  if (status != STATUS_OK)
    json_put_text(run->told, "error", status_text());
  json_append(run->all, run->told);
  run->told = NULL;
}

static void add_failure(Run *run, const char *name, Status status) {
  fprintf(stderr, "%s@%s: error:%s %s\n", terminal_style(stderr, STYLE_ERROR), TEXT_SYMBOL(name),
          terminal_style(stderr, STYLE_NONE), status_text());
  run->failures++;
  if (run->verdict != RUN_WRONG)
    run->verdict = status == STATUS_REJECTED ? RUN_WRONG : RUN_FAILED;
}

// Call number `call` of those of --dim, which says which one it is where there are several.
static Status begin_call(Run *run, int call) {
  char *sizes = run_sizes_text(run->options.dims, call);
  if (sizes && run->told)
    json_put_text(run->told, "dim", sizes);
  else if (sizes)
    printf("--dim %s\n", sizes);
  fflush(stdout); // before a crash
  free(sizes);
  return run_sizes_read(run->options.dims, call, &run->options.sizes);
}

static void visit_function(const char *name, void *user) {
  Run *run = user;
  Version reference = {0}, tuned = {0};
  int calls = run_sizes_count(run->options.dims);
  if (run->options.function && strcmp(run->options.function, name))
    return;
  run->functions++;
  for (int call = 0; call < calls; call++) {
    if (run->all)
      begin_json(run, name);
    Status status = calls > 1 ? begin_call(run, call) : STATUS_OK;
    if (status == STATUS_OK)
      status = run->options.has_profile ? profile_function(run, name)
                                        : run_function(run, name, &reference, &tuned);
    if (status != STATUS_OK)
      add_failure(run, name, status);
    if (run->all)
      end_json(run, status);
    fflush(stdout);
  }
  version_destroy(&reference);
  version_destroy(&tuned);
}

static Status tune(Run *run) {
  crash_line_enter("tuning", "module");
  Status status =
      *run->options.pipeline ? STATUS_OK : payload_check_host(&run->payload, &run->tune);
  if (status != STATUS_OK)
    return status;
  status = payload_tune(run->tuned, &run->tune, run->options.pipeline, &run->report);
  if (status != STATUS_OK || *run->options.pipeline)
    return status;
  bool is_refused = *run->tune.schedule && run->report.forced == 0;
  if (is_refused)
    run->verdict = RUN_REFUSED;
  const char *why = run->report.refused;
  return is_refused ? status_fail(STATUS_REJECTED, "--schedule: no op accepts it: %s",
                                  *why ? why : "the module has no op that is tuned")
                    : STATUS_OK;
}

// Of a run that is no profile.
static Status tell_run(Run *run) {
  const TuneReport *report = &run->report;
  bool has_counts = !*run->options.pipeline;
  if (!run->all) {
    if (has_counts)
      printf("%d op%s tuned, %d untouched; %d function%s, %d failure%s\n", report->tuned,
             plural(report->tuned), report->missed, run->functions, plural(run->functions),
             run->failures, plural(run->failures));
    return STATUS_OK;
  }
  Json *json = json_make_object();
  if (has_counts) {
    json_put_integer(json, "ops_tuned", report->tuned);
    json_put_integer(json, "ops_untouched", report->missed);
  }
  json_put_integer(json, "failures", run->failures);
  json_put(json, "functions", run->all);
  run->all = NULL;
  return output_json(json);
}

// The names of those that there are, as many as have room.
static void add_name(const char *name, void *user) {
  IrText *text = user;
  ir_text_add(ir_string(text->used ? ", @" : "; it has @"), text);
  ir_text_add(ir_string(TEXT_SYMBOL(name)), text);
}

static Status fail_missing(const Run *run) {
  const char *function = run->options.function;
  IrText names = {.used = 0};
  signature_each_function(run->payload.module, add_name, &names);
  return status_fail(STATUS_USAGE, "%s has no public function%s%s%.300s%s", run->options.path,
                     function ? " @" : "", function ? TEXT_SYMBOL(function) : "", names.bytes,
                     signature_nested_hint(run->payload.module));
}

static Status run_functions(Run *run) {
  if (run->output.is_json && !run->options.has_profile)
    run->all = json_make_array();
  signature_each_function(run->payload.module, visit_function, run);
  if (run->functions == 0)
    return fail_missing(run);
  return run->options.has_profile ? STATUS_OK : tell_run(run);
}

static Status run_payload(Run *run) {
  crash_line_watch(RUN_CRASHED);
  run->options.has_profile |= run->options.page != NULL;
  run->options.check |= !run->options.time && !run->options.has_profile;
  run->report.verbose = run->output.is_verbose;
  Status status = command_line_options(&run->output, "run", &run->texts, &run->tune);
  if (status == STATUS_OK)
    status = payload_read(run->options.path, &run->tune, &run->payload);
  if (status != STATUS_OK)
    return status;
  if (run->options.data_count < 0)
    run->options.data_count = run->payload.data_count;
  run->tune.data_arguments = (int)run->options.data_count;
  if (run->options.has_constant_weights)
    constant_weights_mark(run->payload.module, (int)run->options.data_count);
  run->tuned = payload_clone(run->payload.module);
  TRY(run_options_check_single(&run->options, run->payload.module));
  if (run->inputs.count)
    TRY(run_sizes_of_arrays(&run->inputs, run->payload.module, run->options.function,
                            &run->options.sizes));
  TRY(run_options_check(&run->options, &run->tune, run->output.is_json, run->payload.module,
                        &run->inputs));
  TRY(run->options.has_profile ? payload_check_host(&run->payload, &run->tune) : tune(run));
  if (run->options.print) {
    ir_write(mlirModuleGetOperation(run->tuned), stdout);
    fflush(stdout); // whoever reads it need not wait for the code, which may crash
  }
  TRY(run_functions(run));
cleanup:
  json_free(run->all);
  mlirModuleDestroy(run->tuned);
  payload_destroy(&run->payload);
  return status;
}

static Status run_command(void *values) {
  Run *run = values;
  Status status = run_sizes_read(run->options.dims, 0, &run->options.sizes);
  if (status == STATUS_OK)
    status = run_arrays_read(run->options.inputs, &run->inputs);
  if (status == STATUS_OK)
    status = run_payload(run);
  npy_arrays_destroy(&run->inputs);
  return status;
}

static const Flag flags[] = {
    {"--pipeline", FLAG_TEXT, offsetof(Run, options.pipeline), "TEXT",
     "pass pipeline applied instead"},
    {"--function", FLAG_TEXT, offsetof(Run, options.function), "NAME",
     "only this function (default all public ones)"},
    {"--check", FLAG_SWITCH, offsetof(Run, options.check), "",
     "compare results (default without --time)"},
    {"--time", FLAG_SWITCH, offsetof(Run, options.time), "", "time both versions"},
    {"--only-tuned", FLAG_SWITCH, offsetof(Run, options.is_only_tuned), "",
     "do not time the untouched version"},
    {"--profile", FLAG_SWITCH, offsetof(Run, options.has_profile), "",
     "time every kernel: share, speed, part of the machine's peak, predicted, untuned"},
    {"--report", FLAG_TEXT, offsetof(Run, options.page), "FILE.html",
     "the same as one page for a browser, with plots"},
    {"--print", FLAG_SWITCH, offsetof(Run, options.print), "", "print the tuned module"},
    {"--object", FLAG_TEXT, offsetof(Run, options.object), "PATH",
     "write the object file of the one function tuned"},
    {"--cpu", FLAG_TEXT, offsetof(Run, options.cpu), "NAME",
     "processor, as -mcpu names it, that the code is for, which has all that --target has (the one "
     "at hand)"},
    {"--inputs", FLAG_TEXT, offsetof(Run, options.inputs), "FILES",
     "arguments from files of NumPy, joined by commas: each .npy is the next one, an .npz holds "
     "arg0, arg1, ...; the others are random"},
    {"--outputs", FLAG_TEXT, offsetof(Run, options.outputs), "FILE",
     "write what the tuned function leaves to an .npz (result0, ...) or, if it is one, an .npy"},
    {"--dim", FLAG_TEXT, offsetof(Run, options.dims), "SIZES",
     "unknown sizes, as batch=4,seq=77, or in the order of the arguments, or one for all; arrays "
     "of --inputs tell theirs; those of several calls of one code are joined by slashes, as 1/7/64 "
     "(docs/reference/dynamic.md)"},
    {"--data", FLAG_COUNT(0), offsetof(Run, options.data_count), "N",
     "leading arguments that are data, not weights (1, or as MODULE.args.json says)"},
    {"--constant-weights", FLAG_SWITCH, offsetof(Run, options.has_constant_weights), "",
     "the other tensors have the attribute autotune.constant: packed once, before the runs"},
    {"--seed", FLAG_SEED, offsetof(Run, options.seed), "N", "seed of the random operands (1)"},
    {"--repeats", FLAG_INTEGER(1, TIMING_MAX_REPEATS), offsetof(Run, options.repeats), "N",
     "timed repeats, at most 64 (7)"},
    {"--statistics", FLAG_TEXT, offsetof(Run, texts.statistics), "PATH",
     "write what tuning counted there, as JSON (docs/reference/options.md)"},
    {"--tolerance", FLAG_NUMBER(0, 1e9), offsetof(Run, options.tolerance_scale), "X",
     "factor on the allowed error (1)"},
    {0},
};

int command_run(int argc, char **argv) {
  Run run = {
      .options = {.pipeline = "", .data_count = -1, .seed = 1, .repeats = 7, .tolerance_scale = 1}};
  CommandLine line = {
      .name = "run",
      .usage = "MODULE.mlir [flags]",
      .summary =
          "Runs every public function untouched and tuned on the same random operands. Exit code:\n"
          "0 the results agree, 1 a result differs, 2 bad usage, 3 the code crashed, 4 a function\n"
          "could not be compiled or run, or its result proves nothing, 5 no op accepts --schedule.",
      .flags = flags,
      .values = &run,
      .positional = &run.options.path,
      .positional_count = 1,
      .options = &run.texts,
      .output = &run.output,
      .has_json = true};
  option_texts_init(&run.texts);
  int code = command_line_run(&line, argc, argv, run_command);
  if (code == 2)
    return code;
  return run.verdict != RUN_AGREES ? (int)run.verdict : code ? RUN_FAILED : RUN_AGREES;
}
