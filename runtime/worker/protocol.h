// Protocol: what a worker and its parent say to each other over one stream
// socket. docs/reference/measuring.md describes it; the tables here name the fields.
//
// A message is a frame: magic, version, kind, payload length, then the payload,
// a sequence of fields without names in the order documented per kind. Both
// ends run on one machine, so numbers are in host order.
#ifndef AUTOTUNE_RUNTIME_WORKER_PROTOCOL_H
#define AUTOTUNE_RUNTIME_WORKER_PROTOCOL_H

#include "base/status.h"
#include "runtime/operands.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PROTOCOL_VERSION = 4 };

// Row: enumerator, sender, fields.
#define MESSAGE_KINDS(X)                                                                           \
  X(HELLO, "worker", "process id")                                                                 \
  X(TASK, "parent",                                                                                \
    "module, pipeline, function, data count, seed, tolerance, run seconds, outputs "               \
    "or none")                                                                                     \
  X(CANDIDATE, "parent",                                                                           \
    "module, pipeline, effort, repeats, minimum seconds, budget seconds, flush")                   \
  X(STEP, "worker", "step that begins")                                                            \
  X(OUTCOME, "worker",                                                                             \
    "verdict, reason, max error, compile seconds, processor seconds, iterations, number of "       \
    "repeats, their seconds")                                                                      \
  X(OUTPUTS, "worker", "outputs of the reference; precedes the OUTCOME of a TASK")                 \
  X(CRASH, "worker", "signal, whether the stack overflowed, whether memory ran out")

typedef enum MessageKind {
#define X(name, sender, fields) MESSAGE_##name,
  MESSAGE_KINDS(X)
#undef X
      MESSAGE_KIND_COUNT
} MessageKind;

// What a worker is doing; each has a deadline of its own.
#define WORKER_STEPS(X)                                                                            \
  X(START, "start")                                                                                \
  X(COMPILE, "compile")                                                                            \
  X(RUN, "run")                                                                                    \
  X(REFERENCE, "reference") /* the untouched code runs */                                          \
  X(WAIT, "wait")           /* for other processes that measure time */                            \
  X(TIME, "time")                                                                                  \
  X(PREPARE, "prepare") /* operands drawn, weights copied: no candidate runs */

typedef enum WorkerStep {
#define X(name, text) STEP_##name,
  WORKER_STEPS(X)
#undef X
      WORKER_STEP_COUNT
} WorkerStep;

const char *worker_step_name(WorkerStep step);

// Deadline of STEP_PREPARE: as long as the largest operands take, which only the memory bounds.
enum { STEP_PREPARE_SECONDS = 600 };

typedef struct FrameHeader {
  uint32_t magic; // "ATNW"
  uint16_t version;
  uint16_t kind;   // MessageKind
  uint64_t length; // bytes of payload
} FrameHeader;

// A payload being written or read. Starts as {0}. A read past the end yields zeros and sets `bad`,
// as does a write when memory is exhausted.
typedef struct Packet {
  char *bytes; // owned
  size_t size, capacity;
  size_t at; // next byte to read
  bool bad;
} Packet;

void packet_destroy(Packet *packet);
void packet_append(Packet *packet, const Packet *fields); // every field of another packet
void packet_put_integer(Packet *packet, int64_t value);
void packet_put_number(Packet *packet, double value);
void packet_put_bytes(Packet *packet, const void *bytes, size_t size);
void packet_put_text(Packet *packet, const char *text); // NULL is sent as ""
void packet_put_outputs(Packet *packet, const Outputs *outputs);
int64_t packet_get_integer(Packet *packet);
double packet_get_number(Packet *packet);
// Lends a terminated text inside the packet; "" when bad.
const char *packet_get_text(Packet *packet);
// The caller owns the outputs; none when bad.
Outputs packet_get_outputs(Packet *packet);

// Header of a frame with `length` bytes of payload.
FrameHeader frame_header(MessageKind kind, uint64_t length);
// Whether a received header can be read: the magic, the version, a known kind, a sane length.
bool frame_header_is_valid(const FrameHeader *header);
// Sends one frame. STATUS_WORKER when the other end is gone; never raises SIGPIPE.
Status frame_send(int channel, MessageKind kind, const Packet *payload);
// Receives one frame into `payload`, which is overwritten. Waits until `deadline_seconds` of the
// monotonic clock (negative: for ever). STATUS_REJECTED when the deadline passed, STATUS_WORKER
// when the other end is gone or speaks another protocol.
Status frame_receive(int channel, double deadline_seconds, MessageKind *out_kind, Packet *payload);

#endif
