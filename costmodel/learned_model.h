// LearnedModel: the ranker and the time regressor of one training, in one file.
//
// The ranker orders the schedules of one workload; its scores mean nothing between workloads. The
// regressor predicts log(seconds / analytical seconds), so that times add up over kernels (papers:
// a learned performance model for TPUs, MLSys 2021, tile-size and fusion task). Rows are
// FEATURE_COUNT numbers made by features_fill. One thread at a time for one model.
#ifndef AUTOTUNE_COSTMODEL_LEARNED_MODEL_H
#define AUTOTUNE_COSTMODEL_LEARNED_MODEL_H

#include "costmodel/xgboost_model.h"

typedef struct LearnedModel LearnedModel;

// Reads both models, copying what it needs. Whatever is wrong with the bytes is STATUS_MODEL and
// one line. Destroy with learned_model_destroy.
Status learned_model_load(const void *bytes, size_t size, LearnedModel **out_model);
// The same from a file, whose path the line names.
Status learned_model_load_file(const char *path, LearnedModel **out_model);
// The model inside the library; lent for the life of the process.
Status learned_model_shipped(LearnedModel **out_model);
void learned_model_destroy(LearnedModel *model); // NULL and the shipped one are a no-op

// The bytes of a file with both models; `note` says in one line what they were trained on. The
// caller frees the bytes.
Status learned_model_pack(const XgboostModel *ranker, const XgboostModel *regressor,
                          const char *note, void **out_bytes, size_t *out_size);
const char *learned_model_note(const LearnedModel *model); // lent

// Scores of `count` rows, higher is faster.
Status learned_model_rank(LearnedModel *model, const float *rows, size_t count, float *out_scores);
// Seconds of `count` rows, given the analytical seconds of each.
Status learned_model_seconds(LearnedModel *model, const float *rows,
                             const double *analytical_seconds, size_t count, double *out_seconds);

#endif
