// The folder STORE.slurm/KEY of a run: what makes another set of tasks has another key, so that no
// command takes the results of another one for its own.
#include "tools/tune/slurm/slurm_folder.h"

#include "base/file/output_file.h"
#include "base/file/path_kind.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

// --- the key

static Status hash_file(const char *path, uint64_t *hash) {
  FILE *file = NULL;
  char block[65536];
  Status status = path_open(path, &file);
  if (status != STATUS_OK)
    return status;
  for (size_t got; (got = fread(block, 1, sizeof block, file)) > 0;)
    *hash = text_hash(*hash, block, got);
  if (ferror(file)) // else the key were that of a part of the module
    status = status_fail(STATUS_SYSTEM, "cannot read %s: %s", path, strerror(errno));
  fclose(file);
  return status;
}

static uint64_t hash_text(uint64_t key, const char *text) {
  return text_hash(key, text, strlen(text) + 1);
}

// All options of the pass, as many of them change which tasks there are.
static uint64_t hash_options(uint64_t key, const OptionTexts *texts) {
#define HASH_TEXT(field) key = hash_text(key, texts->field);
#define HASH_NUMBER(field) key = text_hash(key, &texts->field, sizeof texts->field);
#define SHARED_OPTION(kind, field, name, scope, initial, values, meaning) HASH_##kind(field)
#define AUTOTUNE_OPTION(kind, field, name, scope, initial, values, meaning) HASH_##kind(field)
#include "passes/options.def"
#undef HASH_TEXT
#undef HASH_NUMBER
  return key;
}

static Status make_key(const SlurmSettings *settings, uint64_t *out_key) {
  const TuneSettings *tune = settings->tune;
  const int64_t space = SPACE_VERSION;
  char target[OPTION_TARGET_BYTES];
  uint64_t key = text_hash(TEXT_HASH_START, &tune->shard_count, sizeof tune->shard_count);
  key = text_hash(key, &space, sizeof space);
  // Which operands are weights, and how they are timed, make other tasks of the same module.
  key = text_hash(key, &tune->has_warm_weights, sizeof tune->has_warm_weights);
  key = text_hash(key, &tune->has_constant_weights, sizeof tune->has_constant_weights);
  key = hash_options(key, settings->texts);
  if (tune->options->has_target) { // a calibration changes what "host" is
    target_print(&tune->options->target, target, sizeof target);
    key = hash_text(key, target);
  }
  Status status = hash_file(tune->module, &key);
  if (status == STATUS_OK)
    *out_key = key;
  return status;
}

// --- the folder

static Status make_folder(const char *path) {
  if (mkdir(path, 0777) == 0 || errno == EEXIST)
    return STATUS_OK;
  return status_fail(STATUS_USAGE, "cannot make the folder %s: %s", path, strerror(errno));
}

Status slurm_folder_make(const SlurmSettings *settings, char out_folder[SLURM_FOLDER_BYTES]) {
  enum { KEY_BYTES = 24 };
  const char *store = settings->tune->collect.store;
  char *copy = NULL, *real = NULL, *name;
  uint64_t key;
  Status status = STATUS_OK;
  TRY(make_key(settings, &key));
  TRY(output_file_check(store));
  if (!(copy = strdup(store)))
    TRY(status_fail(STATUS_SYSTEM, "no memory for %s", store));
  name = strrchr(copy, '/');
  if (name)
    *name++ = 0;
  if (!(real = realpath(name ? (*copy ? copy : "/") : ".", NULL)))
    TRY(status_fail(STATUS_USAGE, "%s: %s", store, strerror(errno)));
  if (snprintf(out_folder, SLURM_FOLDER_BYTES - KEY_BYTES, "%s/%s.slurm", real,
               name ? name : copy) >= SLURM_FOLDER_BYTES - KEY_BYTES)
    TRY(status_fail(STATUS_USAGE, "%s: the path is too long", store));
  TRY(make_folder(out_folder));
  sprintf(out_folder + strlen(out_folder), "/%016" PRIx64, key);
  TRY(make_folder(out_folder));
cleanup:
  free(copy);
  free(real);
  return status;
}

Status slurm_folder_lock(const char *folder, int *out_lock) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/lock", folder);
  int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock < 0)
    return status_fail(STATUS_USAGE, "cannot write %s: %s", path, strerror(errno));
  int error = flock(lock, LOCK_EX | LOCK_NB) ? errno : 0;
  if (error == EWOULDBLOCK) {
    close(lock);
    return status_fail(STATUS_USAGE, "another run of this command is going on; it has the lock %s",
                       path);
  }
  if (error) // a file system without locks
    fprintf(stderr, "autotune tune: no lock on %s: %s; do not start this command twice\n",
            TEXT_LINE(path), strerror(error));
  *out_lock = lock;
  return STATUS_OK;
}
