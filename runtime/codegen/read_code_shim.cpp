#include "runtime/codegen/read_code_shim.h"

#include "versions/targets.h"

#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Triple.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <vector>

using namespace llvm;

namespace {

enum { VECTOR_BITS = 128 }; // registers that are at least so wide are vectors

// What LLVM knows of the processor.
struct Machine {
  std::unique_ptr<MCRegisterInfo> registers;
  std::unique_ptr<MCAsmInfo> assembler;
  std::unique_ptr<MCSubtargetInfo> processor;
  std::unique_ptr<MCInstrInfo> instructions;
  std::unique_ptr<MCInstrAnalysis> analysis;
  std::unique_ptr<MCContext> context;
  std::unique_ptr<MCDisassembler> disassembler;
  MCRegister stack;

  bool create(const Triple &triple, StringRef cpu, StringRef features);
};

struct Instruction {
  MCInst inst;
  uint64_t address, bytes;
  const MCInstrDesc *desc;
};

struct Loop {
  size_t first, last; // instructions; the last one branches to the first
};

// The stack pointer is what addresses the frame where a function begins.
MCRegister stack_pointer(const Machine &machine) {
  for (const MCCFIInstruction &state : machine.assembler->getInitialFrameState())
    if (state.getOperation() == MCCFIInstruction::OpDefCfa ||
        state.getOperation() == MCCFIInstruction::OpDefCfaRegister)
      for (bool is_eh : {true, false})
        if (auto reg = machine.registers->getLLVMRegNum(state.getRegister(), is_eh))
          return *reg;
  return MCRegister();
}

bool Machine::create(const Triple &triple, StringRef cpu, StringRef features) {
  std::string error;
  const Target *target = TargetRegistry::lookupTarget(versions_triple(triple), error);
  if (!target)
    return false;
  registers.reset(target->createMCRegInfo(versions_triple(triple)));
  assembler.reset(target->createMCAsmInfo(*registers, versions_triple(triple), MCTargetOptions()));
  processor.reset(target->createMCSubtargetInfo(versions_triple(triple), cpu, features));
  instructions.reset(target->createMCInstrInfo());
  analysis.reset(target->createMCInstrAnalysis(instructions.get()));
  context = std::make_unique<MCContext>(triple, assembler.get(), registers.get(), processor.get());
  disassembler.reset(target->createMCDisassembler(*processor, *context));
  if (!analysis || !disassembler)
    return false;
  stack = stack_pointer(*this);
  return stack.isValid();
}

// --- one instruction

unsigned operand_bits(const Machine &machine, const MCInstrDesc &desc, unsigned operand) {
  if (operand >= desc.getNumOperands())
    return 0;
  const MCOperandInfo &info = desc.operands()[operand];
  if (info.RegClass < 0 || versions_depends_on_mode(info))
    return 0;
  return machine.registers->getRegClass(info.RegClass).getSizeInBits();
}

// The widest vector register that is named; 0: none is.
unsigned vector_bits(const Machine &machine, const Instruction &at) {
  unsigned most = 0;
  for (unsigned n = 0; n < at.inst.getNumOperands(); n++)
    if (at.inst.getOperand(n).isReg() && at.inst.getOperand(n).getReg())
      most = std::max(most, operand_bits(machine, *at.desc, n));
  return most >= VECTOR_BITS ? most : 0;
}

// LLVM may call the stack pointer by the name of its lower half.
bool is_on_the_stack(const Machine &machine, const MCInst &inst) {
  for (const MCOperand &operand : inst)
    if (operand.isReg() && operand.getReg() &&
        machine.registers->regsOverlap(operand.getReg(), machine.stack))
      return true;
  return false;
}

bool adds_to_its_result(const MCInstrDesc &desc) {
  for (unsigned n = desc.getNumDefs(); n < desc.getNumOperands(); n++)
    if (desc.getOperandConstraint(n, MCOI::TIED_TO) == 0)
      return true;
  return false;
}

const MCSchedClassDesc *schedule_of(const Machine &machine, const MCInst &inst, unsigned id) {
  const MCSchedModel &model = machine.processor->getSchedModel();
  if (!model.hasInstrSchedModel())
    return nullptr;
  const MCSchedClassDesc *found = model.getSchedClassDesc(id);
  while (found->isValid() && found->isVariant()) {
    id = machine.processor->resolveVariantSchedClass(id, &inst, machine.instructions.get(),
                                                     model.getProcessorID());
    if (!id)
      return nullptr;
    found = model.getSchedClassDesc(id);
  }
  return found->isValid() ? found : nullptr;
}

int micro_ops(const Machine &machine, const Instruction &at) {
  const MCSchedClassDesc *found = schedule_of(machine, at.inst, at.desc->getSchedClass());
  return found ? found->NumMicroOps : 1;
}

double latency(const Machine &machine, const MCSchedClassDesc *found) {
  return found ? std::max(0, MCSchedModel::computeInstrLatency(*machine.processor, *found)) : 1;
}

// --- loops

// False where something is no instruction of the processor.
bool disassemble(const Machine &machine, ArrayRef<uint8_t> code, uint64_t address,
                 std::vector<Instruction> &all) {
  for (uint64_t at = 0; at < code.size();) {
    Instruction next = {};
    auto status = machine.disassembler->getInstruction(next.inst, next.bytes, code.slice(at),
                                                       address + at, nulls());
    if (status != MCDisassembler::Success || next.bytes == 0)
      return false;
    next.address = address + at;
    next.desc = &machine.instructions->get(next.inst.getOpcode());
    at += next.bytes;
    all.push_back(next);
  }
  return true;
}

std::vector<Loop> innermost_loops(const Machine &machine, const std::vector<Instruction> &code) {
  std::map<size_t, size_t> last_of; // by the first
  for (size_t n = 0; n < code.size(); n++) {
    uint64_t goal;
    if (!machine.analysis->isBranch(code[n].inst) ||
        !machine.analysis->evaluateBranch(code[n].inst, code[n].address, code[n].bytes, goal) ||
        goal > code[n].address)
      continue;
    auto first =
        std::lower_bound(code.begin(), code.end(), goal,
                         [](const Instruction &at, uint64_t to) { return at.address < to; });
    if (first != code.end() && first->address == goal)
      last_of[first - code.begin()] = n;
  }
  std::vector<Loop> loops;
  for (auto loop = last_of.begin(); loop != last_of.end(); ++loop) {
    auto next = std::next(loop);
    if (next == last_of.end() || next->first > loop->second)
      loops.push_back({loop->first, loop->second});
  }
  return loops;
}

// --- what waits for what

// When registers and places of the stack are ready, in cycles.
struct Ready {
  std::map<MCRegUnit, double> units; // of registers
  std::map<int64_t, double> places;  // of the stack, by what the instruction adds to its pointer
};

int64_t place_of(const MCInst &inst) {
  int64_t place = 0;
  for (const MCOperand &operand : inst)
    if (operand.isImm())
      place += operand.getImm();
  return place;
}

// `advance`: cycles after the beginning at which the value is needed first.
void wait_for(const Machine &machine, const Ready &ready, MCRegister reg, int advance,
              double &start) {
  for (MCRegUnit unit : machine.registers->regunits(reg)) {
    auto found = ready.units.find(unit);
    if (found != ready.units.end())
      start = std::max(start, found->second - advance);
  }
}

void set_ready(const Machine &machine, Ready &ready, MCRegister reg, double when) {
  for (MCRegUnit unit : machine.registers->regunits(reg))
    ready.units[unit] = when;
}

double issue(const Machine &machine, const Instruction &at, Ready &ready) {
  double start = 0;
  APInt mask;
  bool is_on_stack = is_on_the_stack(machine, at.inst);
  bool is_fresh = machine.analysis->isDependencyBreaking(
      at.inst, mask, machine.processor->getSchedModel().getProcessorID());
  const MCSchedClassDesc *schedule = schedule_of(machine, at.inst, at.desc->getSchedClass());
  unsigned defs = at.desc->getNumDefs();
  for (unsigned n = defs; n < at.inst.getNumOperands() && !is_fresh; n++)
    if (at.inst.getOperand(n).isReg() && at.inst.getOperand(n).getReg())
      wait_for(machine, ready, at.inst.getOperand(n).getReg(),
               schedule ? machine.processor->getReadAdvanceCycles(schedule, n - defs, 0) : 0,
               start);
  for (MCPhysReg reg : at.desc->implicit_uses())
    wait_for(machine, ready, reg, 0, start);
  if (is_on_stack && at.desc->mayLoad()) {
    auto found = ready.places.find(place_of(at.inst));
    if (found != ready.places.end())
      start = std::max(start, found->second);
  }
  double end = start + latency(machine, schedule);
  for (unsigned n = 0; n < defs && n < at.inst.getNumOperands(); n++)
    if (at.inst.getOperand(n).isReg() && at.inst.getOperand(n).getReg())
      set_ready(machine, ready, at.inst.getOperand(n).getReg(), end);
  for (MCPhysReg reg : at.desc->implicit_defs())
    set_ready(machine, ready, reg, end);
  if (is_on_stack && at.desc->mayStore())
    ready.places[place_of(at.inst)] = end;
  return end;
}

// What a trip adds when every instruction begins as soon as its operands are ready.
double chain_cycles(const Machine &machine, const std::vector<Instruction> &code, Loop loop) {
  enum { TRIPS = 8 };
  Ready ready;
  double ends[TRIPS] = {};
  for (int trip = 0; trip < TRIPS; trip++) {
    ends[trip] = trip ? ends[trip - 1] : 0;
    for (size_t n = loop.first; n <= loop.last; n++)
      ends[trip] = std::max(ends[trip], issue(machine, code[n], ready));
  }
  return (ends[TRIPS - 1] - ends[TRIPS / 2 - 1]) / (TRIPS / 2);
}

// Registers whose value goes from trip to trip: read before they are written, and written.
std::set<MCRegUnit> carried_units(const Machine &machine, const std::vector<Instruction> &code,
                                  Loop loop) {
  std::set<MCRegUnit> read, written, carried;
  for (size_t n = loop.first; n <= loop.last; n++) {
    const MCInst &inst = code[n].inst;
    unsigned defs = code[n].desc->getNumDefs();
    for (bool is_def : {false, true}) // an instruction reads before it writes
      for (unsigned at = is_def ? 0 : defs; at < (is_def ? defs : inst.getNumOperands()); at++)
        if (inst.getOperand(at).isReg() && inst.getOperand(at).getReg())
          for (MCRegUnit unit : machine.registers->regunits(inst.getOperand(at).getReg())) {
            if (is_def)
              written.insert(unit);
            else if (!written.count(unit))
              read.insert(unit);
          }
  }
  std::set_intersection(read.begin(), read.end(), written.begin(), written.end(),
                        std::inserter(carried, carried.end()));
  return carried;
}

bool writes_any(const Machine &machine, const Instruction &at, const std::set<MCRegUnit> &units) {
  if (!at.desc->getNumDefs() || !at.inst.getOperand(0).isReg() || !at.inst.getOperand(0).getReg())
    return false;
  for (MCRegUnit unit : machine.registers->regunits(at.inst.getOperand(0).getReg()))
    if (units.count(unit))
      return true;
  return false;
}

// --- counts

// What is known of a loop while it is counted.
struct Counting {
  bool has_floats; // it computes with some
  std::set<MCRegUnit> carried, registers;
};

void count_instruction(const Machine &machine, const Instruction &at, Counting &counting,
                       CodeReading &reading) {
  unsigned bits = vector_bits(machine, at);
  bool is_load = at.desc->mayLoad(), is_store = at.desc->mayStore();
  bool is_on_stack = is_on_the_stack(machine, at.inst);
  bool computes =
      counting.has_floats ? at.desc->mayRaiseFPException() : adds_to_its_result(*at.desc);
  reading.instructions++;
  reading.micro_ops += micro_ops(machine, at);
  reading.bytes += (int32_t)at.bytes;
  reading.loads += is_load;
  reading.stores += is_store;
  reading.pointer_reloads += !bits && is_load && is_on_stack;
  if (!bits)
    return;
  for (unsigned n = 0; n < at.inst.getNumOperands(); n++)
    if (at.inst.getOperand(n).isReg() && at.inst.getOperand(n).getReg() &&
        operand_bits(machine, *at.desc, n) >= VECTOR_BITS)
      counting.registers.insert(
          *machine.registers->regunits(at.inst.getOperand(n).getReg()).begin());
  reading.arithmetic += computes;
  reading.updates += computes && writes_any(machine, at, counting.carried);
  reading.arithmetic_bytes += computes ? (int32_t)bits / 8 : 0;
  reading.moves += !computes && !is_load && !is_store;
  reading.reloads += is_load && is_on_stack;
  reading.spills += is_store && is_on_stack;
}

CodeReading count_loop(const Machine &machine, const std::vector<Instruction> &code, Loop loop) {
  CodeReading reading = {};
  Counting counting = {false, carried_units(machine, code, loop), {}};
  for (size_t n = loop.first; n <= loop.last; n++)
    counting.has_floats |= code[n].desc->mayRaiseFPException() && vector_bits(machine, code[n]);
  for (size_t n = loop.first; n <= loop.last; n++)
    count_instruction(machine, code[n], counting, reading);
  reading.registers = (int32_t)counting.registers.size();
  return reading;
}

bool is_busier(const CodeReading &a, const CodeReading &b) {
  if (a.updates != b.updates)
    return a.updates > b.updates;
  return a.arithmetic_bytes != b.arithmetic_bytes ? a.arithmetic_bytes > b.arithmetic_bytes
                                                  : a.instructions > b.instructions;
}

bool read_section(const Machine &machine, StringRef contents, uint64_t address, CodeReading &best) {
  std::vector<Instruction> code;
  if (!disassemble(machine, ArrayRef(contents.bytes_begin(), contents.bytes_end()), address, code))
    return false;
  std::vector<Loop> loops = innermost_loops(machine, code);
  int32_t count = best.loops + (int32_t)loops.size();
  for (Loop loop : loops) {
    CodeReading reading = count_loop(machine, code, loop);
    if (best.instructions && !is_busier(reading, best))
      continue;
    best = reading;
    best.chain_cycles = chain_cycles(machine, code, loop);
  }
  best.loops = count;
  return true;
}

} // namespace

const char *read_code(LLVMMemoryBufferRef object, const char *triple, const char *cpu,
                      const char *features, CodeReading *out_reading) {
  Machine machine;
  if (!machine.create(Triple(triple), cpu, features))
    return "LLVM has no disassembler for the processor";
  auto file = object::ObjectFile::createObjectFile(unwrap(object)->getMemBufferRef());
  if (!file) {
    consumeError(file.takeError());
    return "the code is no object file";
  }
  CodeReading best = {};
  for (const object::SectionRef &section : (*file)->sections()) {
    if (!section.isText())
      continue;
    Expected<StringRef> contents = section.getContents();
    if (!contents) {
      consumeError(contents.takeError());
      return "a section of the code cannot be read";
    }
    if (!read_section(machine, *contents, section.getAddress(), best))
      return "some of it is no instruction of the processor";
  }
  *out_reading = best;
  return nullptr;
}
