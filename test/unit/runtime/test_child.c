// Work in processes of their own: its failure, its death, and no process to be had.
#include "test/unit/base/check.h"
#include "tools/collect/child.h"
#include "tools/script/script_apply.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static bool is_refused; // fork fails, as where there are too many processes

pid_t fork(void) {
  pid_t (*start)(void);
  *(void **)&start = dlsym(RTLD_NEXT, "fork");
  errno = EAGAIN;
  return is_refused ? -1 : start();
}

static Status succeed(void *user) {
  (void)user;
  return STATUS_OK;
}

static Status fail(void *user) {
  return status_fail(STATUS_REJECTED, "what %s says", (const char *)user);
}

static Status die(void *user) {
  (void)user;
  return raise(SIGKILL) ? STATUS_OK : STATUS_SYSTEM;
}

int main(void) {
  char name[] = "the work";
  CHECK(child_run(succeed, NULL, "died") == STATUS_OK);
  CHECK(child_run(fail, name, "died") == STATUS_REJECTED);
  CHECK(!strcmp(status_text(), "what the work says"));
  CHECK(child_run(die, NULL, "died") == STATUS_WORKER);
  CHECK(!strcmp(status_text(), "died"));

  is_refused = true;
  CHECK(child_run(succeed, NULL, "died") == STATUS_SYSTEM);
  CHECK(strstr(status_text(), "no process can be started") != NULL);
  const ScriptSubject subject = {0}; // of a child that is never there
  const ScriptPoint point = {0};
  char *module;
  CHECK(script_apply(&subject, &point, &module) == STATUS_SYSTEM); // the run ends, no point failed
  return check_result();
}
