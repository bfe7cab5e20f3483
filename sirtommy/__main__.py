"""`python -m sirtommy`."""

import sys

from sirtommy.cli import main

sys.exit(main())
