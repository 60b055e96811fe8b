// The target of the machine this runs on: what the processor is, its architecture knows; what the
// system tells of it is the same for all.
#define _POSIX_C_SOURCE 200809L
#include "machine/architecture.h"
#include "machine/target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// First line of a file of the first core's cache `index`.
static bool read_cache_file(int index, const char *file, char *line, int size) {
  char path[128];
  snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu0/cache/index%d/%s", index, file);
  FILE *stream = fopen(path, "r");
  if (stream == NULL)
    return false;
  bool is_read = fgets(line, size, stream) != NULL;
  fclose(stream);
  return is_read;
}

static int64_t read_cache_number(int index, const char *file) {
  char line[64], *end;
  if (!read_cache_file(index, file, line, sizeof(line)))
    return 0;
  int64_t value = strtoll(line, &end, 10);
  return *end == 'K' ? value << 10 : *end == 'M' ? value << 20 : value;
}

// Sizes as the system tells them; a level it does not tell keeps the row's.
static void probe_caches(Target *target) {
  char type[64];
  for (int index = 0; read_cache_file(index, "type", type, sizeof(type)); index++) {
    int64_t level = read_cache_number(index, "level"), bytes = read_cache_number(index, "size");
    if (strncmp(type, "Instruction", strlen("Instruction")) == 0 || level < 1 ||
        level > target->cache_count || bytes <= 0)
      continue;
    target->cache_bytes[level - 1] = bytes;
    int64_t ways = read_cache_number(index, "ways_of_associativity");
    int64_t line = read_cache_number(index, "coherency_line_size");
    if (level == 1 && ways > 0)
      target->l1_ways = (int32_t)ways;
    if (level == 2 && ways > 0)
      target->l2_ways = (int32_t)ways;
    if (level == 1 && line > 0)
      target->cache_line_bytes = (int32_t)line;
  }
}

Status target_probe_host(Target *out_target) {
  const Architecture *architecture = architecture_host();
  if (architecture == NULL) {
    *out_target = *target_default();
    return status_fail(STATUS_USAGE, "target: the host is not %s; name a target instead of host",
                       architecture_names().text);
  }
  *out_target = *architecture->host->row();
  architecture->host->limit(out_target);
  probe_caches(out_target);
  long cores = sysconf(_SC_NPROCESSORS_ONLN), page = sysconf(_SC_PAGESIZE);
  if (cores > 0)
    out_target->cores = (int32_t)cores;
  if (page > 0)
    out_target->page_bytes = (int32_t)page;
  return STATUS_OK;
}

const char *target_host_level(void) {
  const Architecture *architecture = architecture_host();
  return (architecture != NULL ? architecture->host->level() : target_default())->name;
}
