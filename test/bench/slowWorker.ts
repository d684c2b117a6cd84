import { parentPort, workerData } from 'node:worker_threads';

import { PolicyEngine, All } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { BashSafety, FileBoundary, Floor, Network, SecretPaths, SelfProtection } from '@licet/guards';

import { slowActions } from '../support/slowActions.ts';
import { slowShapes } from '../support/slowShapes.ts';

/** Judges the slow actions that it is sent by number, and sends back how long each took and what was ruled. */
const { root } = workerData as { readonly root: string };
const policy = All(
  Floor({ root }),
  SelfProtection({ root }),
  SecretPaths({ root }),
  FileBoundary({ allow: ['**'], deny: ['**/.env*'], readOnly: ['config/**'], root }),
  Network(),
  BashSafety({ root }),
);
const actions = [...slowActions, ...slowShapes];
const engine = new PolicyEngine(policy, { effects: analyzeEffects({ root }) });
const judge = async (command: string): Promise<void> =>
  void (await engine.evaluate({ kind: 'bash', tool: 'Bash', cwd: root, payload: { command } }));
for (let turn = 0; turn < 30; turn++)
  for (const command of ['ls', 'rm -rf src/*', 'python3 -c "print(1)"', 'node -e "1"']) await judge(command);

parentPort?.on('message', (index: number) => {
  const start = process.threadCpuUsage();
  const cpuTime = (): number => {
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1000;
  };
  const action = actions[index]?.action ?? { kind: 'bash', payload: {} };
  void engine.evaluate({ ...action, cwd: root }).then(
    ({ ruling, code, context }) => {
      const ms = cpuTime();
      parentPort?.postMessage(
        {
          ms,
          ruling,
          code,
          effects: context.effects.length,
          note: context.effects.findLast(e => e.kind === 'unknown')?.note,
        },
        [],
      );
    },
    (error: unknown) => parentPort?.postMessage({ ms: cpuTime(), ruling: String(error), code: '', effects: 0 }, []),
  );
});
parentPort?.postMessage('ready', []);
