// PathKind: what may be read and written, by what is at the path.
#include "base/file/path_kind.h"

#include "base/file/output_file.h"
#include "test/unit/base/check.h"
#include <stdbool.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static char folder[] = "/tmp/test_path_kind_XXXXXX";
static char pipe_path[64], socket_path[64], file_path[64];

static void test_refusals(void) {
  const struct {
    const char *path;
    bool read, write, update; // whether it may be
  } cases[] = {{file_path, true, true, true},
               {"/no/such/file", true, true, true}, // left to those who open it
               {folder, true, true, true},
               {pipe_path, false, false, false},
               {socket_path, false, false, false},
               {"/dev/zero", false, true, false},
               {"/dev/null", false, true, false}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    CHECK_EQUAL(path_refusal(cases[c].path, PATH_READ) == NULL, cases[c].read);
    CHECK_EQUAL(path_refusal(cases[c].path, PATH_WRITE) == NULL, cases[c].write);
    CHECK_EQUAL(path_refusal(cases[c].path, PATH_UPDATE) == NULL, cases[c].update);
  }
}

// A pipe that this process has open is a stream, whatever it is called.
static void test_own_streams(void) {
  int ends[2];
  char path[64];
  CHECK_EQUAL(pipe(ends), 0);
  for (int form = 0; form < 2; form++) {
    snprintf(path, sizeof path, form ? "/proc/self/fd/%d" : "/dev/fd/%d", ends[0]);
    CHECK(path_refusal(path, PATH_READ) == NULL);
    CHECK(path_refusal(path, PATH_UPDATE) != NULL);
  }
  CHECK_EQUAL(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
  CHECK(path_refusal("/dev/stdin", PATH_READ) == NULL);
  close(ends[0]);
  close(ends[1]);
}

static bool write_nothing(FILE *file, const void *user) {
  (void)user;
  return file != NULL;
}

static void test_errors(void) {
  char line[128];
  FILE *file;
  snprintf(line, sizeof line, "cannot read %s: it is a pipe, not a file; name a regular file",
           pipe_path);
  CHECK_EQUAL(path_open(pipe_path, &file), STATUS_USAGE);
  CHECK_TEXT(status_text(), line);
  snprintf(line, sizeof line, "cannot write %s: it is a pipe, not a file; name a regular file",
           pipe_path);
  CHECK_EQUAL(output_file_check(pipe_path), STATUS_USAGE);
  CHECK_TEXT(status_text(), line);
  CHECK_EQUAL(output_file_write(pipe_path, write_nothing, NULL), STATUS_USAGE);
  CHECK_TEXT(status_text(), line);
  CHECK_EQUAL(path_open("/no/such/file", &file), STATUS_USAGE);
  CHECK_TEXT(status_text(), "cannot read /no/such/file: No such file or directory");
  CHECK_EQUAL(path_open(file_path, &file), STATUS_OK);
  fclose(file);
}

int main(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (!mkdtemp(folder))
    return 1;
  snprintf(pipe_path, sizeof pipe_path, "%s/pipe", folder);
  snprintf(socket_path, sizeof socket_path, "%s/socket", folder);
  snprintf(file_path, sizeof file_path, "%s/file", folder);
  snprintf(address.sun_path, sizeof address.sun_path, "%s", socket_path);
  int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  CHECK_EQUAL(bind(descriptor, (struct sockaddr *)&address, sizeof address), 0);
  CHECK_EQUAL(mkfifo(pipe_path, 0600), 0);
  FILE *file = fopen(file_path, "w");
  CHECK(file != NULL && fclose(file) == 0);
  test_refusals();
  test_own_streams();
  test_errors();
  close(descriptor);
  unlink(pipe_path);
  unlink(socket_path);
  unlink(file_path);
  CHECK_EQUAL(rmdir(folder), 0);
  return check_result();
}
