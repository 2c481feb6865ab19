"""Signatures of EVM wallets under spending policies (EIP-712), for verify_receipt.py. Needs Python 3.8 and nothing else."""
import json
import re

# Keccak-256, with the padding that Ethereum has.
MASK = 2**64 - 1
TURNS = [0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14]

def rounds():
    state = 1
    for _ in range(24):
        constant = 0
        for step in range(7):
            constant |= (state & 1) << (2**step - 1)
            state = (state << 1) ^ (0x171 if state >> 7 else 0)
        yield constant
CONSTANTS = list(rounds())

def turned(word, count):
    return ((word << count) | (word >> (64 - count))) & MASK

def permuted(a):
    for constant in CONSTANTS:
        c = [a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20] for x in range(5)]
        a = [a[i] ^ c[(i - 1) % 5] ^ turned(c[(i + 1) % 5], 1) for i in range(25)]
        b = [0] * 25
        for i in range(25):
            b[i // 5 + 5 * ((2 * (i % 5) + 3 * (i // 5)) % 5)] = turned(a[i], TURNS[i])
        a = [b[i] ^ (~b[(i + 1) % 5 + i // 5 * 5] & b[(i + 2) % 5 + i // 5 * 5]) for i in range(25)]
        a[0] ^= constant
    return a

def keccak(data):
    data = bytearray(data + b"\1" + b"\0" * (-(len(data) + 1) % 136))
    data[-1] |= 0x80
    a = [0] * 25
    for at in range(0, len(data), 136):
        for i in range(17):
            a[i] ^= int.from_bytes(data[at + 8 * i:at + 8 * i + 8], "little")
        a = permuted(a)
    return b"".join(word.to_bytes(8, "little") for word in a[:4])

# secp256k1, SEC 2.
P = 2**256 - 2**32 - 977
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
G = (0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798, 0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8)

def add(p, q):
    if p is None or q is None:
        return p or q
    if p[0] == q[0] and (p[1] + q[1]) % P == 0:
        return None
    slope = 3 * p[0] * p[0] * pow(2 * p[1], P - 2, P) if p == q else (q[1] - p[1]) * pow(q[0] - p[0], P - 2, P)
    x = (slope * slope - p[0] - q[0]) % P
    return (x, (slope * (p[0] - x) - p[1]) % P)

def times(number, point):
    total = None
    while number:
        total = add(total, point) if number & 1 else total
        point, number = add(point, point), number >> 1
    return total

def signer(digest, signature):
    """The address whose key made the signature, in its one form; None where there is none."""
    r, s, v = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:64], "big"), signature[-1]
    if len(signature) != 65 or v not in (27, 28) or not 0 < r < N or not 0 < s <= N // 2:
        return None
    y = pow(r**3 + 7, (P + 1) // 4, P)
    if r >= P or (y * y - r**3 - 7) % P:
        return None
    y = y if y % 2 == v - 27 else P - y
    inverse = pow(r, N - 2, N)
    point = add(times(s * inverse % N, (r, y)), times(-int.from_bytes(digest, "big") * inverse % N, G))
    return point and "0x" + keccak(point[0].to_bytes(32, "big") + point[1].to_bytes(32, "big"))[-20:].hex()

LINES = [
    ("service", "Spending policy for ", ""),
    ("agentKey", "The agent key ", " may launch coins without asking again:"),
    ("launchpads", "on: ", ""),
    ("launchMax", "for at most ", " a launch"),
    ("dayMax", "and at most ", " a day (UTC)"),
    ("firstBuyMax", "with a first buy of at most ", ""),
    ("from", "from: ", ""),
    ("until", "until: ", ""),
    ("crewFromDirectory", "crew from the directory: ", ""),
]
DOMAIN = {"name": "Spending policy", "version": "1"}

def fields_of(text, signed_at):
    """The fields of the policy with this text; None for a text that is no policy's."""
    lines, fields = text.split("\n"), {}
    for line, (name, before, after) in zip(lines, LINES):
        found = re.fullmatch(re.escape(before) + "(.*)" + re.escape(after), line)
        if found is None:
            return None
        fields[name] = found[1]
    crew = lines[len(LINES):]
    if crew == ["other crew: nobody"]:
        fields["otherCrew"] = ["nobody"]
    elif len(crew) > 1 and crew[0] == "other crew:" and all(line.startswith("- ") for line in crew[1:]):
        fields["otherCrew"] = [line[2:] for line in crew[1:]]
    else:
        return None
    return {**fields, "signedMs": signed_at}

def struct_hash(name, types, values):
    hashed = keccak(f"{name}({','.join(one['type'] + ' ' + one['name'] for one in types[name])})".encode())
    for one in types[name]:
        value = values[one["name"]]
        hashed += keccak(value.encode() if one["type"] == "string" else b"".join(keccak(item.encode()) for item in value))
    return keccak(hashed)

def typed_signed(text, wallet, message, signature):
    """Whether the wallet signed the typed data of this text, which is its whole message."""
    message = message.decode("utf-8")
    signed_at = re.search(r'"signedMs":"([0-9]{13})"', message)
    fields = signed_at and fields_of(text, signed_at[1])
    if not fields:
        return False
    types = {
        "EIP712Domain": [{"name": name, "type": "string"} for name in DOMAIN],
        "SpendingPolicy": [{"name": name, "type": "string" if isinstance(value, str) else "string[]"} for name, value in fields.items()],
    }
    data = {"domain": DOMAIN, "types": types, "primaryType": "SpendingPolicy", "message": fields}
    if json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False) != message:
        return False
    digest = keccak(b"\x19\x01" + struct_hash("EIP712Domain", types, DOMAIN) + struct_hash("SpendingPolicy", types, fields))
    return signer(digest, signature) == wallet.lower()
