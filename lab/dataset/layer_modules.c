#include "lab/dataset/layer_modules.h"
#include "base/file/output_file.h"
#include "base/text.h"
#include "tools/corpus/corpus.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool put_text(FILE *file, const void *user) { return fputs(user, file) >= 0; }

static Status write_layer(const CorpusRow *row, const char *folder, int number) {
  char path[PATH_MAX], *text = NULL;
  if ((size_t)snprintf(path, sizeof path, "%s/%04d.mlir", folder, number) >= sizeof path)
    return status_fail(STATUS_USAGE, "the name of %s is too long", TEXT_LINE(folder));
  Status status = corpus_module(row, &text);
  if (status == STATUS_USAGE)
    status = status_fail(STATUS_USAGE,
                         "layer %d, %s of %s, is no module: its sizes or what is fused "
                         "do not fit",
                         number, TEXT_LINE(row->kind), TEXT_LINE(row->source));
  if (status == STATUS_OK)
    status = output_file_write(path, put_text, text);
  free(text);
  return status;
}

Status layer_modules_write(const char *path, const char *folder, int *out_count) {
  Corpus corpus = {0};
  Status status = corpus_read(path, &corpus);
  if (status == STATUS_OK && mkdir(folder, 0777) && errno != EEXIST)
    status = status_fail(STATUS_USAGE, "cannot make the folder %s: %s", TEXT_LINE(folder),
                         strerror(errno));
  for (int i = 0; status == STATUS_OK && i < corpus.count; i++)
    status = write_layer(&corpus.rows[i], folder, i + 1);
  *out_count = corpus.count;
  corpus_destroy(&corpus);
  return status;
}
