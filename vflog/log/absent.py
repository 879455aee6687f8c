"""`UNSET` stands for a field that a record does not have.

It is msgspec's own; as a constant of this project the compiled modules reach it without looking it up.
"""

from typing import Final

import msgspec

UNSET: Final = msgspec.UNSET
