"""Prints the tasks and databases of τ²-bench's airline and retail, as JSON."""

import gzip
import importlib.util
import json
from pathlib import Path

root = Path(importlib.util.find_spec("inspect_evals").origin).parent / "tau2" / "data" / "domains"


def domain(name):
    with gzip.open(root / name / "db.json.gz", "rt") as file:
        db = json.load(file)
    return {"tasks": json.loads((root / name / "tasks.json").read_text()), "db": db}


print(json.dumps({name: domain(name) for name in ("airline", "retail")}))
