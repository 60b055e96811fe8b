// Dataset: what is written is read again, and every damage is refused by its line.
#include "records/dataset.h"

#include "test/unit/base/check.h"
#include "test/unit/plan/workloads.h"
#include <stdlib.h>
#include <unistd.h>

#define HEAD "autotune-dataset\t1\t1\n"
#define MACHINE "machine\t0\tSome CPU\tx86-64-v3\n"
#define WORKLOAD "workload\t0\tmatmul\tresnet18,bert\t" WORKLOAD_MATMUL_8 "\n"
#define ROW "row\t0\t0\trandom\tok\t1e-05,1.25e-05,2e-05\tdirect(vector=i1x8)\n"
#define GOOD                                                                                       \
  HEAD MACHINE WORKLOAD ROW "row\t0\t0\tchoice\ttimeout\t-\tdirect(block=[4,1,1])\t3.25\nend\t2\n"

static char folder[] = "/tmp/test_dataset_XXXXXX";

static const char *path_of(const char *name) {
  static char path[256];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static void write_file(const char *name, const char *text, size_t size) {
  FILE *file = fopen(path_of(name), "wb");
  CHECK(file && fwrite(text, 1, size, file) == size);
  if (file)
    fclose(file);
}

static size_t read_file(const char *name, char *text, size_t size) {
  FILE *file = fopen(path_of(name), "rb");
  size_t length = file ? fread(text, 1, size - 1, file) : 0;
  if (file)
    fclose(file);
  text[length] = '\0';
  return length;
}

static void check_good(const Dataset *dataset) {
  CHECK_EQUAL(dataset->space_version, 1);
  CHECK_EQUAL(dataset->machine_count, 1);
  CHECK_EQUAL(dataset->workload_count, 1);
  CHECK_EQUAL(dataset->row_count, 2);
  if (dataset->row_count != 2)
    return;
  CHECK_TEXT(dataset->machines[0].cpu, "Some CPU (x86-64-v3)");
  CHECK_EQUAL(dataset->machines[0].parsed.vector_bits, 256);
  CHECK_TEXT(dataset->workloads[0].source, "resnet18,bert");
  CHECK_EQUAL(dataset->workloads[0].key, workload_key(&dataset->workloads[0].workload));
  CHECK_EQUAL(dataset->rows[0].origin, ORIGIN_RANDOM);
  CHECK_EQUAL(dataset->rows[0].repeats, 3);
  CHECK(dataset_row_seconds(&dataset->rows[0]) == (double)1.25e-05f);
  CHECK_EQUAL(dataset->rows[0].schedule.lanes, 8);
  CHECK_EQUAL(dataset->rows[1].verdict, VERDICT_TIMEOUT);
  CHECK_EQUAL(dataset->rows[1].repeats, 0);
  CHECK(dataset_row_seconds(&dataset->rows[1]) == 0);
  CHECK(dataset->rows[0].cost_seconds == 0); // not known
  CHECK(dataset->rows[1].cost_seconds == 3.25f);
}

// Plain and compressed, the second writing gives the same bytes as the first.
static void test_round_trip(const char *name) {
  static char first[1 << 14], second[1 << 14];
  Dataset dataset = {0}, again = {0};
  int64_t dropped = -1;
  write_file("good", GOOD, strlen(GOOD));
  CHECK_EQUAL(dataset_read(path_of("good"), &dataset, &dropped), STATUS_OK);
  CHECK_EQUAL(dropped, 0);
  check_good(&dataset);
  CHECK_EQUAL(dataset_write(path_of(name), &dataset), STATUS_OK);
  size_t size = read_file(name, first, sizeof first);
  CHECK_EQUAL(dataset_read(path_of(name), &again, NULL), STATUS_OK);
  check_good(&again);
  CHECK_EQUAL(dataset_write(path_of(name), &again), STATUS_OK);
  CHECK_EQUAL(read_file(name, second, sizeof second), size);
  CHECK(memcmp(first, second, size) == 0);
  dataset_destroy(&dataset);
  dataset_destroy(&again);
}

// Reading twice appends the rows and joins machines, workloads and sources.
static void test_append(void) {
  Dataset dataset = {0};
  int32_t place;
  write_file("good", GOOD, strlen(GOOD));
  CHECK_EQUAL(dataset_read(path_of("good"), &dataset, NULL), STATUS_OK);
  CHECK_EQUAL(dataset_add_workload(&dataset, WORKLOAD_CONV, "conv", "", &place), STATUS_OK);
  CHECK_EQUAL(place, 1);
  DatasetRow row = dataset.rows[0];
  schedule_init(&dataset.workloads[1].workload, &row.schedule);
  row.workload = 1;
  CHECK_EQUAL(dataset_add_row(&dataset, &row), STATUS_OK);
  CHECK_EQUAL(dataset_read(path_of("good"), &dataset, NULL), STATUS_OK);
  CHECK_EQUAL(dataset.row_count, 5);
  CHECK_EQUAL(dataset.machine_count, 1);
  CHECK_EQUAL(dataset.rows[3].workload, 0); // grouped
  CHECK_EQUAL(dataset.rows[4].workload, 1);
  CHECK_EQUAL(dataset_add_workload(&dataset, WORKLOAD_MATMUL_8, "matmul", "bert,vgg16", &place),
              STATUS_OK);
  CHECK_EQUAL(place, 0);
  CHECK_TEXT(dataset.workloads[0].source, "resnet18,bert,vgg16");
  dataset_destroy(&dataset);
}

static void check_refused(const char *text, const char *expected) {
  char shown[700];
  Dataset dataset = {0};
  write_file("bad", text, strlen(text));
  CHECK_EQUAL(dataset_read(path_of("bad"), &dataset, NULL), STATUS_USAGE);
  snprintf(shown, sizeof shown, "%s", status_text());
  if (!strstr(shown, expected) || !strstr(shown, "/bad:")) {
    printf("  %s\n", shown);
    CHECK(!"the text of the refusal");
  }
  dataset_destroy(&dataset);
}

static void test_damage(void) {
  check_refused("", "cut off");
  check_refused(HEAD, ":2: the file is cut off");
  check_refused("rubbish\n", ":1: this is not a dataset");
  check_refused("autotune-dataset\t9\t1\n", "version 9");
  check_refused(HEAD "machine\t1\tx\tx86-64-v3\n", ":2: a machine");
  check_refused(HEAD "machine\t0\tx\tno-such-target\n", ":2: ");
  check_refused(HEAD MACHINE "workload\t0\tf\ts\tp8 p8\n", ":3: this is not a workload");
  check_refused(HEAD MACHINE "workload\t99999999999999999999\tf\ts\tp8\n", ":3: a workload");
  check_refused(HEAD MACHINE WORKLOAD "row\t1\t0\trandom\tok\t1\tdirect()\n", ":4: the row is of");
  check_refused(HEAD MACHINE WORKLOAD "row\t-1\t0\trandom\tok\t1\tdirect()\n", ":4: the row is of");
  check_refused(HEAD MACHINE WORKLOAD "row\t0\t0\tno\tok\t1\tdirect()\n", ":4: unknown origin");
  check_refused(HEAD MACHINE WORKLOAD "row\t0\t0\trandom\tno\t1\tdirect()\n", ":4: unknown");
  const char *seconds[] = {"-",  "",  "1,",    "nan", "inf",
                           "-1", "0", "1e300", "1;2", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1"};
  for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++) {
    char text[2048];
    snprintf(text, sizeof text, "%srow\t0\t0\trandom\tok\t%s\tdirect()\n", HEAD MACHINE WORKLOAD,
             seconds[i]);
    check_refused(text, ":4: seconds");
  }
  check_refused(HEAD MACHINE WORKLOAD "row\t0\t0\trandom\tcrash\t1\tdirect()\n", ":4: seconds");
  check_refused(HEAD MACHINE WORKLOAD "row\t0\t0\trandom\tok\t1\tdirect(knob=1)\n", "knob");
  check_refused(HEAD MACHINE WORKLOAD "row\t0\t0\trandom\tok\t1\n", ":4: a row is");
  check_refused(HEAD "\t\t\t\t\t\t\t\t\t\n", ":2: too many fields");
  check_refused(HEAD MACHINE WORKLOAD ROW "end\t2\n", ":5: the number of rows");
  check_refused(HEAD "end\t0\nend\t0\n", ":3: a line after the end");
}

// A compressed file that was cut off, and one with a flipped byte.
static void test_damaged_compression(void) {
  static char bytes[1 << 14];
  Dataset dataset = {0};
  write_file("good", GOOD, strlen(GOOD));
  CHECK_EQUAL(dataset_read(path_of("good"), &dataset, NULL), STATUS_OK);
  CHECK_EQUAL(dataset_write(path_of("good.gz"), &dataset), STATUS_OK);
  dataset_destroy(&dataset);
  size_t size = read_file("good.gz", bytes, sizeof bytes);
  for (size_t cut = 1; cut < size; cut++) {
    write_file("cut.gz", bytes, cut);
    CHECK(dataset_read(path_of("cut.gz"), &dataset, NULL) != STATUS_OK);
    dataset_destroy(&dataset);
  }
  bytes[size / 2] ^= 0x10;
  write_file("cut.gz", bytes, size);
  CHECK(dataset_read(path_of("cut.gz"), &dataset, NULL) != STATUS_OK);
  dataset_destroy(&dataset);
}

// Whatever bytes are changed, removed or doubled, reading ends with a status.
static void test_random_damage(void) {
  enum { ROUNDS = 3000 };
  char text[2 * sizeof GOOD];
  uint64_t state = 1;
  for (int round = 0; round < ROUNDS; round++) {
    Dataset dataset = {0};
    size_t size = strlen(GOOD);
    memcpy(text, GOOD, size);
    for (int change = 0; change < 1 + round % 4; change++) {
      state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
      size_t place = (size_t)(state >> 33) % size, length = (size_t)(state >> 20) % 16;
      if (length > size - place)
        length = size - place;
      if (round % 3 == 0)
        text[place] = (char)(state >> 25);
      else if (round % 3 == 1)
        memmove(text + place, text + place + length, (size -= length) - place);
      else if (size + length < sizeof text)
        memmove(text + place + length, text + place, (size += length) - place - length);
      if (size == 0)
        size = 1;
    }
    write_file("random", text, size);
    Status status = dataset_read(path_of("random"), &dataset, NULL);
    CHECK(status == STATUS_OK || status == STATUS_USAGE);
    dataset_destroy(&dataset);
  }
}

// A long line is refused instead of filling the memory; illegal schedules are dropped and counted.
static void test_limits(void) {
  size_t size = (size_t)3 << 20;
  char *text = malloc(size + 1);
  memset(text, 'x', size);
  text[size] = '\0';
  check_refused(text, ":1: the line is too long");
  free(text);
  Dataset dataset = {0};
  int64_t dropped = 0;
  const char *rows = HEAD MACHINE WORKLOAD ROW
      "row\t0\t0\trandom\tok\t1\tdirect(vector=i1x8, block=[8,8,8], pack=[0:9])\n"
      "row\t0\t0\trandom\tok\t1\tdirect(vector=i2x8)\nend\t3\n";
  write_file("dropped", rows, strlen(rows));
  CHECK_EQUAL(dataset_read(path_of("dropped"), &dataset, &dropped), STATUS_OK);
  CHECK_EQUAL(dataset.row_count + dropped, 3);
  CHECK(dropped > 0);
  dataset_destroy(&dataset);
  CHECK_EQUAL(dataset_read(path_of("missing"), &dataset, NULL), STATUS_USAGE);
}

// Levels of a CPU are machines of one CPU; another identity is another CPU, and so is another row
// where the name alone was recorded.
static void test_machines(void) {
  static const struct {
    const char *cpu, *target, *identity;
    bool is_same;
  } others[] = {{"A", "zen4,cores=2", "A (zen4)", true},
                {"A", "zen4,vector_bits=128", "A (zen4)", true},
                {"A (zen4)", "zen4", "A (zen4)", true},
                {"A (zen4)", "x86-64-v4", "A (zen4)", true},
                {"B", "zen4,cores=2", "B (zen4)", false},
                {"A", "zen5,cores=2", "A (zen5)", false},
                {"A (family 25 model 17)", "zen4,cores=2", "A (family 25 model 17)", false},
                {"A (family 26 model 2)", "zen4,cores=2", "A (family 26 model 2)", false},
                {"A (with graphics)", "zen4,cores=2", "A (with graphics) (zen4)", false},
                {"A B", "zen4,cores=2", "A B (zen4)", false}};
  Dataset dataset = {0};
  int32_t first, again;
  CHECK_EQUAL(dataset_add_machine(&dataset, "A", others[0].target, &first), STATUS_OK);
  for (size_t n = 0; n < sizeof others / sizeof *others; n++) {
    int32_t machine;
    CHECK_EQUAL(dataset_add_machine(&dataset, others[n].cpu, others[n].target, &machine),
                STATUS_OK);
    CHECK_EQUAL(machine, n);
    CHECK_TEXT(dataset.machines[machine].cpu, others[n].identity);
    CHECK_EQUAL(dataset_is_same_cpu(&dataset.machines[0], &dataset.machines[machine]),
                others[n].is_same);
    CHECK_EQUAL(dataset_is_same_cpu(&dataset.machines[machine], &dataset.machines[0]),
                others[n].is_same);
    CHECK_EQUAL(dataset_add_machine(&dataset, others[n].cpu, others[n].target, &again), STATUS_OK);
    CHECK_EQUAL(again, machine);
  }
  dataset_destroy(&dataset);
}

int main(void) {
  char command[64];
  if (!mkdtemp(folder))
    return 1;
  test_round_trip("plain.tsv");
  test_round_trip("packed.tsv.gz");
  test_append();
  test_damage();
  test_damaged_compression();
  test_random_damage();
  test_limits();
  test_machines();
  snprintf(command, sizeof command, "rm -r %s", folder);
  CHECK(system(command) == 0);
  return check_result();
}
