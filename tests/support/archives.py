"""Zip and tar.bz2 archives with any content, harmless or not."""

from __future__ import annotations

import io
import stat
import tarfile
import zipfile
from pathlib import Path

ZIP_KINDS = {"link": stat.S_IFLNK, "pipe": stat.S_IFIFO, "device": stat.S_IFCHR}
TAR_KINDS = {
    "link": tarfile.SYMTYPE,
    "hard link": tarfile.LNKTYPE,
    "pipe": tarfile.FIFOTYPE,
    "device": tarfile.CHRTYPE,
    "contiguous": tarfile.CONTTYPE,
}


def packed_zip(path, *files):
    """Write a zip of (name, content) or (name, target, kind); folders end in a slash."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content, *kind in files:
            entry = zipfile.ZipInfo("placeholder")
            entry.filename = name  # the constructor would change some
            entry.compress_type = zipfile.ZIP_DEFLATED
            if kind:
                entry.external_attr = (ZIP_KINDS[kind[0]] | 0o777) << 16
            archive.writestr(entry, content)
    return path


def zipped(folder, path, name=None):
    """Write a zip of a folder under its name, or another; weights would barely shrink."""
    with zipfile.ZipFile(path, "w") as archive:
        for file in folder.rglob("*"):
            archive.write(
                file, Path(folder.name if name is None else name, file.relative_to(folder))
            )
    return path


def packed_tar(path, *files, form=tarfile.PAX_FORMAT):
    """Write the same as tar.bz2."""
    with tarfile.open(path, "w:bz2", format=form) as archive:
        for name, content, *kind in files:
            archive.addfile(*tar_entry(name, content, *kind))
    return path


def tar_entry(name, content=b"", kind=None):
    info = tarfile.TarInfo(name.rstrip("/"))
    if kind:
        info.type, info.linkname = TAR_KINDS[kind], content
        return info, None
    info.type = tarfile.DIRTYPE if name.endswith("/") else tarfile.REGTYPE
    info.size = len(content)
    return info, io.BytesIO(content)


def everything_under(path):
    return sorted(str(found.relative_to(path)) for found in path.rglob("*"))
