// StatisticsFile: what all runs of this process have counted, as a file of JSON, for the option
// `statistics`. Runs on several threads, functions or modules that name one path add up.
#ifndef AUTOTUNE_PASSES_STATISTICS_STATISTICS_FILE_H
#define AUTOTUNE_PASSES_STATISTICS_STATISTICS_FILE_H

#include "base/status.h"
#include "transforms/report/report.h"

// Adds a run to those of the path, and writes all of them to it. May be called from several
// threads. STATUS_USAGE when it cannot be written.
Status statistics_file_add(const char *path, const TuneStatistics *run);

#endif
