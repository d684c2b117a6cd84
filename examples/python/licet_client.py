"""Asks a Licet server before an action and tells it what became of it. Nothing but the standard library: copy it.

Licet("http://127.0.0.1:8181", token).run({"kind": "bash", "tool": "Bash", "payload": {"command": "ls"}}, lambda: os.system("ls"))
"""
import json
import time
import urllib.request
import warnings

class Stopped(Exception):
    """The action may not run. `evaluation` is what the server said, or empty where it said nothing."""
    def __init__(self, reason, evaluation):
        super().__init__(reason)
        self.evaluation = evaluation

class Licet:
    def __init__(self, base, token, timeout=30):
        self.base, self.token, self.timeout = base, token, timeout

    def post(self, path, body):
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        request = urllib.request.Request(self.base + path, json.dumps(body, default=str).encode(), headers)
        with urllib.request.urlopen(request, timeout=self.timeout) as response:
            return json.load(response)

    def heard(self, prompt, session="default"):
        """Reports what the user said, for a policy with `flow`: never what a model or a tool has said."""
        return self.post("/v1/prompt", {"sessionId": session, "prompt": prompt})

    def report(self, evaluation, outcome):
        """Reports how an action ended, and again where the server cannot record it now: what it gets twice counts once."""
        for wait in (0.5, 1, 2, 4, 8, None):
            try:
                return self.post("/v1/outcome", {"evaluationId": evaluation["id"], "outcome": outcome})
            except (OSError, ValueError) as error:
                if wait is None or 400 <= getattr(error, "code", 503) < 500:
                    return warnings.warn(f"licet: the outcome of {evaluation['id']} is not recorded ({error}): the action has run")
                time.sleep(wait)

    def run(self, action, work):
        """Runs `work` if the action may run, and reports how it ended. Anything else is a stop, and so is no answer."""
        try:
            evaluation = self.post("/v1/evaluate", {"action": action})
        except (OSError, ValueError) as error:
            raise Stopped(f"licet: no decision ({error})", {}) from error
        if evaluation.get("passed") is not True:
            raise Stopped(f"licet: {evaluation.get('reason')}", evaluation)
        outcome = {"status": "unknown"}
        try:
            outcome.update(output=work(), status="ok")
            return outcome["output"]
        except BaseException as error:
            outcome.update(error=str(error), status="error")
            raise
        finally:
            self.report(evaluation, outcome)
