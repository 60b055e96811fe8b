// Calls of XGBoost, whose API is included here alone, as Statuses.
#ifndef AUTOTUNE_COSTMODEL_XGBOOST_CALLS_H
#define AUTOTUNE_COSTMODEL_XGBOOST_CALLS_H

#include "base/status.h"

#include <stddef.h>
#include <xgboost/c_api.h>
#include <xgboost/version_config.h>

typedef struct XgboostSetting {
  const char *name, *value;
} XgboostSetting;

// STATUS_MODEL with XGBoost's message unless `code` is 0. step: what was done.
Status xgboost_call(int code, const char *step);
// STATUS_MODEL unless the library is the one that this program was written for.
Status xgboost_check_library(void);
Status xgboost_set(BoosterHandle booster, const XgboostSetting *settings, size_t count);
Status xgboost_set_number(BoosterHandle booster, const char *name, double value);
// What holds for every booster.
Status xgboost_set_common(BoosterHandle booster);

#endif
