import type { ApprovedCall } from '@licet/core/nodes';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { commandExemptions, hostsOf, inYaml, pathExemptions } from '../../../../packages/guards/src/judging/exemptions.ts';

const calling = (...targets: readonly object[]): ApprovedCall =>
  ({ effects: targets.map(target => ({ kind: 'write', target, via: [], certainty: 'certain' })) }) as unknown as ApprovedCall;
const file = (lexical: string, more: object = {}) => ({ type: 'file', lexical, resolved: lexical, ...more });
const place = { root: '/h/p', home: '/h' };

describe('the files that approved calls touch', () => {
  const of = (...paths: readonly object[]): readonly string[] => pathExemptions([calling(...paths)], () => true, place);

  it('are the lowest folder that they share, then each by itself', () => {
    expect(of(file('/h/p/src/a/x'), file('/h/p/src/a/y'))).toEqual(['src/a/**', 'src/a/x', 'src/a/y']);
    expect(of(file('/h/p/a'), file('/h/p/b'))).toEqual(['a', 'b']);
    expect(of(file('/h/p/out', { recursive: true }))).toEqual(['out/**']);
  });

  it('are never a folder of settings of the home, nor what lies elsewhere', () => {
    expect(of(file('/h/.aws/x/a'), file('/h/.aws/x/b'))).toEqual(['~/.aws/x/a', '~/.aws/x/b']);
    expect(of(file('/h/notes/x/a'), file('/h/notes/x/b'))).toContain('~/notes/x/**');
    expect(of(file('/etc/a'), file('/h/p/a*'), file('/h/p', { glob: '/h/p/*' }))).toEqual([]);
  });
});

it('names each host once that is meant', () => {
  const call = calling(
    { type: 'network', direction: 'both', host: 'a' },
    { type: 'network', direction: 'both', host: 'b' },
    { type: 'network', direction: 'both' },
  );

  expect(hostsOf([call, call], ({ target }) => target?.type === 'network' && target.host !== 'b')).toEqual(['a']);
});

describe('the commands of approved calls', () => {
  const of = (...lines: readonly string[]) =>
    commandExemptions(
      lines.map(line => {
        const argv = line.split(' ');
        const effect = { kind: 'execute', program: argv[0], target: { type: 'program', argv }, via: [], certainty: 'certain' };
        return { effects: [effect] } as unknown as ApprovedCall;
      }),
    );

  it('are those of one program and sub-command together, then each by itself', () => {
    expect(of('npm run a', 'npm run b').map(({ patterns }) => patterns.join(' | '))).toEqual([
      'npm run *',
      'npm run a',
      'npm run b',
    ]);
    expect(of('npm run', 'npm run b')[0]?.patterns).toEqual(['npm run', 'npm run *']);
    expect(of('ls -l', 'ls -a').map(({ patterns }) => patterns[0])).toEqual(['ls -l', 'ls -a']);
  });

  it('have neighbors that are not approved', () => {
    for (const { neighbors } of of('git push x', 'git push y'))
      expect(neighbors.some(text => text.endsWith('--force'))).toBe(true);
  });

  it('are none that hold characters with another meaning', () => {
    expect(of('rm *')).toEqual([]);
  });
});

it('is read again as the same text', () => {
  for (const text of ["it's", 'a: b', '*', '']) expect(parse(inYaml(text))).toBe(text);
});
