// Calibration: a few rows of a machine, chosen by the panel that `autotune calibrate` measures, and
// ways of learning from them beside all that is known of other machines.
#ifndef AUTOTUNE_LAB_EVALUATE_CALIBRATION_H
#define AUTOTUNE_LAB_EVALUATE_CALIBRATION_H

#include "lab/figures/prediction.h"
#include "tools/train/training_data.h"

typedef struct CalibrationOptions {
  size_t rows;
  size_t workload_rows; // of one workload, as long as there are others (PanelOptions)
  uint32_t seed;
} CalibrationOptions;

// Chooses rows of the machine among those that `allowed` (a RowUse per row) has in use, and writes
// their uses, ROW_UNUSED for all others. No schedule of a workload is chosen twice, and the kinds
// of rows take turns: what a model chose, held to be promising, random ones, the history of
// searches.
Status calibration_choose(const TrainingData *data, int32_t machine, const uint8_t *allowed,
                          const CalibrationOptions *options, uint8_t *out_chosen);

typedef struct CalibrationTraining {
  const TrainingSet *set;
  const TrainingOptions *options;
  const uint8_t *others;     // RowUse of every row: those of other CPUs
  const uint8_t *chosen;     // RowUse of every row: the calibration
  const TrainedModels *base; // trained on the others alone
} CalibrationTraining;

// A way of learning. Writes one of the two: destroy them with trained_models_destroy and
// learned_model_destroy.
typedef Status CalibrationTrain(const CalibrationTraining *training, TrainedModels *out_trained,
                                LearnedModel **out_adapted);

CalibrationTrain calibration_add;   // the chosen rows are rows like all others
CalibrationTrain calibration_adapt; // as autotune calibrate does (costmodel/adaptation.h)

#endif
