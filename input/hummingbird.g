#d
  0:   #ffffff  blank
  g:g  #4a9a3c  green
  r:r  #e23b57  red
  y:y  #ffd75e  yellow
  t:t  #b9dcef  sky
  b:b  #6fa3c8  blue
  e:e  #18966b  emerald
  d:d  #0c5560  dark teal
  w:w  #efe6d2  cream
:rows
2b 1t 1b
1b 1t 1b 3t 1b
1b 2t 2b 1t 1b 2t 1b 1g
1b 2t 1b 2b 2t 1b 2g
1b 3t 1b 4b 1t 1b 3r 2g
1b 5t 1b 1t 1b 2t 1b 4r 2g
1b 5t 4b 2t 1b 5r 1g
1b 6t 1b 1t 1b 3t 1b 7r 3y 1g
1b 5t 1b 1t 1b 3t 1b 6r 4y
1b 5t 1b 1t 1b 3t 1b 4e 3r 2d 4y
1b 4t 1b 1t 1b 2t 1b 6e 3d 1r 1y 1r 2y 1g
1b 4t 1b 1t 1b 2t 1b 4e 1d 1e 2d 7r 2g
1b 2t 1b 5t 1b 7e 7r 2g
2t 1b 5t 5e 3r 4r 2g
8t 5e 3r 3r 2g 4g
4t 1d 1e 2d 2e 5r 2r 2g 5g
1t 2d 1e 2d 1e 1d 1e 4r 2g 5g
1t 1d 1e 2d 1e 2d 1w 4r 2g 4g
1d 1e 2d 1e 2d 4w 1e 1g 4g
1e 2d 1e 2d 5w 1g 3g
1d 1e 2d 5w 2g 2g
2e 2d 1e 4w 1e 2g
4e 4w 1e 4g
3e 4w 1e 5g
3e 3w 1e 7g
3d 3w 1e 5g 2g
2d 1e 2d 1w 1e 6g 2g
2d 2e 2d 5g 2g
2d 2e 3d 5g 2g
4d 1e 3d 2g
4d 1e 3d 1g
4d 1e 4d 1g
3d 1e 4d 2g
1d 4d 1g
3d 2g
3d 2g
1g
2g
:columns



3b 2d
1b 2t 3b 4d
1b 4t 2b 4d
1b 5t 2b 3d 1e 3d
2b 6t 2b 3d 1e 4d
1b 7t 1b 3d 1e 5d
10t 2d 2e 4d
10t 2d 2e 4d
5t 2b 4t 1d 1e 4e 1d 2e 4d
6b 4t 2d 1e 2d 4e 5d
3b 9t 1d 1e 2d 1e 1d 3e 1w 3d
1t 2b 1t 6b 3t 1d 1e 2d 1e 2d 1e 4w
1t 5b 8t 1e 2d 1e 2d 1e 4w 1e
4t 1b 10t 2d 1e 2d 5w 1e
1b 9t 3b 2e 1d 1e 2d 5w 1e
9b 4e 2d 5w 1e
7e 5w 1e
6e 3r 3w 1e
6e 3r 2w
4e 5r 1e
2e 1d 1e 5r
3e 3r
1d
2r 1d
3r 1d 2r
6r 1d 2r 1g
6r 1d 2r 3g
5r 1d 6r 5g
4r 1d 1y 5r 5g
2r 2y 5r 6g
4y 3r 6g 1g
4y 7g 5g 4g
3y 15g 4g
3g 13g
2g 3g 5g
2g 5g
2g 6g
7g
6g
:end
