"""A user with one key and several devices, who signs."""

import hashlib

import nacl.signing

from .canonical import canonical, identified

DEVICES = (
    ("5f0c9d1e-phone", "Phone"),
    ("a83b27c4-laptop", "Laptop"),
    ("d2e61f70-desktop", "Desktop at work"),
)


class Author:
    """The user of a seed."""

    def __init__(self, seed: str):
        """Makes the key."""
        secret = hashlib.sha256(seed.encode()).digest()
        self._key = nacl.signing.SigningKey(secret)
        public_key = bytes(self._key.verify_key).hex()
        self.user = public_key[:32]
        self._members = [
            {
                "deviceId": identifier,
                "deviceName": name,
                "name": "Ana",
                "publicKey": public_key,
                "userId": self.user,
            }
            for identifier, name in DEVICES
        ]

    def signed(self, body: dict, device: int) -> dict:
        """A body with its author on one of the devices, its id and its signature."""
        body["author"] = self._members[device]
        signature = self._key.sign(canonical(body).encode()).signature
        return identified(body) | {"signature": signature.hex()}
