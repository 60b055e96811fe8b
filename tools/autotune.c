// The program `autotune`: finds the subcommand in the table and runs it.
#include "tools/command_line.h"
#include "tools/commands.h"

#include "llvm-c/Core.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct {
  const char *name;
  const char *summary;
  int (*run)(int argc, char **argv);
} commands[] = {
#define X(function, name, summary) {name, summary, command_##function},
    COMMANDS(X)
#undef X
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void print_help(FILE *file) {
  fprintf(file, "usage: autotune COMMAND ...\n\n");
  for (int i = 0; i < COMMAND_COUNT; i++)
    fprintf(file, "  %-12s %s\n", commands[i].name, commands[i].summary);
  fprintf(file, "\nautotune COMMAND --help lists the flags of a command, autotune --version prints "
                "the version.\n");
}

// A standard stream that was closed by the caller would be the next file that is opened, which
// prints would then go to. Here writing to it fails instead.
static void hold_standard_streams(void) {
  static const int modes[] = {O_WRONLY, O_RDONLY, O_RDONLY};
  for (int stream = 0; stream < 3; stream++)
    if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", modes[stream]) != stream)
      _exit(1);
}

int main(int argc, char **argv) {
  hold_standard_streams();
  signal(SIGCHLD, SIG_DFL); // where it is inherited as ignored, nobody learns how a child ended
  if (argc < 2) {
    print_help(stderr);
    return 2;
  }
  if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "help")) {
    print_help(stdout);
    return command_line_finish("");
  }
  if (!strcmp(argv[1], "--version")) {
    unsigned major, minor, patch;
    LLVMGetVersion(&major, &minor, &patch);
    printf("autotune %s, LLVM %u.%u.%u\n", AUTOTUNE_VERSION, major, minor, patch);
    return command_line_finish("");
  }
  for (int i = 0; i < COMMAND_COUNT; i++)
    if (!strcmp(argv[1], commands[i].name))
      return commands[i].run(argc - 1, argv + 1);
  output_error("", "no command '%s'; autotune --help lists them", argv[1]);
  return 2;
}
