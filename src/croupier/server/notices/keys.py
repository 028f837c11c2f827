"""The server's keys for Web Push (VAPID): made at the first start, in a file that its owner alone may read."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.core.base.errors import FileError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

KEY_FILE = "push-key.pem"
"""Its name in the data folder: beside the tables, and in no export of the database."""


def has_extra() -> bool:
    """Whether the library of the extra ``push`` is installed."""
    try:
        import cryptography.hazmat.primitives.asymmetric.ec  # noqa: F401
    except ImportError:
        return False
    return True


def make_keys(path: Path) -> None:
    """Make the keys, where there are none yet."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    if path.exists():
        return
    pem = ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    try:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(opened, "wb") as file:
            file.write(pem)
    except FileExistsError:
        return  # another process was first
    except OSError as error:
        raise FileError(f"{path}, the keys of notices, cannot be written: {error.strerror}") from error


def read_keys(path: Path) -> EllipticCurvePrivateKey:
    """The keys."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        mode, pem = stat.S_IMODE(path.stat().st_mode), path.read_bytes()
    except OSError as error:
        raise FileError(f"{path}, the keys of notices, cannot be read: {error.strerror}") from error
    if mode & 0o077 and sys.platform != "win32":
        raise FileError(f"{path}, the keys of notices, can be read by others: chmod 600 {path}")
    try:
        key = serialization.load_pem_private_key(pem, None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise FileError(f"{path} holds no keys of notices; remove it, and new ones are made") from error
    if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, ec.SECP256R1):
        raise FileError(f"{path} holds keys of another kind; remove it, and new ones are made")
    return key
