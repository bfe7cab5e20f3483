"""The laboratory: the same game at full speed, to train the evaluation and to measure players.

It needs numba and numpy, which the engine does not; nothing here is sent to the page.
"""
