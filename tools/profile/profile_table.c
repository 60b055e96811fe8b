// Equal kernels, of one op with one schedule, are summed.
#include "base/text.h"
#include "tools/profile/profile_report.h"
#include "tools/report/describe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Milliseconds, or microseconds where a call is shorter than one.
typedef struct Unit {
  const char *name;
  double per_second;
} Unit;

typedef struct Row {
  ProfileKernel kernel; // with the sums of all
  int count;
} Row;

static bool are_equal(const ProfileKernel *one, const ProfileKernel *other) {
  return !strcmp(one->name, other->name) && !strcmp(one->work, other->work) &&
         !strcmp(one->schedule, other->schedule) && !strcmp(one->reason, other->reason);
}

static int compare_rows(const void *a, const void *b) {
  double x = ((const Row *)a)->kernel.seconds, y = ((const Row *)b)->kernel.seconds;
  return (x < y) - (x > y);
}

static int make_rows(const Profile *profile, Row *rows) {
  int count = 0;
  for (int k = 0; k < profile->kernel_count; k++) {
    const ProfileKernel *kernel = &profile->kernels[k];
    int r = 0;
    while (r < count && !are_equal(&rows[r].kernel, kernel))
      r++;
    if (r == count) {
      rows[count++] = (Row){*kernel, 1};
      continue;
    }
    rows[r].count++;
    rows[r].kernel.seconds += kernel->seconds;
    rows[r].kernel.runs += kernel->runs;
    if (kernel->untuned_seconds < 0)
      rows[r].kernel.untuned_seconds = -1;
    else if (rows[r].kernel.untuned_seconds >= 0)
      rows[r].kernel.untuned_seconds += kernel->untuned_seconds;
  }
  qsort(rows, (size_t)count, sizeof *rows, compare_rows);
  return count;
}

// Arithmetic where there is some, else memory traffic.
static void print_speed(const ProfileKernel *kernel) {
  if (kernel->flops > 0)
    printf("  %7.1f GFLOP/s", profile_kernel_speed(kernel) * 1e-9);
  else if (kernel->bytes > 0)
    printf("  %7.1f GB/s   ", kernel->bytes * kernel->runs / kernel->seconds * 1e-9);
  else
    printf("  %15s", "");
  if (kernel->roof_seconds > 0)
    printf("  %4.0f %% of %-10s", profile_kernel_share_of_roof(kernel) * 100, kernel->limit);
  else
    printf("  %20s", "");
}

static void print_op(const ProfileKernel *kernel, int count) {
  printf("  %s%s%s", kernel->name, *kernel->work ? " " : "", kernel->work);
  if (count > 1)
    printf(", %d of them", count);
  if (kernel->runs > count)
    printf(", %d runs", kernel->runs);
  if (!*kernel->schedule)
    printf(*kernel->reason ? " (%s)" : " (not tuned)", kernel->reason);
  printf("\n");
}

static void print_row(const Profile *profile, const Row *row, Unit unit) {
  const ProfileKernel *kernel = &row->kernel;
  printf("  %5.1f %%  %10.3f %s", kernel->seconds / profile->seconds * 100,
         kernel->seconds * unit.per_second, unit.name);
  print_speed(kernel);
  if (kernel->predicted_seconds > 0)
    printf("  %10.3f", kernel->predicted_seconds * kernel->runs * unit.per_second);
  else
    printf("  %10s", "");
  if (kernel->untuned_seconds >= 0)
    printf("  %10.3f", kernel->untuned_seconds * unit.per_second);
  else if (profile->untuned_seconds >= 0)
    printf("  %10s", "");
  print_op(kernel, row->count);
}

static void print_whole(const Profile *profile, Unit unit) {
  printf("  %5.1f %%  %10.3f %s  between kernels\n", profile->rest_seconds / profile->seconds * 100,
         profile->rest_seconds * unit.per_second, unit.name);
  if (*profile->noise)
    printf("  times are %s\n", profile->noise);
  if (profile->untuned_seconds >= 0)
    printf("  untuned %.3f %s, %.1fx%s%s\n", profile->untuned_seconds * unit.per_second, unit.name,
           profile->untuned_seconds / profile->seconds, *profile->untuned_noise ? "; " : "",
           profile->untuned_noise);
  if (profile_is_above_roof(profile))
    printf("  above 100 %% of a roof: the machine is faster than the peaks of %s say; "
           "autotune calibrate measures them\n",
           profile->target.name);
}

Status profile_print(const Profile *profile) {
  Row *rows = calloc((size_t)profile->kernel_count + 1, sizeof *rows);
  if (!rows)
    return status_fail(STATUS_SYSTEM, "no memory for a table of %d kernels", profile->kernel_count);
  int count = make_rows(profile, rows);
  bool has_untuned = profile->untuned_seconds >= 0;
  Unit unit = profile->seconds < 1e-3 ? (Unit){"us", 1e6} : (Unit){"ms", 1e3};
  printf("@%s: %.3f %s, the median of %d call%s; %d kernel%s for %s\n",
         TEXT_SYMBOL(profile->function), profile->seconds * unit.per_second, unit.name,
         profile->calls, plural(profile->calls), profile->kernel_count,
         plural(profile->kernel_count), profile->target.name);
  printf("  %7s  %13s  %15s  %-20s  %10s%s  op\n", "share", "time", "speed", "   part of roof",
         "predicted", has_untuned ? "     untuned" : "");
  for (int r = 0; r < count; r++)
    print_row(profile, &rows[r], unit);
  print_whole(profile, unit);
  free(rows);
  return STATUS_OK;
}
