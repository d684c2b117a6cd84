import { describeTree } from '@licet/core/policy';
import { expect, it } from 'vitest';

import { compilePolicy } from 'licet/source/policy/compile.ts';
import { openEngine } from 'licet/source/policy/openEngine.ts';
import { foldPacks } from 'licet/source/commands/graph.ts';

const POLICY = 'version: 1\ndefault: pass\ninclude: [standard]\npolicy: { budget: { max: 5, window: 90m } }\n';

it('draws an included pack as one node that names its rules, and the rules of the file as they are', async () => {
  const result = compilePolicy(POLICY, '/project/governance.yaml');
  if ('issues' in result) throw new Error('the policy does not load');
  const opened = await openEngine({ kept: result, file: '/project/governance.yaml' }, { records: false });
  const folded = foldPacks(opened.policy, describeTree(opened.policy, true), opened.placeOf);

  expect(folded.children?.map(({ kind }) => kind)).toEqual(['pack:standard', 'budget']);
  expect(folded.children?.[0]?.params?.['rules']).toEqual(expect.arrayContaining(['floor', 'self_protection', 'bash_safety']));
  await opened.close();
});
