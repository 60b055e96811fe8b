// Writing and reading of the payloads, field by field in the order of MESSAGE_KINDS.
#include "runtime/worker/messages.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

// STATUS_OK when every field was there and `is_sound`.
static Status check(Packet *packet, bool is_sound, const char *kind) {
  packet->bad |= !is_sound;
  if (!packet->bad)
    return STATUS_OK;
  return status_fail(STATUS_WORKER, "a message %s of a worker's channel cannot be read", kind);
}

static bool is_within(int64_t value, int64_t low, int64_t high) {
  return value >= low && value <= high;
}

static bool is_duration(double seconds) { return isfinite(seconds) && seconds >= 0; }

void task_message_write(Packet *packet, const TaskMessage *message) {
  packet_put_text(packet, message->module);
  packet_put_text(packet, message->pipeline);
  packet_put_text(packet, message->function);
  packet_put_integer(packet, message->data_count);
  packet_put_integer(packet, (int64_t)message->seed);
  packet_put_number(packet, message->tolerance_scale);
  packet_put_number(packet, message->run_seconds);
}

Status task_message_read(Packet *packet, TaskMessage *out_message) {
  TaskMessage message = {0};
  message.module = packet_get_text(packet);
  message.pipeline = packet_get_text(packet);
  message.function = packet_get_text(packet);
  int64_t data_count = packet_get_integer(packet);
  message.data_count = (int)data_count;
  message.seed = (uint64_t)packet_get_integer(packet);
  message.tolerance_scale = packet_get_number(packet);
  message.run_seconds = packet_get_number(packet);
  bool is_sound = is_within(data_count, 0, INT_MAX) && is_duration(message.run_seconds) &&
                  message.run_seconds > 0 && is_duration(message.tolerance_scale) &&
                  message.tolerance_scale > 0;
  Status status = check(packet, is_sound, "TASK");
  if (status == STATUS_OK)
    *out_message = message;
  return status;
}

void task_outputs_write(Packet *packet, const Outputs *outputs) {
  packet_put_integer(packet, outputs != NULL);
  if (outputs)
    packet_put_outputs(packet, outputs);
}

Status task_outputs_read(Packet *packet, bool *out_are_known, Outputs *out_outputs) {
  bool are_known = packet_get_integer(packet) != 0;
  Outputs outputs = are_known && !packet->bad ? packet_get_outputs(packet) : (Outputs){0};
  Status status = check(packet, true, "TASK");
  if (status == STATUS_OK) {
    *out_are_known = are_known;
    *out_outputs = outputs;
  }
  return status;
}

void candidate_message_write(Packet *packet, const CandidateMessage *message) {
  packet_put_text(packet, message->module);
  packet_put_text(packet, message->pipeline);
  packet_put_integer(packet, message->effort);
  packet_put_integer(packet, message->timing.repeats);
  packet_put_number(packet, message->timing.minimum_seconds);
  packet_put_number(packet, message->timing.budget_seconds);
  packet_put_integer(packet, message->timing.flush_cache);
}

Status candidate_message_read(Packet *packet, CandidateMessage *out_message) {
  CandidateMessage message = {0};
  message.module = packet_get_text(packet);
  message.pipeline = packet_get_text(packet);
  int64_t effort = packet_get_integer(packet), repeats = packet_get_integer(packet);
  message.effort = (CodeEffort)effort;
  message.timing.repeats = (int)repeats;
  message.timing.minimum_seconds = packet_get_number(packet);
  message.timing.budget_seconds = packet_get_number(packet);
  message.timing.flush_cache = packet_get_integer(packet) != 0;
  bool is_sound =
      is_within(effort, 0, CODE_EFFORT_COUNT - 1) && is_within(repeats, 0, TIMING_MAX_REPEATS) &&
      is_duration(message.timing.minimum_seconds) && is_duration(message.timing.budget_seconds);
  Status status = check(packet, is_sound, "CANDIDATE");
  if (status == STATUS_OK)
    *out_message = message;
  return status;
}

void outcome_message_write(Packet *packet, const Measurement *measurement) {
  packet_put_integer(packet, measurement->verdict);
  packet_put_text(packet, measurement->text);
  packet_put_number(packet, measurement->max_error);
  packet_put_number(packet, measurement->compile_seconds);
  packet_put_number(packet, measurement->cpu_seconds);
  packet_put_integer(packet, measurement->timing.iterations);
  packet_put_number(packet, measurement->timing.waited);
  packet_put_integer(packet, measurement->timing.repeats);
  for (int i = 0; i < measurement->timing.repeats; i++)
    packet_put_number(packet, measurement->timing.seconds[i]);
}

Status outcome_message_read(Packet *packet, Measurement *out_measurement) {
  Measurement measurement = {0};
  int64_t verdict = packet_get_integer(packet);
  snprintf(measurement.text, sizeof measurement.text, "%s", packet_get_text(packet));
  measurement.verdict = (Verdict)verdict;
  measurement.max_error = packet_get_number(packet);
  measurement.compile_seconds = packet_get_number(packet);
  measurement.cpu_seconds = packet_get_number(packet);
  measurement.timing.iterations = packet_get_integer(packet);
  measurement.timing.waited = packet_get_number(packet);
  int64_t repeats = packet_get_integer(packet);
  packet->bad |=
      !is_within(verdict, 0, VERDICT_COUNT - 1) || !is_within(repeats, 0, TIMING_MAX_REPEATS);
  for (; measurement.timing.repeats < repeats && !packet->bad; measurement.timing.repeats++)
    measurement.timing.seconds[measurement.timing.repeats] = packet_get_number(packet);
  Status status = check(packet, true, "OUTCOME");
  if (status == STATUS_OK)
    *out_measurement = measurement;
  return status;
}

Status step_message_read(Packet *packet, WorkerStep *out_step) {
  int64_t step = packet_get_integer(packet);
  Status status = check(packet, is_within(step, 0, WORKER_STEP_COUNT - 1), "STEP");
  if (status == STATUS_OK)
    *out_step = (WorkerStep)step;
  return status;
}

Status crash_message_read(Packet *packet, CrashMessage *out_message) {
  int64_t number = packet_get_integer(packet);
  CrashMessage message = {.signal = (int)number};
  message.stack_overflow = packet_get_integer(packet) != 0;
  message.out_of_memory = packet_get_integer(packet) != 0;
  Status status = check(packet, is_within(number, 0, INT_MAX), "CRASH");
  if (status == STATUS_OK)
    *out_message = message;
  return status;
}
