// TargetOption: the value of the option `target`: a machine by name, the one at hand, or one that
// autotune calibrate has measured.
#ifndef AUTOTUNE_PASSES_TARGET_OPTION_H
#define AUTOTUNE_PASSES_TARGET_OPTION_H

#include "costmodel/learned_model.h"
#include "machine/target.h"

enum { TARGET_NOTE_BYTES = 1024 };

// What there is to tell of where the target comes from.
typedef enum TargetNote { TARGET_NOTE_NONE, TARGET_NOTE_REMARK, TARGET_NOTE_WARNING } TargetNote;

typedef struct TargetOption {
  Target target;
  const LearnedModel
      *model; // adapted to this machine; NULL: none. Lent for the life of the process
  TargetNote note_kind;
  char note[TARGET_NOTE_BYTES]; // one line
} TargetOption;

// Reads "NAME", "host" or the path of a calibration, each with ",key=value,...". A text with a '/',
// or that is no name but a file, is a path. `host` is measured where the user has a calibration of
// this processor (calibration_user_path); one that cannot be used is a warning. A file that is
// named and cannot be used is STATUS_USAGE. A file is read once in the life of the process, and
// again when it has changed.
Status target_option_parse(const char *text, TargetOption *out_option);

#endif
