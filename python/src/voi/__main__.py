"""``python -m voi`` runs the binary."""

import sys

from ._cli import main

sys.exit(main())
