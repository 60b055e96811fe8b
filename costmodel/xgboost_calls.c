// Calls of XGBoost as Statuses.
#include "costmodel/xgboost_calls.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

// Later releases draw the pairs of rank:pairwise in another way: the same data would no longer give
// the same model.
static_assert(XGBOOST_VER_MAJOR == 1 && XGBOOST_VER_MINOR == 7, "written for XGBoost 1.7");

// Its message is "[time] file:line: what" and a stack trace.
static Status xgboost_failed(const char *step) {
  const char *text = XGBGetLastError(), *place = strstr(text, "] ");
  if (text[0] == '[' && place) {
    const char *colon = strstr(place + 2, ": ");
    text = colon ? colon + 2 : place + 2;
  }
  return status_fail(STATUS_MODEL, "XGBoost, %s: %s", step, text);
}

Status xgboost_call(int code, const char *step) {
  return code == 0 ? STATUS_OK : xgboost_failed(step);
}

Status xgboost_check_library(void) {
  int major, minor, patch;
  XGBoostVersion(&major, &minor, &patch);
  if (major == XGBOOST_VER_MAJOR && minor == XGBOOST_VER_MINOR)
    return STATUS_OK;
  return status_fail(STATUS_MODEL, "XGBoost %d.%d is installed, models need %d.%d", major, minor,
                     XGBOOST_VER_MAJOR, XGBOOST_VER_MINOR);
}

// What holds for every booster.
static const XgboostSetting common_settings[] = {
    {"verbosity", "0"}, {"nthread", "1"}, {"predictor", "cpu_predictor"}};

Status xgboost_set(BoosterHandle booster, const XgboostSetting *settings, size_t count) {
  Status status = STATUS_OK;
  for (size_t n = 0; n < count && status == STATUS_OK; n++)
    status = xgboost_call(XGBoosterSetParam(booster, settings[n].name, settings[n].value),
                          settings[n].name);
  return status;
}

Status xgboost_set_common(BoosterHandle booster) {
  return xgboost_set(booster, common_settings,
                     sizeof(common_settings) / sizeof(common_settings[0]));
}

Status xgboost_set_number(BoosterHandle booster, const char *name, double value) {
  char text[40];
  snprintf(text, sizeof(text), "%.17g", value);
  return xgboost_set(booster, &(XgboostSetting){name, text}, 1);
}
