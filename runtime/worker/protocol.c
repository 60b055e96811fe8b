// Frames and their fields.
#include "runtime/worker/protocol.h"

#include "runtime/timing.h"
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static const uint32_t FRAME_MAGIC = 0x574e5441; // "ATNW" in memory
enum { PIECE_BYTES = 1 << 20 };                 // received at once
static const uint64_t FRAME_MAX_BYTES = (uint64_t)1 << 34;

const char *worker_step_name(WorkerStep step) {
  static const char *const names[] = {
#define X(name, text) text,
      WORKER_STEPS(X)
#undef X
  };
  return (unsigned)step < WORKER_STEP_COUNT ? names[step] : "unknown";
}

void packet_destroy(Packet *packet) {
  free(packet->bytes);
  *packet = (Packet){0};
}

static bool reserve(Packet *packet, size_t size) {
  if (packet->size + size <= packet->capacity)
    return true;
  size_t capacity = 2 * packet->size + size;
  char *bytes = realloc(packet->bytes, capacity);
  if (!bytes)
    return false;
  packet->bytes = bytes;
  packet->capacity = capacity;
  return true;
}

static void put(Packet *packet, const void *bytes, size_t size) {
  if (packet->bad || !reserve(packet, size)) {
    packet->bad = true;
    return;
  }
  if (size)
    memcpy(packet->bytes + packet->size, bytes, size);
  packet->size += size;
}

void packet_append(Packet *packet, const Packet *fields) {
  put(packet, fields->bytes, fields->size);
}

void packet_put_integer(Packet *packet, int64_t value) { put(packet, &value, sizeof value); }
void packet_put_number(Packet *packet, double value) { put(packet, &value, sizeof value); }

void packet_put_bytes(Packet *packet, const void *bytes, size_t size) {
  packet_put_integer(packet, (int64_t)size);
  put(packet, bytes, size);
}

void packet_put_text(Packet *packet, const char *text) {
  if (!text)
    text = "";
  packet_put_bytes(packet, text, strlen(text) + 1);
}

void packet_put_outputs(Packet *packet, const Outputs *outputs) {
  packet_put_integer(packet, outputs->count);
  for (int i = 0; i < outputs->count; i++) {
    packet_put_integer(packet, outputs->items[i].type);
    packet_put_integer(packet, outputs->items[i].count);
    packet_put_bytes(packet, outputs->items[i].values, (size_t)output_bytes(&outputs->items[i]));
  }
}

static const void *get(Packet *packet, size_t size) {
  if (packet->bad || size > packet->size - packet->at) {
    packet->bad = true;
    return NULL;
  }
  const char *bytes = packet->bytes + packet->at;
  packet->at += size;
  return bytes;
}

int64_t packet_get_integer(Packet *packet) {
  int64_t value = 0;
  const void *bytes = get(packet, sizeof value);
  if (bytes)
    memcpy(&value, bytes, sizeof value);
  return value;
}

double packet_get_number(Packet *packet) {
  double value = 0;
  const void *bytes = get(packet, sizeof value);
  if (bytes)
    memcpy(&value, bytes, sizeof value);
  return value;
}

const char *packet_get_text(Packet *packet) {
  int64_t size = packet_get_integer(packet);
  const char *text = size > 0 ? get(packet, (size_t)size) : NULL;
  if (!text || text[size - 1]) {
    packet->bad = true;
    return "";
  }
  return text;
}

static bool get_output(Packet *packet, Output *output) {
  int64_t type = packet_get_integer(packet);
  output->count = packet_get_integer(packet);
  int64_t bytes = packet_get_integer(packet);
  if (type < 0 || type >= ELEMENT_TYPE_COUNT || output->count < 0 || bytes < 0)
    return false;
  output->type = (ElementType)type;
  if (output->count > bytes || (size_t)bytes > packet->size || output_bytes(output) != bytes)
    return false;
  const void *values = get(packet, (size_t)bytes);
  if (!values)
    return false;
  output->values = malloc((size_t)bytes + 1);
  if (output->values)
    memcpy(output->values, values, (size_t)bytes);
  return output->values != NULL;
}

Outputs packet_get_outputs(Packet *packet) {
  Outputs outputs = {0};
  int64_t count = packet_get_integer(packet);
  if (packet->bad || count < 0 || (uint64_t)count > packet->size) {
    packet->bad = true;
    return outputs;
  }
  outputs.items = calloc((size_t)count + 1, sizeof(Output));
  packet->bad |= !outputs.items;
  for (; outputs.items && outputs.count < count; outputs.count++)
    if (!get_output(packet, &outputs.items[outputs.count])) {
      packet->bad = true;
      outputs_destroy(&outputs);
      return outputs;
    }
  return outputs;
}

FrameHeader frame_header(MessageKind kind, uint64_t length) {
  return (FrameHeader){FRAME_MAGIC, PROTOCOL_VERSION, (uint16_t)kind, length};
}

bool frame_header_is_valid(const FrameHeader *header) {
  return header->magic == FRAME_MAGIC && header->version == PROTOCOL_VERSION &&
         header->kind < MESSAGE_KIND_COUNT && header->length <= FRAME_MAX_BYTES;
}

static Status send_all(int channel, const void *bytes, size_t size) {
  for (size_t done = 0; done < size;) {
    ssize_t sent = send(channel, (const char *)bytes + done, size - done, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR)
      continue;
    if (sent < 0)
      return status_fail(STATUS_WORKER, "the other end of the worker's channel is gone");
    done += (size_t)sent;
  }
  return STATUS_OK;
}

Status frame_send(int channel, MessageKind kind, const Packet *payload) {
  if (payload->bad)
    return status_fail(STATUS_SYSTEM, "no memory for a message");
  FrameHeader header = frame_header(kind, payload->size);
  Status status = send_all(channel, &header, sizeof header);
  return status == STATUS_OK ? send_all(channel, payload->bytes, payload->size) : status;
}

static Status wait_readable(int channel, double deadline_seconds) {
  for (;;) {
    int timeout = -1;
    if (deadline_seconds >= 0) {
      double left = deadline_seconds - timing_now();
      timeout = left <= 0 ? 0 : left > 1e6 ? 1000000000 : (int)(left * 1e3) + 1;
    }
    struct pollfd poll_entry = {.fd = channel, .events = POLLIN};
    int ready = poll(&poll_entry, 1, timeout);
    if (ready > 0)
      return STATUS_OK;
    if (ready == 0)
      return status_fail(STATUS_REJECTED, "the deadline passed");
    if (errno != EINTR)
      return status_fail(STATUS_SYSTEM, "poll: %s", strerror(errno));
  }
}

static Status receive_all(int channel, double deadline_seconds, void *bytes, size_t size) {
  for (size_t done = 0; done < size;) {
    Status status = wait_readable(channel, deadline_seconds);
    if (status != STATUS_OK)
      return status;
    ssize_t got = recv(channel, (char *)bytes + done, size - done, 0);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return status_fail(STATUS_WORKER, "the other end of the worker's channel is gone");
    done += (size_t)got;
  }
  return STATUS_OK;
}

Status frame_receive(int channel, double deadline_seconds, MessageKind *out_kind, Packet *payload) {
  FrameHeader header;
  Status status = receive_all(channel, deadline_seconds, &header, sizeof header);
  if (status != STATUS_OK)
    return status;
  if (!frame_header_is_valid(&header))
    return status_fail(STATUS_WORKER, "the other end speaks another protocol than version %d",
                       PROTOCOL_VERSION);
  payload->size = payload->at = 0;
  payload->bad = false;
  // In pieces: memory is taken for what has come, not for what a header promises.
  while (status == STATUS_OK && payload->size < header.length) {
    size_t left = header.length - payload->size, piece = left < PIECE_BYTES ? left : PIECE_BYTES;
    if (!reserve(payload, piece))
      return status_fail(STATUS_SYSTEM, "no memory for a message of %llu bytes",
                         (unsigned long long)header.length);
    status = receive_all(channel, deadline_seconds, payload->bytes + payload->size, piece);
    payload->size += piece;
  }
  if (status != STATUS_OK)
    payload->size = 0;
  *out_kind = (MessageKind)header.kind;
  return status;
}
