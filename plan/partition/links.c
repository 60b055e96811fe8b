// Walks along the edges of the graph. Chains are as long as the function: what waits is a list.
#include "plan/partition/links.h"

#include "base/array.h"

#include <stdlib.h>

// Edges of one op that are still to be followed.
typedef struct Rest {
  int edge, end;
} Rest;

static bool each_link(const OpGraph *graph, const int *anchor_of, Rest rest, bool is_upward,
                      bool only_direct, bool (*visit)(int op, void *user), void *user) {
  const int *first = is_upward ? graph->first_in : graph->first_out;
  Rest *waiting = NULL;
  int64_t count = 0;
  bool goes_on = true;
  while (goes_on && (rest.edge < rest.end || count > 0)) {
    if (rest.edge == rest.end) {
      rest = waiting[--count];
      continue;
    }
    const GraphEdge *edge = is_upward ? &graph->inward[rest.edge] : &graph->edges[rest.edge];
    int other = is_upward ? edge->from : edge->to;
    rest.edge++;
    if (only_direct && !edge->is_direct)
      continue;
    if (anchor_of[other] != LINKS_REPEATED) {
      goes_on = visit(other, user);
      continue;
    }
    if (rest.edge < rest.end && (goes_on = array_grow(&waiting, count, sizeof *waiting)))
      waiting[count++] = rest;
    rest = (Rest){first[other], first[other + 1]};
  }
  free(waiting);
  return goes_on;
}

bool links_each_source(const OpGraph *graph, const int *anchor_of, int op, bool only_direct,
                       bool (*visit)(int op, void *user), void *user) {
  const Rest all = {graph->first_in[op], graph->first_in[op + 1]};
  return each_link(graph, anchor_of, all, true, only_direct, visit, user);
}

bool links_each_reader(const OpGraph *graph, const int *anchor_of, int op, bool only_direct,
                       bool (*visit)(int op, void *user), void *user) {
  const Rest all = {graph->first_out[op], graph->first_out[op + 1]};
  return each_link(graph, anchor_of, all, false, only_direct, visit, user);
}

typedef struct Reach {
  const int *anchor_of;
  int group, barrier;
  bool *reached;
  int *waiting; // owned: those whose links are still to be followed
  int64_t count;
} Reach;

static bool reach(int op, void *user) {
  Reach *walk = user;
  if (walk->anchor_of[op] != walk->group || walk->reached[op] || op == walk->barrier)
    return true;
  if (!array_grow(&walk->waiting, walk->count, sizeof *walk->waiting))
    return false;
  walk->waiting[walk->count++] = op;
  walk->reached[op] = true;
  return true;
}

void links_reach(const OpGraph *graph, const int *anchor_of, int anchor, int barrier,
                 bool *out_reached) {
  Reach walk = {anchor_of, anchor, barrier, out_reached, NULL, 0};
  bool goes_on = reach(anchor, &walk);
  while (goes_on && walk.count > 0) {
    int op = walk.waiting[--walk.count];
    goes_on = links_each_source(graph, anchor_of, op, true, reach, &walk) &&
              links_each_reader(graph, anchor_of, op, true, reach, &walk);
  }
  free(walk.waiting);
}
