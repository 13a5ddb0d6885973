"""A second opinion on documents: Google's own client of Firestore.

    firestore_witness.py PROJECT UID read          prints each node that UID may read, in order
    firestore_witness.py PROJECT UID write STYLE   writes nodes from standard input, JSON Lines

`read` checks hash and signature with other libraries than the suite's. `write` writes documents as other
clients do: `plain`, `ios` (empty texts for members that are absent, the fields directly under `data`).
FIRESTORE_EMULATOR_HOST says where.
"""

import hashlib
import json
import sys

import rfc8785
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from google.cloud import firestore
from google.cloud.firestore_v1.base_query import FieldFilter


def node_of(document):
    """The node of a document, which must be what its name says."""
    members = document.to_dict()
    created = members.pop("createdAt")
    if not hasattr(created, "timestamp"):
        sys.exit(f"{document.id}: createdAt is not a time")
    members.pop("accessList")
    if "dataJSON" in members:
        members["data"] = json.loads(members.pop("dataJSON"))
    body = {k: v for k, v in members.items() if k not in ("id", "signature")}
    canonical = rfc8785.dumps(body)
    digest = f"sha256:{hashlib.sha256(canonical).hexdigest()}"
    if not digest == document.id == members["id"]:
        sys.exit(f"{document.id}: the hash is another one")
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(members["author"]["publicKey"]))
    key.verify(bytes.fromhex(members["signature"]), canonical)
    return members


def read(client, uid):
    query = client.collection("nodes").where(
        filter=FieldFilter("accessList", "array_contains", uid)).order_by("timestamp.lamport")
    documents = list(query.stream())
    for document in documents:
        print(rfc8785.dumps(node_of(document)).decode())
    owned = (client.collection("users").document(uid).get().to_dict() or {}).get("ownedNodes", [])
    if sorted(owned) != sorted(document.id for document in documents):
        sys.exit("ownedNodes is not the list of the nodes")


def write(client, uid, style):
    for line in sys.stdin:
        node = json.loads(line)
        name = node["id"]
        if style == "ios":
            node["author"].setdefault("name", "")
            node.setdefault("taskId", "")
            node["data"] = node["data"]["fields"]
        node["accessList"] = [uid]
        node["createdAt"] = firestore.SERVER_TIMESTAMP
        client.collection("nodes").document(name).create(node)


def main():
    project, uid, verb = sys.argv[1:4]
    client = firestore.Client(project=project)
    if verb == "read":
        read(client, uid)
    else:
        write(client, uid, sys.argv[4])


main()
