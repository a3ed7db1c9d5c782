"""Statistical figures, drawn by matplotlib: the one room that may import it, and late.

``figure_style`` and ``labels`` say how figures look, ``canvas`` makes pixels and files, the others draw data.
Figures are made of ``matplotlib.figure.Figure`` directly, never by pyplot, whose state a window's threads would share.
"""

import logging

logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)  # it warns while it lists the fonts of the machine
