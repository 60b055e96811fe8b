// ArgsFile: MODULE.args.json beside MODULE.mlir, {"data": N, ...}: how many of the leading
// arguments are data; the others are weights.
#ifndef AUTOTUNE_RECORDS_ARGS_FILE_H
#define AUTOTUNE_RECORDS_ARGS_FILE_H

#include "base/status.h"

// The text of the file `name`. STATUS_USAGE when it is no JSON or the number is out of range;
// without "data" the number is 1.
Status args_file_parse(const char *name, const char *text, int *out_data_count);
// Reads the file beside the module; a missing one means 1.
Status args_file_read(const char *module_path, int *out_data_count);

#endif
