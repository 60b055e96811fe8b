// Output files: what others put beside the path is neither followed nor written to, and the file
// has the permissions that any new file has, or those that it had.
#include "base/file/output_file.h"

#include "test/unit/base/check.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/output-file-XXXXXX", path[64], victim[64], link_path[128];
static uint32_t next_number;

// In the place of the C library's: numbers that the test knows before.
ssize_t getrandom(void *bytes, size_t size, unsigned flags) {
  (void)flags;
  CHECK_EQUAL(size, sizeof next_number);
  memcpy(bytes, &next_number, sizeof next_number);
  next_number++;
  return (ssize_t)size;
}

static bool write_new(FILE *file, const void *user) { return fputs(user, file) >= 0; }

static Status make_new(const char *beside, const void *user) {
  FILE *file = fopen(beside, "w"); // follows links, as a linker may
  if (!file)
    return status_fail(STATUS_SYSTEM, "cannot write %s", beside);
  fputs(user, file);
  fclose(file);
  return STATUS_OK;
}

static Status make_nothing(const char *beside, const void *user) {
  return status_fail(STATUS_SYSTEM, "%s: %s", beside, (const char *)user);
}

static void put(const char *name, const char *text) {
  FILE *file = fopen(name, "w");
  CHECK(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

static void check_file(const char *name, const char *text, mode_t mode) {
  char read[64] = "";
  struct stat state;
  FILE *file = fopen(name, "r");
  CHECK(file != NULL && fread(read, 1, sizeof read - 1, file) > 0 && fclose(file) == 0);
  CHECK_TEXT(read, text);
  CHECK(lstat(name, &state) == 0 && S_ISREG(state.st_mode));
  CHECK_EQUAL(state.st_mode & 07777, mode);
}

static int count_entries(void) {
  int count = 0;
  DIR *list = opendir(folder);
  for (struct dirent *entry; (entry = readdir(list));)
    count += entry->d_name[0] != '.';
  closedir(list);
  return count;
}

// Links to a file of somebody else where the next two would be written.
static void plant(void) {
  next_number = 7;
  unlink(path);
  for (int n = 0; n < 2; n++) {
    snprintf(link_path, sizeof link_path, "%s.%08x.part", path, 7 + n);
    unlink(link_path);
    CHECK_EQUAL(symlink(victim, link_path), 0);
  }
}

static void test_links(void) {
  put(victim, "secret");
  plant();
  CHECK_EQUAL(output_file_write(path, write_new, "new"), STATUS_OK);
  CHECK_EQUAL(next_number, 10);
  check_file(path, "new", 0640);
  check_file(victim, "secret", 0640);
  plant();
  CHECK_EQUAL(output_file_replace(path, make_new, "made"), STATUS_OK);
  CHECK_EQUAL(next_number, 10);
  check_file(path, "made", 0640);
  check_file(victim, "secret", 0640);
  CHECK_EQUAL(output_file_replace(path, make_nothing, "fails"), STATUS_SYSTEM);
  check_file(path, "made", 0640);
  CHECK_EQUAL(count_entries(), 4); // the file, the other one and the links
}

static void test_modes(void) {
  CHECK_EQUAL(chmod(path, 0600), 0);
  CHECK_EQUAL(output_file_write(path, write_new, "newer"), STATUS_OK);
  check_file(path, "newer", 0600);
}

// Who names a link means the file behind it.
static void test_own_link(void) {
  snprintf(link_path, sizeof link_path, "%s/link", folder);
  CHECK_EQUAL(symlink(path, link_path), 0);
  CHECK_EQUAL(output_file_write(link_path, write_new, "through"), STATUS_OK);
  check_file(path, "through", 0600);
  CHECK_EQUAL(unlink(link_path), 0);
}

int main(void) {
  if (!mkdtemp(folder))
    return 1;
  umask(027);
  snprintf(path, sizeof path, "%s/file", folder);
  snprintf(victim, sizeof victim, "%s/victim", folder);
  test_links();
  test_modes();
  test_own_link();
  plant();
  for (int n = 0; n < 2; n++) {
    snprintf(link_path, sizeof link_path, "%s.%08x.part", path, 7 + n);
    unlink(link_path);
  }
  unlink(victim);
  CHECK_EQUAL(rmdir(folder), 0);
  return check_result();
}
