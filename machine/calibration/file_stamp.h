// FileStamp: what tells whether a file is still the one that was read before.
#ifndef AUTOTUNE_MACHINE_CALIBRATION_FILE_STAMP_H
#define AUTOTUNE_MACHINE_CALIBRATION_FILE_STAMP_H

#include <stdbool.h>
#include <sys/stat.h>

typedef struct FileStamp {
  dev_t device;
  ino_t file;
  off_t size;
  struct timespec changed;
} FileStamp;

// False when nothing is known of the file; errno says why.
bool file_stamp_read(const char *path, FileStamp *out_stamp);
bool file_stamp_equal(const FileStamp *a, const FileStamp *b);

#endif
