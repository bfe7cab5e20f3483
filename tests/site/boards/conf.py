"""A stranger's site with boards: another theme, strict settings, nothing else."""

project = copyright = "Boards"  # noqa: A001 - Sphinx names it so
version = "1"
extensions = ["myst_parser", "sirtommy.sphinxext"]
html_theme = "alabaster"
html_theme_options = {"font_family": "serif", "code_font_family": "monospace"}
