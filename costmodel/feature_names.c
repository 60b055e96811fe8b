// The names, units and meanings of features.
#include "costmodel/features.h"

#include "base/text.h"
#include <string.h>

static const char *const names[FEATURE_COUNT] = {
#define F(enumerator, name, unit, meaning) name,
#include "costmodel/features.def"
#undef F
};

static const char *const units[FEATURE_COUNT] = {
#define F(enumerator, name, unit, meaning) unit,
#include "costmodel/features.def"
#undef F
};

static const char *const meanings[FEATURE_COUNT] = {
#define F(enumerator, name, unit, meaning) meaning,
#include "costmodel/features.def"
#undef F
};

const char *const *feature_names(void) { return names; }
const char *feature_name(Feature feature) { return names[feature]; }
const char *feature_unit(Feature feature) { return units[feature]; }
const char *feature_meaning(Feature feature) { return meanings[feature]; }

Feature feature_find(const char *name, size_t length) {
  int found = 0;
  while (found < FEATURE_COUNT && !text_equal(name, length, names[found]))
    found++;
  return (Feature)found;
}

uint64_t feature_schema_hash(const char *const *of_names, size_t count) {
  uint64_t hash = TEXT_HASH_START;
  for (size_t n = 0; n < count; n++)
    hash = text_hash(hash, of_names[n], strlen(of_names[n]) + 1);
  return hash;
}

uint64_t features_schema(void) { return feature_schema_hash(names, FEATURE_COUNT); }
