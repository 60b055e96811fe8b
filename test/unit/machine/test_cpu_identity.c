// Identities of processors: of this one, and of those that were recorded by their name alone.
#include "machine/cpu_identity.h"

#include "machine/target.h"
#include "test/unit/base/check.h"
#include <stdio.h>
#include <string.h>

static void test_whole(void) {
  static const struct {
    const char *text;
    bool is_whole;
  } texts[] = {{"AMD EPYC (family 25 model 17)", true},
               {"AMD EPYC (zen4)", true},
               {"A (with B) (x86-64-v4)", true},
               {"AMD EPYC", false},
               {"", false},
               {"(zen4)", false},
               {"AMD EPYC (", false},
               {"AMD EPYC ()", false},
               {"AMD EPYC (family 25)", false},
               {"AMD EPYC (family 25 model 17) 9B14", false},
               {"AMD EPYC (family 25 model 17 )", false},
               {"Intel(R) Xeon(R)", false},
               {"AMD Ryzen (with graphics)", false}};
  for (size_t n = 0; n < sizeof texts / sizeof *texts; n++)
    if (cpu_identity_is_whole(texts[n].text) != texts[n].is_whole)
      CHECK_TEXT(texts[n].text, texts[n].is_whole ? "an identity" : "no identity");
}

static void check_recorded(const char *name, const char *target, const char *expected) {
  char text[CPU_IDENTITY_BYTES];
  cpu_identity_recorded(name, target, text, sizeof text);
  CHECK_TEXT(text, expected);
}

static void test_recorded(void) {
  check_recorded("AMD EPYC", "zen4,cores=2", "AMD EPYC (zen4)");
  check_recorded("AMD EPYC", "zen4", "AMD EPYC (zen4)");
  check_recorded("AMD EPYC (zen4)", "zen5", "AMD EPYC (zen4)");
  check_recorded("AMD EPYC (family 26 model 2)", "zen4", "AMD EPYC (family 26 model 2)");
}

static void check_here(const char *name, const char *target, const char *expected) {
  char text[CPU_IDENTITY_BYTES];
  cpu_identity_recorded_here(name, target, text, sizeof text);
  CHECK_TEXT(text, expected);
}

// A name alone is this processor where the target may be its own.
static void test_here(void) {
  char host[CPU_IDENTITY_BYTES], name[CPU_IDENTITY_BYTES], other[CPU_IDENTITY_BYTES + 16];
  char target[TARGET_TEXT_BYTES];
  Target probed;
  cpu_identity_host(host, sizeof host);
  CHECK(cpu_identity_is_whole(host));
  snprintf(name, sizeof name, "%.*s", (int)(strstr(host, " (family") - host), host);
  CHECK(!cpu_identity_is_whole(name));
  CHECK_EQUAL(target_probe_host(&probed), STATUS_OK);
  target_print(&probed, target, sizeof target);
  check_here(name, target, host);
  check_here(host, "haswell", host);
  check_here(name, target_host_level(), host);
  snprintf(other, sizeof other, "%s (%s)", name, strcmp(probed.name, "zen2") ? "zen2" : "zen3");
  check_here(name, strcmp(probed.name, "zen2") ? "zen2,cores=2" : "zen3,cores=2", other);
  check_here("Another", "zen2,cores=2", "Another (zen2)");
}

int main(void) {
  test_whole();
  test_recorded();
  test_here();
  return check_result();
}
