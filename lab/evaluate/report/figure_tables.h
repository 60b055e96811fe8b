// Tables of figures in Markdown, which the parts of the report share.
#ifndef AUTOTUNE_LAB_EVALUATE_REPORT_FIGURE_TABLES_H
#define AUTOTUNE_LAB_EVALUATE_REPORT_FIGURE_TABLES_H

#include "lab/evaluate/evaluation.h"
#include <stdio.h>

void put_figure(FILE *file, EvaluationFigure figure, double value); // a cell; NAN: "-"
void put_rule(FILE *file, int columns);                             // below a head of 1 + columns
// Every figure by every predictor, and the curves of best speed so far.
void put_figures(FILE *file, const EvaluationResult *result);
// The figures of each program by the models. `corner` names what a program is.
void put_programs(FILE *file, const char *corner, const ProgramResult *programs, int count);

#endif
