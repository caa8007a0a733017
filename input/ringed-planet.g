#d
  0:   #14183a  night
  o:o  #d9903d  ochre
  y:y  #ffe0a0  pale gold
  l:l  #b9a7f0  lilac
:rows

1y 1y

6o
8y 6l
10y 6l
11o 3l
12o 3l
2l 12y 4l
4l 10o 4l
3l 7o 5l
3l 3o 7l 1o
12l 4y
6l 8o
4o

1y 1y

:columns

3l
5l
5l
2l 2l 1y
2l 2l
2o 1y 3o 2l
1y 1y 2o 1y 3o 2l
2y 2o 1y 3o 1l 1o
1o 2y 2o 1y 2o 2l 1o
1o 2y 2o 1y 2o 2l 2o
1o 2y 2o 1y 2o 2l 2o
1o 2y 2o 1y 2o 2l 2o
1o 2y 2o 1y 1o 2l 1y 2o
1o 2y 2o 1y 1o 2l 1y 1o
2y 2o 1y 1o 2l 1y 1o
1y 1l 1y 2o 1y 2l 1o 1y
2l 1o 1y 2l
2l 2l
2l 2l
5l 1y
5l
3l

:end
