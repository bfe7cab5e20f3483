"""A stranger's site with boards: another theme, strict settings, nothing else."""

project = "Boards"
extensions = ["myst_parser", "sirtommy.sphinxext"]
html_theme = "alabaster"
html_theme_options = {"font_family": "serif", "code_font_family": "monospace"}
