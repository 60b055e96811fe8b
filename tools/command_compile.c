// autotune compile: from a model to a library that C programs link or load.
#include "base/file/output_file.h"
#include "base/file/progress_line.h"
#include "base/file/terminal.h"
#include "base/text.h"
#include "records/json.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/compile/device/device_library.h"
#include "tools/compile/model_build.h"
#include "tools/report/describe.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct CompileCommand {
  const char *input, *path, *emit, *cpu, *prefix, *linker;
  int64_t jobs;
  bool is_whole;
  OutputFlags output;
  OptionTexts texts;
  TuneOptions tune;
  const Device *device; // of the target; NULL: that is a processor
  LibraryForm form;
  char name[256]; // the file without folder, "lib" and suffix: the prefix
  char *header;   // owned; NULL: none
  double library_start;
  bool is_drawn; // a line of progress
} CompileCommand;

// --- what is to be made

typedef struct FormRow {
  const char *emit, *suffix;
  LibraryForm form;
} FormRow;

// The first row of a word that fits the path is taken.
static const FormRow forms[] = {
    {"lib", ".so", LIBRARY_SHARED},  {"lib", ".a", LIBRARY_ARCHIVE}, {"obj", ".o", LIBRARY_OBJECT},
    {"asm", ".s", LIBRARY_ASSEMBLY}, {"llvm", ".ll", LIBRARY_IR},
};

enum { FORM_COUNT = sizeof forms / sizeof *forms };

static bool ends_in(const char *path, const char *suffix) {
  size_t length = strlen(path), end = strlen(suffix);
  return length > end && !strcmp(path + length - end, suffix);
}

static Status read_form(CompileCommand *command) {
  const FormRow *by_word = NULL;
  for (int i = 0; i < FORM_COUNT; i++) {
    bool is_word = !strcmp(command->emit, forms[i].emit);
    bool is_path = ends_in(command->path, forms[i].suffix);
    if (is_path && (is_word || !*command->emit)) {
      command->form = forms[i].form;
      return STATUS_OK;
    }
    if (is_word && !by_word)
      by_word = &forms[i];
  }
  if (*command->emit && !by_word)
    return status_fail(STATUS_USAGE, "--emit %s: use llvm, asm, obj or lib", command->emit);
  if (!by_word)
    return status_fail(STATUS_USAGE,
                       "-o %s: the suffix says nothing; use .so, .a, .o, .s or .ll, or --emit",
                       command->path);
  command->form = by_word->form;
  return STATUS_OK;
}

static const char *file_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static size_t stem_length(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot && dot != name ? (size_t)(dot - name) : strlen(name);
}

static Status name_files(CompileCommand *command) {
  const char *name = file_name(command->path);
  size_t folder = (size_t)(name - command->path), stem = stem_length(name);
  const char *bare = strncmp(name, "lib", 3) || stem <= 3 ? name : name + 3;
  snprintf(command->name, sizeof command->name, "%.*s", (int)(stem - (size_t)(bare - name)), bare);
  if (*command->prefix)
    snprintf(command->name, sizeof command->name, "%s", command->prefix);
  if (command->form <= LIBRARY_ASSEMBLY)
    return STATUS_OK;
  if (asprintf(&command->header, "%.*s.h", (int)(folder + stem), command->path) < 0) {
    command->header = NULL;
    return status_fail(STATUS_SYSTEM, "no memory for the name of the header");
  }
  return STATUS_OK;
}

// --- what is told meanwhile

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void start_clock(void *user) { ((CompileCommand *)user)->library_start = now(); }

// Elsewhere than on a terminal there is one line, at the end.
static void show_compiled(int count, int of, void *user) {
  CompileCommand *command = user;
  if (command->output.is_quiet || !terminal_is_live(stderr))
    return;
  double seconds = now() - command->library_start;
  progress_line_show(stderr, "autotune compile: compiled %d of %d modules, %.1f s left", count, of,
                     seconds / count * (of - count));
  command->is_drawn = true;
}

// --- the report

static Status tell(const CompileCommand *command, const ModelBuildOptions *options,
                   ModelBuildReport *built) {
  const LibraryReport *report = &built->library;
  const TuneReport *tuned = &built->tuned;
  bool is_large = report->file_bytes >= 1000000;
  output_note(&command->output, "compile",
              "%.200s for %s: %d op%s tuned, %d untouched; %.1f %s; %.2f s to tune, %.2f to lower, "
              "%.2f to compile, %.2f to link",
              command->path, built->processor, tuned->tuned, plural(tuned->tuned), tuned->missed,
              (double)report->file_bytes / (is_large ? 1e6 : 1e3), is_large ? "MB" : "KB",
              built->tune_seconds, report->lower_seconds, report->compile_seconds,
              report->link_seconds);
  return command->output.is_json ? output_json(model_build_json(options, built)) : STATUS_OK;
}

// --- the command

static Status build(CompileCommand *command) {
  ModelBuildReport report = {.tuned.verbose = command->output.is_verbose};
  ModelBuildOptions options = {.input = command->input,
                               .cpu = command->cpu,
                               .linker = command->linker,
                               .tune = command->tune,
                               .begun = start_clock,
                               .library = {.form = command->form,
                                           .path = command->path,
                                           .header = command->header,
                                           .prefix = command->name,
                                           .jobs = (int)command->jobs,
                                           .is_whole = command->is_whole,
                                           .compiled = show_compiled,
                                           .user = command}};
  Status status = command->device ? device_library_build(&options, command->device,
                                                         command->texts.schedule, &report)
                                  : model_build(&options, &report);
  if (command->is_drawn)
    progress_line_end(stderr);
  if (status == STATUS_OK)
    status = tell(command, &options, &report);
  json_free(report.functions);
  return status;
}

// A device has no options of a processor; the others are read as for one.
static Status read_device(CompileCommand *command) {
  const char *target = command->texts.target;
  command->device = device_find(target, strlen(target));
  if (!command->device)
    return strncmp(target, "sm_", 3) != 0
               ? STATUS_OK
               : status_fail(STATUS_USAGE, "--target %.64s is no GPU that is known; use %s", target,
                             device_names().text);
  command->texts.target = "auto";
  if (*command->cpu)
    return status_fail(STATUS_USAGE, "--cpu %s: %s is a GPU, whose library takes no processor",
                       command->cpu, target);
  if (command->form <= LIBRARY_ASSEMBLY)
    return status_fail(STATUS_USAGE, "-o %s: kernels for %s become .so, .a or .o", command->path,
                       target);
  return STATUS_OK;
}

static Status compile(void *values) {
  CompileCommand *command = values;
  Status status = STATUS_OK;
  signal(SIGXFSZ, SIG_IGN); // a file that grows too large is an error of the write
  if (!*command->path)
    return status_fail(STATUS_USAGE, "-o PATH is missing: it names the library to make");
  TRY(read_form(command));
  TRY(name_files(command));
  TRY(output_file_check(command->path));
  TRY(read_device(command));
  TRY(command_line_options(&command->output, "compile", &command->texts, &command->tune));
  TRY(build(command));
cleanup:
  free(command->header);
  return status;
}

static const Flag flags[] = {
    {"-o", FLAG_TEXT, offsetof(CompileCommand, path), "PATH",
     "the file to make: .so, .a, .o, .s or .ll; beside NAME.so, .a and .o goes a header, NAME.h"},
    {"--emit", FLAG_TEXT, offsetof(CompileCommand, emit), "FORM",
     "llvm, asm, obj or lib, where the suffix does not say it"},
    {"--cpu", FLAG_TEXT, offsetof(CompileCommand, cpu), "NAME",
     "processor, as -mcpu names it, that all code is compiled for (that of the target)"},
    {"--prefix", FLAG_TEXT, offsetof(CompileCommand, prefix), "NAME",
     "what the C functions begin with (PATH without folder, lib and suffix)"},
    {"--jobs", FLAG_INTEGER(0, 1024), offsetof(CompileCommand, jobs), "N",
     "compile on N threads (0: as many as processors); the output is the same"},
    {"--whole", FLAG_SWITCH, offsetof(CompileCommand, is_whole), "",
     "compile each function as one, by LLVM's -O3: no kernel is shared, and it takes long"},
    {"--statistics", FLAG_TEXT, offsetof(CompileCommand, texts.statistics), "PATH",
     "write what tuning counted there, as JSON (docs/reference/options.md)"},
    {"--linker", FLAG_TEXT, offsetof(CompileCommand, linker), "PROGRAM",
     "compiler driver that links .so and .o (cc, for another architecture such as "
     "aarch64-linux-gnu-gcc)"},
    {0},
};

int command_compile(int argc, char **argv) {
  CompileCommand command = {.path = "", .emit = "", .cpu = "", .prefix = "", .linker = ""};
  CommandLine line = {.name = "compile",
                      .usage = "MODEL -o PATH [flags]",
                      .summary = "Tunes a model, .mlir or bytecode on linalg, affine or TOSA, and "
                                 "compiles it to a\nlibrary with a C header. Equal input and "
                                 "options give equal bytes. With\n--target sm_80, or another "
                                 "GPU of docs/gpu.md, the library is one of kernels.",
                      .flags = flags,
                      .values = &command,
                      .positional = &command.input,
                      .positional_count = 1,
                      .options = &command.texts,
                      .output = &command.output,
                      .has_json = true};
  option_texts_init(&command.texts);
  return command_line_run(&line, argc, argv, compile);
}
