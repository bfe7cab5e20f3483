"""Sir Tommy: the game of four waste piles and one decision, for reading, playing and searching.

The modules stand side by side; each imports the standard library and modules that come before it in
the order that the reference page and a test of the layers give.
"""
