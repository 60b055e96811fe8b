// Reads a calibration. Nothing in the bytes is believed before it is checked.
#include "machine/calibration/calibration_file.h"
#include "machine/calibration/calibration_format.h"

#include "base/file/path_kind.h"
#include "base/text.h"
#include "costmodel/model_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_FILE_BYTES = 1 << 28 };

uint64_t calibration_checksum(const unsigned char *bytes, size_t size) {
  uint64_t hash = text_hash(TEXT_HASH_START, bytes, CALIBRATION_AT_CHECKSUM);
  return text_hash(hash, bytes + CALIBRATION_HEADER_BYTES, size - CALIBRATION_HEADER_BYTES);
}

// --- the header

typedef struct Layout {
  const char *texts[CALIBRATION_TEXTS]; // lent, terminated
  const unsigned char *model;
  size_t model_bytes;
} Layout;

static Status fail_size(size_t size) {
  return status_fail(STATUS_MODEL, "has %zu bytes, not what its header says", size);
}

// Printable; terminated where its size says, and only there. Lines for people may name folders,
// which are not always ASCII.
static bool text_is_sound(const char *text, size_t bytes, bool has_lines) {
  for (size_t n = 0; n + 1 < bytes; n++) {
    unsigned char byte = (unsigned char)text[n];
    bool is_plain = byte >= ' ' && byte < 0x7f;
    if (!is_plain && !(has_lines && (byte == '\n' || byte > 0x7f)))
      return false;
  }
  return bytes >= 1 && text[bytes - 1] == '\0';
}

static Status fail_foreign(void) {
  return status_fail(STATUS_MODEL, "not a file that autotune calibrate wrote");
}

static Status check_header(const unsigned char *bytes, size_t size) {
  size_t magic_bytes = strlen(CALIBRATION_MAGIC);
  if (size < magic_bytes || memcmp(bytes, CALIBRATION_MAGIC, magic_bytes) != 0)
    return fail_foreign();
  if (size < CALIBRATION_HEADER_BYTES)
    return status_fail(STATUS_MODEL, "ends in its header");
  uint64_t version = model_get_number(bytes + CALIBRATION_AT_VERSION, 4);
  if (version != CALIBRATION_VERSION)
    return status_fail(STATUS_MODEL, "has format %u, this program reads format %d",
                       (unsigned)version, CALIBRATION_VERSION);
  return STATUS_OK;
}

static Status find_parts(const unsigned char *bytes, size_t size, Layout *layout) {
  static const size_t limits[CALIBRATION_TEXTS] = {MEASURED_CPU_BYTES, TARGET_TEXT_BYTES,
                                                   CALIBRATION_REPORT_BYTES};
  const unsigned char *at = bytes + CALIBRATION_HEADER_BYTES;
  size_t left = size - CALIBRATION_HEADER_BYTES, text_bytes[CALIBRATION_TEXTS];
  for (int t = 0; t < CALIBRATION_TEXTS; t++) {
    text_bytes[t] = model_get_number(bytes + CALIBRATION_AT_TEXTS + 4 * t, 4);
    if (text_bytes[t] > left || text_bytes[t] > limits[t])
      return fail_size(size);
    layout->texts[t] = (const char *)at;
    at += text_bytes[t];
    left -= text_bytes[t];
  }
  if (model_get_number(bytes + CALIBRATION_AT_MODEL, 8) != left)
    return fail_size(size);
  if (model_get_number(bytes + CALIBRATION_AT_CHECKSUM, 8) != calibration_checksum(bytes, size))
    return status_fail(STATUS_MODEL, "is damaged: its checksum differs");
  for (int t = 0; t < CALIBRATION_TEXTS; t++)
    if (!text_is_sound(layout->texts[t], text_bytes[t], t == CALIBRATION_REPORT))
      return status_fail(STATUS_MODEL, "is damaged: a text in it is none");
  layout->model = at;
  layout->model_bytes = left;
  return STATUS_OK;
}

// --- the parts

// The text is one that target_print wrote: "host" would say what is here, not what was measured.
static Status read_target(const char *text, Target *out_target) {
  char printed[TARGET_TEXT_BYTES];
  Status status = target_parse(text, out_target);
  if (status != STATUS_OK)
    return status_fail(STATUS_MODEL, "has a target that this program cannot read: %s",
                       status_text());
  target_print(out_target, printed, sizeof printed);
  return strcmp(printed, text) == 0
             ? STATUS_OK
             : status_fail(STATUS_MODEL, "has a target that autotune calibrate did not write");
}

Status calibration_read(const void *bytes, size_t size, Calibration *out_calibration) {
  Status status = STATUS_OK;
  Calibration calibration = {0};
  Layout layout = {0};
  TRY(check_header(bytes, size));
  TRY(find_parts(bytes, size, &layout));
  TRY(read_target(layout.texts[CALIBRATION_TARGET], &calibration.target));
  if (layout.model_bytes > 0)
    TRY(learned_model_load(layout.model, layout.model_bytes, &calibration.model));
  snprintf(calibration.cpu, sizeof calibration.cpu, "%s", layout.texts[CALIBRATION_CPU]);
  calibration.report = strdup(layout.texts[CALIBRATION_REPORT]);
  if (!calibration.report)
    TRY(status_fail(STATUS_SYSTEM, "no memory for a calibration"));
  *out_calibration = calibration;
  calibration = (Calibration){0};
cleanup:
  calibration_destroy(&calibration);
  return status;
}

void calibration_destroy(Calibration *calibration) {
  free(calibration->report);
  learned_model_destroy(calibration->model);
  *calibration = (Calibration){0};
}

// --- files

// The whole of a regular file that begins as a calibration does, however large the others are; the
// caller frees the bytes.
static Status read_bytes(FILE *file, unsigned char **out_bytes, size_t *out_size) {
  unsigned char header[CALIBRATION_HEADER_BYTES];
  struct stat state;
  if (fstat(fileno(file), &state) || !S_ISREG(state.st_mode) || state.st_size > MAX_FILE_BYTES)
    return fail_foreign();
  Status status = check_header(header, fread(header, 1, sizeof header, file));
  if (status != STATUS_OK)
    return status;
  size_t size = (size_t)state.st_size;
  unsigned char *bytes = malloc(size + 1);
  if (!bytes)
    return status_fail(STATUS_SYSTEM, "no memory for %zu bytes", size);
  errno = 0;
  rewind(file);
  if (fread(bytes, 1, size, file) != size) {
    free(bytes);
    return status_fail(STATUS_MODEL, "%s", errno ? strerror(errno) : "ends early");
  }
  *out_bytes = bytes;
  *out_size = size;
  return STATUS_OK;
}

Status calibration_read_file(const char *path, Calibration *out_calibration) {
  unsigned char *bytes = NULL;
  size_t size = 0;
  const char *refusal = path_refusal(path, PATH_UPDATE);
  FILE *file = refusal ? NULL : fopen(path, "rb");
  Status status = file ? read_bytes(file, &bytes, &size)
                       : status_fail(STATUS_MODEL, "%s", refusal ? refusal : strerror(errno));
  if (status == STATUS_OK)
    status = calibration_read(bytes, size, out_calibration);
  free(bytes);
  if (file)
    fclose(file);
  return status == STATUS_OK ? status : status_fail(status, "%.300s: %s", path, status_text());
}
