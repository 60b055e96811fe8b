// Writes a calibration, and knows where the user's own is.
#include "machine/calibration/calibration_file.h"
#include "machine/calibration/calibration_format.h"

#include "base/file/output_file.h"
#include "costmodel/model_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct Bytes {
  unsigned char *start; // owned
  size_t size;
} Bytes;

static bool write_bytes(FILE *file, const void *user) {
  const Bytes *bytes = user;
  return fwrite(bytes->start, 1, bytes->size, file) == bytes->size;
}

static Status pack(const CalibrationParts *parts, Bytes *out_bytes) {
  char target[TARGET_TEXT_BYTES];
  const char *texts[CALIBRATION_TEXTS] = {parts->cpu, target, parts->report};
  target_print(parts->target, target, sizeof target);
  size_t size = CALIBRATION_HEADER_BYTES + parts->model_bytes;
  for (int t = 0; t < CALIBRATION_TEXTS; t++)
    size += strlen(texts[t]) + 1;
  unsigned char *bytes = calloc(1, size);
  if (!bytes)
    return status_fail(STATUS_SYSTEM, "no memory for a calibration of %zu bytes", size);
  unsigned char *at = bytes + CALIBRATION_HEADER_BYTES;
  memcpy(bytes, CALIBRATION_MAGIC, strlen(CALIBRATION_MAGIC));
  model_put_number(bytes + CALIBRATION_AT_VERSION, CALIBRATION_VERSION, 4);
  for (int t = 0; t < CALIBRATION_TEXTS; t++) {
    size_t text_bytes = strlen(texts[t]) + 1;
    model_put_number(bytes + CALIBRATION_AT_TEXTS + 4 * t, text_bytes, 4);
    memcpy(at, texts[t], text_bytes);
    at += text_bytes;
  }
  model_put_number(bytes + CALIBRATION_AT_MODEL, parts->model_bytes, 8);
  if (parts->model_bytes > 0)
    memcpy(at, parts->model, parts->model_bytes);
  model_put_number(bytes + CALIBRATION_AT_CHECKSUM, calibration_checksum(bytes, size), 8);
  *out_bytes = (Bytes){bytes, size};
  return STATUS_OK;
}

Status calibration_write_file(const char *path, const CalibrationParts *parts) {
  Bytes bytes = {0};
  Calibration read = {0};
  Status status = STATUS_OK;
  TRY(pack(parts, &bytes));
  TRY(calibration_read(bytes.start, bytes.size, &read)); // nothing is written that is not read back
  TRY(output_file_write(path, write_bytes, &bytes));
cleanup:
  calibration_destroy(&read);
  free(bytes.start);
  return status;
}

// --- the user's own

Status calibration_user_path(char *path, size_t size) {
  const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
  int length = -1;
  if (config && config[0] == '/') // relative ones are to be ignored, says the convention
    length = snprintf(path, size, "%s/autotune/host.calibration", config);
  else if (home && home[0] == '/')
    length = snprintf(path, size, "%s/.config/autotune/host.calibration", home);
  if (length < 0)
    return status_fail(STATUS_USAGE, "neither XDG_CONFIG_HOME nor HOME names a folder for the "
                                     "calibration; set one, or name a file");
  return length < (int)size ? STATUS_OK
                            : status_fail(STATUS_USAGE, "the folder of XDG_CONFIG_HOME or HOME has "
                                                        "too long a name; name a file");
}

Status calibration_make_folders(const char *path) {
  char folder[CALIBRATION_PATH_BYTES];
  if (snprintf(folder, sizeof folder, "%s", path) >= (int)sizeof folder)
    return status_fail(STATUS_USAGE, "%.300s...: the path is too long", path);
  for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    if (mkdir(folder, 0700) && errno != EEXIST && errno != EISDIR)
      return status_fail(STATUS_USAGE, "cannot make the folder %.300s: %s", folder,
                         strerror(errno));
    *slash = '/';
  }
  return STATUS_OK;
}
