// The list of architectures.
#include "machine/architecture.h"

#include "base/text.h"

#include <string.h>

static const Architecture *const architectures[] = {&architecture_x86, &architecture_aarch64};
enum { ARCHITECTURE_COUNT = sizeof architectures / sizeof *architectures };

const Architecture *architecture_at(int index) {
  return index < ARCHITECTURE_COUNT ? architectures[index] : NULL;
}

const Architecture *architecture_find(const char *triple) {
  for (int a = 0; a < ARCHITECTURE_COUNT; a++)
    if (strcmp(architectures[a]->triple, triple) == 0)
      return architectures[a];
  return NULL;
}

const Architecture *architecture_host(void) {
  for (int a = 0; a < ARCHITECTURE_COUNT; a++)
    if (architectures[a]->host != NULL)
      return architectures[a];
  return NULL;
}

ArchitectureNames architecture_names(void) {
  ArchitectureNames names;
  TextWriter writer = text_writer(names.text, sizeof names.text);
  for (int a = 0; a < ARCHITECTURE_COUNT; a++)
    text_write(&writer, "%s%s", a > 0 ? " or " : "", architectures[a]->name);
  return names;
}
