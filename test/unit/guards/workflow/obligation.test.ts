import { Obligation } from '@licet/guards';
import { obligationDefinition } from '@licet/guards/state';
import { memoryFiles } from '@licet/effects/places';
import { describe, expect, it, test } from 'vitest';

import { agentUnder } from './support.ts';

const changelog = (rest: string): string => `policy:
  obligation:
    name: changelog
    when: { effect: delete }
    fulfilled_by: { writes: [CHANGELOG.md] }
    ${rest}
`;

const rulings = async (agent: ReturnType<typeof agentUnder>, commands: readonly string[]): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const command of commands) found.push((await agent.run(command)).ruling);
  return found;
};

describe('Obligation', () => {
  it('is open once what brings it about goes ahead, and late after so many other actions', async () => {
    const agent = agentUnder(changelog('deadline: { actions: 2 }\n    late: block'));

    expect(await rulings(agent, ['ls', 'ls', 'ls', 'rm src/a.ts', 'ls', 'ls', 'ls'])).toEqual([
      ...Array<string>(6).fill('pass'),
      'block',
    ]);
    const { reason, fix, code } = await agent.run('ls');
    expect(code).toBe('obligation_late');
    expect(reason).toBe('the obligation `changelog` was to be fulfilled within 2 actions and is not');
    expect(fix?.summary).toBe('change `CHANGELOG.md`');
    expect(await rulings(agent, ['echo x >> CHANGELOG.md', 'ls', 'ls', 'ls'])).toEqual(['pass', 'pass', 'pass', 'pass']);
  });

  test.each(['warn', 'ask', 'block'] as const)('says %s when it is late, where the policy does', async late => {
    const agent = agentUnder(changelog(`deadline: { actions: 1 }\n    late: ${late}`));
    await rulings(agent, ['rm src/a.ts', 'ls']);

    expect((await agent.run('ls')).ruling).toBe(late);
    expect((await agent.act(agent.read('/w/src/a.ts'))).ruling).toBe('pass');
  });

  it('is not fulfilled by what failed, nor brought about by what was stopped', async () => {
    const agent = agentUnder(changelog('deadline: { actions: 1 }\n    late: block'));
    await agent.run('rm src/a.ts');
    await agent.run('echo x >> CHANGELOG.md', 'error');
    await agent.run('ls');
    expect((await agent.run('ls')).ruling).toBe('block');
    await agent.run('echo x >> CHANGELOG.md');
    expect((await agent.run('ls')).ruling).toBe('pass');
    expect((await agent.run('ls')).ruling).toBe('pass');
  });

  it('is not stepped over by parallel calls', async () => {
    const agent = agentUnder(changelog('deadline: { actions: 2 }\n    late: block'));
    await agent.run('rm src/a.ts');
    const together = await Promise.all(Array.from({ length: 6 }, async () => agent.engine.evaluate(agent.call('ls'))));

    expect(together.filter(({ passed }) => passed)).toHaveLength(2);
  });

  it('is late when a fact holds before it is fulfilled', async () => {
    const agent = agentUnder(changelog('deadline: { fact: released }\n    late: block'));
    await agent.run('rm src/a.ts');
    expect((await agent.run('ls')).ruling).toBe('pass');
    await agent.sessions.append('s', [{ type: 'fact', at: 1, name: 'released', value: true }]);

    expect((await agent.run('ls')).reason).toContain('before `released` holds');
  });

  it('comes about each time that a fact is established again, and stays when the fact is void', async () => {
    const agent = agentUnder(`facts: { tests_passing: { earned_by: { runs: tests }, reset_by: { writes: ['src/**'] } } }
policy:
  obligation: { name: changelog, when: tests_passing, fulfilled_by: { writes: [CHANGELOG.md] }, deadline: { actions: 1 }, late: block }
`);
    expect(await rulings(agent, ['ls', 'ls', 'npm test', 'touch src/a.ts', 'ls', 'ls'])).toEqual([
      'pass',
      'pass',
      'pass',
      'pass',
      'block',
      'block',
    ]);
    expect(await rulings(agent, ['echo x >> CHANGELOG.md', 'ls', 'ls'])).toEqual(['pass', 'pass', 'pass']);
    expect(await rulings(agent, ['npm test', 'ls', 'ls'])).toEqual(['pass', 'pass', 'block']);
  });

  it('may be what a requirement asks for', async () => {
    const agent = agentUnder(`policy:
  all:
    - obligation: { name: tested, when: { effect: delete }, fulfilled_by: { runs: npm test } }
    - when: { if: { runs: git commit }, then: { requires: { obligations: fulfilled } } }
`);
    expect((await agent.run('git commit -m a')).passed).toBe(true);
    await agent.run('rm src/a.ts');
    const evaluation = await agent.run('git commit -m b');
    expect(evaluation).toMatchObject({ passed: false, code: 'obligation_open', reason: 'the obligation `tested` is open' });
    expect(evaluation.fix?.summary).toBe('run `npm test`');
    await agent.run('npm test');

    expect((await agent.run('git commit -m b')).passed).toBe(true);
  });

  it('below a condition is asked only for actions that meet it: nothing else opens it, counts for it, or is held to it', async () => {
    const { run } = agentUnder(`policy:
  all:
    - when: { if: { role: reviewer }, then: { obligation: { name: notes, when: { effect: delete }, fulfilled_by: { writes: [notes.md] }, deadline: { actions: 2 }, late: block } } }
    - when: { if: { runs: git tag }, then: { requires: { obligations: fulfilled } } }
`);
    const reviewer = { agentId: 'r', principal: { id: 'r', roles: ['reviewer'] } };
    const coder = { agentId: 'c', principal: { id: 'c', roles: ['coder'] } };
    await run('rm src/a.ts', 'ok', coder);
    expect((await run('git tag v1', 'ok', reviewer)).passed).toBe(true);
    await run('rm src/a.ts', 'ok', reviewer);
    expect((await run('git tag v2', 'ok', reviewer)).code).toBe('obligation_open');
    for (const command of ['ls', 'ls', 'ls', 'git tag v3']) expect((await run(command, 'ok', coder)).passed).toBe(true);
    expect((await run('ls', 'ok', reviewer)).passed).toBe(true);
    expect((await run('ls', 'ok', reviewer)).passed).toBe(true);
    expect((await run('ls', 'ok', reviewer)).code).toBe('obligation_late');
    expect((await run('ls', 'ok', coder)).passed).toBe(true);
  });

  it('does not count the call that brought it about when that is evaluated once more', async () => {
    const { engine, call, run } = agentUnder(changelog('deadline: { actions: 1 }\n    late: block'));
    const opening = call('rm src/a.ts');
    for (let count = 0; count < 3; count++) expect((await engine.evaluate(opening)).passed).toBe(true);
    expect((await run('ls')).passed).toBe(true);
    expect((await run('ls')).code).toBe('obligation_late');
  });

  it('writes what is opened and fulfilled into the trail', async () => {
    const agent = agentUnder(changelog('late: ask'));
    await rulings(agent, ['rm src/a.ts', 'echo x >> CHANGELOG.md']);

    const facts = agent.audit.records.flatMap(record => (record.type === 'fact' ? [[record.name, record.change]] : []));
    expect(facts).toEqual([
      ['obligation/changelog', 'established'],
      ['obligation/changelog', 'void'],
    ]);
  });

  it.each([
    ['warn', 'ls'],
    ['ask', 'ls'],
    ['block', 'ls'],
    ['block', 'licet status'],
  ] as const)('writes once into the trail that it is late, with `late: %s` and `%s`', async (ruling, command) => {
    const agent = agentUnder(changelog(`deadline: { actions: 1 }\n    late: ${ruling}`));
    await rulings(agent, ['rm src/a.ts', 'ls', command, 'ls', 'ls', 'echo x >> CHANGELOG.md', 'rm src/b.ts']);

    const facts = agent.audit.records.flatMap(record => (record.type === 'fact' ? [record.change] : []));
    expect(facts).toEqual(['established', 'late', 'void', 'established']);
  });

  it('does not come back by a call that is stopped while another one fulfils it', async () => {
    const { engine, call, run, audit } = agentUnder(changelog('deadline: { actions: 1 }\n    late: block'));
    await run('rm src/a.ts');
    await run('ls');
    const fulfilling = call('echo x >> CHANGELOG.md');
    await engine.evaluate(fulfilling);
    await engine.postAction(fulfilling, { status: 'ok' });
    await Promise.all([run('ls'), run('ls')]);

    expect((await run('ls')).passed).toBe(true);
    expect(audit.records.flatMap(record => (record.type === 'fact' ? [record.change] : [])).at(-1)).toBe('void');
  });

  it('needs something that fulfils it', () => {
    expect(() => Obligation({ name: 'a', when: 'b', fulfilledBy: {} })).toThrow('needs one of');
    expect(() => Obligation({ name: 'a', when: 'b', fulfilledBy: { fact: 'c' }, deadline: {} })).toThrow(
      '`deadline` needs one of',
    );
  });

  it('looks at the files that the host has given', () => {
    const asked: string[] = [];
    const files = { ...memoryFiles({}), realPath: (path: string) => void asked.push(path) };
    const context = {
      root: '/w',
      home: '/h',
      files,
      condition: () => ({ text: '', test: () => true }),
      resource: () => undefined,
    };
    obligationDefinition.build({ name: 'x', when: 'y', fulfilledBy: { writes: 'a' } }, [], context);

    expect(asked).toEqual(['/w']);
  });
});
