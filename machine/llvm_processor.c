// What names and features mean is known to the architectures. Features are bits, and each implies
// others: adding one adds those, and denying one denies all that imply it.
#include "machine/llvm_processor.h"

#include "base/text.h"
#include "machine/architecture.h"
#include "machine/llvm_names_shim.h"

#include <stdio.h>
#include <string.h>

static bool is_one_of(const char *word, size_t length, const char *const *words) {
  for (; *words != NULL; words++)
    if (text_equal(word, length, *words))
      return true;
  return false;
}

static bool starts_with(const char *word, size_t length, const char *prefix) {
  size_t size = strlen(prefix);
  return length >= size && memcmp(word, prefix, size) == 0;
}

static const Architecture *architecture_of(const LlvmProcessor *processor) {
  return processor->architecture != NULL ? processor->architecture : architecture_at(0);
}

// Whether what was read fits one architecture, this one.
static bool takes(LlvmProcessor *processor, const Architecture *architecture) {
  if (processor->architecture == NULL)
    processor->architecture = architecture;
  return processor->architecture == architecture;
}

// The first reason stays.
static void keep_foreign(LlvmProcessor *processor, const char *what, const char *word,
                         size_t length, const char *why) {
  if (!processor->foreign[0])
    snprintf(processor->foreign, sizeof processor->foreign, "%s '%.*s' %s", what,
             (int)(length < 64 ? length : 64), word, why);
}

// The same with a reason that ends in the name of the architecture, or those of all that there are
// where nothing has said which.
static void keep_other(LlvmProcessor *processor, const char *what, const char *word, size_t length,
                       const char *why) {
  char text[96];
  bool is_known = processor->architecture != NULL && !processor->is_assumed;
  snprintf(text, sizeof text, "%s %s", why,
           is_known ? processor->architecture->name : architecture_names().text);
  keep_foreign(processor, what, word, length, text);
}

static void keep_ignored(LlvmProcessor *processor, const char *what, const char *word,
                         size_t length) {
  size_t used = strlen(processor->ignored);
  snprintf(processor->ignored + used, sizeof processor->ignored - used, "%s%s '%.*s'",
           used ? ", " : "", what, (int)(length < 32 ? length : 32), word);
}

// --- reading

void llvm_processor_read_cpu(LlvmProcessor *processor, const char *name, size_t length) {
  Target row;
  processor->added = processor->denied = processor->limits = 0;
  processor->cpu[0] = '\0';
  if (length == 0)
    return;
  bool is_ours = processor->architecture
                     ? target_find_of(processor->architecture, name, length, &row)
                     : target_find(name, length, &row);
  bool is_open = processor->architecture == NULL && target_name_is_shared(name, length);
  if (is_ours && length < sizeof processor->cpu && takes(processor, row.architecture)) {
    snprintf(processor->cpu, sizeof processor->cpu, "%.*s", (int)length, name);
    processor->is_assumed = is_open;
  } else if (target_find(name, length, &row) || llvm_knows_other_cpu(name, length)) {
    keep_other(processor, "processor", name, length, "is no");
  } else {
    keep_ignored(processor, "unknown processor", name, length);
  }
}

static void change_feature(LlvmProcessor *processor, bool is_added, const char *word,
                           size_t length) {
  const Architecture *architecture = architecture_of(processor);
  unsigned limit = (unsigned)architecture->width_limit(word, length);
  unsigned features = is_added ? architecture->features_added(word, length)
                               : architecture->features_denied(word, length);
  processor->limits = is_added ? processor->limits | limit : processor->limits & ~limit;
  processor->added = is_added ? processor->added | features : processor->added & ~features;
  processor->denied = is_added ? processor->denied & ~features : processor->denied | features;
}

// A feature of another architecture than the one that was only assumed says which it is.
static void turn_to_feature(LlvmProcessor *processor, const char *word, size_t length) {
  const Architecture *architecture;
  Target row;
  bool is_open = processor->architecture == NULL || processor->is_assumed;
  if (!is_open || processor->added || processor->denied || processor->limits ||
      !is_one_of(word, length, architecture_of(processor)->foreign_features))
    return;
  for (int a = 0; (architecture = architecture_at(a)) != NULL; a++)
    if (!is_one_of(word, length, architecture->foreign_features) &&
        (!processor->cpu[0] ||
         target_find_of(architecture, processor->cpu, strlen(processor->cpu), &row))) {
      processor->architecture = architecture;
      processor->is_assumed = false;
      return;
    }
}

static void read_feature(LlvmProcessor *processor, bool is_added, const char *word, size_t length) {
  if (is_added)
    turn_to_feature(processor, word, length);
  const Architecture *architecture = architecture_of(processor);
  if (is_added && is_one_of(word, length, architecture->foreign_features))
    keep_other(processor, "feature", word, length, "is none of");
  else if (is_added && is_one_of(word, length, architecture->forbidding_features))
    keep_other(processor, "feature", word, length, "leaves no vectors of");
  else
    change_feature(processor, is_added, word, length);
}

void llvm_processor_read_features(LlvmProcessor *processor, const char *text, size_t length) {
  const char *end = text + length;
  while (text < end) {
    const char *comma = memchr(text, ',', (size_t)(end - text));
    size_t size = (size_t)((comma ? comma : end) - text);
    if (size > 1 && (text[0] == '+' || text[0] == '-'))
      read_feature(processor, text[0] == '+', text + 1, size - 1);
    else if (size > 0)
      keep_ignored(processor, "feature without + or -", text, size);
    text = comma ? comma + 1 : end;
  }
}

void llvm_processor_read_triple(LlvmProcessor *processor, const char *text, size_t length) {
  char name[32];
  if (length == 0) // then there may be no text either
    return;
  bool is_wide = llvm_triple_read(text, length, name, sizeof name);
  const Architecture *architecture = architecture_find(name);
  if (architecture == NULL || !takes(processor, architecture))
    keep_other(processor, "triple", text, length, "is not that of");
  else if (!is_wide)
    keep_foreign(processor, "triple", text, length, "has pointers of 32 bits");
}

// "E" is big-endian; "p:SIZE:..." and "p0:SIZE:..." are pointers.
static void read_layout_part(LlvmProcessor *processor, const char *part, size_t length) {
  if (text_equal(part, length, "E"))
    keep_foreign(processor, "data layout", part, length, "is big-endian");
  else if ((starts_with(part, length, "p:") && !starts_with(part, length, "p:64")) ||
           (starts_with(part, length, "p0:") && !starts_with(part, length, "p0:64")))
    keep_foreign(processor, "data layout", part, length, "has pointers of other than 64 bits");
}

void llvm_processor_read_layout(LlvmProcessor *processor, const char *text, size_t length) {
  const char *end = text + length;
  while (text < end) {
    const char *dash = memchr(text, '-', (size_t)(end - text));
    size_t size = (size_t)((dash ? dash : end) - text);
    read_layout_part(processor, text, size);
    text = dash ? dash + 1 : end;
  }
}

// --- the target

bool llvm_processor_is_named(const LlvmProcessor *processor) {
  return processor->cpu[0] || processor->added;
}

// `limits` has a bit for each width: its number is that of the vectors' bits.
static void apply(const LlvmProcessor *processor, unsigned features, Target *target) {
  target->architecture->set_features(features, target);
  for (int w = TARGET_MAX_WIDTHS - 1; w >= 0; w--)
    if (processor->limits & (unsigned)target->widths[w].bits)
      target->vector_bits = target_bits_within(target, target->widths[w].bits);
}

// The row where no processor is known, and what is sure of its features.
static const Target *row_without_cpu(const LlvmProcessor *processor, const Target *otherwise,
                                     unsigned *out_features) {
  const Architecture *architecture = architecture_of(processor);
  if (processor->added) {
    *out_features = architecture->least_features;
    return architecture->row_of_features(processor->added);
  }
  const Target *row =
      otherwise->architecture == architecture ? otherwise : architecture->default_row;
  *out_features = architecture->features_of(row);
  return row;
}

Status llvm_processor_target(const LlvmProcessor *processor, const Target *otherwise,
                             Target *out_target) {
  Target target;
  unsigned features;
  const Architecture *architecture = architecture_of(processor);
  if (processor->foreign[0])
    return status_fail(STATUS_UNSUPPORTED, "%s", processor->foreign);
  if (processor->denied & architecture->least_features)
    return status_fail(STATUS_UNSUPPORTED, "the features take %s away, so there are no vectors",
                       architecture->least_name);
  if (processor->cpu[0]) {
    target_find_of(architecture, processor->cpu, strlen(processor->cpu), &target);
    features = architecture->features_of(&target);
  } else {
    target = *row_without_cpu(processor, otherwise, &features);
  }
  unsigned all = (features & ~processor->denied) | processor->added;
  if (all != features || processor->limits)
    apply(processor, all, &target);
  *out_target = target;
  return STATUS_OK;
}
