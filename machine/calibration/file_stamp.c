// FileStamp: what tells whether a file is still the one that was read before.
#include "machine/calibration/file_stamp.h"

bool file_stamp_read(const char *path, FileStamp *out_stamp) {
  struct stat file;
  if (stat(path, &file))
    return false;
  *out_stamp = (FileStamp){file.st_dev, file.st_ino, file.st_size, file.st_mtim};
  return true;
}

bool file_stamp_equal(const FileStamp *a, const FileStamp *b) {
  return a->device == b->device && a->file == b->file && a->size == b->size &&
         a->changed.tv_sec == b->changed.tv_sec && a->changed.tv_nsec == b->changed.tv_nsec;
}
