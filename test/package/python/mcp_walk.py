"""Launches a coin with the Python SDK of MCP, reads what else there is, and prints what it was told as JSON.

The environment has what coin_parts.py reads, SERVICE_KEY (a key that asks for approval) and MCP_MODE (auto or legacy).
"""

import asyncio
import json
import os

import httpx2
from coin_parts import URL, approve, new_coin, signed
from mcp import MCPError
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client


async def refusal(work) -> int | str:
    try:
        result = await work
        return result.structured_content["code"] if result.is_error else "none"
    except MCPError as error:
        return error.error.code


async def launch(client: Client) -> dict:
    async def call(tool: str, **given) -> dict:
        return (await client.call_tool(tool, given)).structured_content

    coin, pairs = new_coin()
    plan = (await call("dry_run", **coin))["dryRunId"]
    early = await refusal(client.call_tool("prepare_launch", {**coin, "dryRunId": plan}))
    approve(plan)
    offer = await call("prepare_launch", **coin, dryRunId=plan)
    launched = await call("submit_signed", launchId=offer["launchId"], transactions=signed(offer, pairs))
    status = await call("launch_status", mint=coin["mintPubkey"])
    return {"early": early, "locked": [launched["feeShareLocked"], status["feeShareLocked"]]}


async def told_by(client: Client) -> dict:
    resources = (await client.list_resources()).resources
    prompt, *_ = (await client.list_prompts()).prompts
    given = {item.name: "frog" for item in prompt.arguments}
    return {
        "version": client.protocol_version,
        "tools": [tool.name for tool in (await client.list_tools()).tools],
        "read": all([(await client.read_resource(item.uri)).contents[0].text for item in resources]),
        "templates": len((await client.list_resource_templates()).resource_templates),
        "prompted": (await client.get_prompt(prompt.name, given)).messages[0].content.type,
        "refused": [
            await refusal(client.get_prompt(prompt.name, {})),
            await refusal(client.call_tool("no_such_tool", {})),
            await refusal(client.read_resource("launch://none")),
            await refusal(client.call_tool("dry_run", {"ticker": {"no": "text"}})),
        ],
        **await launch(client),
    }


async def main() -> None:
    headers = {"x-svc-api-key": os.environ["SERVICE_KEY"]}
    async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
        async with Client(streamable_http_client(f"{URL}/mcp", http_client=http), mode=os.environ["MCP_MODE"]) as client:
            print(json.dumps(await told_by(client)))


asyncio.run(main())
