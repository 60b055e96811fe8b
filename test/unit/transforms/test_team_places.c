// Places of the OpenMP runtime's threads: one processor for each while they are taken, as many as
// before afterwards, and none where there is no runtime or the user says where threads run.
#include "runtime/team_places.h"

#include "test/unit/base/check.h"
#include <dlfcn.h>
#include <stdlib.h>

enum { THREADS = 3 };

static struct {
  void (*run)(void (*function)(void *), void *user, unsigned threads, unsigned flags);
  int (*number)(void);
  void (*set_threads)(int count);
} openmp;
static cpu_set_t masks[THREADS]; // that each thread may use

static bool load_runtime(void) {
  void *library = dlopen(AUTOTUNE_OPENMP, RTLD_NOW | RTLD_GLOBAL);
  if (!library)
    return false;
  *(void **)&openmp.run = dlsym(library, "GOMP_parallel");
  *(void **)&openmp.number = dlsym(library, "omp_get_thread_num");
  *(void **)&openmp.set_threads = dlsym(library, "omp_set_num_threads");
  return openmp.run && openmp.number && openmp.set_threads;
}

static void read_mask(void *user) {
  (void)user;
  cpu_set_t *mask = &masks[openmp.number()];
  sched_getaffinity(0, sizeof *mask, mask);
}

static void read_masks(void) { openmp.run(read_mask, NULL, THREADS, 0); }

// Threads have equal places only where there are fewer processors than threads.
static void check_taken(const cpu_set_t *allowed) {
  cpu_set_t all;
  CPU_ZERO(&all);
  for (int n = 0; n < THREADS; n++) {
    cpu_set_t both;
    CHECK_EQUAL(CPU_COUNT(&masks[n]), 1);
    CPU_AND(&both, &masks[n], allowed);
    CHECK(CPU_EQUAL(&both, &masks[n]));
    CPU_OR(&all, &all, &masks[n]);
  }
  int processors = CPU_COUNT(allowed);
  CHECK_EQUAL(CPU_COUNT(&all), processors < THREADS ? processors : THREADS);
}

static void check_left(const cpu_set_t *allowed) {
  for (int n = 0; n < THREADS; n++)
    CHECK(CPU_EQUAL(&masks[n], allowed));
}

static void test_without_runtime(void) {
  TeamPlaces places;
  team_places_take(&places);
  CHECK(!places.are_taken);
  CHECK_EQUAL(team_places_threads(), 1);
  team_places_leave(&places);
}

static void test_places(void) {
  cpu_set_t allowed;
  TeamPlaces places;
  sched_getaffinity(0, sizeof allowed, &allowed);
  openmp.set_threads(THREADS);
  CHECK_EQUAL(team_places_threads(), THREADS);
  team_places_take(&places);
  CHECK(places.are_taken);
  read_masks();
  check_taken(&allowed);
  team_places_leave(&places);
  read_masks();
  check_left(&allowed);
}

static void test_places_of_the_user(void) {
  TeamPlaces places;
  setenv("OMP_PROC_BIND", "false", 1);
  team_places_take(&places);
  CHECK(!places.are_taken);
  team_places_leave(&places);
}

int main(void) {
  unsetenv("OMP_PROC_BIND");
  test_without_runtime();
  if (!load_runtime()) {
    printf("no OpenMP runtime in " AUTOTUNE_OPENMP "\n");
    return 1;
  }
  test_places();
  test_places_of_the_user();
  return check_result();
}
