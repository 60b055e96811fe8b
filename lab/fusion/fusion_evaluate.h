// Evaluating models on fusion configurations: the seconds of kernels, of whole programs, and which
// partition of a program is chosen.
#ifndef AUTOTUNE_LAB_FUSION_FUSION_EVALUATE_H
#define AUTOTUNE_LAB_FUSION_FUSION_EVALUATE_H

#include "costmodel/learned_model.h"
#include "lab/fusion/fusion_file.h"

// Of kernels or programs; NAN where there are none, or too few.
typedef struct FusionFigures {
  double mape_long, mape_short; // of kernels over and up to 50 microseconds, in percent
  double bias;           // of those over 50 microseconds: predicted over measured, geometric mean
  double tau_kernels;    // Kendall's tau of the kernels of a program, mean over programs
  double tau_apart;      // the same over pairs whose times are more than 5 % apart
  double mape_programs;  // of whole programs, in percent
  double tau_partitions; // of the partitions of a program, mean over programs
  double loss; // chosen partition over the best one, minus 1, in percent, mean over programs
} FusionFigures;

typedef struct FusionCounts {
  int programs, partitions, kernels, long_kernels; // kernels: distinct ones of each program
  int left_out;                                    // too short to be timed by themselves
} FusionCounts;

enum { FUSION_ONE_RUN, FUSION_AFTER_SAME, FUSION_AFTER_OTHER, FUSION_NOISES };

// Evaluates a model, NULL the analytical one, and with `is_in_program` what it says of kernels
// inside programs (costmodel/program/program_seconds.h), on the programs whose names begin with one
// of `judged` (joined by ','; NULL: all). STATUS_USAGE as from fusion_check_judged.
Status fusion_evaluate(const FusionFile *file, const char *judged, const LearnedModel *model,
                       bool is_in_program, FusionFigures *out_figures);
// What measurements say of each other: one run of the least of the others; a kernel (no programs)
// of the same kernel in another partition, where the same one runs before it, or another one.
Status fusion_evaluate_noise(const FusionFile *file, const char *judged, int noise,
                             FusionFigures *out_figures);
Status fusion_count(const FusionFile *file, const char *judged, FusionCounts *out_counts);

// Whether the name begins with one of the list; NULL: every name does.
bool fusion_is_judged(const char *judged, const char *name);
// STATUS_USAGE where one of the list begins the name of no program of the file, or there is none.
Status fusion_check_judged(const FusionFile *file, const char *judged);

#endif
