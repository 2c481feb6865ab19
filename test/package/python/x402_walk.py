"""Dry-runs, launches and lists with the Python client of x402, each call paid by itself, and prints what it was told as JSON.

The environment has what coin_parts.py reads, LAUNCHER_KEY, PAYER_KEY (hex) and CLIENT (httpx or requests).
"""

import asyncio
import json
import os

import httpx
import requests
from coin_parts import URL, new_coin
from eth_account import Account
from x402 import x402Client, x402ClientSync
from x402.http import decode_payment_response_header
from x402.http.clients import x402_httpx_transport, x402_requests
from x402.mechanisms.evm.exact import register_exact_evm_client


def paying(kind: type) -> x402Client | x402ClientSync:
    return register_exact_evm_client(kind(), Account.from_key(os.environ["PAYER_KEY"]))


async def call(method: str, path: str, **given) -> tuple:
    if os.environ["CLIENT"] == "requests":
        answer = await asyncio.to_thread(SESSION.request, method, URL + path, timeout=60, **given)
    else:
        async with httpx.AsyncClient(transport=x402_httpx_transport(paying(x402Client)), timeout=60) as http:
            answer = await http.request(method, URL + path, **given)
    receipt = decode_payment_response_header(answer.headers["payment-response"])
    return answer.json(), [answer.status_code, receipt.success, receipt.transaction]


SESSION: requests.Session = x402_requests(paying(x402ClientSync))


async def main() -> None:
    coin, _ = new_coin()
    body = {name: value for name, value in coin.items() if name not in ("launcherPubkey", "mintPubkey")}
    plan, first = await call("POST", "/api/agent/launch/dry-run", json=body)
    headers = {"x-launcher-key": os.environ["LAUNCHER_KEY"]}
    launched, second = await call("POST", "/api/agent/launch", json={**body, "dryRunId": plan["dryRunId"]}, headers=headers)
    listed, third = await call("GET", "/api/agent/launches")
    mine = [row["mint"] for row in listed["launches"]]
    print(json.dumps({"mint": launched["mint"], "listed": mine, "receipts": [first, second, third]}))


asyncio.run(main())
