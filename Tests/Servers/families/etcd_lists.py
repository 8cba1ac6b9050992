"""etcd of Debian: a range of keys, of which nothing but its reader can know the next one."""

import base64
import json
import os
import subprocess

from listed import Listed

from . import free_port, port_in

PROGRAM = "etcd"
ALL = base64.b64encode(b"\0").decode()
LISTS = [
    Listed(
        "etcd range", "/v3/kv/range", id="key", order="id",
        arguments=(
            "-X", "POST", "-d", json.dumps({"key": ALL, "range_end": ALL, "limit": 25})),
        shown=lambda row: base64.b64encode(str(row).encode()).decode(),
        honest="the next range begins behind the last key, which only its reader can know",
    )
]


def start(folder):
    """The process and its port, which etcd's gateway has to know beforehand."""
    port = free_port()
    process = subprocess.Popen(
        [
            PROGRAM, "--data-dir", os.path.join(folder, "etcd"), "--unsafe-no-fsync",
            "--listen-client-urls", f"http://127.0.0.1:{port}",
            "--advertise-client-urls", f"http://127.0.0.1:{port}",
            "--listen-peer-urls", "http://127.0.0.1:0",
        ],
        stderr=subprocess.PIPE, text=True,
    )
    return process, port_in(process.stderr, r"client requests on 127\.0\.0\.1:(\d+)")


def copy(request, rows):
    request("POST", "/v3/kv/deleterange", {"key": ALL, "range_end": ALL})
    for row in rows.query("SELECT id FROM row"):
        key = base64.b64encode(str(row["id"]).encode()).decode()
        request("POST", "/v3/kv/put", {"key": key, "value": key})
