"""Receives the webhooks of a launch, verifies them with `standardwebhooks` and `svix`, and prints what came as JSON.

The environment has what coin_parts.py reads.
"""

import json
import queue
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import standardwebhooks
import svix
from coin_parts import new_coin, post, signed

came: queue.Queue = queue.Queue()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        came.put((dict(self.headers), self.rfile.read(int(self.headers["content-length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


LIBRARIES = [
    (standardwebhooks.Webhook, standardwebhooks.WebhookVerificationError),
    (svix.Webhook, svix.WebhookVerificationError),
]


def judged(secret: str, headers: dict, body: bytes) -> list:
    """For each library: whether it takes the message, a changed one, and one under another secret."""

    def takes(library: type, error: type, with_secret: str, text: bytes) -> bool:
        try:
            library(with_secret).verify(text, headers)
            return True
        except error:
            return False

    other = "whsec_" + "QUFB" * 8
    return [[takes(*one, secret, body), takes(*one, secret, body + b" "), takes(*one, other, body)] for one in LIBRARIES]


server = HTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=server.serve_forever, daemon=True).start()
key = {"x-svc-api-key": post("/api/agent/keys/claim", {"label": "webhooks"})["key"]}
url = f"http://127.0.0.1:{server.server_port}/hook"
secret = post("/api/webhooks", {"url": url, "events": ["launch.created"]}, key)["secret"]
coin, pairs = new_coin()
plan = post("/api/agent/launch/dry-run", coin, key)["dryRunId"]
offer = post("/api/agent/launch/unsigned", {**coin, "dryRunId": plan}, key)
post("/api/agent/launch/submit", {"launchId": offer["launchId"], "transactions": signed(offer, pairs)}, key)
headers, body = came.get(timeout=60)
message = json.loads(body)
told = {"type": message["type"], "mint": message["data"]["mint"] == coin["mintPubkey"], "judged": judged(secret, headers, body)}
print(json.dumps(told))
