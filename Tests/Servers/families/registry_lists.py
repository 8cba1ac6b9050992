"""docker-registry of Debian: names of repositories, with the next page in a Link header."""

import os
import shutil
import subprocess

from listed import Listed

from . import port_in

PROGRAM = "docker-registry"
LISTS = [Listed("registry catalog", "/v2/_catalog", "n", id="", order="id")]

CONFIGURATION = """
version: 0.1
log: {{level: info}}
storage: {{filesystem: {{rootdirectory: "{folder}/registry"}}}}
http: {{addr: "127.0.0.1:0"}}
"""


def start(folder):
    """The process and its port."""
    os.environ["REGISTRY_FOLDER"] = folder
    path = os.path.join(folder, "registry.yml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(CONFIGURATION.format(folder=folder))
    process = subprocess.Popen([PROGRAM, "serve", path], stderr=subprocess.PIPE, text=True)
    return process, port_in(process.stderr, r"listening on 127\.0\.0\.1:(\d+)")


def copy(request, rows):
    """Makes an empty repository of the name of each row."""
    place = os.path.join(
        os.environ["REGISTRY_FOLDER"], "registry", "docker", "registry", "v2", "repositories")
    shutil.rmtree(place, ignore_errors=True)
    for row in rows.query("SELECT id FROM row"):
        os.makedirs(os.path.join(place, f"{row['id']:06}", "_layers"))
        os.makedirs(os.path.join(place, f"{row['id']:06}", "_manifests", "revisions"))
