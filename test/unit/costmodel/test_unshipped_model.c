// A build without a learned model: what needs one says so in one line, with a remedy that its
// caller has, and all else goes on without.
#include "base/status.h"
#include "costmodel/learned_model.h"
#include "costmodel/shipped_model.h"
#include "lab/lab_commands.h"
#include "passes/model_option.h"
#include "test/unit/base/check.h"
#include "tools/commands.h"
#include "tools/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// In the place of the library's.
const void *shipped_model_bytes(size_t *out_size) {
  *out_size = 0;
  return "";
}

static void test_option(void) {
  ModelOption option;
  CHECK_EQUAL(model_option_parse("auto", NULL, &option), STATUS_OK);
  CHECK(option.is_used && !option.learned);
  CHECK_EQUAL(model_option_parse("shipped", NULL, &option), STATUS_USAGE);
  CHECK_TEXT(status_text(), "option 'model': no learned model is inside this build; name a file "
                            "that autotune train wrote, or use analytical");
}

// Runs a command with the standard error stream in a file, and returns what is there.
static const char *errors_of(int (*command)(int argc, char **argv), char **argv, int code) {
  static char text[1024];
  char path[] = "/tmp/test_unshipped_model_XXXXXX";
  int argc = 0, file = mkstemp(path), kept = dup(STDERR_FILENO);
  CHECK(file >= 0 && kept >= 0 && dup2(file, STDERR_FILENO) >= 0);
  while (argv[argc])
    argc++;
  int result = command(argc, argv);
  CHECK(dup2(kept, STDERR_FILENO) >= 0);
  CHECK_EQUAL(result, code);
  ssize_t size = pread(file, text, sizeof text - 1, 0);
  text[size > 0 ? size : 0] = '\0';
  close(kept);
  close(file);
  unlink(path);
  return text;
}

int main(void) {
  char fusion[] = "fusion", fit[] = "fit", data[] = "data/dataset/fusion.tsv.gz";
  char model[] = "model", show[] = "show";
  test_option();
  CHECK(!learned_model_is_shipped());
  output_set_program("autotune-lab");
  CHECK_TEXT(errors_of(command_fusion, (char *[]){fusion, fit, data, NULL}, 1),
             "autotune-lab fusion fit: --model: no learned model is inside this build; name a file "
             "that autotune train wrote\n");
  output_set_program("autotune");
  CHECK_TEXT(errors_of(command_model, (char *[]){model, show, NULL}, 2),
             "autotune model show: no learned model is inside this build; name a file that "
             "autotune train wrote\n");
  return check_result();
}
