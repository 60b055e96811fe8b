// The program `autotune`: its commands.
#include "tools/command_table.h"
#include "tools/commands.h"

#include <stddef.h>

static const Command commands[] = {
#define X(function, name, summary) {name, summary, command_##function},
    COMMANDS(X)
#undef X
};

// Research on models and datasets, which is not installed.
static const char *const of_the_laboratory[] = {"balance", "evaluate", "fusion", "partitions",
                                                "search",  "threads",  NULL};

int main(int argc, char **argv) {
  CommandTable table = {.items = commands,
                        .count = sizeof commands / sizeof *commands,
                        .elsewhere = "autotune-lab",
                        .elsewheres = of_the_laboratory};
  return command_table_main(&table, argc, argv);
}
