"""A private certificate authority, and what it signs; made with openssl."""

from __future__ import annotations

import ssl
import subprocess
from pathlib import Path

from tests.support.shared_data import need_program

_SIGNS = ("-addext", "keyUsage=critical,keyCertSign")  # Python 3.13 trusts no other authority
_NEW_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")


class Authority:
    """Attributes: certificate: the authority's, which may be trusted or not."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._program = need_program("openssl")
        self.certificate = folder / "authority.pem"
        self._key = folder / "authority.key"
        names = ["-keyout", self._key, "-out", self.certificate]
        self._run("req", "-x509", *_NEW_KEY, "-days", "2", "-subj", "/CN=Own", *_SIGNS, *names)

    def context(self, host: str, days: int = 2) -> ssl.SSLContext:
        """Return what a server for a host needs; expired if `days` is 0."""
        key, request = self._folder / f"{host}.key", self._folder / f"{host}.csr"
        certificate, more = self._folder / f"{host}.pem", self._folder / f"{host}.cnf"
        more.write_text(f"subjectAltName=DNS:{host}\nauthorityKeyIdentifier=keyid\n")
        subject = ["-subj", f"/CN={host}", "-keyout", key, "-out", request]
        self._run("req", *_NEW_KEY, *subject)
        signed_by = ["-CA", self.certificate, "-CAkey", self._key, "-CAcreateserial"]
        self._run(
            *["x509", "-req", "-in", request, *signed_by],
            *["-days", days, "-extfile", more, "-out", certificate],
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        return context

    def folder_of_certificates(self) -> Path:
        """Return a folder in which the system finds the authority by its hash."""
        folder = self._folder / "trusted"
        folder.mkdir(exist_ok=True)
        shown = self._run("x509", "-hash", "-noout", "-in", self.certificate)
        (folder / f"{shown.strip()}.0").write_bytes(self.certificate.read_bytes())
        return folder

    def _run(self, *arguments: object) -> str:
        command = [self._program, *map(str, arguments)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout
