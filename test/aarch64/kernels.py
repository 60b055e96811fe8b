"""Small functions on memrefs of odd sizes, the last argument the result: what test/aarch64/run.py compiles for both
architectures. A name maps to the text of its function."""

SHORT = ("mm_f32", "mm_i8", "mm_bf16", "conv_nchw", "softmax", "exp", "affine")  # those of the daily tests


def ref(shape, element):
    return f"memref<{'x'.join(map(str, shape))}x{element}>"


def named(name, op, inputs, output):
    """A function of one named op."""
    types = [*inputs, output]
    arguments = ", ".join(f"%{i}: {t}" for i, t in enumerate(types))
    values = ", ".join(f"%{i}" for i in range(len(inputs)))
    return f"""func.func @{name}({arguments}) {{
  {op} ins({values} : {', '.join(inputs)}) outs(%{len(inputs)} : {output})
  return
}}"""


def elementwise(name, lines, element="f32", shape=(13, 37)):
    value = ref(shape, element)
    body = "\n".join(f"    {line}" for line in lines)
    return f"""func.func @{name}(%0: {value}, %1: {value}) {{
  linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}}
      ins(%0 : {value}) outs(%1 : {value}) {{
  ^bb0(%x: {element}, %y: {element}):
{body}
    linalg.yield %r : {element}
  }}
  return
}}"""


def products():
    types = {"f32": ("f32", "f32"), "f64": ("f64", "f64"), "f16": ("f16", "f32"), "bf16": ("bf16", "f32"),
             "i8": ("i8", "i32"), "i16": ("i16", "i32"), "half": ("f16", "f16")}
    for word, (factor, total) in types.items():
        for suffix, (m, k, n) in {"": (37, 65, 83), "_row": (1, 131, 67), "_wide": (5, 18, 259)}.items():
            yield f"mm_{word}{suffix}", named(f"mm_{word}{suffix}", "linalg.matmul",
                                              [ref((m, k), factor), ref((k, n), factor)], ref((m, n), total))
    yield "mm_u8", named("mm_u8", "linalg.matmul {cast = #linalg.type_fn<cast_unsigned>}",
                         [ref((37, 65), "i8"), ref((65, 83), "i8")], ref((37, 83), "i32"))
    unsigned = "%p = arith.extui %x : i8 to i32"
    shifted = ["%w = arith.extui %x : i8 to i32", "%zero = arith.constant 7 : i32", "%p = arith.subi %w, %zero : i32"]
    for name, left in (("mm_mixed", unsigned), ("mm_zero", "\n    ".join(shifted))):
        maps = ", ".join(f"affine_map<(i, j, k) -> ({dims})>" for dims in ("i, k", "k, j", "i, j"))
        yield name, f"""func.func @{name}(%0: memref<37x65xi8>, %1: memref<65x83xi8>, %2: memref<37x83xi32>) {{
  linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel", "parallel", "reduction"]}}
      ins(%0, %1 : memref<37x65xi8>, memref<65x83xi8>) outs(%2 : memref<37x83xi32>) {{
  ^bb0(%x: i8, %y: i8, %z: i32):
    {left}
    %q = arith.extsi %y : i8 to i32
    %m = arith.muli %p, %q : i32
    %r = arith.addi %z, %m : i32
    linalg.yield %r : i32
  }}
  return
}}"""
    columns = "memref<37x65xf32, strided<[1, 37]>>"
    yield "mm_columns", named("mm_columns", "linalg.matmul", [columns, ref((65, 83), "f32")], ref((37, 83), "f32"))
    yield "batch", named("batch", "linalg.batch_matmul", [ref((3, 17, 29), "f32"), ref((3, 29, 23), "f32")],
                         ref((3, 17, 23), "f32"))
    yield "batch_i8", named("batch_i8", "linalg.batch_matmul", [ref((3, 17, 29), "i8"), ref((3, 29, 23), "i8")],
                            ref((3, 17, 23), "i32"))
    yield "vecmat", named("vecmat", "linalg.vecmat", [ref((67,), "f64"), ref((67, 131), "f64")], ref((131,), "f64"))
    yield "dot", named("dot", "linalg.dot", [ref((1031,), "f32"), ref((1031,), "f32")], "memref<f32>")
    yield "matvec", named("matvec", "linalg.matvec", [ref((67, 129), "f32"), ref((129,), "f32")], ref((67,), "f32"))


def windows():
    nchw = [ref((1, 19, 15, 15), "f32"), ref((23, 19, 3, 3), "f32")]
    yield "conv_nchw", named("conv_nchw", "linalg.conv_2d_nchw_fchw", nchw, ref((1, 23, 13, 13), "f32"))
    for element, total in (("f32", "f32"), ("i8", "i32"), ("bf16", "f32"), ("f16", "f32")):
        name = f"conv_nhwc_{element}"
        yield name, named(name, "linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>}",
                          [ref((1, 15, 15, 19), element), ref((3, 3, 19, 21), element)], ref((1, 7, 7, 21), total))
    yield "depthwise", named("depthwise", "linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<2> : tensor<2xi64>}",
                             [ref((1, 15, 15, 19), "f32"), ref((3, 3, 19), "f32")], ref((1, 7, 7, 19), "f32"))
    yield "depthwise_nchw", named("depthwise_nchw", "linalg.depthwise_conv_2d_nchw_chw",
                                  [ref((1, 5, 15, 17), "f32"), ref((5, 3, 3), "f32")], ref((1, 5, 13, 15), "f32"))
    yield "depthwise_i8", named("depthwise_i8", "linalg.depthwise_conv_2d_nhwc_hwc",
                                [ref((1, 15, 15, 19), "i8"), ref((3, 3, 19), "i8")], ref((1, 13, 13, 19), "i32"))
    yield "conv_1d", named("conv_1d", "linalg.conv_1d_nwc_wcf", [ref((2, 67, 13), "f32"), ref((5, 13, 21), "f32")],
                           ref((2, 63, 21), "f32"))
    yield "conv_3d", named("conv_3d", "linalg.conv_3d_ndhwc_dhwcf", [ref((1, 7, 9, 11, 5), "f64"), ref((3, 3, 3, 5, 7), "f64")],
                           ref((1, 5, 7, 9, 7), "f64"))
    for kind, element in (("max", "f32"), ("sum", "f64"), ("max", "i8"), ("min", "f16")):
        name = f"pool_{kind}_{element}"
        yield name, named(name, f"linalg.pooling_nhwc_{kind}",
                          [ref((1, 15, 15, 19), element), ref((3, 3), element)], ref((1, 13, 13, 19), element))


def functions():
    negative = "%z = arith.negf %x : f32"
    positive = "%z = math.absf %x : f32"
    for word in ("exp", "tanh", "erf", "sin", "cos"):
        yield word, elementwise(word, [negative, f"%r = math.{word} %z : f32"])
    for word in ("log", "sqrt", "rsqrt"):
        yield word, elementwise(word, [positive, f"%r = math.{word} %z : f32"])
    for element in ("f64", "f16", "bf16"):
        name = f"exp_{element}"
        yield name, elementwise(name, [f"%z = arith.negf %x : {element}", f"%r = math.exp %z : {element}"], element)
    yield "add_half", elementwise("add_half", ["%z = arith.mulf %x, %x : f16", "%r = arith.addf %z, %y : f16"], "f16")


def others():
    yield "softmax", named("softmax", "linalg.softmax dimension(1)", [ref((13, 67), "f32")], ref((13, 67), "f32"))
    yield "transpose", """func.func @transpose(%0: memref<37x131xf32>, %1: memref<131x37xf32>) {
  linalg.transpose ins(%0 : memref<37x131xf32>) outs(%1 : memref<131x37xf32>) permutation = [1, 0]
  return
}"""
    for element in ("f32", "f64", "i32"):
        op = "addi" if element == "i32" else "addf"
        yield f"rows_{element}", f"""func.func @rows_{element}(%0: memref<37x131x{element}>, %1: memref<37x{element}>) {{
  linalg.reduce {{ arith.{op} }} ins(%0 : memref<37x131x{element}>) outs(%1 : memref<37x{element}>) dimensions = [1]
  return
}}"""
    yield "affine", """func.func @affine(%0: memref<67x71xf64>, %1: memref<67xf64>, %2: memref<71xf64>) {
  affine.for %i = 0 to 71 {
    affine.for %j = 0 to 67 {
      %a = affine.load %0[%j, %i] : memref<67x71xf64>
      %x = affine.load %1[%j] : memref<67xf64>
      %y = affine.load %2[%i] : memref<71xf64>
      %p = arith.mulf %a, %x : f64
      %s = arith.addf %y, %p : f64
      affine.store %s, %2[%i] : memref<71xf64>
    }
  }
  return
}"""
    yield "stencil", """func.func @stencil(%0: memref<67x71xf32>) {
  affine.for %t = 0 to 5 {
    affine.for %i = 1 to 66 {
      affine.for %j = 1 to 70 {
        %a = affine.load %0[%i - 1, %j] : memref<67x71xf32>
        %b = affine.load %0[%i, %j + 1] : memref<67x71xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %0[%i, %j] : memref<67x71xf32>
      }
    }
  }
  return
}"""


def threaded():
    """Of sizes for which two threads are predicted to be faster."""
    for word, (factor, total) in {"f32": ("f32", "f32"), "i8": ("i8", "i32"), "bf16": ("bf16", "f32")}.items():
        yield f"large_{word}", named(f"large_{word}", "linalg.matmul", [ref((515, 259), factor), ref((259, 383), factor)],
                                     ref((515, 383), total))
    yield "large_conv", named("large_conv", "linalg.conv_2d_nchw_fchw", [ref((1, 37, 45, 45), "f32"), ref((67, 37, 3, 3), "f32")],
                              ref((1, 67, 43, 43), "f32"))
    yield "large_softmax", named("large_softmax", "linalg.softmax dimension(1)", [ref((515, 1031), "f32")], ref((515, 1031), "f32"))
    yield "large_exp", elementwise("large_exp", ["%z = arith.negf %x : f32", "%r = math.exp %z : f32"], shape=(1031, 517))


def texts():
    return dict([*products(), *windows(), *functions(), *others()])
