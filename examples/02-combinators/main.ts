// Guards compose into a policy graph. Run: node --conditions=@licet/source examples/02-combinators/main.ts
import { All, Escalate, PolicyEngine, Threshold, When, renderTrace } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { Budget, FileBoundary, HumanApproval, Requires } from '@licet/guards';

const place = { root: '/project', home: '/home/me' };

const policy = All(
  FileBoundary({ allow: ['src/**'], ...place }),
  Budget({ max: 100 }),
  When(
    { taskType: 'deploy' },
    // Two of three signs that it is good; else a human must answer for it.
    Escalate(Threshold(2, Requires('tests_passing'), Requires('reviewed'), Requires('staged')), HumanApproval()),
  ),
);

const engine = new PolicyEngine(policy, { effects: analyzeEffects({ ...place, env: {} }) });

const actions = [
  { kind: 'write', tool: 'Write', payload: { file_path: '/project/src/a.ts', content: '' } },
  { kind: 'write', tool: 'Write', payload: { file_path: '/etc/passwd', content: '' } },
  { kind: 'submit_task', taskType: 'deploy' },
];

for (const action of actions) console.log(renderTrace((await engine.evaluate(action)).trace));
