// Messages: the payloads of the protocol (runtime/worker/protocol.h) as structs. Reading believes
// nothing: what it gives out is in range, whatever the bytes were.
//
// A read that fails is STATUS_WORKER, sets `bad` in the packet and leaves the output as it was.
// Texts are lent by the packet.
#ifndef AUTOTUNE_RUNTIME_WORKER_MESSAGES_H
#define AUTOTUNE_RUNTIME_WORKER_MESSAGES_H

#include "runtime/jit.h"
#include "runtime/measurement.h"
#include "runtime/worker/protocol.h"

typedef struct TaskMessage {
  const char *module, *pipeline, *function; // function "": the first public one
  int data_count;                           // 0 or more
  uint64_t seed;
  double tolerance_scale, run_seconds; // above 0, finite
} TaskMessage;

typedef struct CandidateMessage {
  const char *module, *pipeline;
  CodeEffort effort;
  TimingOptions timing; // repeats 0 to TIMING_MAX_REPEATS, seconds 0 or more, finite
} CandidateMessage;

typedef struct CrashMessage {
  int signal; // 0 or more
  bool stack_overflow, out_of_memory;
} CrashMessage;

// A task is followed by the expected outputs, where they are known: see task_outputs_read.
void task_message_write(Packet *packet, const TaskMessage *message);
Status task_message_read(Packet *packet, TaskMessage *out_message);
// `outputs` NULL: none are known. The caller owns what is read; out_are_known says whether it is.
void task_outputs_write(Packet *packet, const Outputs *outputs);
Status task_outputs_read(Packet *packet, bool *out_are_known, Outputs *out_outputs);

void candidate_message_write(Packet *packet, const CandidateMessage *message);
Status candidate_message_read(Packet *packet, CandidateMessage *out_message);

void outcome_message_write(Packet *packet, const Measurement *measurement);
Status outcome_message_read(Packet *packet, Measurement *out_measurement);

Status step_message_read(Packet *packet, WorkerStep *out_step);
Status crash_message_read(Packet *packet, CrashMessage *out_message);

#endif
