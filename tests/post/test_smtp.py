"""The way to a mail server as providers run them: STARTTLS with a certificate, then signing in."""

from __future__ import annotations

import datetime
import ipaddress
import ssl
from pathlib import Path

import pytest
from aiosmtplib import SMTPException
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from tests.post.mailbox import PASSWORD, Mailbox, mailbox
from tests.post.test_mail import ANNA, waiting_letters
from tests.web.visitor import Visitor, open_house


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A server's key and its certificate for 127.0.0.1, which vouches for itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "mail.greenroom.test")])
    now, day = datetime.datetime.now(datetime.UTC), datetime.timedelta(days=1)
    address = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - day)
        .not_valid_after(now + day)
        .add_extension(x509.SubjectAlternativeName([address]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path_factory.mktemp("tls") / "server.pem"
    own = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(own + made.public_bytes(Encoding.PEM))
    return path


@pytest.fixture
def tls(certificate: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return context


async def sent(database_url: str, box: Mailbox, password: str = PASSWORD) -> int:
    """Send the question to an address; how many letters still wait afterwards."""
    signing_in = {"smtp_security": "starttls", "smtp_user": "house", "smtp_password": password}
    async with open_house(database_url, **box.settings() | signing_in) as (app, house):
        await house.postman.stop()
        async with Visitor(app) as anna:
            await anna.named("Anna")
            await anna.post("/profile/email", email=ANNA)
        try:
            await house.postman.once()
        except (SMTPException, ssl.SSLError, OSError):
            assert await waiting_letters(house) == 1, "it waits for the next attempt"
        return await waiting_letters(house)


async def test_letters_go_over_tls_from_whoever_has_signed_in(
    database_url: str, tls: ssl.SSLContext, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    async with mailbox(tls=tls) as box:
        assert await sent(database_url, box) == 0

    assert box.signed_in == [(b"house", PASSWORD.encode())]
    assert [letter["To"] for letter in box.letters] == [ANNA]


async def test_a_wrong_password_sends_nothing(
    database_url: str, tls: ssl.SSLContext, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    async with mailbox(tls=tls) as box:
        assert await sent(database_url, box, "a wrong one") == 1

    assert box.signed_in
    assert box.letters == []


async def test_a_server_that_nobody_vouches_for_gets_neither_password_nor_letter(
    database_url: str, tls: ssl.SSLContext
) -> None:
    async with mailbox(tls=tls) as box:
        assert await sent(database_url, box) == 1

    assert box.signed_in == []
    assert box.letters == []
