import { ask, insist, report, statusOf } from './ask.ts';
import type { Called } from './ask.ts';

/**
 * One client of several servers, as a separate process: `clientWorker.mjs TOKEN NUMBER CALLS APPROVALS URL...`. It writes a line for each call: whether it passed,
 * whether another server said the same, and for a request for approval how often calls passed that rest on it.
 */
const [, , token = '', number = '0', calls = '0', approvals = '0', ...urls] = process.argv;
const index = Number(number);
const every = Math.max(1, Math.floor(Number(calls) / Math.max(1, Number(approvals))));
const write = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
const decided = async (call: Called, first: number) => insist(urls, first, async url => ask(url, token, call));

/** Calls that passed and whose outcomes are still to be reported: reservations, which last for ten minutes. */
const open: Called[] = [];
const MOST_OPEN = 20;

/** Makes one call; every third comes again to another machine, as if the answer was lost on the way. Every second reports its outcome at once, the others later. */
async function work(turn: number): Promise<void> {
  const call = { kind: 'work', sessionId: `client-${index}`, callId: `call-${turn}` };
  const said = [await decided(call, index + turn)];
  if (turn % 3 === 0) said.push(await decided(call, index + turn + 1));
  const [first] = said;
  if (first?.passed === true) open[turn % 2 === 0 ? 'unshift' : 'push'](call);
  const ended = turn % 2 === 0 || open.length > MOST_OPEN ? open.shift() : undefined;
  if (ended !== undefined) await insist(urls, index + turn, async url => ((await report(url, token, ended)) ? true : undefined));
  write({ call: call.callId, passed: first?.passed, agree: said.every(({ passed }) => passed === first?.passed) });
}

/** How long a person takes to answer at most, in milliseconds. */
const MOST_WAITING_MS = 60_000;

/** Has one call approved or denied by a person elsewhere, and then makes it at three machines at once under three identities. */
async function deploy(turn: number): Promise<void> {
  const call = (name: string): Called => ({
    kind: 'deploy',
    sessionId: `client-${index}`,
    callId: `deploy-${turn}-${name}`,
    payload: { number: index * 1_000 + turn },
  });
  const { approval } = await decided(call('first'), index);
  if (approval === undefined) return write({ call: call('first').callId, fault: 'nothing was asked' });
  const until = performance.now() + MOST_WAITING_MS;
  const status = await insist(urls, index, async url => {
    const found = await statusOf(url, token, approval.id);
    return found === 'pending' && performance.now() < until ? undefined : found;
  });
  const answers = await Promise.all(['a', 'b', 'c'].map(async (name, at) => decided(call(name), index + at)));
  write({ deploy: call('first').callId, status, passes: answers.filter(({ passed }) => passed).length });
}

for (let turn = 0; turn < Number(calls); turn++) {
  await work(turn);
  if (turn % every === every - 1) await deploy(turn);
}
