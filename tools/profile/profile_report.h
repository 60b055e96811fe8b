// A profile as text for a terminal, as JSON, and as a page for a browser; the page holds the JSON
// and draws nothing else.
#ifndef AUTOTUNE_TOOLS_PROFILE_PROFILE_REPORT_H
#define AUTOTUNE_TOOLS_PROFILE_PROFILE_REPORT_H

#include "tools/profile/profile.h"

// Equal kernels are one line; the longest come first.
Status profile_print(const Profile *profile);

// `module`: the file that was profiled, as the user names it. False when writing failed.
bool profile_write_json(const Profile *profile, const char *module, FILE *file);

// Writes the page as a whole (base/file/output_file.h).
Status profile_write_page(const Profile *profile, const char *module, const char *path);

#endif
