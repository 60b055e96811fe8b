// Calibration files: they survive the round trip, damage of any kind is one line, and target=host
// takes those of its own processor alone.
#include "costmodel/model_file.h"
#include "machine/calibration/calibration_file.h"
#include "machine/calibration/calibration_format.h"
#include "machine/calibration/file_stamp.h"
#include "passes/options.h"
#include "test/unit/base/check.h"
#include "test/unit/costmodel/synthetic_model.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/test_calibration_XXXXXX", path[256];
static void *model; // of the synthetic model
static size_t model_bytes;

static const char report[] = "measured on a day\nin /home/jos\u00e9/autotune\n";

static void write_parts(const char *cpu, const char *target, bool has_model) {
  Target measured;
  CHECK_EQUAL(target_parse(target, &measured), STATUS_OK);
  CalibrationParts parts = {.cpu = cpu,
                            .report = report,
                            .target = &measured,
                            .model = has_model ? model : NULL,
                            .model_bytes = has_model ? model_bytes : 0};
  CHECK_EQUAL(calibration_write_file(path, &parts), STATUS_OK);
}

static size_t read_bytes(unsigned char *bytes, size_t size) {
  FILE *file = fopen(path, "rb");
  size_t count = file ? fread(bytes, 1, size, file) : 0;
  if (file)
    fclose(file);
  return count;
}

static void write_bytes(const void *bytes, size_t size) {
  FILE *file = fopen(path, "wb");
  CHECK(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

// --- the file

static void test_round_trip(void) {
  char text[TARGET_TEXT_BYTES];
  Calibration calibration;
  for (int has_model = 0; has_model < 2; has_model++) {
    write_parts("Some family 1 model 2 stepping 3 x86-64-v3", "zen4,clock_ghz=3.25", has_model);
    CHECK_EQUAL(calibration_read_file(path, &calibration), STATUS_OK);
    CHECK_TEXT(calibration.cpu, "Some family 1 model 2 stepping 3 x86-64-v3");
    CHECK_TEXT(calibration.report, report);
    target_print(&calibration.target, text, sizeof text);
    CHECK_TEXT(text, "zen4,clock_ghz=3.25");
    CHECK_EQUAL(calibration.model != NULL, has_model);
    calibration_destroy(&calibration);
  }
}

static void check_refused(const unsigned char *bytes, size_t size, const char *reason) {
  Calibration calibration;
  CHECK_EQUAL(calibration_read(bytes, size, &calibration), STATUS_MODEL);
  if (!strstr(status_text(), reason))
    CHECK_TEXT(status_text(), reason);
}

static void set_checksum(unsigned char *bytes, size_t size) {
  model_put_number(bytes + CALIBRATION_AT_CHECKSUM, calibration_checksum(bytes, size), 8);
}

static void test_damage(void) {
  static unsigned char bytes[4096], copy[4096];
  write_parts("Some family 1", "zen4,clock_ghz=3.25", false);
  size_t size = read_bytes(bytes, sizeof bytes);
  for (size_t length = 0; length < size; length++)
    check_refused(bytes, length, "");
  for (size_t place = 0; place < size; place++) {
    memcpy(copy, bytes, size);
    copy[place] ^= 0x20;
    check_refused(copy, size, "");
  }
  check_refused(bytes, size - 1, "not what its header says");
  memcpy(copy, bytes, size);
  copy[CALIBRATION_AT_VERSION]++;
  check_refused(copy, size, "has format 2, this program reads format 1");
  memcpy(copy, bytes, size);
  copy[size - 3] ^= 1;
  check_refused(copy, size, "its checksum differs");
}

// Sound by its checksum, and still nothing that was written here.
static void test_hostile(void) {
  static unsigned char bytes[4096];
  static const char *const targets[] = {"host,clock_ghz=3.", "zen9,clock_ghz=3.2",
                                        "zen4,clock_ghz=-.2", "zen4 clock_ghz=3.2"};
  write_parts("Some family 1", "zen4,clock_ghz=3.25", false);
  size_t size = read_bytes(bytes, sizeof bytes);
  unsigned char *target = bytes + CALIBRATION_HEADER_BYTES + strlen("Some family 1") + 1;
  CHECK_TEXT((const char *)target, "zen4,clock_ghz=3.25");
  for (size_t t = 0; t < sizeof targets / sizeof *targets; t++) {
    memset(target, ' ', strlen("zen4,clock_ghz=3.25"));
    memcpy(target, targets[t], strlen(targets[t]));
    set_checksum(bytes, size);
    check_refused(bytes, size, "has a target that");
  }
  static const unsigned char controls[] = {'\n', '\t', 0x1b, 0x7f, 0x9b};
  for (size_t c = 0; c < sizeof controls; c++) {
    target[1] = controls[c];
    set_checksum(bytes, size);
    check_refused(bytes, size, "a text in it is none");
  }
  for (int t = 0; t < CALIBRATION_TEXTS; t++) {
    model_put_number(bytes + CALIBRATION_AT_TEXTS + 4 * t, UINT32_MAX, 4);
    set_checksum(bytes, size);
    check_refused(bytes, size, "not what its header says");
  }
}

static void test_files(void) {
  Calibration calibration;
  CHECK_EQUAL(calibration_read_file(folder, &calibration), STATUS_MODEL);
  CHECK(strstr(status_text(), folder) != NULL);
  CHECK_EQUAL(calibration_read_file("/dev/zero", &calibration), STATUS_MODEL);
  CHECK(strstr(status_text(), "/dev/zero: is a device, not a file") != NULL);
  write_bytes("something else, which is large", 30);
  CHECK_EQUAL(truncate(path, 1 << 28), 0); // refused by its beginning
  CHECK_EQUAL(calibration_read_file(path, &calibration), STATUS_MODEL);
  CHECK(strstr(status_text(), "not a file that autotune calibrate wrote") != NULL);
  unlink(path);
  CHECK_EQUAL(mkfifo(path, 0600), 0); // nobody writes to it
  CHECK_EQUAL(calibration_read_file(path, &calibration), STATUS_MODEL);
  CHECK(strstr(status_text(), "is a pipe, not a file") != NULL);
  unlink(path);
  CHECK_EQUAL(calibration_read_file("/no/such/file", &calibration), STATUS_MODEL);
  CHECK(strstr(status_text(), "/no/such/file: No such file") != NULL);
}

// Two files of one time are told apart, and so is one that has grown within it.
static void test_stamps(void) {
  const struct timespec times[2] = {{1000, 5}, {1000, 5}};
  FileStamp first, again, grown, other;
  write_bytes("calibration", 11);
  CHECK_EQUAL(utimensat(AT_FDCWD, path, times, 0), 0);
  CHECK(file_stamp_read(path, &first) && file_stamp_read(path, &again));
  CHECK(file_stamp_equal(&first, &again));
  CHECK_EQUAL(truncate(path, 10), 0);
  CHECK_EQUAL(utimensat(AT_FDCWD, path, times, 0), 0);
  CHECK(file_stamp_read(path, &grown) && !file_stamp_equal(&first, &grown));
  other = first;
  other.file++;
  CHECK(!file_stamp_equal(&first, &other));
  other = first;
  other.device++;
  CHECK(!file_stamp_equal(&first, &other));
  unlink(path);
}

// --- target=

static Status parse(const char *target, const char *model_name, TuneOptions *options) {
  OptionTexts texts;
  option_texts_init(&texts);
  texts.target = target;
  texts.model = model_name;
  return options_parse(&texts, options);
}

static void check_note(const char *target, TargetNote kind, const char *text) {
  TuneOptions options;
  CHECK_EQUAL(parse(target, "auto", &options), STATUS_OK);
  CHECK_EQUAL(options.target_note_kind, kind);
  if (!strstr(options.target_note, text))
    CHECK_TEXT(options.target_note, text);
}

static void test_host(void) {
  char cpu[MEASURED_CPU_BYTES];
  TuneOptions options;
  measured_cpu_host(cpu, sizeof cpu);
  setenv("XDG_CONFIG_HOME", folder, 1);
  unlink(path);
  check_note("host", TARGET_NOTE_NONE, "");
  write_parts(cpu, "host,clock_ghz=1.25", false);
  check_note("host", TARGET_NOTE_REMARK, "target=host is measured: ");
  CHECK_EQUAL(parse("native,cores=3", "auto", &options), STATUS_OK);
  CHECK(options.target.clock_ghz == 1.25 && options.target.cores == 3);
  check_note("zen4", TARGET_NOTE_NONE, "");
  write_parts("Another family 1", "host,clock_ghz=1.25", false);
  check_note("host", TARGET_NOTE_WARNING, "is of another processor (Another family 1");
  CHECK_EQUAL(parse("host", "auto", &options), STATUS_OK);
  CHECK(options.target.clock_ghz != 1.25);
  write_bytes("autotune", 8);
  check_note("host", TARGET_NOTE_WARNING, "host.calibration: not a file that autotune calibrate");
  check_note("host", TARGET_NOTE_WARNING, "run autotune calibrate, or remove the file");
}

// The line that a calibration is of names every cache, and that of other caches is another's.
static void test_caches(void) {
  char cpu[MEASURED_CPU_BYTES], size[32];
  Target target;
  measured_cpu_host(cpu, sizeof cpu);
  if (target_probe_host(&target) != STATUS_OK)
    return; // not an x86-64
  const char *caches = strstr(cpu, ", caches of ");
  CHECK(caches != NULL);
  for (int c = 0; caches && c < target.cache_count; c++) {
    snprintf(size, sizeof size, " %lld KiB", (long long)target.cache_bytes[c] >> 10);
    CHECK(strstr(caches, size) != NULL);
  }
  if (caches)
    cpu[caches - cpu + strlen(", caches of ")] ^= 1; // another digit
  write_parts(cpu, "host,clock_ghz=1.25", false);
  check_note("host", TARGET_NOTE_WARNING, "is of another processor (");
}

static void test_model(void) {
  char cpu[MEASURED_CPU_BYTES];
  TuneOptions options;
  measured_cpu_host(cpu, sizeof cpu);
  write_parts(cpu, "host,clock_ghz=1.25", true);
  LearnedModel *learned = NULL;
  CHECK_EQUAL(learned_model_load(model, model_bytes, &learned), STATUS_OK);
  CHECK_EQUAL(parse("host", "auto", &options), STATUS_OK);
  CHECK(options.model.learned &&
        learned_model_hash(options.model.learned) == learned_model_hash(learned));
  CHECK(strstr(options.target_note, "measured, its model adapted") != NULL);
  CHECK_EQUAL(parse("host", "analytical", &options), STATUS_OK);
  CHECK(options.model.learned == NULL);
  CHECK_EQUAL(parse("x86-64-v3", "auto", &options), STATUS_OK);
  CHECK(!options.model.learned ||
        learned_model_hash(options.model.learned) != learned_model_hash(learned));
  CHECK_EQUAL(parse(path, "auto", &options), STATUS_OK);
  CHECK(options.model.learned &&
        learned_model_hash(options.model.learned) == learned_model_hash(learned));
  learned_model_destroy(learned);
}

static void test_named_file(void) {
  TuneOptions options;
  char text[300];
  write_parts("Another family 1", "zen4,clock_ghz=3.25", false);
  snprintf(text, sizeof text, "%s,cores=5", path);
  CHECK_EQUAL(parse(text, "auto", &options), STATUS_OK);
  CHECK_TEXT(options.target.name, "zen4");
  CHECK(options.target.clock_ghz == 3.25 && options.target.cores == 5);
  CHECK_EQUAL(options.target_note_kind, TARGET_NOTE_NONE);
  write_bytes("autotune target\n", 16);
  CHECK_EQUAL(parse(path, "auto", &options), STATUS_USAGE);
  CHECK(strstr(status_text(), "ends in its header; use a file that autotune calibrate wrote") !=
        NULL);
  CHECK_EQUAL(parse("./no_file", "auto", &options), STATUS_USAGE);
  CHECK(strstr(status_text(), "./no_file: No such file or directory; use") != NULL);
}

static void test_user_path(void) {
  char found[300], expected[300];
  CHECK_EQUAL(calibration_user_path(found, sizeof found), STATUS_OK);
  CHECK_TEXT(found, path);
  setenv("XDG_CONFIG_HOME", "relative", 1);
  setenv("HOME", folder, 1);
  CHECK_EQUAL(calibration_user_path(found, sizeof found), STATUS_OK);
  snprintf(expected, sizeof expected, "%s/.config/autotune/host.calibration", folder);
  CHECK_TEXT(found, expected);
  CHECK_EQUAL(calibration_user_path(found, 20), STATUS_USAGE);
  unsetenv("HOME");
  CHECK_EQUAL(calibration_user_path(found, sizeof found), STATUS_USAGE);
  CHECK(strstr(status_text(), "neither XDG_CONFIG_HOME nor HOME") != NULL);
  check_note("host", TARGET_NOTE_NONE, "");
  CHECK_EQUAL(calibration_make_folders("/dev/null/autotune/host.calibration"), STATUS_USAGE);
  CHECK(strstr(status_text(), "cannot make the folder /dev/null/autotune: Not a directory") !=
        NULL);
}

int main(void) {
  CHECK(mkdtemp(folder) != NULL);
  snprintf(path, sizeof path, "%s/autotune/host.calibration", folder);
  CHECK_EQUAL(calibration_make_folders(path), STATUS_OK);
  char below[256];
  struct stat state;
  snprintf(below, sizeof below, "%s/autotune", folder);
  CHECK(stat(below, &state) == 0 && (state.st_mode & 0777) == 0700);
  CHECK_EQUAL(synthetic_model_pack(1, &model, &model_bytes), STATUS_OK);
  test_round_trip();
  test_damage();
  test_hostile();
  test_files();
  test_stamps();
  test_host();
  test_caches();
  test_model();
  test_named_file();
  test_user_path();
  free(model);
  unlink(path);
  rmdir(below);
  rmdir(folder);
  return check_result();
}
