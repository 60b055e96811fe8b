// InterfaceJson: the functions of a library as JSON.
#include "tools/compile/interface_json.h"

#include "tools/compile/c_header.h"

static Json *extents_json(const Signature *signature, const ValueType *value, const int *symbols) {
  Json *shape = json_make_array();
  for (int d = 0; d < value->rank; d++)
    if (value->shape[d] != OPEN_SIZE)
      json_append_integer(shape, value->shape[d]);
    else
      json_append_text(shape, symbols[d] >= 0 ? signature->symbols[symbols[d]] : NULL);
  return shape;
}

static Json *value_json(const Signature *signature, const ValueType *value, const int *symbols) {
  Json *json = json_make_object();
  json_put_text(json, "name", value->name);
  json_put_text(json, "type", element_type_name(value->type));
  json_put_bool(json, "is_buffer", value->is_buffer);
  json_put_bool(json, "is_written", value->is_written);
  json_put_bool(json, "is_packed", value->is_packed);
  json_put_bool(json, "is_dense", c_header_is_row_major(value) && value->offset == 0);
  json_put(json, "shape", extents_json(signature, value, symbols));
  return json;
}

static Json *arguments_json(const Signature *signature) {
  Json *arguments = json_make_array();
  for (int i = 0; i < signature->argument_count; i++) {
    const ValueType *value = &signature->arguments[i];
    json_append(arguments, value_json(signature, value, value->symbols));
  }
  return arguments;
}

static Json *results_json(const CFunction *function) {
  const Signature *signature = &function->signature;
  Json *results = json_make_array();
  int symbols[VALUE_MAX_RANK], next = 0;
  for (int i = 0; i < signature->result_count; i++) {
    const ValueType *value = &signature->results[i];
    for (int d = 0; d < value->rank; d++)
      symbols[d] = value->shape[d] == OPEN_SIZE ? function->result_symbols[next++] : -1;
    json_append(results, value_json(signature, value, symbols));
  }
  return results;
}

static Json *function_json(const CInterface *interface, const CFunction *function) {
  const Signature *signature = &function->signature;
  Json *json = json_make_object(), *sizes = json_make_array();
  json_put_text(json, "name", signature->name);
  json_put_text(json, "c_name", function->c_name);
  json_put_integer(json, "workspace_bytes", function->workspace_bytes);
  json_put_bool(json, "has_result_shapes", function->result_symbols && !interface->is_for_device);
  for (int s = 0; s < signature->symbol_count; s++)
    json_append_text(sizes, signature->symbols[s]);
  json_put(json, "sizes", sizes);
  json_put(json, "arguments", arguments_json(signature));
  json_put(json, "results", results_json(function));
  return json;
}

Json *interface_json(const CInterface *interface) {
  Json *functions = json_make_array();
  for (int i = 0; i < interface->count; i++)
    json_append(functions, function_json(interface, &interface->functions[i]));
  return functions;
}
