// Through the C API; of a path the last part.
#include "runtime/codegen/location_text.h"

#include "base/text.h"
#include <stdio.h>
#include <string.h>

void location_describe(MlirLocation location, char *text, size_t size) {
  text[0] = 0;
  if (mlirLocationIsAName(location)) {
    location_describe(mlirLocationNameGetChildLoc(location), text, size);
  } else if (mlirLocationIsAFileLineColRange(location)) {
    MlirStringRef file = mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(location));
    const char *slash = memrchr(file.data, '/', file.length);
    size_t skipped = slash ? (size_t)(slash + 1 - file.data) : 0;
    snprintf(text, size, "%.*s:%d:%d", (int)(file.length - skipped), file.data + skipped,
             mlirLocationFileLineColRangeGetStartLine(location),
             mlirLocationFileLineColRangeGetStartColumn(location));
    text_clean_line(text);
  }
}
