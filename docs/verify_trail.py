"""Checks the chain of a Licet audit trail, without Licet.

    licet audit export --format jsonl --out trail.jsonl
    python3 verify_trail.py trail.jsonl [--anchor anchors.jsonl]

Ends with 0 and what it could not check, or with 2 and the first record that does not fit.
"""
import hashlib, json, re, sys

LINE = re.compile(rb'\{"seq":([1-9][0-9]{0,15}),"prev":"([0-9a-f]{64})","hash":"([0-9a-f]{64})","record":(.*)\}')
GENESIS = b"0" * 64
def check(lines, anchors):
    """Returns the first and last number and the last hash, or raises ValueError."""
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
        seq, head = at, hashed
    if first > kept:
        raise ValueError(f"record {kept}: the records {kept} to {first - 1} are missing")
    if max(anchors, default=0) > seq:
        raise ValueError(f"record {seq + 1}: the trail ends before the anchor: it has been cut")
    if not began:
        raise ValueError("there is no record: an empty file proves nothing")
    return first, seq, head.decode()

def main(args):
    taken = open(args[args.index("--anchor") + 1], encoding="utf-8") if "--anchor" in args else []
    anchors = {json.loads(line)["seq"]: json.loads(line)["hash"].encode() for line in taken if line.strip()}
    try:
        with open(args[0], "rb") as trail:
            first, last, head = check((line.rstrip(b"\n") for line in trail), anchors)
            print(f"ok: {last} records, up to {head}")
            print(f"not checked: records before {first} and after {last}, and whether those after "
                  f"{max(anchors, default=0)} were rewritten (an --anchor that is kept where the agent cannot write shows it)")
    except ValueError as error:
        print(f"FAILED: {error}")
        return 2
    return 0

sys.exit(main(sys.argv[1:]))
