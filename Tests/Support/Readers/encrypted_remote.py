#!/usr/bin/env python3
"""Opens an epoch and a sealed file by docs/encrypted-remotes.md, with PyNaCl and nothing of the suite.

    encrypted_remote.py EPOCH-FILE SIGNING-SEED SEALED-FILE KIND

Prints JSON: what the epoch and the file say. Ends with an assertion where they are not as the page has them.
"""

import hashlib
import json
import pathlib
import sys

import nacl.bindings as sodium
import nacl.hash
import nacl.encoding
import nacl.signing


def kb(key, message):
    return nacl.hash.blake2b(message, digest_size=32, key=key, encoder=nacl.encoding.RawEncoder)


def digest(data):
    return hashlib.sha256(data).digest()


def padded_size(content_size):
    size = 8 + content_size
    if size <= 4096:
        return 4096
    exponent = size.bit_length() - 1
    bits = exponent - exponent.bit_length()
    step = 2**bits
    return (size + step - 1) // step * step


def kind_bytes(kind):
    return kind.encode()[:8].ljust(8, b"\0")


def pad(content):
    plaintext = len(content).to_bytes(8, "little") + content
    return plaintext.ljust(padded_size(len(content)), b"\0")


def nonce(number, is_last):
    return bytes(15) + number.to_bytes(8, "little") + bytes([is_last])


def seal(content, epoch, key, kind):
    plaintext = pad(content)
    salt = kb(key, b"redo salt 1" + kind_bytes(kind) + digest(plaintext))
    header = b"RedoSea1" + epoch + kind_bytes(kind) + salt
    file_key = kb(key, b"redo seal 1" + kind_bytes(kind) + salt)
    chunks = [plaintext[start : start + 65536] for start in range(0, len(plaintext), 65536)]
    return header + b"".join(
        sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(
            chunk, header, nonce(number, number == len(chunks) - 1), file_key
        )
        for number, chunk in enumerate(chunks)
    )


def unseal(file, epoch, key, kind):
    header, sealed = file[:80], file[80:]
    assert header[:8] == b"RedoSea1" and header[8:40] == epoch and header[40:48] == kind_bytes(kind)
    salt = header[48:]
    file_key = kb(key, b"redo seal 1" + kind_bytes(kind) + salt)
    chunks = [sealed[start : start + 65552] for start in range(0, len(sealed), 65552)]
    plaintext = b"".join(
        sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(
            chunk, header, nonce(number, number == len(chunks) - 1), file_key
        )
        for number, chunk in enumerate(chunks)
    )
    assert salt == kb(key, b"redo salt 1" + kind_bytes(kind) + digest(plaintext))
    size = int.from_bytes(plaintext[:8], "little")
    assert size + 8 <= len(plaintext) == padded_size(size)
    assert not any(plaintext[8 + size :])
    return plaintext[8 : 8 + size]


def open_epoch(file, public, secret):
    commitment, count = file[:32], int.from_bytes(file[32:36], "little")
    assert 8 <= count <= 4096 and count & (count - 1) == 0
    boxes = file[36 : 36 + 80 * count]
    epoch = digest(commitment + boxes)
    keys = []
    for start in range(0, len(boxes), 80):
        try:
            keys.append(sodium.crypto_box_seal_open(boxes[start : start + 80], public, secret))
        except Exception:  # The box is another member's.
            pass
    keys = [key for key in keys if len(key) == 32 and kb(key, b"redo commit 1") == commitment]
    assert len(keys) == 1
    content = unseal(file[36 + 80 * count :], epoch, keys[0], "epoch")
    line, signature, rest = content.split(b"\n")
    assert rest == b"" and len(signature) == 128
    body = json.loads(line)
    assert json.dumps(body, sort_keys=True, separators=(",", ":")).encode() == line
    assert body["boxes"] == epoch.hex()
    nacl.signing.VerifyKey(bytes.fromhex(body["signer"])).verify(
        b"redo-epoch-1\n" + line, bytes.fromhex(signature.decode())
    )
    return epoch, keys[0], body, digest(line)


def box_pair(seed):
    """The public and the secret half of the box key of a signing key."""
    return sodium.crypto_box_seed_keypair(kb(seed, b"redo box 1"))


def main():
    epoch_path, seed, sealed_path, kind = sys.argv[1:]
    public, secret = box_pair(bytes.fromhex(seed))
    epoch, key, body, body_digest = open_epoch(
        pathlib.Path(epoch_path).read_bytes(), public, secret
    )
    sealed = pathlib.Path(sealed_path).read_bytes()
    content = unseal(sealed, epoch, key, kind)
    assert seal(content, epoch, key, kind) == sealed
    for entry in body["past"]:
        assert len(bytes.fromhex(entry["key"])) == 32
    print(
        json.dumps(
            {
                "id": epoch.hex(),
                "body": body_digest.hex(),
                "commits": [kb(bytes.fromhex(entry["key"]), b"redo commit 1").hex() for entry in body["past"]],
                "members": [member["principal"] for member in body["members"]],
                "keys": [device["key"] for member in body["members"] for device in member["devices"]],
                "parents": body["parents"],
                "salt": sealed[48:80].hex(),
                "content": digest(content).hex(),
                "size": len(content),
            },
            sort_keys=True,
        )
    )


if __name__ == "__main__":
    main()
