// LearnedModel: the ranker and the time regressor of one training, in one file.
//
// The ranker orders the schedules of one workload; its scores mean nothing between workloads. The
// regressor predicts log(seconds / analytical seconds), so that times add up over kernels (papers:
// a learned performance model for TPUs, MLSys 2021, tile-size and fusion task). Rows are
// FEATURE_COUNT numbers made by features_fill. A model never changes, so any number of threads may
// ask it. Asking needs no XGBoost (costmodel/forest.h); packing and explaining do.
#ifndef AUTOTUNE_COSTMODEL_LEARNED_MODEL_H
#define AUTOTUNE_COSTMODEL_LEARNED_MODEL_H

#include "costmodel/support.h"
#include "costmodel/xgboost_model.h"

typedef struct LearnedModel LearnedModel;

enum { LEARNED_MODEL_NOTE_BYTES = 1024 }; // longest note, with its terminator

// Reads both models, copying what it needs. Whatever is wrong with the bytes is STATUS_MODEL and
// one line. Destroy with learned_model_destroy.
Status learned_model_load(const void *bytes, size_t size, LearnedModel **out_model);
// The same from a file, whose path the line names.
Status learned_model_load_file(const char *path, LearnedModel **out_model);
// Whether a model is inside the library; it is read when it is first asked for.
bool learned_model_is_shipped(void);
// The model inside the library; lent for the life of the process. STATUS_MODEL when there is none;
// the line asks for a file, which every caller can be given.
Status learned_model_shipped(LearnedModel **out_model);
// That of the file, or with NULL the one inside the library.
Status learned_model_open(const char *path, LearnedModel **out_model);
void learned_model_destroy(LearnedModel *model); // NULL and the shipped one are a no-op

// What the regressor is trained on: the natural logarithm of measured over analytical seconds, with
// a base margin of 0.
float learned_model_label(double seconds, double analytical_seconds);

// The bytes of a file with both models and what supports them; `note` says in one line what they
// were trained on. The caller frees the bytes.
Status learned_model_pack(const XgboostModel *ranker, const XgboostModel *regressor,
                          const Support *support, const char *note, void **out_bytes,
                          size_t *out_size);
// The same bytes of a model that was read; lent.
const void *learned_model_bytes(const LearnedModel *model, size_t *out_size);
const char *learned_model_note(const LearnedModel *model); // lent
// Equal for equal models, whatever their note.
uint64_t learned_model_hash(const LearnedModel *model);

// How far the training supports what the model says of a row, and of all others of the same rule of
// the workload on the machine.
Trust learned_model_trust(const LearnedModel *model, const float *row);
enum { TRUST_TEXT_BYTES = 128 };
// "trust 0.34: this machine is unlike those the model was trained on".
void trust_describe(const Trust *trust, char *text, size_t size);

// Scores of `count` rows, higher is faster.
Status learned_model_rank(const LearnedModel *model, const float *rows, size_t count,
                          float *out_scores);
// What schedules of one workload are chosen by, higher is faster: both models have a say, because
// their errors differ (lab/results/metrics.md). The ranker's say falls with the trust, but is
// greater on another machine.
double learned_model_score(const Trust *trust, double rank_score, double seconds);
// What another schedule's score has to have more than that of the schedule with the least
// analytical seconds, to be chosen before it: 0 on a machine of the training, and without trust.
double learned_model_head_start(const Trust *trust);
// The score with another share of the ranker: what the share is chosen from.
double learned_model_mixed(double ranker_share, double rank_score, double seconds);
// What is known of a schedule before the regressor is asked.
typedef struct SecondsBasis {
  double analytical; // seconds that the regressor corrects
  double least;      // features_least_seconds: no prediction is below; 0: anything is possible
  double trust;      // Trust.total
} SecondsBasis;

// Seconds of `count` rows, each from its basis.
Status learned_model_seconds(const LearnedModel *model, const float *rows,
                             const SecondsBasis *bases, size_t count, double *out_seconds);
// The ranker's score as far as it is trusted.
double trusted_rank(double trust, double rank_score);
// The analytical estimate, corrected by what the regressor predicts as far as it is trusted, but
// above the least that is possible.
double trusted_seconds(const SecondsBasis *basis, double logarithm);

// What each feature adds to a prediction of one row (SHAP values of the trees): FEATURE_COUNT
// numbers and a bias, which sum to the score of the ranker, or to the regressor's logarithm.
Status learned_model_explain(const LearnedModel *model, ModelKind kind, const float *row,
                             float *out_contributions, float *out_bias);

#endif
