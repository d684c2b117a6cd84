import { PolicyEngine } from '@licet/core';
import type { ContainmentLevel, Effect, Evaluation } from '@licet/core';
import { Contained, FileBoundary, Network } from '@licet/guards';
import { isUnseenCode } from '@licet/guards/authoring';
import { describe, expect, it, test } from 'vitest';

import { effect, file, judge, place, skipped } from '../fixtures.ts';

const project = effect('execute', { target: { type: 'named', category: 'project', name: 'code' }, program: 'make' });
const unknown = effect('unknown', { program: 'sh', tags: ['inline_code'] });

const within = (level: ContainmentLevel, guard: ReturnType<typeof Contained>, effects: readonly Effect[]): Evaluation =>
  new PolicyEngine(guard, {
    effects: () => effects,
    contain: () => ({ level, by: 'licet run', planDigest: 'abc' }),
  }).evaluateSync({
    kind: 'bash',
    cwd: '/w',
  });

describe('Contained', () => {
  test.each<[what: string, effect: Effect, isUnseen: boolean]>([
    ['tests and builds of the project', project, true],
    ['what cannot be seen', unknown, true],
    ['install scripts', effect('network', { tags: ['package_scripts'] }), true],
    ['a script', effect('execute', { target: { type: 'program', argv: ['x.js'], file: '/w/x.js' } }), true],
    ['code that was downloaded', effect('execute', { target: { type: 'program', argv: ['x'], untrusted: true } }), true],
    ['an installed program', effect('execute', { target: { type: 'program', argv: ['ls'] } }), false],
    ['a container', effect('execute', { target: { type: 'named', category: 'container', name: 'web' } }), false],
    ['a program without a name', effect('execute'), false],
    ['a file', file('write', '/w/src/a.ts'), false],
  ])('takes %s for code that is not seen, or not', (_what, seen, isUnseen) => {
    expect(isUnseenCode(seen)).toBe(isUnseen);
    expect(skipped(judge(Contained(), [seen]))).toBe(!isUnseen);
  });

  it('asks without a sandbox, and passes in one that is certain enough', () => {
    expect(judge(Contained(), [project])).toMatchObject({
      ruling: 'ask',
      code: 'not_contained',
      reason: '`make` runs code that Licet cannot read, and no sandbox holds it',
    });
    expect(judge(Contained({ else: 'block' }), [effect('unknown')])).toMatchObject({
      ruling: 'block',
      reason: 'it runs code that Licet cannot read, and no sandbox holds it',
    });
    expect(within('configured', Contained(), [project]).ruling).toBe('ask');
    expect(within('configured', Contained({ atLeast: 'configured' }), [project]).ruling).toBe('pass');
    expect(within('constructed', Contained(), [project]).ruling).toBe('pass');
    expect(within('constructed', Contained({ atLeast: 'measured' }), [project]).ruling).toBe('ask');
    expect(within('measured', Contained(), [project]).ruling).toBe('pass');
  });

  it('leaves nothing to ask about unknown files and hosts in a sandbox, and keeps a block', () => {
    const files = FileBoundary({ allow: ['**'], ...place() });
    const hosts = Network({ allow: ['a.example'] });
    for (const guard of [files, hosts]) {
      expect(judge(guard, [unknown]).ruling).toBe('ask');
      expect(within('configured', guard, [unknown]).ruling).toBe('ask');
      expect(within('constructed', guard, [unknown]).ruling).toBe('pass');
    }
    expect(within('constructed', FileBoundary({ allow: ['**'], unknown: 'block', ...place() }), [unknown]).ruling).toBe('block');
    expect(within('constructed', Network({ deny: ['a.example'], unknown: 'block' }), [unknown]).ruling).toBe('block');
    // A change at a service is known: only its request is not.
    const service = effect('write', {
      program: 'x',
      target: { type: 'named', category: 'service', name: 'y' },
      tags: ['remote_change'],
    });
    expect(within('constructed', hosts, [service]).ruling).toBe('ask');
    expect(within('constructed', files, [unknown, file('write', '/home/u/x')]).ruling).toBe('block');
  });
});
