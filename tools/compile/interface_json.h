// InterfaceJson: what a caller of the C functions of a library has to know, as JSON: what the
// header says, for programs that read it.
#ifndef AUTOTUNE_TOOLS_COMPILE_INTERFACE_JSON_H
#define AUTOTUNE_TOOLS_COMPILE_INTERFACE_JSON_H

#include "records/json.h"
#include "tools/compile/c_interface.h"

// An array of functions, owned by the caller. An extent of a shape is a number, the name of an
// unknown size of the call, or null where NAME_result_shapes tells it.
Json *interface_json(const CInterface *interface);

#endif
