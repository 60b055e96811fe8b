// TOSA: where it is in a module, and the pipeline that makes linalg of it.
#ifndef AUTOTUNE_TRANSFORMS_FOREIGN_TOSA_H
#define AUTOTUNE_TRANSFORMS_FOREIGN_TOSA_H

#include "mlir-c/IR.h"
#include "transforms/report/report.h"

// As --pass-pipeline takes it.
const char *tosa_pipeline_text(void);
// The first op of the dialect below `root`; null: there is none.
MlirOperation tosa_first(MlirOperation root);
// One remark at that op, with the pipeline.
void tosa_report(const PassReport *report, MlirOperation root);

#endif
