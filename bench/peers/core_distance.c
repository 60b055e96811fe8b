// Nanoseconds that a line of memory takes from one processor to another: two threads hand a number
// to each other in turn. A host of virtual machines moves processors between cores that share a
// cache and cores that do not; the number says which of both it is now.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

enum { ROUNDS = 20, EXCHANGES = 1000, LINE_BYTES = 128 };

typedef struct {
  _Alignas(LINE_BYTES) _Atomic int turn; // even: of the first
  _Atomic int is_over;                   // one of the two cannot play
  _Alignas(LINE_BYTES) int processor[2];
  double nanoseconds; // the least of the rounds: others may have had a processor in some
} Game;

typedef struct {
  Game *game;
  int number;
} Player;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static void *play(void *user) {
  const Player *player = user;
  Game *game = player->game;
  cpu_set_t own;
  CPU_ZERO(&own);
  CPU_SET(game->processor[player->number], &own);
  if (pthread_setaffinity_np(pthread_self(), sizeof own, &own))
    game->is_over = 1;
  int turn = player->number;
  for (int round = 0; round < ROUNDS; round++) {
    double start = now();
    for (int i = 0; i < EXCHANGES; i++, turn += 2) {
      while (atomic_load_explicit(&game->turn, memory_order_acquire) != turn)
        if (atomic_load_explicit(&game->is_over, memory_order_relaxed))
          return NULL;
      atomic_store_explicit(&game->turn, turn + 1, memory_order_release);
    }
    double each = (now() - start) / (2 * EXCHANGES);
    if (player->number == 0 && (round == 0 || each < game->nanoseconds))
      game->nanoseconds = each;
  }
  return NULL;
}

// Between two processors. 0 where they are the same, or where one of them gets no thread.
double core_distance(int first, int second) {
  Game game = {.processor = {first, second}};
  if (first == second)
    return 0;
  Player players[2] = {{&game, 0}, {&game, 1}};
  pthread_t threads[2];
  int count = 0;
  while (count < 2 && !pthread_create(&threads[count], NULL, play, &players[count]))
    count++;
  if (count < 2)
    game.is_over = 1;
  for (int i = 0; i < count; i++)
    pthread_join(threads[i], NULL);
  return game.is_over ? 0 : game.nanoseconds;
}
