#!/usr/bin/env python3
"""Checks the receipt of a coin (GET /api/coins/{mint}/receipt) without the service that made it.

    python3 verify_receipt.py receipt.json [jwks.json]

One line for each check; exit code 0 when all hold. Needs Python 3.8 and, for EVM wallets, typed_policy.py; shares no code with `agent-launch verify`.
"""
import base64
import hashlib
import json
import pathlib
import re
import sys

KINDS = ["coin", "plan", "approval", "policy", "transaction", "split", "remit"]
MEMBERS = {"kind", "body", "previous", "hash"}

class Wrong(Exception):
    """What does not hold, in a sentence."""
def need(holds, sentence):
    if not holds:
        raise Wrong(sentence)
def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
def sha256(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
def b64(text):
    data = base64.b64decode(text, validate=True)
    need(base64.b64encode(data).decode() == text, "A text is not in the one form of base64.")
    return data
def b64url(text):
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    need(to_b64url(data) == text, "A text is not in the one form of base64url.")
    return data
def to_b64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
def base58(text):
    number = 0
    for character in text:
        number = number * 58 + "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".index(character)
    return b"\0" * (len(text) - len(text.lstrip("1"))) + number.to_bytes((number.bit_length() + 7) // 8, "big")
def times(number, point, total, add):
    while number:
        total = add(total, point) if number & 1 else total
        point, number = add(point, point), number >> 1
    return total

# Ed25519, RFC 8032 5.1: x, y, z, t with x*y = z*t.
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
NOTHING = (0, 1, 1, 0)

def ed_add(p, q):
    a = (p[1] - p[0]) * (q[1] - q[0]) % P
    b = (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)
def ed_same(p, q):
    return (p[0] * q[2] - q[0] * p[2]) % P == 0 and (p[1] * q[2] - q[1] * p[2]) % P == 0
def ed_point(data):
    number = int.from_bytes(data, "little")
    y, sign = number & (2**255 - 1), number >> 255
    need(y < P, "A point of ed25519 is not in its one form.")
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x * pow(2, (P - 1) // 4, P) % P if (x * x - square) % P else x
    need((x * x - square) % P == 0 and not (x == 0 and sign), "A point is not on ed25519.")
    x = P - x if x & 1 != sign else x
    return (x, y, 1, x * y % P)
def ed_verify(key, message, signature):
    need(len(key) == 32 and len(signature) == 64, "A key or signature has another length.")
    public, r, s = ed_point(key), ed_point(signature[:32]), int.from_bytes(signature[32:], "little")
    if s >= L or any(ed_same(times(8, point, NOTHING, ed_add), NOTHING) for point in (public, r)):
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    base = ed_point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
    return ed_same(times(s, base, NOTHING, ed_add), ed_add(r, times(h, public, NOTHING, ed_add)))

# ECDSA with P-256 and SHA-256, FIPS 186-5.
Q = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
G = (0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296, 0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5)

def ec_add(p, q):
    if p is None or q is None or (p[0] == q[0] and (p[1] + q[1]) % Q == 0):
        return p or q if p is None or q is None else None
    same = p[0] == q[0]
    slope = 3 * (p[0] * p[0] - 1) * pow(2 * p[1], Q - 2, Q) if same else (q[1] - p[1]) * pow(q[0] - p[0], Q - 2, Q)
    x = (slope * slope - p[0] - q[0]) % Q
    return (x, (slope * (p[0] - x) - p[1]) % Q)
def es256_verify(key, text, signature):
    x, y = (int.from_bytes(b64url(key[name]), "big") for name in ("x", "y"))
    if len(signature) != 64 or max(x, y) >= Q or (y * y - x**3 + 3 * x - B) % Q:
        return False
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    need(0 < r < N and 0 < s < N, "The signature is out of its range.")
    z, w = int(sha256(text), 16), pow(s, N - 2, N)
    point = ec_add(times(z * w % N, G, None, ec_add), times(r * w % N, (x, y), None, ec_add))
    return point is not None and point[0] % N == r

def read(data):
    lines = data.decode("utf-8").split("\n")
    need(len(lines) > 2 and lines[0] == '{"entries":[', "This is not a receipt.")
    tail = json.loads("{" + lines[-1][2:])
    need(lines[-1] == "]," + canonical(tail)[1:], "The end is not as the service wrote it.")
    need(set(tail) == {"head", "keys", "signature"}, "The end has other members than a receipt.")
    entries = []
    for at, line in enumerate(lines[1:-1], 1):
        is_last = at == len(lines) - 2
        need(line.endswith(",") != is_last, f"Entry {at} is not as the service wrote it.")
        entry = json.loads(line := line[:len(line) - (not is_last)])
        need(canonical(entry) == line and set(entry) == MEMBERS, f"Entry {at} is not as the service wrote it.")
        entries.append(entry)
    return entries, tail

def check_chain(entries):
    previous, order = "0" * 64, 0
    for at, entry in enumerate(entries, 1):
        hashed = canonical({name: entry[name] for name in ("kind", "body", "previous")})
        need(sha256(hashed) == entry["hash"], f"Entry {at} does not have its hash.")
        need(entry["previous"] == previous, f"Entry {at} does not follow the one before it.")
        kind = KINDS.index(entry["kind"])
        need(kind >= order and (at == 1) == (kind == 0), f"Entry {at} is not in its place.")
        previous, order = entry["hash"], kind
    return f"All {len(entries)} entries have their hashes, in their order."
def check_plan(plans):
    need(len(plans) == 1, "There is not exactly one plan.")
    run, named, hashed = (plans[0][name] for name in ("dryRunId", "planHash", "hashed"))
    need(run is None or run.startswith(named[:32]), "The dry-run is of another plan.")
    need(hashed is None or sha256(canonical(hashed)) == named, "The plan does not have its hash.")
    return "Not checked: the hash is over what is not public." if hashed is None else "The plan has its hash."

def need_signed(one, words, message):
    bound = words and (words.start() == 0 or message.startswith(b"\xffsolana offchain"))
    need(bound and ed_verify(base58(one["wallet"]), message, b64(one["signature"])), f"{one['wallet']} did not sign that.")

def check_approvals(plan, approvals):
    signed = 0
    for approval in approvals:
        if approval["message"] is None or approval["signature"] is None:
            continue
        message = b64(approval["message"])
        words = re.search(rb"svc-approve-dry-run:([0-9a-f]+):[0-9]{13}\Z", message)
        need_signed(approval, words and words[1].decode() == plan["dryRunId"] and words, message)
        signed += 1
    return f"{signed} of {len(approvals)} approvals are signed by their wallets."

def check_policy(coin, policies):
    for policy in policies:
        host, text = coin["service"].split("//", 1)[1].split("/", 1)[0], policy["text"]
        need(len(policies) == 1 and policy["signatures"], "There are several policies, or nobody signed it.")
        need(sha256(text) == policy["hash"], "The policy does not have its hash.")
        need(text.split("\n")[0] == "Spending policy for " + host, "The policy is of another service.")
        for one in policy["signatures"]:
            message = b64(one["message"])
            if one["wallet"].startswith("0x"):
                from typed_policy import typed_signed
                need(typed_signed(text, one["wallet"], message, b64(one["signature"])), f"{one['wallet']} did not sign that.")
            else:
                need_signed(one, re.search(re.escape(text.encode()) + rb"\nsigned at: [0-9]{13}\Z", message), message)
    return f"{len(policies)} spending policies, signed by their wallets."

def check_split(coin, plan, splits):
    need(len(splits) == 1, "There is not exactly one split.")
    split, parts = splits[0], {}
    for share in split["shareholders"]:
        need(type(share["bps"]) is int and share["bps"] > 0 and share["wallet"] not in parts, "A share is wrong.")
        parts[share["wallet"]] = share["bps"]
    total = sum(parts.values())
    need(total == 10_000 if split["locked"] else total <= 10_000, "The shares do not add to 100 %.")
    if split["asPlanned"] and plan["hashed"] is not None:
        planned = {}
        for share in plan["hashed"]["shareholders"]:
            wallet = coin["launcher"] if share["wallet"] == "launcher" else share["wallet"]
            planned[wallet] = planned.get(wallet, 0) + share["bps"]
        need(planned == parts, "The split is not the planned one.")
    return f"{len(parts)} wallets share {total / 100} %."
def check_remits(split, remits):
    parts = {share["wallet"]: share["bps"] for share in split["shareholders"]}
    paid = {}
    for remit in remits:
        need(remit["wallet"] in parts, "A wallet was paid that is not in the split.")
        amounts = paid.setdefault(remit["signature"], {})
        need(remit["wallet"] not in amounts, "A payment stands twice.")
        amounts[remit["wallet"]] = int(remit["amount"])
    for amounts in paid.values():
        total, bps = sum(amounts.values()), sum(parts[wallet] for wallet in amounts)
        for wallet, amount in amounts.items():
            need((amount - len(amounts)) * bps <= total * parts[wallet], "A wallet was paid more than its part.")
    return f"{len(remits)} payments, none of more than its wallet's part."

def check_head(entries, tail):
    head, keys, signature = tail["head"], tail["keys"], tail["signature"]
    need(head["count"] == len(entries) and head["hash"] == entries[-1]["hash"], "The head is of other entries.")
    need(head["mint"] == entries[0]["body"]["mint"], "The head is of another coin.")
    need(head["remits"]["listed"] == sum(entry["kind"] == "remit" for entry in entries), "The head counts other payments.")
    need(len(keys) == 1 and set(signature) == {"protected", "signature"}, "The head is not signed as receipts are.")
    key, header = keys[0], json.loads(b64url(signature["protected"]))
    whole = {"kty": "EC", "crv": "P-256", "x": key["x"], "y": key["y"], "kid": key["kid"], "alg": "ES256", "use": "sig"}
    thumbprint = sha256(canonical({name: whole[name] for name in ("crv", "kty", "x", "y")}))
    need(key == whole and key["kid"] == to_b64url(bytes.fromhex(thumbprint)), "The key is not whole.")
    need(header["kid"] == key["kid"] and header["alg"] == "ES256", "The head is signed by another key.")
    signed = f"{signature['protected']}.{to_b64url(canonical(head).encode())}"
    need(es256_verify(key, signed, b64url(signature["signature"])), "The head is not signed by its key.")
    return f"The head is signed by key {key['kid']}."
def check_key(key, trusted):
    need(trusted is None or any((one["x"], one["y"]) == (key["x"], key["y"]) for one in trusted), "The key is none of the service's.")
    return "Not checked whose key it is: it came with the receipt." if trusted is None else "The key is one of the service's."

def verify(data, trusted=None):
    """The checks as (name, holds, sentence), up to the first that does not hold."""
    done, name = [], "form"
    try:
        entries, tail = read(data)
        of = {kind: [entry["body"] for entry in entries if entry["kind"] == kind] for kind in KINDS}
        steps = [
            ("chain", lambda: check_chain(entries)),
            ("head", lambda: check_head(entries, tail)),
            ("key", lambda: check_key(tail["keys"][0], trusted)),
            ("plan", lambda: check_plan(of["plan"])),
            ("approvals", lambda: check_approvals(of["plan"][0], of["approval"])),
            ("policy", lambda: check_policy(of["coin"][0], of["policy"])),
            ("split", lambda: check_split(of["coin"][0], of["plan"][0], of["split"])),
            ("remits", lambda: check_remits(of["split"][0], of["remit"])),
        ]
        done.append(("form", True, f"A receipt of {len(entries)} entries."))
        for name, step in steps:
            done.append((name, True, step()))
    except Wrong as wrong:
        done.append((name, False, str(wrong)))
    except ImportError:
        done.append((name, False, "Not checked: an EVM wallet signed it, and typed_policy.py is not beside this file."))
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        done.append((name, False, "It does not have the form of a receipt."))
    return done

def main(arguments):
    if not 1 <= len(arguments) <= 2:
        return print(__doc__, file=sys.stderr) or 2
    trusted = json.loads(pathlib.Path(arguments[1]).read_text("utf-8"))["keys"] if len(arguments) == 2 else None
    checks = verify(pathlib.Path(arguments[0]).read_bytes(), trusted)
    for name, holds, sentence in checks:
        print("ok    " if holds else "FAILED", name.ljust(10), sentence)
    return 0 if all(holds for _, holds, _ in checks) else 1

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
