// Profile: one function of a module, tuned, by its kernels: how long each takes, what was predicted
// of it, what the machine could do at best, and how long its ops take untuned.
#ifndef AUTOTUNE_TOOLS_PROFILE_PROFILE_H
#define AUTOTUNE_TOOLS_PROFILE_PROFILE_H

#include "records/npz.h"
#include "runtime/stopwatch.h"
#include "runtime/timing_noise.h"
#include "tools/ops/payload.h"
#include "tools/profile/op_numbers.h"
#include "tools/profile/profile_kernel.h"
#include "tools/profile/roof.h"

typedef struct ProfileSpan {
  int kernel;
  double start, seconds; // since the call began
} ProfileSpan;

typedef struct Profile {
  char function[256];
  Target target; // of the first kernel
  int threads;   // that kernels are split over
  Roof roof;
  OpNumbers ops;
  ProfileKernel *kernels; // in order of their first run
  int kernel_count;
  ProfileSpan *spans; // of the call whose time is the median
  int span_count;
  int calls;
  double seconds;                         // of that call: the kernels and the rest added up
  double rest_seconds;                    // what of it belongs to no kernel
  double untuned_seconds;                 // of the untouched function, the median; -1: not measured
  char noise[TIMING_NOISE_BYTES];         // why the times are not reliable; "": they are
  char untuned_noise[TIMING_NOISE_BYTES]; // the same of the untouched function
} Profile;

typedef struct ProfileRequest {
  const Payload *payload;
  const TuneOptions *tune;
  const char *function;
  const char *cpu;         // as in jit_create
  const NpyArrays *inputs; // of run_arrays.h, checked
  const OpenSizes *sizes;  // of the call
  int data_count;
  uint64_t seed;
  int calls; // of the tuned function, at least 1
  bool has_untuned;
} ProfileRequest;

// The caller owns the profile: profile_destroy.
Status profile_make(const ProfileRequest *request, Profile *out_profile);
void profile_destroy(Profile *profile);

// Floating-point operations in a second, of all runs; 0: not known.
double profile_kernel_speed(const ProfileKernel *kernel);
// The part of the roof that it reaches; 0: not known.
double profile_kernel_share_of_roof(const ProfileKernel *kernel);
// Whether a kernel is faster than its roof by more than rounding shows: the peaks are too low.
bool profile_is_above_roof(const Profile *profile);

#endif
