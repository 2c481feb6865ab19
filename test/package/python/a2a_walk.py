"""Launches a coin as another agent does, with the Python SDK of A2A, and prints what it was told as JSON.

The environment has what coin_parts.py reads, and SERVICE_KEY (a key that asks for approval).
"""

import asyncio
import json
import os
import urllib.request

import httpx
import jwt
from a2a.client import Client, ClientConfig, create_client
from a2a.helpers import get_data_parts, get_text_parts, new_data_message, new_text_message
from a2a.types.a2a_pb2 import GetTaskRequest, ListTasksRequest, Message, Role, SendMessageRequest
from a2a.utils.errors import A2AError
from a2a.utils.signing import create_signature_verifier
from coin_parts import URL, approve, new_coin, signed


def key_of(key_id: str, keys_url: str) -> jwt.PyJWK:
    keys = json.load(urllib.request.urlopen(keys_url))["keys"]
    return jwt.PyJWK(next(key for key in keys if key["kid"] == key_id))


async def refusal(work) -> str:
    try:
        await work
        return "none"
    except A2AError as error:
        return type(error).__name__


async def told_by(client: Client) -> dict:
    async def send(message: Message) -> dict | str:
        (answer,) = [event async for event in client.send_message(SendMessageRequest(message=message))]
        return (get_data_parts(answer.message.parts) or get_text_parts(answer.message.parts))[0]

    async def ask(skill: str, given: dict) -> dict:
        return await send(new_data_message({"skill": skill, "input": given}, role=Role.ROLE_USER))

    coin, pairs = new_coin()
    plan = (await ask("dryRun", coin))["dryRunId"]
    early = (await ask("prepareLaunch", {**coin, "dryRunId": plan}))["code"]
    approve(plan)
    offer = await ask("prepareLaunch", {**coin, "dryRunId": plan})
    launched = await ask("submitLaunch", {"launchId": offer["launchId"], "transactions": signed(offer, pairs)})
    return {
        "early": early,
        "locked": launched["feeShareLocked"],
        "coin": (await ask("getCoin", {"mint": coin["mintPubkey"]}))["coin"]["ticker"],
        "answered": "dryRun" in await send(new_text_message("What can you do?", role=Role.ROLE_USER)),
        "refused": [
            (await ask("no-such-skill", {}))["code"],
            await refusal(client.get_task(GetTaskRequest(id="none"))),
            await refusal(client.list_tasks(ListTasksRequest())),
            await refusal(anext(client.send_message(SendMessageRequest()))),
        ],
    }


async def main() -> None:
    verify = create_signature_verifier(key_of, ["ES256"])
    async with httpx.AsyncClient(headers={"x-svc-api-key": os.environ["SERVICE_KEY"]}, timeout=60) as http:
        client = await create_client(URL, ClientConfig(httpx_client=http), signature_verifier=verify)
        print(json.dumps(await told_by(client)))


asyncio.run(main())
