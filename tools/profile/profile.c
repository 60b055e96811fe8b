// Both versions of the function are marked and called; a kernel's time is the sum between its marks
// and those before them.
#include "tools/profile/profile.h"

#include "base/array.h"
#include "base/numbers.h"
#include "tools/profile/marks.h"
#include "tools/profile/tuned_kernels.h"
#include "tools/run/run_arrays.h"
#include "tools/run/version.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- the calls of one version

typedef struct Calls {
  Marks marks;
  Laps *laps; // owned; of each call
  int count;
  double waited; // part of the time without a processor
} Calls;

static void calls_destroy(Calls *calls) {
  for (int i = 0; i < calls->count; i++)
    laps_destroy(&calls->laps[i]);
  free(calls->laps);
  marks_destroy(&calls->marks);
  *calls = (Calls){0};
}

// The lower one of the two in the middle: it is one of them, whose call can be shown.
static double middle_of(double *numbers, int count) {
  numbers_sort(numbers, (size_t)count);
  return numbers[(count - 1) / 2];
}

static double times_of(const Calls *calls, double *out_seconds) {
  double least = INFINITY;
  for (int i = 0; i < calls->count; i++)
    least = fmin(least, out_seconds[i] = calls->laps[i].seconds);
  return least;
}

// The call whose time is the median: all figures are of it, so that they add up.
static const Laps *middle_call(const Calls *calls) {
  double seconds[TIMING_MAX_REPEATS];
  times_of(calls, seconds);
  double middle = middle_of(seconds, calls->count);
  const Laps *laps = calls->laps;
  while (laps->seconds != middle)
    laps++;
  return laps;
}

static void describe_noise(const Calls *calls, char *text) {
  double seconds[TIMING_MAX_REPEATS];
  double least = times_of(calls, seconds);
  timing_noise_describe(least, middle_of(seconds, calls->count), calls->waited, text);
}

static const double QUICK_SECONDS = 0.1, UNTUNED_SECONDS = 2;

// At most `count` calls, and no further one after `budget_seconds`.
static Status make_calls(Version *version, int count, double budget_seconds, Calls *calls) {
  Status status = STATUS_OK;
  calls->laps = calloc((size_t)count, sizeof *calls->laps);
  if (!calls->laps)
    return status_fail(STATUS_SYSTEM, "no memory for %d calls", count);
  TRY(version_update(version));
  double begin = timing_now(), cpu_begin = timing_cpu();
  // The first one finds cold pages and caches. It counts where it took the budget.
  TRY(stopwatch_call(version->executable.call, &calls->laps[0]));
  if (calls->laps[0].seconds < QUICK_SECONDS || calls->laps[0].seconds < budget_seconds / 2)
    laps_destroy(&calls->laps[0]);
  else
    calls->count = 1;
  for (; calls->count < count && (calls->count == 0 || timing_now() - begin < budget_seconds);
       calls->count++)
    TRY(stopwatch_call(version->executable.call, &calls->laps[calls->count]));
  calls->waited = timing_waited(timing_now() - begin, timing_cpu() - cpu_begin);
cleanup:
  return status;
}

// Marks, compiles and calls one version; the module is changed.
static Status call_version(const ProfileRequest *request, MlirModule module, bool tuned,
                           const Signature *signature, double budget_seconds, Calls *out_calls) {
  Status status = STATUS_OK;
  Operands operands = {0};
  Version version = {0};
  Calls calls = {0};
  TRY(operands_create(signature, PLACE_ALIGNED, &operands));
  operands_fill(&operands, request->data_count, request->seed);
  run_arrays_fill(request->inputs, &operands);
  TRY(marks_insert(module, &calls.marks));
  TRY(version_compile(module, tuned, request->cpu, signature, &operands, PLACE_ALIGNED, &version));
  TRY(make_calls(&version, request->calls, budget_seconds, &calls));
cleanup:
  version_destroy(&version);
  operands_destroy(&operands);
  if (status == STATUS_OK)
    *out_calls = calls;
  else
    calls_destroy(&calls);
  return status;
}

// --- kernels

// The kernel that a mark ends: one of the tuned ones that no other mark has, else a new one.
static ProfileKernel start_kernel(const Mark *mark, TunedKernels *tuned) {
  for (int i = 0; i < tuned->count && *mark->schedule; i++) {
    ProfileKernel *kernel = &tuned->items[i];
    if (kernel->is_tuned && kernel->op_count > 0 && kernel->ops[0] == mark->number &&
        !strcmp(kernel->schedule, mark->schedule)) {
      ProfileKernel taken = *kernel;
      kernel->is_tuned = false;
      return taken;
    }
  }
  ProfileKernel kernel = {.untuned_seconds = -1};
  snprintf(kernel.name, sizeof kernel.name, "%s", mark->name);
  snprintf(kernel.schedule, sizeof kernel.schedule, "%s", mark->schedule);
  if (mark->number >= 0) {
    kernel.ops[kernel.op_count++] = mark->number;
    snprintf(kernel.reason, sizeof kernel.reason, "%s", tuned->reasons[mark->number]);
  }
  return kernel;
}

static Status list_kernels_of(const Calls *calls, const Laps *laps, TunedKernels *tuned,
                              Profile *profile, int *of_mark) {
  for (int64_t i = 0; i < laps->count; i++) {
    int64_t mark = laps->items[i].mark;
    if (of_mark[mark] >= 0)
      continue;
    if (!array_grow(&profile->kernels, profile->kernel_count, sizeof *profile->kernels))
      return status_fail(STATUS_SYSTEM, "no memory for %d kernels", profile->kernel_count);
    of_mark[mark] = profile->kernel_count;
    profile->kernels[profile->kernel_count++] = start_kernel(&calls->marks.items[mark], tuned);
  }
  return STATUS_OK;
}

// Kernels in the order of their first run, and which one each mark is of. What a call passes may
// depend on the memrefs that the one before has changed.
static Status list_kernels(const Calls *calls, TunedKernels *tuned, Profile *profile,
                           int *out_of_mark) {
  Status status = STATUS_OK;
  for (int m = 0; m < calls->marks.count; m++)
    out_of_mark[m] = -1;
  for (int c = 0; c < calls->count && status == STATUS_OK; c++)
    status = list_kernels_of(calls, &calls->laps[c], tuned, profile, out_of_mark);
  return status;
}

// Of the middle call, the sum per mark; the last place gets what belongs to none.
static Status sum_marks(const Calls *calls, double **out_seconds) {
  const Laps *laps = middle_call(calls);
  double *seconds = calloc((size_t)calls->marks.count + 1, sizeof *seconds), before = 0;
  if (!seconds)
    return status_fail(STATUS_SYSTEM, "no memory for the times of %d ops", calls->marks.count);
  for (int64_t i = 0; i < laps->count; i++) {
    seconds[laps->items[i].mark] += laps->items[i].seconds - before;
    before = laps->items[i].seconds;
  }
  seconds[calls->marks.count] = laps->seconds - before;
  *out_seconds = seconds;
  return STATUS_OK;
}

static Status fill_spans(const Calls *calls, const int *of_mark, Profile *profile) {
  const Laps *laps = middle_call(calls);
  double before = 0;
  profile->spans = calloc((size_t)laps->count + 1, sizeof *profile->spans);
  if (!profile->spans)
    return status_fail(STATUS_SYSTEM, "no memory for %lld spans", (long long)laps->count);
  for (int64_t i = 0; i < laps->count; i++) {
    const Lap *lap = &laps->items[i];
    profile->spans[profile->span_count++] =
        (ProfileSpan){of_mark[lap->mark], before, lap->seconds - before};
    profile->kernels[of_mark[lap->mark]].runs++;
    before = lap->seconds;
  }
  return STATUS_OK;
}

static Status read_tuned(const Calls *calls, TunedKernels *tuned, Profile *profile) {
  Status status = STATUS_OK;
  double *seconds = NULL;
  int *of_mark = calloc((size_t)calls->marks.count + 1, sizeof *of_mark);
  if (!of_mark)
    return status_fail(STATUS_SYSTEM, "no memory for %d marks", calls->marks.count);
  profile->calls = calls->count;
  TRY(list_kernels(calls, tuned, profile, of_mark));
  TRY(sum_marks(calls, &seconds));
  for (int m = 0; m < calls->marks.count; m++)
    if (of_mark[m] >= 0)
      profile->kernels[of_mark[m]].seconds = seconds[m];
  profile->rest_seconds = seconds[calls->marks.count];
  profile->seconds = middle_call(calls)->seconds;
  describe_noise(calls, profile->noise);
  TRY(fill_spans(calls, of_mark, profile));
cleanup:
  free(seconds);
  free(of_mark);
  return status;
}

// Kernels into which one op was split have no figure; what several have fused is shared out.
static void set_untuned(Profile *profile, const double *of_op, const int *kernels_of_op,
                        const int *made_of_op) {
  for (int k = 0; k < profile->kernel_count; k++) {
    ProfileKernel *kernel = &profile->kernels[k];
    bool is_part = kernel->op_count > 0 && made_of_op[kernel->ops[0]] > 1;
    kernel->untuned_seconds = is_part ? -1 : 0;
    for (int i = 0; i < kernel->op_count && !is_part; i++)
      kernel->untuned_seconds += of_op[kernel->ops[i]] / kernels_of_op[kernel->ops[i]];
  }
}

static Status read_untuned(const Calls *calls, Profile *profile) {
  Status status = STATUS_OK;
  double *seconds = NULL, *of_op = calloc((size_t)profile->ops.count + 1, sizeof *of_op);
  int *kernels_of_op = calloc((size_t)profile->ops.count + 1, sizeof *kernels_of_op);
  int *made_of_op = calloc((size_t)profile->ops.count + 1, sizeof *made_of_op);
  TRY(of_op && kernels_of_op && made_of_op
          ? STATUS_OK
          : status_fail(STATUS_SYSTEM, "no memory for %d ops", profile->ops.count));
  for (int k = 0; k < profile->kernel_count; k++)
    for (int i = 0; i < profile->kernels[k].op_count; i++) {
      kernels_of_op[profile->kernels[k].ops[i]]++;
      made_of_op[profile->kernels[k].ops[i]] += i == 0;
    }
  TRY(sum_marks(calls, &seconds));
  for (int m = 0; m < calls->marks.count; m++)
    if (calls->marks.items[m].number >= 0)
      of_op[calls->marks.items[m].number] += seconds[m];
  for (int op = 0; op < profile->ops.count; op++)
    profile->ops.items[op].untuned_seconds = of_op[op];
  set_untuned(profile, of_op, kernels_of_op, made_of_op);
  profile->untuned_seconds = middle_call(calls)->seconds;
  describe_noise(calls, profile->untuned_noise);
cleanup:
  free(seconds);
  free(of_op);
  free(kernels_of_op);
  free(made_of_op);
  return status;
}

// --- the profile

static Status profile_untuned(const ProfileRequest *request, MlirModule numbered,
                              const Signature *signature, Profile *profile) {
  Calls calls = {0};
  // As often as the tuned one, for the speed-up to be of medians, unless that takes long.
  Status status = call_version(request, numbered, false, signature, UNTUNED_SECONDS, &calls);
  if (status == STATUS_OK)
    status = read_untuned(&calls, profile);
  calls_destroy(&calls);
  return status;
}

static Status profile_modules(const ProfileRequest *request, MlirModule numbered, MlirModule tuned,
                              const Signature *signature, Profile *profile) {
  Status status = STATUS_OK;
  TunedKernels kernels = {0};
  Calls calls = {0};
  TRY(tuned_kernels_make(tuned, request->tune, profile->ops.count, &kernels));
  TRY(call_version(request, tuned, true, signature, INFINITY, &calls));
  profile->target = kernels.count ? kernels.target : *target_default();
  profile->threads = request->tune->threads ? request->tune->threads : profile->target.cores;
  profile->roof = roof_of(&profile->target, profile->threads);
  for (int k = 0; k < kernels.count; k++)
    profile->roof.flops_per_second =
        fmax(profile->roof.flops_per_second, kernels.items[k].peak_flops);
  TRY(read_tuned(&calls, &kernels, profile));
  if (request->has_untuned)
    TRY(profile_untuned(request, numbered, signature, profile));
cleanup:
  tuned_kernels_destroy(&kernels);
  calls_destroy(&calls);
  return status;
}

Status profile_make(const ProfileRequest *request, Profile *out_profile) {
  Signature signature = {0};
  Profile profile = {.untuned_seconds = -1};
  Status status =
      signature_read_sized(request->payload->module, request->function, request->sizes, &signature);
  if (status != STATUS_OK)
    return status;
  MlirModule numbered = payload_clone(request->payload->module);
  snprintf(profile.function, sizeof profile.function, "%s", signature.name);
  status = op_numbers_assign(mlirModuleGetOperation(numbered), &profile.ops);
  MlirModule tuned = payload_clone(numbered);
  if (status == STATUS_OK)
    status = profile_modules(request, numbered, tuned, &signature, &profile);
  mlirModuleDestroy(tuned);
  mlirModuleDestroy(numbered);
  signature_destroy(&signature);
  if (status == STATUS_OK)
    *out_profile = profile;
  else
    profile_destroy(&profile);
  return status;
}

void profile_destroy(Profile *profile) {
  op_numbers_destroy(&profile->ops);
  free(profile->kernels);
  free(profile->spans);
  *profile = (Profile){0};
}

double profile_kernel_speed(const ProfileKernel *kernel) {
  return kernel->seconds > 0 ? kernel->flops * kernel->runs / kernel->seconds : 0;
}

double profile_kernel_share_of_roof(const ProfileKernel *kernel) {
  return kernel->seconds > 0 ? kernel->roof_seconds * kernel->runs / kernel->seconds : 0;
}

bool profile_is_above_roof(const Profile *profile) {
  for (int k = 0; k < profile->kernel_count; k++)
    if (profile_kernel_share_of_roof(&profile->kernels[k]) > 1.005)
      return true;
  return false;
}
