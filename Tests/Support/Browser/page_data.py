"""Prints the data of a page of `redo view`: a line for each block, with its name and its contents.

    page_data.py PAGE
"""

import base64
import pathlib
import re
import sys
import zlib

BLOCK = re.compile(rb'<script type="application/octet-stream" id="data-([\w-]+)" data-form="(\w+)">([^<]*)</script>')


def main():
    """Decodes each block; bytes that are not text are printed in hexadecimal digits."""
    page = pathlib.Path(sys.argv[1]).read_bytes()
    for name, form, text in BLOCK.findall(page):
        content = base64.b64decode(text + b"=" * (-len(text) % 4), validate=True)
        if form == b"deflate":
            content = zlib.decompress(content)
        if name in (b"graph", b"ids", b"signatures"):
            content = content.hex().encode()
        sys.stdout.buffer.write(name + b" " + content + b"\n")


if __name__ == "__main__":
    main()
