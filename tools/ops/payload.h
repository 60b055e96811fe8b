// Payload: a module read from a file, and the versions of it that a command runs.
#ifndef AUTOTUNE_TOOLS_OPS_PAYLOAD_H
#define AUTOTUNE_TOOLS_OPS_PAYLOAD_H

#include "mlir-c/IR.h"
#include "passes/tune.h"
#include "runtime/executable.h"

typedef struct Payload {
  const char *path; // lent
  MlirContext context;
  MlirModule module; // as read
  int data_count;    // leading arguments that are data, the others are weights
} Payload;

// Parses the file and lowers TOSA in it to linalg. On failure there is no module.
Status payload_parse(MlirContext context, const char *path, MlirModule *out_module);

// Reads the module ("-": from the standard input), lowers TOSA in it to linalg and, when there is a
// NAME.args.json beside it, the number of data arguments (else 1), which `options` is told, too;
// NULL: no records are looked up. The caller owns the contents: payload_destroy.
Status payload_read(const char *path, TuneOptions *options, Payload *out_payload);
void payload_destroy(Payload *payload);

MlirModule payload_clone(MlirModule module); // owned by the caller
// Of its text, continued from `hash` (base/text.h).
uint64_t payload_hash(uint64_t hash, MlirModule module);

// What happened to the ops of a module that was tuned.
typedef struct TuneReport {
  int tuned, missed;
  int forced;          // of the tuned ones, by the schedule option
  char refused[512];   // why the last one was not
  bool verbose;        // print a line for every op
  RemarkCallback told; // NULL, or gets every remark, with `told_user`
  void *told_user;
} TuneReport;

// A RemarkCallback; user: the TuneReport that counts and shows it.
void payload_hear(const TuneRemark *remark, void *user);

// Tunes in place; `pipeline` "" applies the options, else that pass pipeline.
Status payload_tune(MlirModule module, const TuneOptions *options, const char *pipeline,
                    TuneReport *report);

// STATUS_USAGE when the module itself names a machine whose code this one cannot run; an option
// `target` that is given goes before that.
Status payload_check_host(const Payload *payload, const TuneOptions *options);

// The same of the option alone: STATUS_USAGE when it names a processor of another architecture.
Status payload_check_target(const TuneOptions *options);

// The usage error of a module in which nothing is tuned, after the remarks that say why.
Status payload_fail_untuned(const Payload *payload, const TuneOptions *options);

// Lowers `module`, which is consumed, and binds one function. `tuned` chooses the lowering, `cpu`
// the processor that the code is for, as in jit_create.
Status payload_compile(MlirModule module, bool tuned, const char *cpu, const Signature *signature,
                       const Operands *operands, Executable *out_executable);

#endif
