"""Kernels and their launches as functions for a CPU, whose threads are fibers (fibers.h).

Reads what `autotune-gpu` has made, as mlir-opt prints it: identities of threads and blocks and barriers become calls, every access
of a buffer tells its indices, shared buffers become arguments, and a launch becomes a call of the C function launch_N. An
operation of the dialects gpu, nvgpu or nvvm that is not known here is an error.
"""
import math
import re

from on_cpu_group import FIBER_TYPES, NAME, GroupLines

CALLEES = {
    "fiber_thread": "() -> index",
    "fiber_block": "() -> index",
    "fiber_barrier": "() -> ()",
    "fiber_index": "(index, index, index) -> ()",
    "fiber_shared": "(index, index, index, index) -> ()",
    "fiber_copy": "(i64, i64, i64) -> ()",
    "fiber_commit": "() -> ()",
    "fiber_wait": "(index) -> ()",
    "fiber_mma": f"(index, index, index, {', '.join(['i32'] * 10)}) -> ()",
    "fiber_sum": "(index) -> i32",
    "fiber_ldmatrix": "(i64, i64, i64) -> ()",
    "fiber_word": "(index) -> i32",
    "fiber_tf32": "(f32) -> i32",
    "fiber_shuffle_f32": "(f32, i32) -> f32",
    "fiber_shuffle_i32": "(i32, i32) -> i32",
    "fiber_wgmma": "(index, index, index, index, index, i64, i64, !llvm.ptr) -> ()",
    "fiber_wgmma_fence": "() -> ()",
    "fiber_wgmma_commit": "() -> ()",
    "fiber_wgmma_wait": "(index) -> ()",
    "fiber_wgmma_read": "() -> ()",
    "fiber_publish": "() -> ()",
    "fiber_bulk": "(index, i64, i64, index, i32, i32, i32, i32, i32) -> ()",
    "fiber_bulk_init": "(i64, i32) -> ()",
    "fiber_bulk_expect": "(i64, i32) -> ()",
    "fiber_bulk_wait": "(i64, i32) -> ()",
}


REGISTERS = (4, 2, 4)  # of the left and the right operand and the sums, at most


class Kernel:
    """One gpu.func: the types of its arguments and of its shared buffers, and how it is launched."""

    def __init__(self, name, arguments, shared, threads):
        self.name, self.arguments, self.shared, self.threads = name, arguments, shared, threads
        self.rows = set()  # arguments that are the first row of a buffer of as many as the last argument says
        self.dynamic_bytes = 0  # of shared memory that the host asks for
        self.places = []  # of the shared buffers in it
        self.copies_ahead = self.multiplies_matrices = self.copies_bulk = False
        self.maps = []  # of the launch: argument, swizzle, then size, stride and box of every dimension


def plain(text):
    return text.replace(", #gpu.address_space<workgroup>", "")


def parameters(text):
    """Names and types of a list of parameters, without their attributes."""
    text = re.sub(r" \{[^{}]*\}", "", text)
    return [tuple(re.split(r" ?: ", part, maxsplit=1)) for part in re.split(r", (?=%)", text) if part]


BYTES = {"f64": 8, "f32": 4, "f16": 2, "bf16": 2, "i64": 8, "i32": 4, "i16": 2, "i8": 1, "i1": 1}
SHARED_BEGIN, PANEL_BYTES = 272, 1024  # an address that no swizzle begins at; one that it does is a multiple


def element(memref):
    return re.search(r"((?:bf|f|i)\d+)>$", memref).group(1)


def shape(memref):
    return [int(size) for size in re.match(r"memref<((?:\d+x)*)", memref).group(1).split("x") if size]


class Translator(GroupLines):
    """`plant`: a mistake that the fibers must find, by name; None: there is none."""

    def __init__(self, plant=None):
        self.plant, self.planted, self.plants_made = plant, False, set()
        self.lines, self.kernels, self.count = [], [], 0
        self.shared, self.constants, self.asked, self.maps = {}, {}, {}, {}
        self.origins = {}  # of pointers: the argument that they are of
        self.begin = self.aligned = 0  # of the next shared buffer; bytes that the host asks for to align the first
        self.waits = []  # lines of the waits for products in the kernel

    def emit(self, line):
        self.lines.append(line)

    def constant(self, value):
        self.count += 1
        self.emit(f"%fiber{self.count} = arith.constant {value} : index")
        return f"%fiber{self.count}"

    def call(self, callee, *operands):
        self.emit(f"func.call @{callee}({', '.join(operands)}) : {CALLEES[callee]}")

    def plants(self, what, is_every=False):
        """Whether this is the place of the mistake: the first of its kind in a kernel, or each. One thread needs no barrier."""
        if self.plant != what or (self.planted and not is_every) or (what == "barrier" and self.kernels[-1].threads == 1):
            return False
        self.planted = True
        self.plants_made.add(self.kernels[-1].name)
        return True

    def access(self, buffer, index, memref, width, is_write):
        sizes = self.sizes.get(buffer) or shape(memref)
        assert len(sizes) == len(index), memref
        for d, (at, size) in enumerate(zip(index, sizes)):
            count = width if d == len(sizes) - 1 else 1
            self.call("fiber_index", at, self.constant(count), size if isinstance(size, str) else self.constant(size))
        if buffer not in self.shared:
            return
        offset = self.constant(0)
        for at, size in zip(index, sizes):
            self.count += 2
            scaled, offset_next = f"%fiber{self.count - 1}", f"%fiber{self.count}"
            factor = self.constant(size)
            self.emit(f"{scaled} = arith.muli {offset}, {factor} : index")
            self.emit(f"{offset_next} = arith.addi {scaled}, {at} : index")
            offset = offset_next
        self.call("fiber_shared", self.constant(self.shared[buffer]), offset, self.constant(width), self.constant(int(is_write)))

    def value(self, operation):
        self.count += 1
        self.emit(f"%fiber{self.count} = {operation}")
        return f"%fiber{self.count}"

    def bits(self, value, kind):
        """A register as an i32."""
        if kind.startswith("vector"):
            value, kind = self.value(f"vector.bitcast {value} : {kind} to vector<1xi32>"), "i32"
            return self.value(f"vector.extract {value}[0] : i32 from vector<1xi32>")
        return value if kind == "i32" else self.value(f"arith.bitcast {value} : {kind} to i32")

    def matrices(self, result, line):
        """nvvm.ldmatrix: every thread names a line, and takes its registers when all have."""
        match = re.search(rf"ldmatrix {NAME} \{{eltType = #nvvm\.ld_st_matrix_elt_type<b16>, layout = #nvvm\.mma_layout<(row|col)>, "
                          r"num = (\d) : i32, shape = #nvvm\.ld_st_matrix_shape<m = 8, n = 8>\} : \(!llvm\.ptr<3>\) -> (.*)$", line)
        pointer, layout, count, kind = match.groups()
        self.call("fiber_ldmatrix", pointer, *(self.value(f"arith.constant {number} : i64") for number in (count, int(layout == "col"))))
        words = [self.value(f"func.call @fiber_word({self.constant(number)}) : {CALLEES['fiber_word']}") for number in range(int(count))]
        made = None if count == "1" else self.value(f"llvm.mlir.undef : {kind}")
        for number, word in enumerate(words[:-1]):
            made = self.value(f"llvm.insertvalue {word}, {made}[{number}] : {kind}")
        last = f"llvm.insertvalue {words[-1]}, {made}[{int(count) - 1}] : {kind}" if made else f"llvm.bitcast {words[-1]} : i32 to i32"
        self.emit(f"{result} = {last}")

    def product(self, result, line):
        """nvvm.mma.sync: every thread shows its registers, and takes its sums when all have."""
        operands = [re.search(rf"\b{name}\[(.*?)\]", line).group(1).split(", ") for name in "ABC"]
        kinds = re.search(r"\} : \((.*), (.*), (.*)\) -> (!llvm\.struct<.*>)$", line).groups()
        factors = [re.search(rf"multiplicand{name}PtxType = #nvvm\.mma_type<(\w+)>", line) for name in "AB"]
        factors = [factor.group(1) if factor else "f16" for factor in factors]  # as the registers say
        terms = re.search(r"#nvvm\.shape<m = (?:16|8), n = 8, k = (\d+)>", line).group(1)
        assert "layoutA = #nvvm.mma_layout<row>" in line and "layoutB = #nvvm.mma_layout<col>" in line, line
        assert (kinds[2] == "f32") != ("wrapped" in line), line
        words = [self.constant(FIBER_TYPES.index(factor)) for factor in factors] + [self.constant(terms)]
        for registers, kind, most in zip(operands, kinds, REGISTERS):
            words += [self.bits(register, kind) for register in registers]
            words += [self.value("arith.constant 0 : i32") for _ in range(most - len(registers))]
        self.call("fiber_mma", *words)
        made = self.value(f"llvm.mlir.undef : {kinds[3]}")
        last = len(operands[2]) - 1
        for number in range(last + 1):
            word = self.value(f"func.call @fiber_sum({self.constant(number)}) : {CALLEES['fiber_sum']}")
            part = word if kinds[2] == "i32" else self.value(f"arith.bitcast {word} : i32 to f32")
            made = self.value(f"llvm.insertvalue {part}, {made}[{number}] : {kinds[3]}") if number < last else (part, made)
        self.emit(f"{result} = llvm.insertvalue {made[0]}, {made[1]}[{last}] : {kinds[3]}")

    def open_kernel(self, module, line):
        match = re.match(r"gpu\.func @kernel\((.*?)\) (?:workgroup\((.*?)\) )?kernel attributes \{.*\} \{$", line)
        arguments, shared = parameters(match.group(1)), parameters(plain(match.group(2) or ""))
        self.planted = False
        self.shared = {name: number for number, (name, _) in enumerate(shared)}
        threads = int(re.search(r"known_block_size = array<i32: (\d+), 1, 1>", line).group(1))
        self.kernels.append(Kernel(module, [t for _, t in arguments], [t for _, t in shared], threads))
        self.sizes, self.numbers = {}, {name: number for number, (name, _) in enumerate(arguments)}
        self.origins = {}
        text = ", ".join(f"{name}: {kind}" for name, kind in arguments + shared)
        self.aligned, self.waits = 0, []
        self.opened, self.has_copies, self.begin = len(self.lines), False, 0
        self.emit(f"func.func @{module}({text}) attributes {{llvm.emit_c_interface}} {{")
        self.emit("%fiber_words = arith.constant 128 : i64")  # sums of a warpgroup's products
        self.emit("%fiber_sums = llvm.alloca %fiber_words x i32 : (i64) -> !llvm.ptr")
        for _, kind in shared:
            self.place(kind)

    def place(self, memref):
        """Where a shared buffer begins, after those before it."""
        kernel = self.kernels[-1]
        kernel.places.append(self.begin)
        self.begin += -(-math.prod(shape(memref)) * BYTES[element(memref)] // 16) * 16

    def view(self, name, offset, memref):
        """A part of the shared memory that the host asks for: a buffer of its own, behind those before it."""
        kernel, sizes = self.kernels[-1], shape(memref)
        if len(sizes) == 1 and element(memref) == "i8":  # all of it, from a multiple on
            expected = self.constant(PANEL_BYTES - SHARED_BEGIN % PANEL_BYTES)
            over = self.value(f"arith.subi {offset}, {expected} : index")
            self.call("fiber_index", over, self.constant(1), self.constant(1))
            self.begin, kernel.dynamic_bytes = (SHARED_BEGIN + PANEL_BYTES) // PANEL_BYTES * PANEL_BYTES, PANEL_BYTES
            self.aligned = kernel.dynamic_bytes
            return
        assert self.constants[offset] == kernel.dynamic_bytes - self.aligned, name
        self.place(memref)
        kernel.dynamic_bytes += math.prod(sizes) * BYTES[element(memref)]
        self.shared[name] = len(kernel.shared)
        kernel.shared.append(memref)
        self.lines[self.opened] = self.lines[self.opened].replace(") attributes", f", {name}: {memref}) attributes")

    def pointer(self, line):
        """Addresses for asynchronous copies, as an i64 or, of shared memory, an i32; whether the line makes one."""
        space = re.match(rf"{NAME} = memref\.memory_space_cast {NAME} : (memref<.*>) to ", line)
        to_pointer = re.match(rf"{NAME} = ptr\.to_ptr {NAME} ", line)
        added = re.match(rf"{NAME} = ptr\.ptr_add (?:none )?{NAME}, {NAME} ", line)
        same = re.match(rf"{NAME} = (?:builtin\.unrealized_conversion_cast|llvm\.addrspacecast) {NAME} : ", line)
        base = re.match(rf"{NAME} = memref\.extract_aligned_pointer_as_index {NAME} ", line)
        shared = re.match(rf"{NAME} = llvm\.inttoptr {NAME} : i32 to !llvm\.ptr<[37]>$", line)
        if space:
            address = self.value(f"memref.extract_aligned_pointer_as_index {space.group(2)} : {space.group(3)} -> index")
            self.emit(f"{space.group(1)} = arith.index_cast {address} : index to i64")
            self.origins[space.group(1)] = self.numbers.get(space.group(2))
        elif added:
            self.emit(f"{added.group(1)} = arith.addi {added.group(2)}, {added.group(3)} : i64")
        elif to_pointer or same:
            name, value = (to_pointer or same).groups()
            self.origins[name] = self.origins.get(value)
            self.emit(f"{name} = arith.addi {value}, {self.value('arith.constant 0 : i64')} : i64")
        elif base:
            known = self.shared.get(base.group(2))
            place = SHARED_BEGIN if known is None else self.kernels[-1].places[known]
            self.emit(f"{base.group(1)} = arith.constant {place} : index")
        elif shared:
            self.emit(f"{shared.group(1)} = arith.extui {shared.group(2)} : i32 to i64")
        return bool(space or to_pointer or added or same or base or shared)

    def operation(self, line):
        line = plain(line)
        identity = re.match(r"(%\S+) = gpu\.(thread|block)_id\s+x$", line)
        access = re.match(r"(?:(%\S+) = )?vector\.(load|store) (?:(%\S+), )?(%\S+)\[(.*?)\] \{.*?\} : (memref<.*?>), vector<(\d+)x\w+>$",
                          line)
        constant = re.match(rf"{NAME} = arith\.constant (\d+) : (?:index|i32)$", line)
        view = re.match(rf"{NAME} = memref\.view %\S+\[{NAME}\]\[\] : memref<[?\d]+xi8> to (memref<.*>)$", line)
        received = re.match(rf"{NAME} = memref\.reinterpret_cast {NAME} to offset: \[0\], sizes: \[(.*?)\], strides: ", line)
        copied = re.match(rf"nvvm\.cp\.async\.shared\.global {NAME}, {NAME}, (\d+), cache = +(?:cg|ca) ", line)
        waited = re.match(r"nvvm\.cp\.async\.wait\.group (\d+)$", line)
        if self.group(line) or self.bulk(line):
            return None
        if constant:
            self.constants[constant.group(1)] = int(constant.group(2))
        if view:
            return self.view(*view.groups())
        if received:  # a buffer of which the kernel is given the first row
            self.sizes[received.group(1)] = [size if size.startswith("%") else int(size) for size in received.group(3).split(", ")]
            self.kernels[-1].rows.add(self.numbers[received.group(2)])
        if re.match(rf"{NAME} = gpu\.dynamic_shared_memory |llvm\.mlir\.global external @shared\(\)", line) or self.pointer(line):
            return None
        if copied:
            self.has_copies = self.kernels[-1].copies_ahead = True
            return self.call("fiber_copy", *copied.groups()[:2], self.value(f"arith.constant {copied.group(3)} : i64"))
        if line == "nvvm.cp.async.commit.group":
            return self.call("fiber_commit")
        if waited:
            return self.has_copies and self.plants("wait") or self.call("fiber_wait", self.constant(waited.group(1)))
        loaded = re.match(r"(%\S+) = nvvm\.ldmatrix ", line)
        product = re.match(r"(%\S+) = nvvm\.mma\.sync ", line)
        rounded = re.match(r"(%\S+) = nvvm\.convert\.float\.to\.tf32 (%\S+) \{rnd = #nvvm\.fp_rnd_mode<rna>\}$", line)
        scalar = re.match(r"(?:%\S+ = )?memref\.(load|store) (?:%\S+, )?(%[^\[\s]+)\[(.*?)\] : (memref<.*?>)$", line)
        shuffle = re.match(r"(%\w+), %\w+ = gpu\.shuffle\s+xor (%\S+), (%\S+), %\S+ : (f32|i32)$", line)
        guard = re.match(r"(scf\.if|%\S+ = scf\.if) (%\S+)", line)
        if identity:
            self.emit(f"{identity.group(1)} = func.call @fiber_{identity.group(2)}() : () -> index")
        elif line == "gpu.barrier":
            if not self.plants("barrier"):
                self.call("fiber_barrier")
        elif line == "gpu.return":
            self.shared = {}
            self.emit("return")
        elif access:
            _, kind, _, buffer, index, memref, width = access.groups()
            if kind == "store" and buffer in self.shared and not self.has_copies and self.plants("store"):
                return
            self.access(buffer, index.split(", "), memref, int(width), kind == "store")
            self.emit(line)
        elif loaded:
            self.matrices(loaded.group(1), line)
        elif product:
            self.kernels[-1].multiplies_matrices = True
            self.product(product.group(1), line)
        elif rounded:
            self.emit(f"{rounded.group(1)} = func.call @fiber_tf32({rounded.group(2)}) : {CALLEES['fiber_tf32']}")
        elif scalar:
            kind, buffer, index, memref = scalar.groups()
            if kind == "store" and buffer in self.shared and self.plants("store"):
                return
            if index:
                self.access(buffer, index.split(", "), memref, 1, kind == "store")
            self.emit(line)
        elif shuffle:
            result, value, mask, kind = shuffle.groups()
            self.emit(f"{result} = func.call @fiber_shuffle_{kind}({value}, {mask}) : {CALLEES[f'fiber_shuffle_{kind}']}")
        elif guard and self.shared and self.plants("guard"):
            self.count += 1
            self.emit(f"%fiber{self.count} = arith.constant true")
            self.emit(line.replace(guard.group(2), f"%fiber{self.count}", 1))
        else:
            assert not re.search(r"\b(gpu|nvgpu|nvvm|ptr)\.|(memref|vector)\.(load|store)\b", line), f"not known: {line}"
            self.emit(line)

    def launch(self, line, kernel):
        operands = re.search(r"args\(([^)]*)\)", line).group(1)
        asked = re.search(r"dynamic_shared_memory_size (%\S+)", line)
        self.asked[kernel] = self.constants[asked.group(1)] if asked else 0
        maps = re.search(r"autotune\.tensor_maps = \[(.*?)\]", line)
        self.maps[kernel] = [[int(number) for number in each.split(", ")] for each in re.findall(r"array<i64: (.*?)>", maps.group(1))] if maps else []
        values, types = zip(*(part.split(" : ", 1) for part in re.split(r", (?=%)", operands)))
        blocks = re.search(r"blocks in \((%\w+),", line).group(1)
        self.emit(f"func.call @launch_{kernel}({', '.join([blocks, *values])}) : ({', '.join(['index', *types])}) -> ()")

    def translate(self, text):
        module, depth = None, 0
        for line in (each.strip() for each in text.splitlines()):
            opened = re.match(r"gpu\.module @(\w+)", line)
            launched = re.match(r"gpu\.launch_func\s+@(\w+)::@kernel .*", line)
            if opened:
                module, depth = opened.group(1), 0
            elif line.startswith("gpu.func"):
                self.open_kernel(module, line)
            elif launched:
                self.launch(line, launched.group(1))
            elif line.startswith("module"):
                self.emit("module {")
            elif module:
                depth += line.count("{") - line.count("}") if re.search(r"^\}|\{$", line) else 0
                if depth < -1:  # the end of the gpu.module; that of the kernel was before it
                    module = None
                else:
                    self.operation(line)
            elif line:
                constant = re.match(rf"{NAME} = arith\.constant (\d+) : i32$", line)
                if constant:
                    self.constants[constant.group(1)] = int(constant.group(2))
                self.emit(line)
        for kernel in self.kernels:
            assert self.asked[kernel.name] == kernel.dynamic_bytes, kernel.name
            kernel.maps = self.maps[kernel.name]
        declared = [f"func.func private @{name}{kind}" for name, kind in CALLEES.items()]
        declared += [f"func.func private @launch_{kernel.name}({', '.join(['index', *kernel.arguments])}) attributes {{llvm.emit_c_interface}}"
                     for kernel in self.kernels]
        assert self.lines[-1] == "}"
        return "\n".join(self.lines[:-1] + declared + ["}"]) + "\n"
