"""Web push: messages encrypted for one browser (RFC 8291) and signed by this server (RFC 8292)."""

from __future__ import annotations

import base64
import os
import time
from urllib.parse import urlsplit

import msgspec
from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from paddock.server.errors import Refused

_CURVE = ec.SECP256R1()
_RECORD = 4096
_LAST_RECORD = b"\x02"
_HOURS = 12 * 3600


def letters(raw: bytes) -> str:
    """Encode bytes as unpadded URL-safe base64."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def unlettered(text: str) -> bytes:
    """Decode unpadded URL-safe base64; raises Refused if it is invalid."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        raise Refused("server.bad-push") from None


def public_point(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return the uncompressed public point of a key."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def read_point(point: bytes) -> ec.EllipticCurvePublicKey:
    """Return a browser's public key; raises Refused if it is not a point of the curve."""
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, point)
    except (ValueError, InvalidKey):
        raise Refused("server.bad-push") from None


def seal(
    text: bytes,
    point: bytes,
    secret: bytes,
    key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Encrypt a message for the browser with this key and secret; key and salt default to fresh ones."""
    key = key or ec.generate_private_key(_CURVE)
    salt = salt or os.urandom(16)
    ours = public_point(key)
    agreed = key.exchange(ec.ECDH(), read_point(point))
    seed = _derive(agreed, secret, b"WebPush: info\0" + point + ours, 32)
    lock = _derive(seed, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(seed, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(lock).encrypt(nonce, text + _LAST_RECORD, None)
    return salt + _RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours + sealed


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def key_of(number: bytes) -> ec.EllipticCurvePrivateKey:
    """Return the server's private key from its stored number."""
    return ec.derive_private_key(int.from_bytes(number, "big"), _CURVE)


def new_number() -> bytes:
    """Return the number of a new private key."""
    return ec.generate_private_key(_CURVE).private_numbers().private_value.to_bytes(32, "big")


def signature(key: ec.EllipticCurvePrivateKey, endpoint: str, contact: str) -> str:
    """Return the Authorization header for a push service: the sender and the time limit, signed."""
    place = urlsplit(endpoint)
    claims = {"aud": f"{place.scheme}://{place.netloc}", "exp": int(time.time()) + _HOURS, "sub": contact}
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    told = ".".join(letters(msgspec.json.encode(part)) for part in parts)
    r, s = decode_dss_signature(key.sign(told.encode(), ec.ECDSA(hashes.SHA256())))
    signed = letters(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={told}.{signed}, k={letters(public_point(key))}"
