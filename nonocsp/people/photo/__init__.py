"""Puzzles in photographs and screenshots.

`image_file` decodes a file, `sheet` finds the grid in its pixels and cuts out the numbers,
`photographs` reads them and has the solver put them right. All that computes on pixels is in the
kernel, which serves the browser as well.
"""
