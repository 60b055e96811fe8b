// The page is page.html, as it is, but for the place of the JSON. The build defines
// AUTOTUNE_REPORT_PAGE as the path of that file.
#include "base/file/output_file.h"
#include "tools/profile/profile_report.h"

#include <stdlib.h>
#include <string.h>

__asm__(".pushsection .rodata\n"
        ".hidden autotune_report_page\n"
        ".global autotune_report_page\n"
        "autotune_report_page:\n"
        ".incbin \"" AUTOTUNE_REPORT_PAGE "\"\n"
        ".byte 0\n"
        ".popsection\n");
extern const char autotune_report_page[];

typedef struct Page {
  const Profile *profile;
  const char *module;
} Page;

// A "<" in it would be markup to the browser; JSON has another way to write it.
static bool write_escaped(FILE *file, const char *json) {
  for (; *json; json++)
    if (*json == '<')
      fputs("\\u003c", file);
    else
      fputc(*json, file);
  return !ferror(file);
}

static bool write_page(FILE *file, const void *user) {
  static const char PLACE[] = "@PROFILE@";
  const Page *page = user;
  const char *place = strstr(autotune_report_page, PLACE);
  char *json = NULL;
  size_t size = 0;
  FILE *memory = open_memstream(&json, &size);
  bool is_written = memory && profile_write_json(page->profile, page->module, memory);
  if (memory)
    is_written &= fclose(memory) == 0;
  fwrite(autotune_report_page, 1, (size_t)(place - autotune_report_page), file);
  is_written = is_written && write_escaped(file, json);
  fputs(place + strlen(PLACE), file);
  free(json);
  return is_written && !ferror(file);
}

Status profile_write_page(const Profile *profile, const char *module, const char *path) {
  const Page page = {profile, module};
  return output_file_write(path, write_page, &page);
}
