// What a worker and its parent read from their channel: the input is a stream of frames. Every
// message that is read is written again and must give the same fields.
#include "runtime/worker/messages.h"
#include "test/fuzz/fuzz.h"

#include <sys/socket.h>

static void demand_equal(const Packet *first, const Packet *second) {
  fuzz_demand(!first->bad && first->size == second->size &&
                  !memcmp(first->bytes, second->bytes, first->size),
              "a message that is written twice is the same");
}

static void check_task(Packet *packet) {
  TaskMessage message, again;
  Packet once = {0}, twice = {0};
  Outputs outputs = {0};
  bool are_known = false;
  if (task_message_read(packet, &message) == STATUS_OK) {
    task_message_write(&once, &message);
    fuzz_demand(task_message_read(&once, &again) == STATUS_OK, "a written task is read");
    task_message_write(&twice, &again);
    demand_equal(&once, &twice);
    if (task_outputs_read(packet, &are_known, &outputs) == STATUS_OK && are_known)
      task_outputs_write(&once, &outputs);
  }
  outputs_destroy(&outputs);
  packet_destroy(&once);
  packet_destroy(&twice);
}

static void check_candidate(Packet *packet) {
  CandidateMessage message, again;
  Packet once = {0}, twice = {0};
  if (candidate_message_read(packet, &message) == STATUS_OK) {
    candidate_message_write(&once, &message);
    fuzz_demand(candidate_message_read(&once, &again) == STATUS_OK, "a written candidate is read");
    candidate_message_write(&twice, &again);
    demand_equal(&once, &twice);
  }
  packet_destroy(&once);
  packet_destroy(&twice);
}

static void check_outcome(Packet *packet) {
  Measurement measurement, again;
  Packet once = {0}, twice = {0};
  if (outcome_message_read(packet, &measurement) == STATUS_OK) {
    outcome_message_write(&once, &measurement);
    fuzz_demand(outcome_message_read(&once, &again) == STATUS_OK, "a written outcome is read");
    outcome_message_write(&twice, &again);
    demand_equal(&once, &twice);
  }
  packet_destroy(&once);
  packet_destroy(&twice);
}

static void check_message(MessageKind kind, Packet *packet) {
  WorkerStep step;
  CrashMessage crash;
  Outputs outputs;
  switch (kind) {
  case MESSAGE_TASK:
    check_task(packet);
    break;
  case MESSAGE_CANDIDATE:
    check_candidate(packet);
    break;
  case MESSAGE_OUTCOME:
    check_outcome(packet);
    break;
  case MESSAGE_STEP:
    if (step_message_read(packet, &step) == STATUS_OK)
      worker_step_name(step);
    break;
  case MESSAGE_CRASH:
    crash_message_read(packet, &crash);
    break;
  case MESSAGE_OUTPUTS:
    outputs = packet_get_outputs(packet);
    outputs_destroy(&outputs);
    break;
  default:
    packet_get_integer(packet);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  int ends[2];
  MessageKind kind;
  Packet packet = {0};
  fuzz_demand(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0, "a channel");
  if (size > 1 << 16) // what the channel holds
    size = 1 << 16;
  fuzz_demand(size == 0 || send(ends[0], bytes, size, 0) == (ssize_t)size, "the bytes are sent");
  close(ends[0]);
  while (frame_receive(ends[1], -1, &kind, &packet) == STATUS_OK)
    check_message(kind, &packet);
  packet_destroy(&packet);
  close(ends[1]);
  return 0;
}
