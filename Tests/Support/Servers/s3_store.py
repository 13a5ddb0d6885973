"""A store of Amazon's kind for tests: moto, on a free port of this machine, for as long as standard input is open.

It prints its port when it listens. Buckets are made with a PUT of their names. moto accepts any signature, so each is
verified here first, with Amazon's own code; requests with the heading X-Set-Up have none. A bucket whose name begins
with "full" has no space for larger files while it has an object "ballast".
"""

import datetime
import hashlib
import io
import os
import re
import sys
import threading

# The process that started this one may have others, which would wait for its descriptors.
os.closerange(3, 4096)

from botocore.auth import S3SigV4Auth  # noqa: E402 (descriptors first)
from botocore.awsrequest import AWSRequest  # noqa: E402
from botocore.credentials import Credentials  # noqa: E402
from moto.moto_server.werkzeug_app import MotoRequestHandler  # noqa: E402
from moto.server import DomainDispatcherApplication, create_backend_app  # noqa: E402
from werkzeug.datastructures import EnvironHeaders  # noqa: E402
from werkzeug.serving import make_server  # noqa: E402

SECRETS = {"AKIAEXAMPLE": "secret/example", "AKIA": "s", "ASIATOKEN": "a:b/c+d="}
TOKENS = {"ASIATOKEN": "FwoG/token+of=them"}
AUTHORIZATION = re.compile(
    r"AWS4-HMAC-SHA256 Credential=([^/]+)/(\d{8})/([^/]+)/s3/aws4_request, ?"
    r"SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})"
)


def fault(environ, body):
    """What is wrong with the signature of a request; None for nothing."""
    headings = EnvironHeaders(environ)
    parts = AUTHORIZATION.fullmatch(headings.get("Authorization", ""))
    if not parts:
        return "no signature"
    key, day, region, names, signature = parts.groups()
    names = names.split(";")
    if key not in SECRETS or headings.get("X-Amz-Security-Token") != TOKENS.get(key):
        return "unknown key"
    if headings.get("X-Amz-Content-Sha256") != hashlib.sha256(body).hexdigest():
        return "another body"
    present = {name.lower() for name in headings.keys()}
    required = {name for name in present if name == "host" or name.startswith("x-amz-")}
    if required - set(names) or set(names) - present or names != sorted(names):
        return f"signed headings {names}, found {sorted(present)}"
    time = headings.get("X-Amz-Date", "")
    now = datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None)
    age = now - datetime.datetime.strptime(time, "%Y%m%dT%H%M%SZ")
    if abs(age.total_seconds()) > 900 or not time.startswith(day):
        return "another time"
    request = AWSRequest(
        method=environ["REQUEST_METHOD"],
        url=f"http://{headings['Host']}{environ['RAW_URI']}",
        headers={name: headings[name] for name in names},
    )
    request.context["timestamp"] = time
    auth = S3SigV4Auth(Credentials(key, SECRETS[key]), "s3", region)
    canonical = auth.canonical_request(request)
    if auth.signature(auth.string_to_sign(request, canonical), request) != signature:
        return f"another signature of {canonical}"
    return None


class Verification:
    """Answers a request whose signature is wrong as Amazon does, and hands any other to the application."""

    def __init__(self, application):
        self.application = application
        self.full = set()

    def is_full(self, environ, body):
        """Whether a bucket has no space for a file, as MinIO says it."""
        bucket, _, name = environ["RAW_URI"].lstrip("/").partition("/")
        if not bucket.startswith("full"):
            return False
        if name == "ballast":
            (self.full.add if environ["REQUEST_METHOD"] == "PUT" else self.full.discard)(bucket)
            return False
        return environ["REQUEST_METHOD"] == "PUT" and len(body) > 500 and bucket in self.full

    def __call__(self, environ, start_response):
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        environ["wsgi.input"] = io.BytesIO(body)
        reason = None if "HTTP_X_SET_UP" in environ else fault(environ, body)
        if reason is None and self.is_full(environ, body):
            start_response("507 Insufficient Storage", [("Content-Type", "application/xml")])
            return [b"<Error><Code>XMinioStorageFull</Code></Error>"]
        if reason is None:
            return self.application(environ, start_response)
        headings = [("Content-Type", "application/xml"), ("X-Fault", repr(reason))]
        start_response("403 Forbidden", headings)
        return [b"<Error><Code>SignatureDoesNotMatch</Code></Error>"]


application = Verification(DomainDispatcherApplication(create_backend_app))
server = make_server(
    "127.0.0.1", 0, application, threaded=True, request_handler=MotoRequestHandler
)
threading.Thread(target=server.serve_forever, daemon=True).start()
# It says a line for each request, and nothing reads them.
os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
print(server.server_address[1], flush=True)
sys.stdin.read()
server.shutdown()
