#!/usr/bin/env python3
"""Writes the extension as a .vsix, with or without the server's executable.

    python3 clients/vscode/package.py [--with-server] [--executable FILE] [--output DIR]

With the server it is for one platform; the executable is a release that is built now, unless one
is given. The path is printed last. Needs Python 3.9 or newer, and no vsce.
"""

import argparse
import json
import pathlib
import sys
from xml.sax.saxutils import escape, quoteattr

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from archive import write_archive  # noqa: E402
from executable import NotPackable, executable_from, read_executable  # noqa: E402

PROJECT = HERE.parent.parent
SCHEMA = PROJECT / "protocol" / "schema" / "profiles.json"

# The extension's files at run time: folders of the package, what they are made from, and what is
# taken. The extension's own client/ and page/ lead to the other clients while it is not packed.
PARTS = (
    ("", HERE, ("package.json", "README.md", "extension.js", "editor/*.js", "lib/**/*.js", "media/*")),
    ("client/", HERE.parent / "node", ("package.json", "index.js", "lib/*.js")),
    ("page/", HERE.parent / "web" / "page", ("json.js", "paths.js")),
)

CONTENT_TYPES = {
    ".json": "application/json", ".js": "application/javascript", ".md": "text/markdown",
    ".svg": "image/svg+xml", ".png": "image/png", ".css": "text/css", ".txt": "text/plain",
    ".vsixmanifest": "text/xml",
}
BINARY = "application/octet-stream"

MANIFEST = """\
<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011" \
xmlns:d="http://schemas.microsoft.com/developer/vsx-schema-design/2011">
  <Metadata>
    <Identity Language="en-US" Id={id} Version={version} Publisher={publisher}{platform}/>
    <DisplayName>{title}</DisplayName>
    <Description xml:space="preserve">{description}</Description>
    <Tags>{tags}</Tags>
    <Categories>{categories}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/{icon}</Icon>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={engine}/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionDependencies" Value=""/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionPack" Value=""/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value={kind}/>
      <Property Id="Microsoft.VisualStudio.Services.GitHubFlavoredMarkdown" Value="true"/>
      <Property Id="Microsoft.VisualStudio.Services.Links.Source" Value={source}/>
      <Property Id="Microsoft.VisualStudio.Services.Links.Support" Value={support}/>
      <Property Id="Microsoft.VisualStudio.Services.Links.Learn" Value={home}/>
    </Properties>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
{assets}
  </Assets>
</PackageManifest>
"""


def manifest_text(package, platform):
    """extension.vsixmanifest, which says what package.json says."""
    assets = {
        "Microsoft.VisualStudio.Code.Manifest": "package.json",
        "Microsoft.VisualStudio.Services.Content.Details": "README.md",
        "Microsoft.VisualStudio.Services.Content.Changelog": "CHANGELOG.md",
        "Microsoft.VisualStudio.Services.Content.License": "LICENSE.txt",
        "Microsoft.VisualStudio.Services.Icons.Default": package["icon"],
    }
    return MANIFEST.format(
        id=quoteattr(package["name"]), version=quoteattr(package["version"]),
        publisher=quoteattr(package["publisher"]),
        platform=f" TargetPlatform={quoteattr(platform)}" if platform else "",
        title=escape(package["displayName"]), description=escape(package["description"]),
        tags=escape(",".join(package["keywords"])),
        categories=escape(",".join(package["categories"])), icon=escape(package["icon"]),
        engine=quoteattr(package["engines"]["vscode"]),
        kind=quoteattr(",".join(package["extensionKind"])),
        source=quoteattr(package["repository"]["url"]), support=quoteattr(package["bugs"]["url"]),
        home=quoteattr(package["homepage"]),
        assets="\n".join(
            f'    <Asset Type="{kind}" Path="extension/{name}" Addressable="true"/>'
            for kind, name in assets.items()
        ),
    )


def content_types_text(names):
    """[Content_Types].xml, with every extension that is used, and the files without one."""
    suffixes = sorted({pathlib.PurePosixPath(name).suffix for name in names} - {""})
    lines = [
        f'<Default Extension="{each}" ContentType="{CONTENT_TYPES[each]}"/>' for each in suffixes
    ]
    lines += [
        f'<Override PartName="/{name}" ContentType="{BINARY}"/>'
        for name in names if not pathlib.PurePosixPath(name).suffix
    ]
    head = '<?xml version="1.0" encoding="utf-8"?>\n'
    space = "http://schemas.openxmlformats.org/package/2006/content-types"
    return f'{head}<Types xmlns="{space}">{"".join(lines)}</Types>\n'


def changelog():
    """The section of README.md, as a file of its own."""
    text = (HERE / "README.md").read_text(encoding="utf-8")
    _, found, rest = text.partition("\n## Changelog\n")
    if not found:
        raise NotPackable("clients/vscode/README.md has no section Changelog.")
    return "# Changelog\n" + rest.partition("\n## ")[0].rstrip() + "\n"


def extension_files():
    """The files of the extension, by name."""
    files = {}
    for prefix, folder, patterns in PARTS:
        for pattern in patterns:
            found = sorted(folder.glob(pattern))
            if not found:
                raise NotPackable(f"{folder} has no {pattern}.")
            for path in found:
                name = prefix + path.relative_to(folder).as_posix()
                files[name] = (path.read_bytes(), 0o644)
    files["CHANGELOG.md"] = (changelog().encode(), 0o644)
    files["LICENSE.txt"] = ((PROJECT / "LICENSE").read_bytes(), 0o644)
    if SCHEMA.exists():
        files["schema/profiles.json"] = (SCHEMA.read_bytes(), 0o644)
    return files


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--with-server", action="store_true", help="carry the executable")
    parser.add_argument("--executable", metavar="FILE", help="default: a release is built")
    parser.add_argument("--output", metavar="DIR", default=HERE / "dist", type=pathlib.Path)
    arguments = parser.parse_args()
    package = json.loads((HERE / "package.json").read_text(encoding="utf-8"))
    try:
        files, platform = extension_files(), None
        if arguments.with_server or arguments.executable:
            executable = executable_from(arguments.executable)
            platform = read_executable(executable).editor_platform
            files["server/paginator"] = (executable.read_bytes(), 0o755)
    except NotPackable as error:
        sys.exit(f"package.py: {error}")
    entries = {"extension.vsixmanifest": (manifest_text(package, platform).encode(), 0o644)}
    entries.update({f"extension/{name}": file for name, file in files.items()})
    types = content_types_text(entries).encode()
    arguments.output.mkdir(parents=True, exist_ok=True)
    suffix = f"-{platform}" if platform else ""
    path = arguments.output / f"{package['name']}-{package['version']}{suffix}.vsix"
    write_archive(path, {"[Content_Types].xml": (types, 0o644), **entries})
    print(path)


if __name__ == "__main__":
    main()
