#d
  0:   #ffffff  blank
  r:r  #d1242f  red
  y:y  #f2c94c  yellow
  b:b  #0969da  blue
:rows
1r
3y
1b 1y 1b
2y 3y 2y
1y 3y 1y
9y
9y
7y
1r 2y 1b 2y 1r
7y
:columns
1b 1y
4y
3y 1r 1y
5y
1y 7y
1r 7y 1b 1y
1y 7y
5y
3y 1r 1y
4y
1b 1y
:end
