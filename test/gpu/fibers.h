// Fibers: the threads of a GPU's blocks on one thread of a CPU.
//
// The blocks of a grid run one after the other, the threads of a block as fibers, each until it
// waits at a barrier, in an order that a seed shuffles. What a device would leave to luck is an
// error: an index outside a buffer, an element of shared memory that is read before it is written,
// one that two threads use between the same barriers where one of them writes, and a barrier or an
// instruction of a warp, or of a warpgroup, that some threads never reach. Asynchronous copies are
// carried out by the wait for them: what reads before it, or from another thread before the barrier
// after it, is an error.
#ifndef AUTOTUNE_TEST_GPU_FIBERS_H
#define AUTOTUNE_TEST_GPU_FIBERS_H

#include <stdint.h>

// Runs `body(argument)` as `threads` threads (at most 1024) of each of `blocks` blocks. Exits with
// one line and status 3 where something is wrong; `name` begins it. Seed 0: threads in their order.
void fibers_launch(const char *name, int64_t blocks, int64_t threads, unsigned seed,
                   void (*body)(void *), void *argument);

// Before a launch: shared buffer `buffer` (0 to 3) of so many bytes is at `base`, and begins at
// `place` of shared memory; memory that copies may read, of which the last 16 count.
void fibers_shared(int64_t buffer, int64_t place, void *base, int64_t bytes, int64_t element_bytes);
void fibers_memory(const void *base, int64_t bytes);
// The tensor map that the kernel takes as an argument (0 to 63): 128 bytes of driver/tensor_map.h.
void fibers_map(int64_t argument, const void *map);

// Called by the code of a kernel.
int64_t fiber_thread(void);
int64_t fiber_block(void);
void fiber_barrier(void);
// What the thread of the warp gives whose number differs from the caller's in the bits of `mask`.
// The threads of a warp wait for one another; one that is not in the block gives 0.
float fiber_shuffle_f32(float value, int32_t mask);
int32_t fiber_shuffle_i32(int32_t value, int32_t mask);
// `count` neighbours at `index` of a dimension of that size.
void fiber_index(int64_t index, int64_t count, int64_t size);
// Elements first to first + count - 1 of shared buffer `buffer` (0 to 3, at most 227 Ki elements).
void fiber_shared(int64_t buffer, int64_t first, int64_t count, int64_t is_write);
// cp.async of `bytes` from an address of memory to one of shared memory. Ends a group of them;
// waits for all but the last `left` groups.
void fiber_copy(int64_t to, int64_t from, int64_t bytes);
void fiber_commit(void);
void fiber_wait(int64_t left);
// mma.sync of 16 rows, or 8, 8 columns and `terms` terms: the registers of the thread as PTX has
// them, those it does not have 0; sums are f32, or i32 of integers, as their bits. Then sum 0 to 3
// of the thread.
typedef enum FiberType { FIBER_F16, FIBER_BF16, FIBER_TF32, FIBER_S8, FIBER_U8 } FiberType;
void fiber_mma(int64_t left_type, int64_t right_type, int64_t terms, int32_t a0, int32_t a1,
               int32_t a2, int32_t a3, int32_t b0, int32_t b1, int32_t c0, int32_t c1, int32_t c2,
               int32_t c3);
int32_t fiber_sum(int64_t number);
// ldmatrix of `count` matrices whose line the thread names, as fiber_copy does; then register 0
// to 3.
void fiber_ldmatrix(int64_t line, int64_t count, int64_t is_transposed);
int32_t fiber_word(int64_t number);
// wgmma of 64 rows, `columns` columns and 32 bytes of terms: descriptors of the operands, whose
// rows or columns lie side by side where they are turned; `sums` are those of the thread, columns /
// 2 words, added to at once. They are read after fiber_wgmma_read, which is an error before the
// products were waited for. A fence is needed before the first product and after sums were read;
// what threads have written to shared memory is published before the barrier after which products
// read it, and overwritten after one that all threads have waited for these before.
void fiber_wgmma_fence(void);
void fiber_wgmma(int64_t left_type, int64_t right_type, int64_t columns, int64_t left_turned,
                 int64_t right_turned, int64_t left, int64_t right, void *sums);
void fiber_wgmma_commit(void);
void fiber_wgmma_wait(int64_t left);
void fiber_wgmma_read(void);
void fiber_publish(void);
// mbarrier.init of a barrier at an address of shared memory, for so many threads; an arrival that
// expects bytes; a wait for the end of the phase of a parity. What makes barriers publishes them
// (fiber_publish) before copies use them.
void fiber_bulk_init(int64_t place, int32_t count);
void fiber_bulk_expect(int64_t place, int32_t bytes);
void fiber_bulk_wait(int64_t place, int32_t parity);
// cp.async.bulk.tensor of the box at a place of the tensor map to an address of shared memory,
// whose bytes the barrier counts.
void fiber_bulk(int64_t argument, int64_t to, int64_t place, int64_t rank, int32_t at0, int32_t at1,
                int32_t at2, int32_t at3, int32_t at4);
// The bits of a float that is rounded to tf32: to nearest, ties away from zero.
int32_t fiber_tf32(float value);

#endif
