// A process that runs one command line after the other, as `licet.ts` runs one.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import type { Asked } from './standing.ts';

const [bundle = ''] = process.argv.slice(2);
const { main } = createRequire(import.meta.url)(join(dirname(bundle), 'main.cjs')) as {
  readonly main: (args: readonly string[]) => Promise<number>;
};

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

async function run({ cwd, args, env }: Asked): Promise<number> {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, bundle, ...args];
  try {
    return await main(args);
  } catch (error) {
    console.error(error);
    return 3;
  }
}

process.on('message', (asked: Asked) => {
  void run(asked).then(status => process.send?.({ status, signal: null, stdout: stdout(), stderr: stderr() }));
});

// What a command left open does not keep it.
process.on('disconnect', () => process.exit());
