"""Checks the chain of a Licet audit trail, and receipts of its decisions, without Licet.

    licet audit export --format jsonl --out trail.jsonl
    licet audit export --format receipts --key ann.pem --out receipts.jsonl
    python3 verify_trail.py trail.jsonl [--anchor anchors.jsonl] [--receipts receipts.jsonl] [--key ed25519:...]

Ends with 0 and what it could not check, or with 2 and the first record that does not fit.
"""
import base64, hashlib, json, re, sys
from datetime import datetime, timezone

LINE = re.compile(rb'\{"seq":([1-9][0-9]{0,15}),"prev":"([0-9a-f]{64})","hash":"([0-9a-f]{64})","record":(.*)\}')
GENESIS = b"0" * 64
RECEIPT_TYPE = "application/vnd.licet.receipt+json"
def check(lines, anchors, decided):
    """Returns the first and last number and the last hash, or raises ValueError. Puts the records that `decided` has keys for into it."""
    seq, head, first, kept, began, asked, answered = 0, GENESIS, 1, 1, False, set(), set()
    for number, line in enumerate(lines):
        if number == 0 and line.startswith(b'{"schema":"licet.audit"'):
            continue
        if (found := LINE.fullmatch(line)) is None:
            raise ValueError(f"record {seq + 1}: there is a line that is no record")
        at, prev, hashed, text = int(found[1]), found[2], found[3], found[4]
        if not began:
            seq, head, first, began = at - 1, prev if at > 1 else GENESIS, at, True
        if at != seq + 1:
            raise ValueError(f"record {seq + 1}: " + ("the record is missing" if at > seq else "another record is there"))
        if prev != head:
            raise ValueError(f"record {at}: it does not follow the record before it")
        if hashlib.sha256(b"%s\n%d\n%s" % (prev, at, text)).hexdigest().encode() != hashed:
            raise ValueError(f"record {at}: its content does not match its hash")
        if anchors.get(at, hashed) != hashed:
            raise ValueError(f"record {at}: it is not the record that the anchor was taken of")
        record = json.loads(text)
        kept = record.get("first", kept)
        if "granted" in record or record["type"] == "ask":
            (answered if True in record.get("granted", []) else asked).add(record["approvalId"])
        if record.get("approval", {}).get("status") == "granted" and record["approval"]["id"] in asked - answered:
            raise ValueError(f"record {at}: it rests on an approval that no record before it gives")
        if at in decided:
            decided[at] = record, {"seq": at, "prev": prev.decode(), "hash": hashed.decode()}
        seq, head = at, hashed
    if first > kept:
        raise ValueError(f"record {kept}: the records {kept} to {first - 1} are missing")
    if max(anchors, default=0) > seq:
        raise ValueError(f"record {seq + 1}: the trail ends before the anchor: it has been cut")
    if not began:
        raise ValueError("there is no record: an empty file proves nothing")
    return first, seq, head.decode()

def signature_check(key):
    """Returns what raises ValueError for an envelope that the key has not signed, or None and why there is none."""
    if key is None:
        return None, "no --key was given"
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        return None, "the package `cryptography` is not installed"
    if not re.fullmatch("ed25519:[A-Za-z0-9_-]{43}", key):
        raise ValueError("the key is not of the form `ed25519:` and 43 characters")
    public = Ed25519PublicKey.from_public_bytes(base64.urlsafe_b64decode(key[8:] + "="))
    def signed(kind, payload, signatures):
        for each in signatures:
            try:
                return public.verify(base64.b64decode(each["sig"], validate=True), b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload))
            except InvalidSignature:
                pass
        raise ValueError("the key has not signed it")
    return signed, None

def receipt_of(record, chain):
    names = {**{each: each for each in ("kind", "tool", "runtime", "ruling", "enforced")}, "session": "sessionId", "call": "callId", "evaluation": "evaluationId"}
    time = datetime.fromtimestamp(record["at"] // 1000, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")
    return {"format": 1, "request": {"sha256": record["actionDigest"]}, "policy": {"sha256": record["policyDigest"]}, "chain": chain,
            "rule": {"guard": record["guard"], "code": record["code"]}, "time": f"{time}.{record['at'] % 1000:03d}Z",
            **{name: record[member] for name, member in names.items() if member in record}}

def read_receipts(path, signed):
    """Returns what each receipt says, by its record. Raises ValueError for one that is none, or that is not signed."""
    said = {}
    for number, line in enumerate(open(path, encoding="utf-8") if path else [], 1):
        try:
            envelope = json.loads(line)
            payload = base64.b64decode(envelope["payload"], validate=True)
            if envelope["payloadType"] != RECEIPT_TYPE:
                raise ValueError("it is of another type")
            if signed:
                signed(RECEIPT_TYPE.encode(), payload, envelope["signatures"])
            receipt = json.loads(payload)
            if said.setdefault(receipt["chain"]["seq"], receipt) != receipt:
                raise ValueError("there is another receipt for the same record")
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"receipt {number}: {error}") from error
    return said

def main(args):
    given = {name: args[args.index(name) + 1] for name in ("--anchor", "--receipts", "--key") if name in args}
    taken = open(given["--anchor"], encoding="utf-8") if "--anchor" in given else []
    anchors = {json.loads(line)["seq"]: json.loads(line)["hash"].encode() for line in taken if line.strip()}
    try:
        signed, unsigned = signature_check(given.get("--key"))
        receipts = read_receipts(given.get("--receipts"), signed)
        decided = dict.fromkeys(receipts)
        with open(args[0], "rb") as trail:
            first, last, head = check((line.rstrip(b"\n") for line in trail), anchors, decided)
        for seq, receipt in receipts.items():
            if decided[seq] is None or decided[seq][0]["type"] != "evaluation" or receipt_of(*decided[seq]) != receipt:
                raise ValueError(f"record {seq}: the receipt says something else than the trail, or the trail does not have it")
        print(f"ok: {last} records, up to {head}" + (f", and {len(receipts)} receipts" if "--receipts" in given else ""))
        print(f"not checked: records before {first} and after {last}, and whether those after "
              f"{max(anchors, default=0)} were rewritten (an --anchor that is kept where the agent cannot write shows it)")
        if receipts and unsigned:
            print(f"not checked: who signed the receipts, because {unsigned}")
    except ValueError as error:
        print(f"FAILED: {error}")
        return 2
    return 0

sys.exit(main(sys.argv[1:]))
