// Both versions of the function are marked and called; a kernel's time is the sum between its marks
// and those before them.
#include "tools/profile/profile.h"

#include "core/array.h"
#include "core/numbers.h"
#include "tools/profile/marks.h"
#include "tools/profile/tuned_kernels.h"
#include "tools/run/run_arrays.h"
#include "tools/run/version.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- the calls of one version

typedef struct Calls {
  Marks marks;
  Laps *laps; // owned; of each call
  int count;
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

static double middle_call(const Calls *calls) {
  double seconds[TIMING_MAX_REPEATS];
  for (int i = 0; i < calls->count; i++)
    seconds[i] = calls->laps[i].seconds;
  return middle_of(seconds, calls->count);
}

static const double QUICK_SECONDS = 0.1;

static Status make_calls(Version *version, int count, Calls *calls) {
  Status status = STATUS_OK;
  calls->laps = calloc((size_t)count, sizeof *calls->laps);
  if (!calls->laps)
    return status_fail(STATUS_SYSTEM, "no memory for %d calls", count);
  TRY(version_update(version));
  // The first one finds cold pages and caches. It counts where one is asked for and takes long.
  TRY(stopwatch_call(version->executable.call, &calls->laps[0]));
  if (count > 1 || calls->laps[0].seconds < QUICK_SECONDS)
    laps_destroy(&calls->laps[0]);
  else
    calls->count = 1;
  for (; calls->count < count; calls->count++)
    TRY(stopwatch_call(version->executable.call, &calls->laps[calls->count]));
cleanup:
  return status;
}

// Marks, compiles and calls one version; the module is changed.
static Status call_version(const ProfileRequest *request, MlirModule module, bool tuned,
                           const Signature *signature, int count, Calls *out_calls) {
  Status status = STATUS_OK;
  Operands operands = {0};
  Version version = {0};
  Calls calls = {0};
  TRY(operands_create(signature, PLACE_ALIGNED, &operands));
  operands_fill(&operands, request->data_count, request->seed);
  run_arrays_fill(request->inputs, &operands);
  TRY(marks_insert(module, &calls.marks));
  TRY(version_compile(module, tuned, signature, &operands, PLACE_ALIGNED, &version));
  TRY(make_calls(&version, count, &calls));
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

// Median over the calls of the sum per mark; the last place gets what belongs to none.
static Status sum_marks(const Calls *calls, double **out_seconds) {
  int places = calls->marks.count + 1;
  double *sums = calloc((size_t)places * (size_t)calls->count, sizeof *sums);
  double *seconds = calloc((size_t)places, sizeof *seconds);
  if (!sums || !seconds) {
    free(sums);
    free(seconds);
    return status_fail(STATUS_SYSTEM, "no memory for the times of %d ops", places);
  }
  for (int c = 0; c < calls->count; c++) {
    const Laps *laps = &calls->laps[c];
    double before = 0;
    for (int64_t i = 0; i < laps->count; i++) {
      sums[laps->items[i].mark * calls->count + c] += laps->items[i].seconds - before;
      before = laps->items[i].seconds;
    }
    sums[(places - 1) * calls->count + c] = laps->seconds - before;
  }
  for (int p = 0; p < places; p++)
    seconds[p] = middle_of(sums + p * calls->count, calls->count);
  free(sums);
  *out_seconds = seconds;
  return STATUS_OK;
}

static Status fill_spans(const Calls *calls, const int *of_mark, Profile *profile) {
  const Laps *laps = NULL;
  double middle = middle_call(calls);
  for (int c = 0; c < calls->count; c++)
    if (calls->laps[c].seconds == middle)
      laps = &calls->laps[c];
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
  profile->seconds = profile->rest_seconds;
  for (int k = 0; k < profile->kernel_count; k++)
    profile->seconds += profile->kernels[k].seconds;
  TRY(fill_spans(calls, of_mark, profile));
cleanup:
  free(seconds);
  free(of_mark);
  return status;
}

// An op that several kernels share counts for the first of them.
static Status read_untuned(const Calls *calls, Profile *profile) {
  Status status = STATUS_OK;
  double *seconds = NULL, *of_op = calloc((size_t)profile->ops.count + 1, sizeof *of_op);
  if (!of_op)
    return status_fail(STATUS_SYSTEM, "no memory for %d ops", profile->ops.count);
  TRY(sum_marks(calls, &seconds));
  for (int m = 0; m < calls->marks.count; m++)
    if (calls->marks.items[m].number >= 0)
      of_op[calls->marks.items[m].number] += seconds[m];
  for (int op = 0; op < profile->ops.count; op++)
    profile->ops.items[op].untuned_seconds = of_op[op];
  for (int k = 0; k < profile->kernel_count; k++) {
    ProfileKernel *kernel = &profile->kernels[k];
    kernel->untuned_seconds = 0;
    for (int i = 0; i < kernel->op_count; i++) {
      kernel->untuned_seconds += of_op[kernel->ops[i]];
      of_op[kernel->ops[i]] = 0;
    }
  }
  profile->untuned_seconds = middle_call(calls);
cleanup:
  free(seconds);
  free(of_op);
  return status;
}

// --- the profile

static Status profile_untuned(const ProfileRequest *request, MlirModule numbered,
                              const Signature *signature, Profile *profile) {
  Calls calls = {0};
  // Many times slower, and only the scale matters.
  Status status = call_version(request, numbered, false, signature, 1, &calls);
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
  TRY(call_version(request, tuned, true, signature, request->calls, &calls));
  profile->target = kernels.count ? kernels.target : *target_default();
  profile->threads = request->tune->threads ? request->tune->threads : profile->target.cores;
  profile->roof = roof_of(&profile->target, profile->threads);
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
  Status status = signature_read(request->payload->module, request->function, &signature);
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
