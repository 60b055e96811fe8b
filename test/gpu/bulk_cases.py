"""Products for kernels with bulk copies (sm_90a): the forms, and sizes that operands have tensor maps of."""

# Types, spec, sizes, schedule: lines of 128, 64 and 32 bytes, along terms and along rows or columns, batches, one stage, panels of several boxes, one operand
# that threads copy, and terms, rows and columns beyond whole tiles.
FORMS = (
    ("f16-f32", "mk,kn->mn", dict(m=70, n=48, k=104), "block=[64,48,32], tile0=[64,48,32], instruction=wgmma_f16_tma, stages=3"),
    ("f16", "mk,nk->mn", dict(m=131, n=24, k=200), "block=[64,24,64], tile0=[128,24,64], instruction=wgmma_f16_tma, stages=2"),
    ("bf16-f32", "km,kn->mn", dict(m=72, n=128, k=53), "block=[64,64,16], tile0=[64,128,16], instruction=wgmma_bf16_tma, stages=4"),
    ("i8-i32", "mk,nk->mn", dict(m=37, n=48, k=112), "block=[37,48,32], tile0=[37,48,64], instruction=wgmma_i8_tma, stages=2"),
    ("tf32", "mk,nk->mn", dict(m=67, n=31, k=44), "block=[64,31,8], tile0=[64,31,8], instruction=wgmma_tf32_tma, stages=3"),
    ("f16-f32", "bmk,bkn->bmn", dict(b=3, m=40, n=16, k=72), "block=[1,40,16,64], tile0=[1,40,16,64], instruction=wgmma_f16_tma, stages=2"),
    ("bf16", "mbk,nbk->bmn", dict(b=2, m=65, n=17, k=40), "block=[1,64,17,16], tile0=[1,64,17,16], instruction=wgmma_bf16_tma, stages=3"),
    ("f16-f32", "mk,kn->mn", dict(m=33, n=29, k=48), "block=[33,29,16], tile0=[33,29,16], instruction=wgmma_f16_tma, stages=3"),
    ("u8-i32", "mk,nk->mn", dict(m=64, n=8, k=160), "block=[64,8,32], tile0=[64,8,128], instruction=wgmma_i8_tma"),
    ("f16-f32", "mk,nk->mn", dict(m=300, n=16, k=24), "block=[64,16,16], tile0=[320,16,16], instruction=wgmma_f16_tma, stages=2"),
)


def aligned(spec, sizes):
    """Sizes of which neighbours of both operands are whole units of 16 bytes of any type."""
    return sizes | {dims[-1]: -(-sizes[dims[-1]] // 16) * 16 for dims in spec.split("->")[0].split(",")}
