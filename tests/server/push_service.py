"""A push service that is scripted by the paths of its addresses, and browsers that subscribe to it."""

from __future__ import annotations

import datetime as dt
import http.server
import ipaddress
import json
import ssl
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.x509.oid import NameOID

from croupier.server.notices.encryption import public_bytes, unpadded

STATUS = {"ok": 201, "gone": 410, "missing": 404, "moved": 307, "full": 429}


def certificate(folder: Path) -> Path:
    """A certificate of this machine with its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = dt.datetime.now(dt.UTC)
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=2)).add_extension(x509.SubjectAlternativeName(names), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, SHA256())
    )  # fmt: skip
    path = folder / "certificate.pem"
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(pem + made.public_bytes(serialization.Encoding.PEM))
    return path


class PushService:
    """Answers by the first part of the path: see `STATUS`; `silent` never does.

    Attributes:
        got: path, headers and body of each message.
    """

    def __init__(self, folder: Path) -> None:
        self.certificate = certificate(folder)
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.arrived = threading.Condition()
        self._ended = threading.Event()
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                with service.arrived:
                    headers = {name.lower(): value for name, value in self.headers.items()}
                    service.got.append((self.path, headers, body))
                    service.arrived.notify_all()
                kind = self.path.split("/")[1]
                if kind == "silent":
                    service._ended.wait(60)
                    return
                self.send_response(STATUS[kind])
                if kind == "moved":
                    self.send_header("location", "/ok/elsewhere")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.host = f"localhost:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def address(self, path: str) -> str:
        """An endpoint."""
        return f"https://{self.host}/{path}"

    def wait(self, count: int) -> list[tuple[str, dict[str, str], bytes]]:
        """The messages, once there are so many."""
        with self.arrived:
            assert self.arrived.wait_for(lambda: len(self.got) >= count, 20)
            return list(self.got)

    def stop(self) -> None:
        """Answer nobody any more."""
        self._ended.set()
        self._server.shutdown()
        self._server.server_close()


@dataclass
class Subscriber:
    """A browser's keys."""

    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = b"sixteen secrets!"

    def body(self, endpoint: str) -> dict[str, Any]:
        """What the browser says of itself."""
        return {"endpoint": endpoint, "p256dh": unpadded(public_bytes(self.key)), "auth": unpadded(self.auth)}

    def read(self, body: bytes) -> dict[str, Any]:
        """What a message says."""
        salt, length = body[:16], body[20]
        theirs, data = body[21 : 21 + length], body[21 + length :]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        info = b"WebPush: info\0" + public_bytes(self.key) + theirs
        material = HKDF(SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(material)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(material)
        padded = AESGCM(key).decrypt(nonce, data, None)
        text, _, rest = padded.rpartition(b"\x02")
        assert not rest.strip(b"\0")
        found: dict[str, Any] = json.loads(text)
        return found
