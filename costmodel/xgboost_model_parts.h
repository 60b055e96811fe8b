// What an XgboostModel is inside, for the files that make it.
#ifndef AUTOTUNE_COSTMODEL_XGBOOST_MODEL_PARTS_H
#define AUTOTUNE_COSTMODEL_XGBOOST_MODEL_PARTS_H

#include "costmodel/xgboost_calls.h"
#include "costmodel/xgboost_model.h"

struct XgboostModel {
  unsigned char *bytes; // owned: header, names, trees
  size_t size;
  ModelKind kind;
  size_t feature_count;
  size_t schema_count;
  uint32_t *columns;     // owned: of the schema, one per feature; NULL when they are the same
  float *gathered;       // owned: rows of the columns; NULL with them
  BoosterHandle booster; // owned
};

// A model of the bytes of its file, which it takes, also on failure.
Status xgboost_model_open(unsigned char *bytes, size_t size, ModelSchema schema,
                          XgboostModel **out_model);

#endif
