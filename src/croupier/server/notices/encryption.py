"""Web Push for one browser: the server's keys (VAPID), encryption (RFC 8291), sender (RFC 8292)."""

from __future__ import annotations

import base64
import json
import os
import stat
import sys
from pathlib import Path

from croupier.core.base.errors import FileError

try:  # needed by everything below but `has_extra`
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
except ImportError:
    _INSTALLED = False
else:
    _INSTALLED = True

KEY_FILE = "push-key.pem"
"""Its name in the data folder, next to the tables but in no export of the database."""


def has_extra() -> bool:
    """Whether the library of the extra ``push`` is installed."""
    return _INSTALLED


def make_keys(path: Path) -> None:
    """Create the keys if there are none."""
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


def read_keys(path: Path) -> ec.EllipticCurvePrivateKey:
    """The keys."""
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


LONGEST_TEXT = 1024
"""Bytes of a text; all are padded to this, so that the length reveals nothing."""
_RECORD = 4096
_HOURS = 12


def unpadded(data: bytes) -> str:
    """Base64 for URLs, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """The inverse of `unpadded`, also for texts from browsers."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def public_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public key as an uncompressed point: `applicationServerKey` in browsers."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def check_subscription(p256dh: str, auth: str) -> None:
    """Check the keys of a browser's subscription."""
    if len(bytes_of(auth)) != 16:
        raise ValueError("the secret has 16 bytes")
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(p256dh))


def encrypted(
    text: bytes, p256dh: str, auth: str, *, once: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None, filled: int = LONGEST_TEXT,
) -> bytes:  # fmt: skip
    """A text of at most `filled` bytes encrypted for one browser, with a new key and salt except in tests."""
    if len(text) > filled:
        raise ValueError(f"a text of a notice has at most {filled} bytes")
    once = once or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    theirs, ours, secret = bytes_of(p256dh), public_bytes(once), bytes_of(auth)
    shared = once.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    material = HKDF(SHA256(), 32, secret, b"WebPush: info\0" + theirs + ours).derive(shared)
    key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(material)
    nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(material)
    padded = text + b"\x02" + b"\0" * (filled - len(text))
    head = salt + _RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + AESGCM(key).encrypt(nonce, padded, None)


def authorization(key: ec.EllipticCurvePrivateKey, origin: str, contact: str, at: int) -> str:
    """The header that identifies the sender of a message, at a time in milliseconds since 1970."""
    claims = {"aud": origin, "exp": at // 1000 + _HOURS * 3600, "sub": contact}
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    signed = ".".join(unpadded(json.dumps(each, separators=(",", ":")).encode()) for each in parts)
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(SHA256())))
    signature = unpadded(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature}, k={unpadded(public_bytes(key))}"
