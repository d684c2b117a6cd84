"""Asks a Licet server before an action and tells it what became of it. Nothing but the standard library: copy it.

    licet = Licet("http://127.0.0.1:8181", token)
    with licet.action({"kind": "bash", "tool": "Bash", "payload": {"command": "ls"}}) as run:
        run(lambda: subprocess.check_output(["ls"], text=True))
"""
import json
import urllib.request
from contextlib import contextmanager


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

    def evaluate(self, action):
        """Returns the evaluation of an action that may run. Anything else is a stop, and so is no answer."""
        try:
            evaluation = self.post("/v1/evaluate", {"action": action})
        except (OSError, ValueError) as error:
            raise Stopped(f"licet: no decision ({error})", {}) from error
        if evaluation.get("passed") is not True:
            raise Stopped(f"licet: {evaluation.get('reason')}", evaluation)
        return evaluation

    @contextmanager
    def action(self, action):
        """Decides about an action, and reports how what is handed to `run` ends."""
        evaluation, outcome = self.evaluate(action), {"status": "unknown"}
        def run(work):
            try:
                result = work()
                outcome.update(status="ok", output=result)
                return result
            except BaseException as error:
                outcome.update(status="error", error=str(error))
                raise
        try:
            yield run
        finally:
            self.post("/v1/outcome", {"evaluationId": evaluation["id"], "outcome": outcome})
