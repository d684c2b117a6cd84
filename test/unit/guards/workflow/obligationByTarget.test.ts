import { Obligation } from '@licet/guards';
import { standingOf } from '@licet/core/nodes';
import { describe, expect, it } from 'vitest';

import { agentUnder } from './support.ts';

const POLICY = `facts:
  tests_passing: { earned_by: { runs: tests } }
policy:
  all:
    - obligation:
        name: reviewed
        when: { effect: delete }
        by: target
        fulfilled_by: { runs: tests }
        deadline: { actions: 2 }
        late: block
    - when: { if: { runs: git tag }, then: { requires: { obligations: fulfilled } } }
`;
const TESTED = `policy:
  all:
    - obligation: { name: tested, when: { effect: write }, by: target, fulfilled_by: { writes: ['test/{name}.test.ts'], runs: npm run check } }
    - when: { if: { runs: git commit }, then: { requires: { obligations: fulfilled } } }
`;

const facts = (agent: ReturnType<typeof agentUnder>): readonly string[] =>
  agent.audit.records.flatMap(record => (record.type === 'fact' ? [`${record.name} ${record.change}`] : []));

describe('an obligation by target', () => {
  it('is one for each file, fulfilled by what belongs to that file', async () => {
    const agent = agentUnder(TESTED);
    await agent.run('touch src/a.ts');
    await agent.run('touch src/deep/b.ts');
    expect((await agent.run('git commit -m x')).reason).toBe(
      'the obligation `tested for src/a.ts` and the obligation `tested for src/deep/b.ts` are open',
    );
    await agent.run('touch test/a.test.ts');
    const commit = await agent.run('git commit -m x');
    expect(commit.reason).toContain('the obligation `tested for src/deep/b.ts` is open');
    expect(commit.reason).not.toContain('src/a.ts');
    expect(commit.fix?.summary).toContain('change `test/b.test.ts`, or run `npm run check`');
    expect(facts(agent)).toContain('obligation/tested for src/a.ts void');
  });

  it('is fulfilled for every target by what names none', async () => {
    const agent = agentUnder(TESTED);
    await agent.run('touch src/a.ts src/b.ts');
    await agent.run('npm run check');
    expect((await agent.run('git commit -m x')).passed).toBe(true);
    await agent.run('touch src/a.ts');
    expect((await agent.run('git commit -m x')).passed).toBe(false);
  });

  it('stays open where what fulfills it fails, or is stopped', async () => {
    const agent = agentUnder(TESTED);
    await agent.run('touch src/a.ts');
    await agent.run('npm run check', 'error');
    expect((await agent.run('git commit -m x')).passed).toBe(false);
    await agent.run('npm run check');
    expect((await agent.run('git commit -m x')).passed).toBe(true);
  });

  it('is late by itself, and one that comes later has its own deadline', async () => {
    const agent = agentUnder(POLICY);
    await agent.run('rm src/a.ts');
    await agent.run('ls');
    await agent.run('rm src/b.ts');
    const late = await agent.run('ls');
    expect(late.ruling).toBe('block');
    expect(late.reason).toBe('the obligation `reviewed for src/a.ts` was to be fulfilled within 2 actions and is not');
    await agent.run('npm test');
    expect((await agent.run('ls')).passed).toBe(true);
    expect((await standingOf(agent.engine, { sessionId: 's' })).obligations).toEqual([]);
  });

  it('says what is open, and for what', async () => {
    const agent = agentUnder(TESTED);
    await agent.run('touch src/a.ts');
    expect((await standingOf(agent.engine, { sessionId: 's' })).obligations).toMatchObject([
      { name: 'tested', target: 'src/a.ts', late: false, way: 'change `test/a.test.ts`, or run `npm run check`' },
    ]);
  });

  it('takes what is magic in a name as it is', async () => {
    const agent = agentUnder(TESTED);
    await agent.run("touch 'src/[x].ts'");
    await agent.run('touch test/y.test.ts');
    expect((await agent.run('git commit -m x')).reason).toContain('tested for src/[x].ts');
    await agent.run("touch 'test/[x].test.ts'");
    expect((await agent.run('git commit -m x')).passed).toBe(true);
  });

  it('is about the files that are meant, and about any where they have no name', async () => {
    const agent = agentUnder(TESTED.replace('by: target,', "by: target, targets: ['src/**'],"));
    await agent.run('touch notes.md docs/a.md');
    expect((await agent.run('git commit -m x')).passed).toBe(true);
    await agent.run('touch notes.md src/a.ts');
    expect((await agent.run('git commit -m x')).reason).toBe('the obligation `tested for src/a.ts` is open');
    await agent.run(`touch ${Array.from({ length: 30 }, (_, index) => `f${index}`).join(' ')}`);
    expect((await agent.run('git commit -m x')).reason).toContain('tested for others');
  });

  it('needs actions that bring it about', () => {
    const fulfilledBy = { runs: 'c' };
    expect(() => Obligation({ name: 'a', when: 'b', by: 'target', fulfilledBy })).toThrow('a fact is about no target');
    expect(() => Obligation({ name: 'a', when: { kind: 'x' }, targets: ['b'], fulfilledBy })).toThrow('goes with `by: target`');
  });
});
