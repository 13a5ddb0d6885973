"""A server for tests that answers as the machine of a room, well or badly: the path says how.

Prints its port, which is a free one of 127.0.0.1, and a line for each request: the method, the path, the media type,
what authorises it, and the number of bytes of the body. Arguments: a folder with cert.pem and key.pem to speak TLS.
"""

import socket
import ssl
import sys
import threading
import time

PLAIN = "text/plain; charset=utf-8"


def head(status, length=None, kind=PLAIN, extra=""):
    lines = [f"HTTP/1.1 {status} X", f"Content-Type: {kind}", "Connection: close"]
    if length is not None:
        lines.append(f"Content-Length: {length}")
    return ("\r\n".join(lines) + "\r\n" + extra + "\r\n").encode()


def whole(body, status=200, kind=PLAIN):
    return head(status, len(body), kind) + body


def read(client):
    data = b""
    while b"\r\n\r\n" not in data:
        part = client.recv(65536)
        if not part:
            return None
        data += part
    top, body = data.split(b"\r\n\r\n", 1)
    lines = top.decode().split("\r\n")
    headings = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines[1:])}
    while len(body) < int(headings.get("content-length", 0)):
        body += client.recv(65536)
    method, path, _ = lines[0].split(" ")
    authority = headings.get("authorization", "-").replace(" ", ":")
    kind = headings.get("content-type", "-").replace(" ", "")
    print(method, path, kind, authority, len(body), flush=True)
    return path, body


def answer(client, path, body):
    word, _, rest = path.strip("/").partition("/")
    if word == "say":
        client.sendall(whole(rest.replace("+", " ").encode()))
    elif word == "last":
        client.sendall(whole(body.rstrip().split(b"\n")[-1]))
    elif word == "status":
        client.sendall(whole(b"It is so.", status=int(rest)))
    elif word == "slow":
        # A byte a second: silence alone does not say that it will never end.
        client.sendall(head(200, 1000))
        for _ in range(60):
            client.sendall(b"a")
            time.sleep(1)
    elif word == "silent":
        time.sleep(60)
    elif word == "cut":
        client.sendall(head(200, 1000) + b"The beginning")
    elif word == "cutchunk":
        client.sendall(head(200, extra="Transfer-Encoding: chunked\r\n") + b"d\r\nThe beginning\r\n")
    elif word == "chunks":
        client.sendall(head(200, extra="Transfer-Encoding: chunked\r\n"))
        client.sendall(b"4\r\nIn t\r\n7\r\nwo part\r\n1\r\ns\r\n0\r\n\r\n")
    elif word == "endless":
        client.sendall(head(200) + b"Until the end")
    elif word == "overflow":
        client.sendall(head(200, 10**30) + b"The beginning")
    elif word == "version":
        client.sendall(head(200).replace(b"HTTP/1.1", b"HTTP/2") + b"The beginning")
    elif word == "huge":
        client.sendall(head(200, 1 << 30))
        for _ in range(1 << 10):
            client.sendall(b"a" * (1 << 20))
    elif word == "bomb":
        import gzip
        packed = gzip.compress(b"a" * (1 << 24))
        client.sendall(head(200, len(packed), extra="Content-Encoding: gzip\r\n") + packed)
    elif word == "html":
        client.sendall(whole(b"<p>Log in</p>", kind="text/html"))
    elif word == "redirect":
        client.sendall(head(307, 0, extra="Location: /say/Elsewhere\r\n"))
    elif word == "bytes":
        client.sendall(whole(bytes.fromhex(rest)))
    elif word == "garbage":
        client.sendall(b"\x00\x01\x02 what is this\r\n\r\n")
    # Anything else is closed without an answer.


def serve(client, context):
    try:
        if context:
            client = context.wrap_socket(client, server_side=True)
        request = read(client)
        if request:
            answer(client, *request)
        client.close()
    except OSError:
        pass


def main():
    context = None
    if len(sys.argv) > 1:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(f"{sys.argv[1]}/cert.pem", f"{sys.argv[1]}/key.pem")
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    print(listener.getsockname()[1], flush=True)
    while True:
        client, _ = listener.accept()
        threading.Thread(target=serve, args=(client, context), daemon=True).start()


main()
