// Thin lines in a picture, in two directions: black-hat transforms, straightened by two shears.
//
// A closing along x fills what is dark and narrower than its window; what it filled is thin and dark across x: vertical
// lines, and strokes of digits.  (Serra, Image Analysis and Mathematical Morphology, 1982.)  Light lines are found in
// the negative.  The window is a guess until the size of the cells is known: then lines are found again, since with a
// window wider than half a cell the digits, the bands behind clues and filled cells would be lines, too.  A page is
// turned or skewed by a few degrees: the two shears that make the projections of the found lines sharpest make both
// families parallel to the axes, but for perspective and curvature, which the next stage follows from cell to cell.
#pragma once

#include "people/photos/image.hpp"

namespace nonocsp {

/// x = u + sx * (v - cv) and so on; from the straightened picture to the one it was made from.
struct Shear {
    PixelPoint original(PixelPoint at) const;
    PixelPoint straight(PixelPoint at) const;

    float across = 0, down = 0;  ///< tangents: of vertical lines against y, of horizontal lines against x
    PixelPoint centre;           ///< of the original picture
    PixelPoint origin;           ///< of the straight picture in the coordinates of the centre
};

/// Where lines are, 1 or 0, in the straightened picture; each a pixel wider on both sides than it was found.
struct GridLines {
    /// Find the lines that are at most this thick.
    void mark(int most);

    int thickest = 0;  ///< in pixels
    Plane grey;        ///< lines are dark
    Plane vertical;
    Plane horizontal;
    Shear shear;
};

/// The lines of a grey picture; `light` lines on dark paper, or dark ones.
GridLines find_lines(const Plane& grey, bool light);

}  // namespace nonocsp
