"""``python -m voi`` is the binary."""

import sys

from ._cli import main

sys.exit(main())
