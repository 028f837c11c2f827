"""Pictures as arrays of pixels, drawn from SVG by resvg. Text is drawn in the fonts that the system has."""

from __future__ import annotations

import io

import numpy as np
import numpy.typing as npt

from croupier.core.base.errors import missing

WIDTH = 800
"""Width of a picture, in pixels."""


def rgb_array(svg: str, width: int = WIDTH) -> npt.NDArray[np.uint8]:
    """Draw an SVG on white.

    Args:
        svg: the picture as text.
        width: of the array, in pixels; the height follows from the picture.

    Returns:
        uint8, shape (height, width, 3).

    Raises:
        ImportError: resvg or Pillow is not installed.
    """
    try:
        import resvg_py
        from PIL import Image
    except ImportError as error:
        raise ImportError(missing("a picture in pixels", "resvg_py")) from error
    png = resvg_py.svg_to_bytes(svg_string=svg, background="#ffffff", width=width)
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"))
