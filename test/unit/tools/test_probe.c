// Probes: the verdict on what was timed, and that every kernel of this processor runs.
#include "machine/architecture.h"
#include "test/unit/base/check.h"
#include "tools/calibrate/probe/probe.h"

#include "tools/calibrate/probe/kernels.h"

#include <stdlib.h>

static ProbeResult judge(Probe probe, const double *rates, double clock_hz) {
  return probe_judge(probe, rates, PROBE_ROUNDS, clock_hz, 4);
}

static void fill(double *rates, double rate) {
  for (int n = 0; n < PROBE_ROUNDS; n++)
    rates[n] = rate;
}

static void test_forms(void) {
  double rates[PROBE_ROUNDS];
  fill(rates, 3.25e9);
  CHECK(judge(PROBE_clock, rates, 1).value == 3.25);
  fill(rates, 6.4e9);
  CHECK(judge(PROBE_fma_512, rates, 3.2e9).value == 2);
  CHECK(judge(PROBE_L2, rates, 0.125e9).value == 51.2);
  fill(rates, 0.8e9);
  CHECK(judge(PROBE_latency, rates, 3.2e9).value == 4);
  CHECK(judge(PROBE_L2_write, rates, 0.0125e9).value == 64);
  fill(rates, 1536);
  CHECK(judge(PROBE_tlb, rates, 3.2e9).value == 1536);
}

static void test_steps(void) {
  double rates[PROBE_ROUNDS];
  fill(rates, 1.96e9);
  CHECK(judge(PROBE_loads_256, rates, 1e9).value == 2);
  fill(rates, 0.51e9);
  CHECK(judge(PROBE_stores_512, rates, 1e9).value == 0.5);
  fill(rates, 1.7e9); // no port, but a clock that falls
  CHECK(judge(PROBE_fma_512, rates, 1e9).value == 1.7);
  fill(rates, 0.98e9); // no other clock
  CHECK(judge(PROBE_narrow_clock, rates, 1e9).value == 1);
  fill(rates, 1.3e9);
  CHECK(judge(PROBE_narrow_clock, rates, 1e9).value == 1.3);
  fill(rates, 1e9 / 4.4); // latencies are whole
  CHECK(judge(PROBE_latency, rates, 1e9).value == 4);
}

static void test_verdicts(void) {
  double rates[PROBE_ROUNDS];
  fill(rates, 2e9);
  CHECK_EQUAL(judge(PROBE_fma_128, rates, 1e9).verdict, PROBE_TAKEN);
  CHECK_EQUAL(probe_judge(PROBE_fma_128, rates, PROBE_ROUNDS, 1e9, 0).verdict, PROBE_ABSENT);
  CHECK_EQUAL(judge(PROBE_fma_128, rates, 0.1e9).verdict, PROBE_IMPLAUSIBLE);
  CHECK_EQUAL(judge(PROBE_fma_128, rates, 0).verdict, PROBE_ABSENT);
  for (int n = 0; n < PROBE_ROUNDS * 2 / 3; n++) // whatever is slower is not the machine
    rates[n * 3 / 2] = 1e8 * n;
  CHECK_EQUAL(judge(PROBE_fma_128, rates, 1e9).verdict, PROBE_TAKEN);
  CHECK(judge(PROBE_fma_128, rates, 1e9).value == 2);
  for (int n = 0; n < PROBE_ROUNDS; n++)
    rates[n] = 2e9 * (1 - 0.05 * n);
  CHECK_EQUAL(judge(PROBE_fma_128, rates, 1e9).verdict, PROBE_NOISY);
  fill(rates, 2e9); // so few rounds agree by chance
  CHECK_EQUAL(probe_judge(PROBE_fma_128, rates, PROBE_LEAST_ROUNDS - 1, 1e9, 2).verdict,
              PROBE_RUSHED);
  CHECK_EQUAL(probe_judge(PROBE_fma_128, rates, PROBE_LEAST_ROUNDS, 1e9, 2).verdict, PROBE_TAKEN);
  fill(rates, 0);
  CHECK_EQUAL(judge(PROBE_L3, rates, 1e9).verdict, PROBE_ABSENT);
}

// Of a machine of 2 GHz that does two of everything in a cycle.
static void fill_looks(ProbeLooks *looks, int rounds, double taken) {
  *looks = (ProbeLooks){.rounds = rounds, .taken = taken};
  for (int p = 0; p < PROBE_COUNT; p++)
    for (int r = 0; r < rounds; r++)
      looks->looks[p][r] = (ProbeLook){p == PROBE_clock ? 2e9 : p == PROBE_tlb ? 1024 : 4e9, taken};
}

static Status judge_looks(const ProbeLooks *looks, ProbeReport *report) {
  return probe_judge_all(looks, target_row(0), report);
}

// What others took part in is no look: neither the clock of such a core, nor anything else of it.
static void test_busy(void) {
  static ProbeLooks looks;
  static ProbeReport report;
  const ProbeResult *results = report.results;
  fill_looks(&looks, PROBE_ROUNDS, 0.1);
  CHECK_EQUAL(judge_looks(&looks, &report), STATUS_OK);
  CHECK_EQUAL(results[PROBE_clock].verdict, PROBE_TAKEN);
  CHECK_EQUAL(results[PROBE_fma_128].verdict, PROBE_TAKEN);
  fill_looks(&looks, PROBE_ROUNDS, 0.83);
  CHECK_EQUAL(judge_looks(&looks, &report), STATUS_SYSTEM);
  CHECK(strstr(status_text(), "83 % of the time: 0 of 12 looks") != NULL);
  for (int p = 0; p < PROBE_COUNT; p++)
    CHECK(results[p].verdict != PROBE_TAKEN);
  for (int r = 0; r < PROBE_LEAST_ROUNDS; r++) // so many good ones are enough, whatever others say
    looks.looks[PROBE_clock][r] = (ProbeLook){1e9, 0};
  CHECK_EQUAL(judge_looks(&looks, &report), STATUS_OK);
  CHECK_EQUAL(results[PROBE_clock].verdict, PROBE_TAKEN);
  CHECK(results[PROBE_clock].value == 1);
  CHECK_EQUAL(results[PROBE_fma_128].verdict, PROBE_BUSY);
  looks.looks[PROBE_clock][0].taken = 0.11;
  CHECK_EQUAL(judge_looks(&looks, &report), STATUS_SYSTEM);
}

// No rate a cycle without the cycle; what is counted stays. Too little time is no busy core.
static void test_clockless(void) {
  static ProbeLooks looks;
  static ProbeReport report;
  const ProbeResult *results = report.results;
  fill_looks(&looks, PROBE_ROUNDS, 0);
  for (int r = 0; r < PROBE_ROUNDS; r++)
    looks.looks[PROBE_clock][r].rate = 2e9 * (1 - 0.05 * r);
  CHECK_EQUAL(judge_looks(&looks, &report), STATUS_OK);
  CHECK_EQUAL(results[PROBE_clock].verdict, PROBE_NOISY);
  CHECK_EQUAL(results[PROBE_tlb].verdict, PROBE_TAKEN);
  CHECK_EQUAL(results[PROBE_fma_128].verdict, PROBE_CLOCKLESS);
  for (int p = 0; p < PROBE_COUNT; p++)
    CHECK(p == PROBE_tlb || results[p].verdict != PROBE_TAKEN);
  fill_looks(&looks, PROBE_LEAST_ROUNDS - 1, 0);
  CHECK_EQUAL(judge_looks(&looks, &report), STATUS_OK);
  CHECK_EQUAL(results[PROBE_clock].verdict, PROBE_RUSHED);
  fill_looks(&looks, PROBE_LEAST_ROUNDS - 1, 0.5);
  CHECK_EQUAL(judge_looks(&looks, &report), STATUS_SYSTEM);
}

// The values depend on the machine and its load; that all of it runs, and that what was taken is a
// target, does not.
static void test_all(void) {
  Target target, again;
  static ProbeReport report;
  const ProbeResult *results = report.results;
  char text[TARGET_TEXT_BYTES];
  CHECK_EQUAL(target_probe_host(&target), STATUS_OK);
  Status status = probe_all(&target, 10, NULL, NULL, &report);
  CHECK_EQUAL(status, results[PROBE_clock].verdict == PROBE_BUSY ? STATUS_SYSTEM : STATUS_OK);
  for (int p = 0; p < PROBE_COUNT && status == STATUS_OK; p++)
    if (results[p].verdict == PROBE_TAKEN)
      CHECK(results[p].value / target_number(&target, probe_name((Probe)p)) < 1.001 &&
            results[p].value / target_number(&target, probe_name((Probe)p)) > 0.999);
  CHECK(report.taken >= 0 && report.taken < 1);
  CHECK(results[PROBE_clock].verdict != PROBE_ABSENT);
  CHECK(target_print(&target, text, sizeof text) < (int)sizeof text);
  CHECK_EQUAL(target_parse(text, &again), STATUS_OK);
}

// What the processor lacks is not run: here all that is wider than 128 bits, or a multiply-add.
static void test_narrow(void) {
  Target target;
  CHECK_EQUAL(target_parse("x86-64-v2", &target), STATUS_OK);
  ProbeSetting setting = {.target = &target,
                          .kernels = architecture_host()->host->kernels,
                          .memory = aligned_alloc(4096, 4096)};
  for (int n = 0; n < 1024; n++)
    ((float *)setting.memory)[n] = 0.5f;
  CHECK(probe_fma(&setting, 256) == 0 && probe_loads(&setting, 512) == 0);
  CHECK(probe_fma(&setting, 128) > 0 && probe_clock(&setting, 0) > 0);
  CHECK(probe_latency(&setting, 0) > 0 && probe_stores(&setting, 128) > 0);
  CHECK(probe_narrow_clock(&setting, 0) == 0); // there is nothing wider
  free(setting.memory);
}

// Every byte is overwritten by a copy of the first vector, and nothing beyond.
static void test_write(void) {
  enum { BYTES = 2048 };
  int32_t *memory = aligned_alloc(4096, 2 * BYTES);
  Target host;
  CHECK_EQUAL(target_probe_host(&host), STATUS_OK);
  for (int bits = 128; bits <= host.vector_bits; bits *= 2) {
    int lanes = bits / 32, wrong = 0;
    for (int n = 0; n < 2 * BYTES / 4; n++)
      memory[n] = 7 * n;
    architecture_host()->host->kernels->write(bits, 3, (unsigned char *)memory, BYTES);
    for (int n = 0; n < 2 * BYTES / 4; n++)
      wrong += memory[n] != 7 * (n < BYTES / 4 ? n % lanes : n);
    CHECK_EQUAL(wrong, 0);
  }
  free(memory);
}

int main(void) {
  test_forms();
  test_steps();
  test_verdicts();
  test_busy();
  test_clockless();
  test_all();
  test_narrow();
  test_write();
  return check_result();
}
