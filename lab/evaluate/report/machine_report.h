// The section of the report about machines.
#ifndef AUTOTUNE_LAB_EVALUATE_REPORT_MACHINE_REPORT_H
#define AUTOTUNE_LAB_EVALUATE_REPORT_MACHINE_REPORT_H

#include "lab/evaluate/machine_evaluation.h"
#include <stdio.h>

enum { MACHINE_NAME_BYTES = 128 };

// "AMD EPYC, zen4", and where its code is limited to some instructions " as x86-64-v3".
void machine_name(const DatasetMachine *machine, char *text, size_t size);
// Writes nothing when no machine was judged.
void machine_write_markdown(const TrainingData *data, const MachineEvaluation *evaluation,
                            FILE *file);

#endif
