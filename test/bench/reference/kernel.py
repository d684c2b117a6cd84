"""What weaver-kernel says to the scenarios of sideBySide.ts, which it reads as JSON from standard input, as JSON on standard output. Needs `pip install weaver-kernel`."""

import asyncio
import dataclasses
import json
import logging
import sys
import time

import weaver_kernel as wk

logging.disable(logging.CRITICAL)
given = json.load(sys.stdin)
CLASSES = {"read": wk.SafetyClass.READ, "write": wk.SafetyClass.WRITE, "destructive": wk.SafetyClass.DESTRUCTIVE}
TAGS = {"pii": wk.SensitivityTag.PII, "secrets": wk.SensitivityTag.SECRETS}


def kernel():
    registry = wk.CapabilityRegistry()
    driver = wk.InMemoryDriver()
    for name, entry in given["catalogue"].items():
        tags = entry.get("sensitivity", [])
        registry.register(
            wk.Capability(
                capability_id=name,
                name=name,
                description=name,
                safety_class=CLASSES[entry["safety"]],
                sensitivity=TAGS[tags[0]] if tags else wk.SensitivityTag.NONE,
                allowed_fields=entry.get("allowedFields", []),
            )
        )
        driver.register_handler(name, lambda context: given["rows"])
    made = wk.Kernel(
        registry,
        token_provider=wk.HMACTokenProvider("a secret of at least thirty-two letters"),
        router=wk.StaticRouter({name: ["memory"] for name in given["catalogue"]}),
    )
    made.register_driver(driver)
    return made


def principal_of(scenario):
    who = scenario["principal"]
    return wk.Principal(principal_id=who["id"], roles=who.get("roles", []), attributes=who.get("attributes", {}))


async def outcome(scenario):
    own = kernel()
    who = principal_of(scenario)
    request = wk.CapabilityRequest(capability_id=scenario["tool"], goal="a scenario", constraints=scenario.get("constraints", {}))
    try:
        grant = own.grant_capability(request, who, justification=scenario.get("justification", ""))
        token = grant.token
        what = scenario.get("then", "invoke")
        if what == "tampered":
            token = dataclasses.replace(token, principal_id="mallory")
            who = wk.Principal(principal_id="mallory", roles=[])
        if what == "other_principal":
            who = wk.Principal(principal_id="mallory", roles=[])
        if what == "role_taken":
            who = wk.Principal(principal_id=who.principal_id, roles=[])
        mode = scenario.get("mode", "summary")
        frame = await own.invoke(token, principal=who, args=scenario.get("args", {}), response_mode=mode)
        if what == "twice":
            frame = await own.invoke(token, principal=who, args=scenario.get("args", {}), response_mode=mode)
        if what == "expand_hidden":
            await own.expand(frame.handle, query={"fields": ["ssn"]}, principal=who)
        shown = json.dumps([frame.facts, frame.table_preview, frame.raw_data], default=str)
        return {"ruling": "pass", "code": frame.response_mode, "leaks": [name for name in given["secrets"] if given["secrets"][name] in shown]}
    except wk.PolicyDenied as error:
        code = str(error.reason_code or "denied")
        return {"ruling": "ask" if code == "insufficient_justification" else "block", "code": code}
    except wk.AgentKernelError as error:
        return {"ruling": "block", "code": str(getattr(error, "reason_code", None) or type(error).__name__)}


def best(work, times, passes=10):
    least = float("inf")
    for _ in range(passes):
        begun = time.process_time()
        for _ in range(times):
            work()
        least = min(least, (time.process_time() - begun) / times)
    return least * 1e6


def timed():
    provider = wk.HMACTokenProvider("a secret of at least thirty-two letters")
    own = kernel()
    who = wk.Principal(principal_id="ann", roles=["reader"], attributes={"tenant": "acme"})
    request = wk.CapabilityRequest(capability_id="docs.search", goal="time")
    token = own.grant_capability(request, who, justification="").token
    verify = lambda: provider.verify(token, expected_principal_id="ann", expected_capability_id="docs.search")
    firewall = wk.Firewall(wk.Budgets(max_rows=1000, max_fields=20))
    raw = wk.RawResult(capability_id="docs.search", data=given["big"], metadata={})

    def show(mode):
        return lambda: firewall.transform(raw, action_id="a", principal_id="ann", principal_roles=["admin"], response_mode=mode, constraints={"max_rows": 1000})

    return {"verify": best(verify, 500), "summary": best(show("summary"), 1, 3), "table": best(show("table"), 1, 3)}


async def main():
    said = {scenario["name"]: await outcome(scenario) for scenario in given["scenarios"]}
    print(json.dumps({"version": wk.__version__, "said": said, "times": timed()}))


asyncio.run(main())
