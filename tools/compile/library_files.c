// LibraryFiles: the objects of a library put together as one file, and its header.
#include "tools/compile/library_files.h"

#include "base/file/output_file.h"
#include "tools/compile/archive_shim.h"
#include "tools/compile/c_header.h"
#include "tools/compile/link.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Writing {
  const LibraryOptions *options;
  const CInterface *interface;
  const Object *objects;
  int count;
  const char *openmp;
  char why[256]; // there is no archive
} Writing;

static bool write_bytes(const void *bytes, size_t size, void *user) {
  return fwrite(bytes, 1, size, user) == size;
}

static bool write_first_object(FILE *file, const void *user) {
  const Writing *writing = user;
  return write_bytes(writing->objects[0].bytes, writing->objects[0].size, file);
}

static bool write_archive(FILE *file, const void *user) {
  const Writing *writing = user;
  return archive_make(writing->objects, writing->count, write_bytes, file, (char *)writing->why,
                      sizeof writing->why);
}

static Status write_archive_file(const Writing *writing) {
  Status status = output_file_write(writing->options->path, write_archive, writing);
  return writing->why[0] ? status_fail(STATUS_LOWERING, "no archive: %s", writing->why) : status;
}

static Status link_file(const char *beside, const void *user) {
  const Writing *writing = user;
  LinkForm form = writing->options->form == LIBRARY_SHARED ? LINK_SHARED : LINK_OBJECT;
  return link_objects(writing->objects, writing->count, form, writing->options->linker,
                      writing->openmp, beside);
}

static bool write_header(FILE *file, const void *user) {
  const Writing *writing = user;
  return c_header_write(writing->interface, writing->options->processor, file);
}

static Status write_both(const Writing *writing, int64_t *out_bytes) {
  const LibraryOptions *options = writing->options;
  struct stat state;
  Status status = options->form <= LIBRARY_ASSEMBLY
                      ? output_file_write(options->path, write_first_object, writing)
                  : options->form == LIBRARY_ARCHIVE
                      ? write_archive_file(writing)
                      : output_file_replace(options->path, link_file, writing);
  if (status == STATUS_OK && stat(options->path, &state) == 0)
    *out_bytes = state.st_size;
  if (status == STATUS_OK && options->header) {
    status = output_file_write(options->header, write_header, writing);
    if (status != STATUS_OK)
      unlink(options->path); // a library without its header is of no use
  }
  return status;
}

Status library_files_write(const LibraryOptions *options, const CInterface *interface,
                           const Object *objects, int count, const char *openmp,
                           int64_t *out_bytes) {
  Writing writing = {options, interface, objects, count, openmp, ""};
  OutputSignals before;
  output_signals_hold(&before);
  Status status = write_both(&writing, out_bytes);
  output_signals_release(&before);
  return status;
}
