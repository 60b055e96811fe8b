// TeamPlaces: the threads of measured code on processors of their own while the clock runs. A
// parallel region of our own reaches the threads of the runtime: it keeps them for the next
// regions, by number.
#include "runtime/team_places.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Team {
  // Of the runtime: runs the function on all threads, 0: as many as there are.
  void (*run)(void (*function)(void *), void *user, unsigned threads, unsigned flags);
  int (*number)(void);  // of the calling thread
  int (*threads)(void); // of the next region
  const cpu_set_t *allowed;
  int processors[CPU_SETSIZE]; // of the threads, by number, again and again
  int count;                   // 0: all threads may use all
} Team;

static bool find_runtime(Team *team) {
  void *library = dlopen("libomp.so.5", RTLD_NOW | RTLD_NOLOAD);
  if (!library)
    library = dlopen("libomp.so", RTLD_NOW | RTLD_NOLOAD);
  if (!library)
    return false;
  *(void **)&team->run = dlsym(library, "GOMP_parallel");
  *(void **)&team->number = dlsym(library, "omp_get_thread_num");
  *(void **)&team->threads = dlsym(library, "omp_get_max_threads");
  dlclose(library); // it was loaded before, and stays
  return team->run && team->number && team->threads;
}

// Whether another processor of the same core has a smaller number.
static bool is_second_of_core(int processor) {
  char path[96];
  int first = processor;
  snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list",
           processor);
  FILE *file = fopen(path, "r");
  if (!file)
    return false;
  if (fscanf(file, "%d", &first) != 1)
    first = processor;
  fclose(file);
  return first != processor;
}

static void list_processors(Team *team) {
  for (int second = 0; second < 2; second++)
    for (int processor = 0; processor < CPU_SETSIZE; processor++)
      if (CPU_ISSET(processor, team->allowed) && is_second_of_core(processor) == second)
        team->processors[team->count++] = processor;
}

static void place_thread(void *user) {
  const Team *team = user;
  cpu_set_t own = *team->allowed;
  if (team->count > 0) {
    CPU_ZERO(&own);
    CPU_SET(team->processors[team->number() % team->count], &own);
  }
  sched_setaffinity(0, sizeof own, &own);
}

void team_places_take(TeamPlaces *out_places) {
  Team team = {.allowed = &out_places->allowed};
  out_places->are_taken =
      !getenv("OMP_PROC_BIND") && find_runtime(&team) &&
      sched_getaffinity(0, sizeof out_places->allowed, &out_places->allowed) == 0;
  if (!out_places->are_taken)
    return;
  list_processors(&team);
  team.run(place_thread, &team, 0, 0);
}

int team_places_threads(void) {
  Team team = {0};
  return find_runtime(&team) ? team.threads() : 1;
}

void team_places_leave(const TeamPlaces *places) {
  Team team = {.allowed = &places->allowed};
  if (places->are_taken && find_runtime(&team))
    team.run(place_thread, &team, 0, 0);
}
