// The program `autotune-lab`: research on models, datasets and searches. It is built beside
// `autotune` and not installed.
#include "lab/lab_commands.h"
#include "tools/command_table.h"
#include "tools/output.h"

static const Command commands[] = {
#define X(function, name, summary) {name, summary, command_##function},
    LAB_COMMANDS(X)
#undef X
};

int main(int argc, char **argv) {
  CommandTable table = {.items = commands, .count = sizeof commands / sizeof *commands};
  output_set_program("autotune-lab");
  return command_table_main(&table, argc, argv);
}
