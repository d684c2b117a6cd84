"""Checks the signatures of a Licet audit trail, without Licet: of every yes since a passkey was enrolled, of
whatever else a person let through, and of every change of the keys.

    python3 verify_trail.py trail.jsonl && python3 verify_signatures.py trail.jsonl

Ends with 0, or with 2 and the records whose signatures do not hold. The first key is taken as it is: compare it with one that you know.
"""
import base64
import hashlib
import json
import sys

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
G = (0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
     0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5)
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
SHA256_INFO = bytes.fromhex("3031300d060960864801650304020105000420")

def plain(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))

def sha256(data):
    return hashlib.sha256(data).digest()

def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

def add(a, b):
    if a is None or b is None:
        return b if a is None else a
    if a[0] == b[0] and (a[1] + b[1]) % P == 0:
        return None
    slope = ((3 * a[0] * a[0] - 3) * pow(2 * a[1], -1, P) if a == b else (b[1] - a[1]) * pow(b[0] - a[0], -1, P)) % P
    x = (slope * slope - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P

def times(k, point):
    result = None
    while k:
        result, point, k = add(result, point) if k & 1 else result, add(point, point), k >> 1
    return result

def der(data, at=0):
    """Reads one element: its content, and where the next one begins."""
    size, at = data[at + 1], at + 2
    if size > 127:
        at, size = at + size - 128, int.from_bytes(data[at:at + size - 128], "big")
    return data[at:at + size], at + size

def pair(data):
    first, at = der(data)
    return int.from_bytes(first, "big"), int.from_bytes(der(data, at)[0], "big")

def is_signed(key, data, signature):
    content = der(key)[0]
    bits = der(content, der(content)[1])[0][1:]
    if len(bits) == 65 and bits[0] == 4:
        x, y = int.from_bytes(bits[1:33], "big"), int.from_bytes(bits[33:], "big")
        r, s = pair(der(signature)[0])
        if not (0 < r < N and 0 < s < N) or (y * y - x * x * x + 3 * x - B) % P:
            return False
        w = pow(s, -1, N)
        point = add(times(int.from_bytes(sha256(data), "big") * w % N, G), times(r * w % N, (x, y)))
        return point is not None and point[0] % N == r
    modulus, exponent = pair(der(bits)[0])
    size = (modulus.bit_length() + 7) // 8
    wanted = b"\x00\x01" + b"\xff" * (size - 54) + b"\x00" + SHA256_INFO + sha256(data)
    return size >= 256 and len(signature) == size and \
        pow(int.from_bytes(signature, "big"), exponent, modulus).to_bytes(size, "big") == wanted

def problem(signed, key, challenge, counters):
    client, said = plain(signed["clientDataJSON"]), plain(signed["authenticatorData"])
    data = json.loads(client)
    if data["type"] != "webauthn.get" or plain(data["challenge"]) != challenge:
        return "it was made for something else"
    if data["origin"] != key["origin"] or data.get("crossOrigin") or "topOrigin" in data:
        return "it was made on another page"
    if len(said) < 37 or said[:32] != sha256(b"localhost") or said[32] & 5 != 5:
        return "the authenticator has not verified the person"
    counter, known = int.from_bytes(said[33:37], "big"), counters.get(key["keyId"], key["counter"])
    if counter <= known and (counter, known) != (0, 0):
        return "the counter of the authenticator has gone back"
    if not is_signed(plain(key["publicKey"]), said + sha256(client), plain(signed["signature"])):
        return "the signature is not of the enrolled key"
    counters[key["keyId"]] = counter

def fold(name):
    import unicodedata
    upper = unicodedata.normalize("NFKC", name).upper().lower()
    return " ".join(unicodedata.normalize("NFKC", upper).split())

def judge(record, keys, last, counters):
    """Returns why a record does not hold, and what the changes of the keys end with."""
    signed, change = record.get("signature"), record["type"] == "key"
    key = keys.get(signed["keyId"]) if signed else None
    names = ("change", "key", "at", "previous") if change else ("requestDigest", "granted", "by", "channel", "scope")
    said = {name: record[name] for name in names if name in record}
    if change and record["previous"] != last:
        return "it does not follow the change before it"
    if change and last == "" and record["change"] == "add":
        return None
    if key is None:
        return "the key that signed it is not enrolled" if signed else "it has no signature"
    own, people = fold(key["name"]), [fold(each["name"]) for each in keys.values()]
    if not change and own != fold(record.get("by", "")):
        return "it was signed by the key of somebody else"
    if change and (record["change"] == "add") == (record["key"]["keyId"] in keys):
        return "there is no such key" if record["change"] == "remove" else "the key is enrolled already"
    if change and record["change"] == "remove" and len(keys) == 1:
        return "the last key cannot be removed"
    if change and record["change"] == "add" and fold(record["key"]["name"]) in people and fold(record["key"]["name"]) != own:
        return "only a key of the same person can add another one"
    return problem(signed, key, sha256(canonical(said)), counters)

def lifts(record):
    """Tells whether a person let more through by a fact, an exception, a pause, the end of a hold, or another policy."""
    if record.get("type") != "fact" or record.get("evaluationId") not in ("human", "accept"):
        return False
    ends = record["change"] == "void"
    return record["evaluationId"] == "accept" or (record["name"] in ("hold", "flow") if ends else record["name"] != "hold")

def judge_deed(record, done):
    """Returns why no person has signed for what a person did. A signature is for one moment."""
    request = record.get("approvalId")
    if request not in done:
        return "no person has signed it"
    if done[request] is None:
        done[request] = record["at"]
    return None if done[request] == record["at"] else "the signature was used before"

def check(lines):
    keys, last, counters, found, done = {}, "", {}, [], {}
    for line in lines:
        entry = json.loads(line)
        record = entry.get("record", {})
        is_yes = record.get("type") == "answer" and True in record["granted"] and (keys or "signature" in record)
        is_deed = bool(keys) and lifts(record)
        if record.get("type") != "key" and not is_yes and not is_deed:
            continue
        try:
            why = judge_deed(record, done) if is_deed else judge(record, keys, last, counters)
        except (KeyError, ValueError, IndexError, TypeError, AttributeError, OverflowError):
            why = "the signature cannot be read"
        if why:
            found.append(f"record {entry['seq']}: {why}")
        elif is_yes:
            done[record["approvalId"]] = None
        elif record["type"] == "key":
            last = sha256(canonical({name: record[name] for name in ("change", "key", "at", "previous", "signature") if name in record})).hex()
            keys.pop(record["key"]["keyId"], None)
            if record["change"] == "add":
                keys[record["key"]["keyId"]] = record["key"]
    return found, keys

def main(args):
    with open(args[0], "rb") as trail:
        found, keys = check(trail)
    for each in found:
        print(f"FAILED: {each}")
    if not found:
        print("ok: " + (", ".join(f"{key['name']} ({key['keyId'][:16]})" for key in keys.values()) or "no passkey was enrolled"))
    return 2 if found else 0

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
