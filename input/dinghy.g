A dinghy. The triangles are glued to the blocks: each is the first or the last cell of one,
and a number counts its triangles.
#d
  0:   #ffffff  blank
  a:a  #ffffff/#000000  << lower right
  1:#  #000000  black
  b:b  #000000\#ffffff  >< lower left
  d:d  #ffffff\#000000  <> upper right
  c:c  #000000/#ffffff  >> upper left
:rows
a2
a3 1b
a4 2b
a5 3b
a6 4b
1
d12c
d10c
d8c
:columns
a1 1d
a2 2d
a3 3d
a4 3
a5 3
9
3
b4 3
b3 3
b2 3c
b1 2c
1c
:end
