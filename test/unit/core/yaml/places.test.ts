import { PolicyEngine, block, createRegistry, guard, memoryAudit, pass } from '@licet/core';
import { defineNode } from '@licet/core/nodes';
import { buildPolicy, narrow, placeOfNode } from '@licet/core/policy';
import { loadPolicy } from '@licet/core/yaml';
import { describe, expect, it, test } from 'vitest';

const stop = defineNode<{ on: string }>({
  kind: 'stop',
  doc: 'stops a kind of action',
  bare: 'on',
  params: z => z.strictObject({ on: z.string() }),
  build: ({ on }) =>
    guard('stop', action => (action.kind === on ? block('closed', { fix: 'open it' }) : { ruling: 'pass', guard: '', code: '' })),
});

const FILES: Readonly<Record<string, string>> = {
  'main.yaml': `version: 1
include: [pack.yaml]
policy:
  all:
    - stop: read
    - any:
        - not:
            stop: never
        - id: named
          stop: write
    - stop: bash
`,
  'pack.yaml': `version: 1
policy:
  stop: network
`,
};

const BUILD = { registry: createRegistry([stop]), root: '/project', home: '/home' };

const loaded = loadPolicy(FILES['main.yaml'] ?? '', {
  ...BUILD,
  file: 'main.yaml',
  include: name => ({ file: name, text: FILES[name] ?? '' }),
});
const { policy, compiled } = loaded;

describe('the places of a compiled policy', () => {
  test.each([
    ['read', 'main.yaml', 5],
    ['bash', 'main.yaml', 11],
    ['network', 'pack.yaml', 3],
  ])('lead from the record of a decision to the line that made it: %s', async (kind, file, line) => {
    const audit = memoryAudit();
    await new PolicyEngine(policy, { audit }).evaluate({ kind });
    const [record] = audit.records;

    expect(placeOfNode(compiled, record?.type === 'evaluation' ? (record.node ?? '') : '?')).toEqual({ file, line });
  });

  it('are named by an evaluation, and by one under a policy that only narrows another', async () => {
    const outer = buildPolicy({ ...compiled, sources: [{ file: 'outer.yaml', sha256: '' }] }, BUILD);
    const narrowed = narrow({ policy: guard('open', () => pass()), settings: {} }, outer);
    const asked = [{ policy, settings: {} }, loaded, narrowed].map(each => new PolicyEngine(each).evaluateSync({ kind: 'read' }));

    expect(asked.map(({ place }) => place)).toEqual([undefined, { file: 'main.yaml', line: 5 }, { file: 'outer.yaml', line: 5 }]);
    expect(new PolicyEngine(loaded).evaluateSync({ kind: 'other' }).place).toBeUndefined();
  });

  it('are those of the nodes, and for what a node builds itself that one’s', () => {
    expect(placeOfNode(compiled, '1.1.1')).toEqual({ file: 'main.yaml', line: 10 });
    expect(placeOfNode(compiled, '1.1.1.7.3')).toEqual({ file: 'main.yaml', line: 10 });
    expect(placeOfNode(compiled, '')).toBeUndefined();
    expect(placeOfNode({ sources: [] }, '0')).toBeUndefined();
  });
});
