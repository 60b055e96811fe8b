// PanelLayers: the layers of the corpus in the order in which a panel measures them
// (tools/corpus/panel.h).
#ifndef AUTOTUNE_TOOLS_CALIBRATE_PANEL_LAYERS_H
#define AUTOTUNE_TOOLS_CALIBRATE_PANEL_LAYERS_H

#include "tools/corpus/corpus.h"

typedef struct PanelLayer {
  int32_t row;    // of the corpus
  int32_t trials; // schedules to measure
} PanelLayer;

enum { PANEL_LAYER_TRIALS = 16 }; // of a layer with a contraction or window, half of it of others

// Writes at most corpus->count layers: those that an op is tuned of. Takes some seconds, as every
// layer is made into a module and read.
Status panel_layers_order(const Corpus *corpus, PanelLayer *out_layers, int *out_count);

#endif
