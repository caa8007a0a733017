A windmill with rows 7 and 8 exchanged: there is no solution.
#d
  0:   #ffffff  blank
  a:a  #ffffff/#000000  << lower right
  b:b  #000000\#ffffff  >< lower left
  1:#  #000000  black
  d:d  #ffffff\#000000  <> upper right
  c:c  #000000/#ffffff  >> upper left
:rows
a2b a2b
a4b a4b
d5b a5c
d4 4c
d7c
d3c
a9b
a7b
a5c 1 d5b
d4c 1 d4c
d2c a3b d2c
3
a5b
a7b
:columns
a2d a2d
a4d a4d
b5d a5c a1
b4 4c a2
b4d 3c a4
10
a4c 3d b4
a4 4d b2
a5c b5d b1
b4c b4c
b2c b2c
:end
