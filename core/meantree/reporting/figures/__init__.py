"""Statistical figures, drawn by matplotlib: the one room that may import it, and late.

``style`` says how figures look, ``charts`` and its neighbours draw data into them, ``canvas`` makes pixels and files.
Figures are made of ``matplotlib.figure.Figure`` directly, never by pyplot, whose state a window's threads would share.
"""

import logging

logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)  # it warns while it lists the fonts of the machine
