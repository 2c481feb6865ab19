"""What each walk needs to launch a coin: keys, a request, signatures; the environment has SERVICE_URL and APPROVER_SEED (hex)."""

import base64
import json
import os
import time
import urllib.request

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

URL = os.environ["SERVICE_URL"]
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
DIGITS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def base58(data: bytes) -> str:
    number, text = int.from_bytes(data, "big"), ""
    while number:
        number, digit = divmod(number, 58)
        text = DIGITS[digit] + text
    return "1" * (len(data) - len(data.lstrip(b"\0"))) + text


def address(key: Ed25519PrivateKey) -> str:
    return base58(key.public_key().public_bytes_raw())


def new_coin() -> tuple:
    """A request, and the pairs that sign its transactions."""
    launcher, mint, member = (Ed25519PrivateKey.generate() for _ in range(3))
    crew = [{"handle": "@one", "wallet": address(member), "share": 100}]
    coin = {"name": "Python Frog", "ticker": "PYFROG", "imageBase64": PIXEL, "crew": crew}
    return {**coin, "launcherPubkey": address(launcher), "mintPubkey": address(mint)}, [launcher, mint]


def signed(offer: dict, pairs: list) -> list:
    """The transactions of an offer: a count, the signatures in the order of `signers`, the message."""
    by_address = {address(pair): pair for pair in pairs}
    results = []
    for entry in offer["transactions"]:
        unsigned, signers = base64.b64decode(entry["transaction"]), entry["signers"]
        message = unsigned[1 + 64 * len(signers) :]
        signatures = b"".join(by_address[signer].sign(message) for signer in signers)
        results.append(base64.b64encode(unsigned[:1] + signatures + message).decode())
    return results


def post(path: str, body: dict | None, headers: dict | None = None) -> dict:
    data = b"" if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, {"content-type": "application/json", **(headers or {})}, method="POST")
    return json.load(urllib.request.urlopen(request))


def approve(dry_run_id: str) -> dict:
    approver = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(os.environ["APPROVER_SEED"]))
    timestamp = str(int(time.time() * 1000))
    signature = base58(approver.sign(f"svc-approve-dry-run:{dry_run_id}:{timestamp}".encode()))
    headers = {"x-svc-wallet": address(approver), "x-svc-timestamp": timestamp, "x-svc-signature": signature}
    return post(f"/api/agent/launch/dry-run/{dry_run_id}/approve", None, headers)
