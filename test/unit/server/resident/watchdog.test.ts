import { spawn } from 'node:child_process';

import { describe, expect, it } from 'vitest';

import { LONG_RUN, isLongRun } from '../../../support/longRuns.ts';

const MODULE = new URL('../../../../packages/server/src/resident/watchdog.ts', import.meta.url).href;

/** How a process ends that runs some code with a watchdog of so many milliseconds. */
async function ending(limitMs: number, code: string): Promise<string> {
  const text = `import { watchdog } from ${JSON.stringify(MODULE)};
const pause = ms => new Promise(go => setTimeout(go, ms));
const watch = watchdog(${limitMs});
${code}
process.exit(0);`;
  // // A process that the watchdog does not end ends by itself at some time.
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: 'ignore', timeout: 60_000 });
  return new Promise(resolve => child.once('exit', (status, signal) => resolve(signal ?? String(status))));
}

describe('the watchdog', () => {
  it('ends a process whose thread never comes back', async () => {
    expect(await ending(400, 'watch.begin(); for (;;);')).toBe('SIGKILL');
  });

  it('ends one that hangs after many calls that did not, and after a long silence', async () => {
    const calls = 'for (let call = 0; call < 500; call++) { watch.begin(); watch.done(); }';
    expect(await ending(400, `${calls} await pause(1_500); ${calls} watch.begin(); for (;;);`)).toBe('SIGKILL');
  });

  it('gives a call all of its time, however long ago it has looked', async () => {
    const text = `import { watchdog } from ${JSON.stringify(MODULE)};
const watch = watchdog(1_600);
watch.begin();
watch.done();
await new Promise(go => setTimeout(go, 700));
watch.begin();
process.stdout.write(String(Date.now()), () => { for (;;); });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: ['ignore', 'pipe', 'ignore'] });
    const begun = new Promise<number>(resolve => child.stdout.once('data', at => resolve(Number(at))));
    const signal = await new Promise(resolve => child.once('exit', (_, how) => resolve(how)));

    // By the clock of the process itself, whenever this one hears of it.
    expect([signal, Date.now() - (await begun) > 1_500]).toEqual(['SIGKILL', true]);
  });

  it('leaves one alone that judges nothing', async () => {
    expect(await ending(1_500, 'watch.begin(); watch.done(); await pause(3_500);')).toBe('0');
  });

  it.skipIf(!isLongRun)(`leaves calls alone that together take longer than one may: ${LONG_RUN}`, async () => {
    expect(
      await ending(10_000, 'for (let call = 0; call < 1_300; call++) { watch.begin(); await pause(10); watch.done(); }'),
    ).toBe('0');
  });
});
