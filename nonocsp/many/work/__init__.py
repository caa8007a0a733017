"""Work on many items by worker processes: handed out in chunks, safe against lost workers, kept.

`work` hands items to an executor and takes the results back, for batches, audits, data sets and the
parts of one puzzle. `pool` runs worker processes, whose loop is in `worker`; `executors` adapts
other pools, `ray_executor` Ray's. `journal` is the file in which finished work is kept.
"""
