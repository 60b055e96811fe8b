// The program `autotune`: finds the subcommand in the table and runs it.
#include "base/text.h"
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

static int run(const char *name, int argc, char **argv) {
  for (int i = 0; i < COMMAND_COUNT; i++)
    if (!strcmp(name, commands[i].name))
      return commands[i].run(argc, argv);
  for (int i = 0; i < COMMAND_COUNT; i++)
    if (text_is_slip(name, commands[i].name)) {
      output_error("", "no command '%s', but there is '%s'; autotune --help lists them", name,
                   commands[i].name);
      return 2;
    }
  output_error("", "no command '%s'; autotune --help lists them", name);
  return 2;
}

static int print_version(void) {
  unsigned major, minor, patch;
  LLVMGetVersion(&major, &minor, &patch);
  printf("autotune %s, LLVM %u.%u.%u\n", AUTOTUNE_VERSION, major, minor, patch);
  return command_line_finish("");
}

// "autotune help run" is "autotune run --help".
static int help(int argc, char **argv) {
  char flag[] = "--help";
  if (argc > 2)
    return run(argv[2], 2, (char *[]){argv[2], flag, NULL});
  print_help(stdout);
  return command_line_finish("");
}

int main(int argc, char **argv) {
  hold_standard_streams();
  signal(SIGCHLD, SIG_DFL); // where it is inherited as ignored, nobody learns how a child ended
  if (argc < 2) {
    print_help(stderr);
    return 2;
  }
  if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help"))
    return help(argc, argv);
  if (!strcmp(argv[1], "--version"))
    return print_version();
  return run(argv[1], argc - 1, argv + 1);
}
