import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { All, createRegistry } from '@licet/core';
import { FileBoundary, guardDefinitions } from '@licet/guards';
import { planSandbox, runContained, stateFolder } from '@licet/sandbox';
import type { ContainedOutcome } from '@licet/sandbox';
import { describe, expect, it, onTestFinished } from 'vitest';

/** Runs a command by a program in the place of bubblewrap, which writes what it tells to file descriptor 5. */
async function runBy(script: string): Promise<ContainedOutcome> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'licet-run-by-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [root, home, bubblewrap] = [join(folder, 'project'), join(folder, 'home'), join(folder, 'bwrap')];
  for (const each of [root, home]) mkdirSync(each);
  writeFileSync(bubblewrap, `#!/bin/sh\n${script}\n`);
  chmodSync(bubblewrap, 0o755);
  const policy = All(FileBoundary({ allow: ['**'], root }));
  const plan = planSandbox({ policy, registry: createRegistry(guardDefinitions), root, home });
  const state = stateFolder(home, root);
  return runContained({
    plan,
    command: ['true'],
    cwd: root,
    env: {},
    state,
    bubblewrap,
    gitWrites: false,
    onPrepared: () => {},
    onNotice: () => {},
  });
}

describe.skipIf(process.platform !== 'linux')(
  `the end of a contained run${process.platform === 'linux' ? '' : ' (skipped: Linux only)'}`,
  () => {
    it('is the exit code of a command that bubblewrap says has run', async () => {
      expect(await runBy(`echo '{ "child-pid": 1 }' >&5; echo '{ "exit-code": 7 }' >&5; exit 7`)).toMatchObject({
        exitCode: 7,
        stopped: false,
      });
    });

    it('is an error where bubblewrap never started the command, whatever its exit code', async () => {
      await expect(runBy(`echo '{ "child-pid": 1 }' >&5; exit 1`)).rejects.toThrow(/bubblewrap|bwrap/u);
      await expect(runBy('exit 0')).rejects.toThrow(/bubblewrap|bwrap/u);
    });

    it('is that of a signal where something ends bubblewrap', async () => {
      expect(await runBy('kill -9 $$')).toMatchObject({ exitCode: 137, stopped: false });
    });
  },
);
