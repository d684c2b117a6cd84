// A process that runs one command line after the other, as `licet.ts` runs one, and judges for one hook after the other, as
// `hook` and its last resort do.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import type * as Hook from 'licet/source/hook/hook.ts';
import type { Judge } from 'licet/source/hook/hook.ts';

import type { Ended } from './cli.ts';
import type { Asked } from './standing.ts';

const [bundle = ''] = process.argv.slice(2);
const load = createRequire(join(dirname(bundle), 'licet.cjs'));
const { main } = load('./main.cjs') as { readonly main: (args: readonly string[]) => Promise<number> };

/** Collects what is written to a stream. */
function collect(stream: NodeJS.WriteStream): () => string {
  const written: string[] = [];
  stream.write = (chunk: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
    written.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'));
    const done = rest.at(-1);
    if (typeof done === 'function') process.nextTick(() => (done as () => void)());
    return true;
  };
  return () => written.splice(0).join('');
}

const stdout = collect(process.stdout);
const stderr = collect(process.stderr);

/** Judges in the world of the caller. Like a new process, it keeps nothing for the next call. */
async function judge([, ...args]: readonly string[], input: Uint8Array): Promise<Omit<Ended, 'stderr'>> {
  const { judgeEvent, judgeOf, readInput, readPolicies } = load('./hook.cjs') as typeof Hook;
  const parts = [input, new Uint8Array()];
  let failure = args.includes('--after') ? 1 : 2;
  let [replied, why]: [string | undefined, string] = [undefined, 'the policy hook ended without a decision'];
  let opened: Judge['opened'] | undefined;
  try {
    await judgeEvent({
      args,
      read: () => readInput(async () => parts.shift() ?? new Uint8Array()),
      ending: {
        reply: reply => void (replied ??= `${JSON.stringify(reply).toWellFormed()}\n`),
        isAfter: () => void (failure = 1),
        refuse: reason => void (why = reason),
      },
      async open({ named, from, runtime }) {
        const judged = await judgeOf(await readPolicies(named, from, true), runtime);
        opened = judged.opened;
        return judged;
      },
    });
  } catch (error) {
    why = `the policy hook failed: ${error instanceof Error ? error.message : String(error)}`;
  }
  await opened?.close();
  if (replied !== undefined) return { status: 0, signal: null, stdout: replied };
  process.stderr.write(`licet: ${why}${failure === 1 ? '' : ', so the call is stopped'}\n`);
  return { status: failure, signal: null, stdout: '' };
}

async function run({ cwd, args, env, input }: Asked): Promise<Ended> {
  enter({ cwd, args, env });
  if (args[0] === 'hook') return { ...(await judge(args, input ?? new Uint8Array())), stderr: stderr() };
  return { status: await obey(args), signal: null, stdout: stdout(), stderr: stderr() };
}

/** Has the world of the caller. */
function enter({ cwd, args, env }: Asked): void {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, bundle, ...args];
}

async function obey(args: readonly string[]): Promise<number> {
  try {
    return await main(args);
  } catch (error) {
    console.error(error);
    return 3;
  }
}

process.on('message', (asked: Asked) => {
  void run(asked).then(ended => process.send?.(ended));
});

// What a command left open does not keep it.
process.on('disconnect', () => process.exit());
