// Questions: what the cost model is asked about ops, as plain data, so that several threads may
// answer at once.
#include "passes/choose/questions.h"

#include "passes/choose/parallel_shim.h"

#include <stdlib.h>
#include <string.h>

typedef struct Question {
  uint64_t key;
  int count;
  Workload *workloads;   // owned, `count` of them
  double *extra_seconds; // owned, the same
  Target target;
  ChooseOptions options;
  bool is_answered;
  Choice choice;
} Question;

bool questions_have(const Questions *questions, uint64_t key) {
  for (int i = 0; i < questions->count; i++)
    if (questions->items[i]->key == key)
      return true;
  return false;
}

static void question_destroy(Question *question) {
  if (question) {
    free(question->workloads);
    free(question->extra_seconds);
  }
  free(question);
}

void questions_add(Questions *questions, uint64_t key, const Workload *variants,
                   const double *extra_seconds, int count, const Target *target,
                   const ChooseOptions *options) {
  size_t room = (size_t)count;
  Question *question = questions->count < QUESTIONS_MAX ? calloc(1, sizeof *question) : NULL;
  if (!question)
    return;
  *question = (Question){.key = key,
                         .count = count,
                         .workloads = malloc(room * sizeof(Workload)),
                         .extra_seconds = malloc(room * sizeof(double)),
                         .target = *target,
                         .options = *options};
  if (!question->workloads || !question->extra_seconds) {
    question_destroy(question);
    return;
  }
  memcpy(question->workloads, variants, room * sizeof(Workload));
  memcpy(question->extra_seconds, extra_seconds, room * sizeof(double));
  questions->items[questions->count++] = question;
}

static void ask(int index, void *user) {
  Question *question = ((const Questions *)user)->items[index];
  question->is_answered =
      schedule_choose(question->workloads, question->extra_seconds, question->count,
                      &question->target, &question->options, &question->choice) == STATUS_OK;
}

void questions_ask(Questions *questions, MlirContext context, ChoiceMemo *memo) {
  parallel_for(context, questions->count, ask, questions);
  for (int i = 0; i < questions->count; i++)
    if (questions->items[i]->is_answered)
      choice_memo_add(memo, questions->items[i]->key, &questions->items[i]->choice);
}

void questions_destroy(Questions *questions) {
  for (int i = 0; i < questions->count; i++)
    question_destroy(questions->items[i]);
  *questions = (Questions){.count = 0};
}
