// CalibrationText: a calibration that was read, as lines or as JSON.
#include "tools/calibrate/calibration_text.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool calibration_is_of_here(const Calibration *calibration) {
  char here[MEASURED_CPU_BYTES];
  measured_cpu_host(here, sizeof here);
  return strcmp(here, calibration->cpu) == 0;
}

void calibration_print(const char *path, const Calibration *calibration, const char *target) {
  printf("%s\n  processor  %s%s\n  target     %s\n", TEXT_LINE(path), TEXT_LINE(calibration->cpu),
         calibration_is_of_here(calibration) ? ", as here" : ", not the one here", target);
  if (calibration->model)
    printf("  model      %016" PRIx64 ", %s\n", learned_model_hash(calibration->model),
           learned_model_note(calibration->model));
  else
    printf("  model      none\n");
  printf("%s", calibration->report);
}

// The report is what was written for people, a line each.
Json *calibration_json(const char *path, const Calibration *calibration, const char *target) {
  char hash[24];
  Json *json = json_make_object();
  json_put_text(json, "file", path);
  json_put_text(json, "processor", calibration->cpu);
  json_put_bool(json, "is_this_processor", calibration_is_of_here(calibration));
  json_put_text(json, "target", target);
  if (calibration->model) {
    snprintf(hash, sizeof hash, "%016" PRIx64, learned_model_hash(calibration->model));
    json_put_text(json, "model_hash", hash);
    json_put_text(json, "model_trained_on", learned_model_note(calibration->model));
  }
  json_put_text(json, "report", calibration->report);
  return json;
}
