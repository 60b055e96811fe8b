// The development set: the contractions by which constants are chosen. Nothing is judged by them.
#ifndef AUTOTUNE_LAB_EVALUATE_DEVELOPMENT_H
#define AUTOTUNE_LAB_EVALUATE_DEVELOPMENT_H

#include "tools/train/training_data.h"

// The networks that lab/results/results.md judges by, joined by ','. No shipped model learns from
// them.
extern const char development_judges[];

// Writes 1 for every task of the development set, else 0: a quarter of the contractions, by a hash
// of their keys, less those that judge: any contraction of the judged networks, of `judges` (the
// judged workloads; NULL: none), or of the families that the split by family holds out.
void development_mark(const TrainingData *data, const ContractionList *judges, uint8_t *out_marks);

#endif
