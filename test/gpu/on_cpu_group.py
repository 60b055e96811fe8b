"""The part of on_cpu.py that reads products of warpgroups, and copies by tensor maps with their barriers."""
import re

FIBER_TYPES = ("f16", "bf16", "tf32", "s8", "u8")  # in the order of FiberType
NAME = r"(%\S+)"
TENSOR_TYPES = {"i8": 0, "f16": 6, "f32": 7, "bf16": 9}  # CUtensorMapDataType


def map_lines(maps, arguments):
    """C that makes the tensor maps of a launch: numbers as the attribute has them, types of the arguments."""
    lines = []
    for argument, swizzle, *numbers in maps:
        element = re.search(r"(\w+)>$", arguments[argument]).group(1).rsplit("x", 1)[-1]
        sizes, strides, boxes = (", ".join(map(str, numbers[first::3])) for first in range(3))
        lines.append(f"  {{ static _Alignas(64) char map[128]; uint64_t sizes[] = {{{sizes}}}, strides[] = {{{strides}}};")
        lines.append(f"  uint32_t boxes[] = {{{boxes}}}, ones[] = {{1, 1, 1, 1, 1}};")
        lines.append(f"  if (tensor_map_encode(map, {TENSOR_TYPES[element]}, {len(numbers) // 3}, ((void **)a{argument})[1], sizes, strides + 1, boxes, "
                     f"ones, 0, {swizzle.bit_length() - 5}, 2, 0)) {{ puts(\"the driver refuses a tensor map\"); exit(5); }}")
        lines.append(f"  fibers_map({argument}, map); }}")
    return lines


class GroupLines:
    """Of a translator."""

    def group(self, line):
        """What warpgroups do; whether the line is some of it."""
        match = re.match(rf"{NAME} = nvvm\.wgmma\.mma_async {NAME}, {NAME}, {NAME}, (?:#nvvm\.shape)?<m = 64, n = (\d+), k = (\d+)>, "
                         r"D\[<(f32|s32)>, <one>(?:, <(wrapped)>)?\], A\[<(\w+)>, <one>, <(row|col)>\], B\[<(\w+)>, <one>, <(row|col)>\] : "
                         r"(!llvm\.struct<.*>) -> ", line)
        waited = re.match(r"nvvm\.wgmma\.wait\.group\.sync\.aligned (\d+)$", line)
        read = re.match(rf'{NAME} = llvm\.inline_asm has_side_effects "", "[^"]*" (.*) : \((.*)\) -> (!llvm\.struct<.*>)$', line)
        if match:
            self.kernels[-1].multiplies_matrices = True
            self.group_product(*match.groups())
        elif line == "nvvm.wgmma.fence.aligned":
            self.plants("order") or self.call("fiber_wgmma_fence")
        elif line == "nvvm.wgmma.commit.group.sync.aligned":
            self.call("fiber_wgmma_commit")
        elif waited:
            left = self.constant(waited.group(1))
            self.waits.append(len(self.lines))
            self.plants("done", is_every=True) or self.call("fiber_wgmma_wait", left)
        elif re.match(r"nvvm\.fence\.proxy \{kind = #nvvm\.proxy_kind<async\.shared>, space = #nvvm\.shared_space<cta>\}$", line):
            self.plants("publish") or self.call("fiber_publish")
        elif read:
            if len(self.waits) > 1 and self.plants("overwrite"):
                for place in self.waits[:-1]:
                    self.lines[place] = ""
            self.call("fiber_wgmma_read")
            made = self.value(f"llvm.mlir.undef : {read.group(4)}")
            parts = read.group(2).split(", ")
            for number, part in enumerate(parts[:-1]):
                made = self.value(f"llvm.insertvalue {part}, {made}[{number}] : {read.group(4)}")
            self.emit(f"{read.group(1)} = llvm.insertvalue {parts[-1]}, {made}[{len(parts) - 1}] : {read.group(4)}")
        return match or waited or read or line.startswith(("nvvm.wgmma.", "nvvm.fence.proxy "))

    def group_product(self, result, left, right, sums, columns, terms, _, wrapped, left_type, left_layout, right_type, right_layout, kind):
        assert (left_type in ("s8", "u8")) == (wrapped is not None) and int(terms) * {"tf32": 4, "f16": 2, "bf16": 2}.get(left_type, 1) == 32
        if self.plants("swizzle"):
            other = self.value(f"arith.constant {(3 << 62) - (1 << 64)} : i64")
            left, right = (self.value(f"arith.xori {each}, {other} : i64") for each in (left, right))
        self.emit(f"llvm.store {sums}, %fiber_sums : {kind}, !llvm.ptr")
        numbers = [FIBER_TYPES.index(left_type), FIBER_TYPES.index(right_type), columns, int(left_layout == "col"), int(right_layout == "row")]
        self.call("fiber_wgmma", *(self.constant(number) for number in numbers), left, right, "%fiber_sums")
        self.emit(f"{result} = llvm.load %fiber_sums : !llvm.ptr -> {kind}")

    def bulk(self, line):
        """Copies by tensor maps and their barriers; whether the line is some of it."""
        made = re.match(rf"nvvm\.mbarrier\.init {NAME}, {NAME} :", line)
        expected = re.match(rf"nvvm\.mbarrier\.arrive\.expect_tx {NAME}, {NAME} :", line)
        waited = re.match(rf"nvvm\.mbarrier\.try_wait\.parity {NAME}, {NAME}, {NAME} :", line)
        copied = re.match(rf"nvvm\.cp\.async\.bulk\.tensor\.shared\.cluster\.global {NAME}, {NAME}, {NAME}, box ?\[(.*?)\] :", line)
        if made:
            self.call("fiber_bulk_init", *made.groups())
        elif expected:
            place, count = expected.groups()
            if self.plants("bytes"):
                count = self.value(f"arith.shrui {count}, {self.value('arith.constant 1 : i32')} : i32")
            self.call("fiber_bulk_expect", place, count)
        elif waited:
            place, parity, _ = waited.groups()
            if self.plants("parity"):
                parity = self.value(f"arith.xori {parity}, {self.value('arith.constant 1 : i32')} : i32")
            self.plants("wait") or self.call("fiber_bulk_wait", place, parity)
        elif copied:
            to, pointer, place, at = copied.groups()
            at = at.split(", ")
            self.kernels[-1].copies_bulk = True
            zeros = [self.value("arith.constant 0 : i32") for _ in range(5 - len(at))]
            self.call("fiber_bulk", self.constant(self.origins[pointer]), to, place, self.constant(len(at)), *at, *zeros)
        return made or expected or waited or copied
