// A small process that starts others. See `lean.ts`.
import { spawn } from 'node:child_process';

import type { LeanCall, LeanEnd } from './lean.ts';

/** Runs one program to its end. */
function run({ command, args, cwd, env, input, timeout }: LeanCall): Promise<LeanEnd> {
  return new Promise(resolve => {
    const child = spawn(command, args, { cwd, env: { ...env }, timeout });
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (part: string) => void (said[name] += part));
    // A program that does not read its input to the end has its reasons.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.once('error', ({ message }) => resolve({ status: null, signal: null, ...said, fault: message }));
    child.once('close', (status, signal) => resolve({ status, signal, ...said }));
  });
}

process.on('message', ({ id, ...call }: LeanCall & { readonly id?: number }) => {
  void run(call).then(ended => process.send?.({ id, ...ended }));
});

process.on('disconnect', () => process.exit());
