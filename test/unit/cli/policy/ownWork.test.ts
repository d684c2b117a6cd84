import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import type { Ruling } from '@licet/core';
import { openEngine } from 'licet/source/policy/openEngine.ts';
import { readPolicy } from 'licet/source/policy/readPolicy.ts';
import { expect, it, onTestFinished } from 'vitest';

it('leaves to a session what its calls have made, in every process', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'licet-own-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const file = join(root, 'governance.yaml');
  writeFileSync(file, 'version: 1\ndefault: pass\nsessions: { store: sqlite }\npolicy: { bash_safety: {} }\n');
  const judge = async (command: string, sessionId = 's'): Promise<Ruling> => {
    const { engine, close } = await openEngine({ kept: await readPolicy(file, true), file }, { records: true });
    const { ruling } = await engine.evaluate({ kind: 'bash', tool: 'Bash', cwd: root, sessionId, payload: { command } });
    await close();
    return ruling;
  };
  writeFileSync(join(root, 'before.md'), 'what somebody wrote');
  await setTimeout(20);
  expect(await judge('echo text > after.md')).toBe('pass');
  writeFileSync(join(root, 'after.md'), 'what the agent wrote');
  writeFileSync(join(root, 'meanwhile.md'), 'what the user wrote');

  expect(await judge('echo x > before.md')).toBe('ask');
  expect(await judge('echo x > after.md')).toBe('pass');
  expect(await judge('rm after.md')).toBe('warn');
  expect(await judge('echo x > meanwhile.md')).toBe('ask');
  expect(await judge('echo x > after.md', 'another')).toBe('ask');
});
