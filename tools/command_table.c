// CommandTable: a program of several commands, the first argument names which.
#include "tools/command_table.h"

#include "base/text.h"
#include "tools/command_line.h"

#include "llvm-c/Core.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void print_help(const CommandTable *table, FILE *file) {
  const char *program = output_program();
  fprintf(file, "usage: %s COMMAND ...\n\n", program);
  for (int i = 0; i < table->count; i++)
    fprintf(file, "  %-12s %s\n", table->items[i].name, table->items[i].summary);
  fprintf(file,
          "\n%s COMMAND --help lists the flags of a command, %s --version prints the version.\n",
          program, program);
}

// A standard stream that was closed by the caller would be the next file that is opened, which
// prints would then go to. Here writing to it fails instead.
static void hold_standard_streams(void) {
  static const int modes[] = {O_WRONLY, O_RDONLY, O_RDONLY};
  for (int stream = 0; stream < 3; stream++)
    if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", modes[stream]) != stream)
      _exit(1);
}

static bool is_elsewhere(const CommandTable *table, const char *name) {
  for (const char *const *at = table->elsewheres; at && *at; at++)
    if (!strcmp(*at, name))
      return true;
  return false;
}

static int refuse(const CommandTable *table, const char *name) {
  const char *program = output_program();
  if (is_elsewhere(table, name)) {
    output_error("", "no command '%s' here; use %s %s", name, table->elsewhere, name);
    return 2;
  }
  for (int i = 0; i < table->count; i++)
    if (text_is_slip(name, table->items[i].name)) {
      output_error("", "no command '%s', but there is '%s'; %s --help lists them", name,
                   table->items[i].name, program);
      return 2;
    }
  output_error("", "no command '%s'; %s --help lists them", name, program);
  return 2;
}

static int run(const CommandTable *table, const char *name, int argc, char **argv) {
  for (int i = 0; i < table->count; i++)
    if (!strcmp(name, table->items[i].name))
      return table->items[i].run(argc, argv);
  return refuse(table, name);
}

static int print_version(void) {
  unsigned major, minor, patch;
  LLVMGetVersion(&major, &minor, &patch);
  printf("%s %s, LLVM %u.%u.%u\n", output_program(), AUTOTUNE_VERSION, major, minor, patch);
  return command_line_finish("");
}

// "autotune help run" is "autotune run --help".
static int help(const CommandTable *table, int argc, char **argv) {
  char flag[] = "--help";
  if (argc > 2)
    return run(table, argv[2], 2, (char *[]){argv[2], flag, NULL});
  print_help(table, stdout);
  return command_line_finish("");
}

int command_table_main(const CommandTable *table, int argc, char **argv) {
  hold_standard_streams();
  signal(SIGCHLD, SIG_DFL); // where it is inherited as ignored, nobody learns how a child ended
  if (argc < 2) {
    print_help(table, stderr);
    return 2;
  }
  if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help"))
    return help(table, argc, argv);
  if (!strcmp(argv[1], "--version"))
    return print_version();
  return run(table, argv[1], argc - 1, argv + 1);
}
