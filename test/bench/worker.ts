import { ENGINES } from './job/engines.ts';
import { requests } from './job/requests.ts';
import type { Measurement } from './measure.ts';
import { measure } from './measure.ts';
import { ACTIONS } from './tree/leaves.ts';
import { closures, licetAsync, licetAwaited, licetSync, licetTrace } from './tree/subjects.ts';
import type { Decide } from './tree/subjects.ts';

/** Measures one subject in this process, and prints what came out as JSON. Started by `main.ts`, one process each. */
const [what = '', name = '', count = '1'] = process.argv.slice(2);

const TREES: Readonly<Record<string, (leaves: number) => Decide>> = { closures, licetSync, licetTrace, licetAwaited, licetAsync };

async function job(): Promise<Measurement> {
  const all = requests();
  const make = ENGINES[name];
  if (make === undefined) throw new Error(`there is no engine \`${name}\``);
  const engine = await make(all);
  for (const [index, request] of all.entries()) {
    if ((await engine.decide(request)) !== request.allowed)
      throw new Error(`\`${name}\` and the oracle disagree on request ${index}`);
  }
  const isAsync = engine.decide(all[0] as never) instanceof Promise;
  const pass = isAsync
    ? async (): Promise<void> => {
        for (const request of all) await engine.decide(request);
      }
    : (): void => {
        for (const request of all) void engine.decide(request);
      };
  return measure(pass, all.length, index => engine.decide(all[index] as never));
}

async function tree(): Promise<Measurement> {
  const make = TREES[name];
  if (make === undefined) throw new Error(`there is no tree \`${name}\``);
  const decide = make(Number(count));
  const rounds = Math.max(1, Math.round(500 / Number(count)));
  const isAsync = decide(ACTIONS[0] as never) instanceof Promise;
  const pass = isAsync
    ? async (): Promise<void> => {
        for (let round = 0; round < rounds; round++) for (const action of ACTIONS) await decide(action);
      }
    : (): void => {
        for (let round = 0; round < rounds; round++) for (const action of ACTIONS) void decide(action);
      };
  return measure(pass, rounds * ACTIONS.length, undefined);
}

console.log(JSON.stringify(await (what === 'job' ? job() : tree())));
