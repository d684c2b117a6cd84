// The same tree from a file. Run: node --conditions=@licet/source examples/03-the-same-in-yaml/main.ts
import { All, Escalate, PolicyEngine, Threshold, When, createRegistry, renderPolicy } from '@licet/core';
import { digestPolicy } from '@licet/core/policy';
import type { ActionInput } from '@licet/core';
import { loadPolicy } from '@licet/core/yaml';
import { analyzeEffects } from '@licet/effects';
import { Budget, FileBoundary, HumanApproval, Requires, guardDefinitions } from '@licet/guards';
import { readFileSync } from 'node:fs';

const place = { root: '/project', home: '/home/me' };
const text = readFileSync(new URL('governance.yaml', import.meta.url), 'utf8');
const loaded = loadPolicy(text, { registry: createRegistry(guardDefinitions), ...place });
const { policy } = loaded;

const inCode = All(
  FileBoundary({ allow: ['src/**'], ...place }),
  Budget({ max: 100 }),
  When(
    { taskType: 'deploy' },
    Escalate(Threshold(2, Requires('tests_passing'), Requires('reviewed'), Requires('staged')), HumanApproval()),
  ),
);

console.log(renderPolicy(policy));
console.log(`the same policy: ${digestPolicy(policy) === digestPolicy(inCode)}`);

const engine = new PolicyEngine(loaded, { effects: analyzeEffects({ ...place, env: {} }) });
const bash = (command: string): ActionInput => ({ kind: 'bash', tool: 'Bash', cwd: '/project', payload: { command } });

for (const command of ['echo ok > src/a.txt', 'echo ok > notes.txt']) {
  const { ruling, reason } = await engine.evaluate(bash(command));
  console.log(`${command}: ${ruling}${reason === undefined ? '' : ` (${reason})`}`);
}
