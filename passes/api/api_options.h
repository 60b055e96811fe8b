// ApiOptions: the options of the public C API as the driver of the passes takes them.
#ifndef AUTOTUNE_PASSES_API_API_OPTIONS_H
#define AUTOTUNE_PASSES_API_API_OPTIONS_H

#include "base/status.h"
#include "include/autotune.h"
#include "passes/options.h"

// The values as written; lends what `options` holds.
Status api_options_texts(const AutotuneOptions *options, OptionTexts *out_texts);
// All of them, the model included.
Status api_options_parse(const AutotuneOptions *options, TuneOptions *out_options);

// That of autotuneOptionsSetModel; lent, null: none.
const LearnedModel *api_options_model(const AutotuneOptions *options);

// What a public function returns for `status`; tells the error callback of a failure.
AutotuneResult api_result(const AutotuneOptions *options, Status status);
// A RemarkCallback: hands the remark to the callback of the options, which are `user`.
void api_remark(const TuneRemark *remark, void *user);

#endif
