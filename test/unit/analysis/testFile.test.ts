import { parsePolicyTests } from '@licet/analysis';
import { describe, expect, it } from 'vitest';

const cases = (text: string): ReturnType<typeof parsePolicyTests>['cases'] => parsePolicyTests(`cases:\n${text}`).cases;

describe('a test file', () => {
  it('makes one case of each call in a list, and names it after the call', () => {
    expect(
      cases('  - { bash: [a, b], want: pass }\n  - { read: c, want: block }\n').map(({ name, line }) => [name, line]),
    ).toEqual([
      ['a', 2],
      ['b', 2],
      ['read c', 3],
    ]);
  });

  it('reads a session: repetitions, outcomes, pauses', () => {
    const [only] = cases(
      '  - session:\n      - { write: a, times: 3, outcome: error }\n      - { wait: 15m }\n      - { write: b, want: { ruling: block, guard: budget } }\n',
    );

    expect(only?.steps).toMatchObject([
      { action: { kind: 'write' }, times: 3, outcome: 'error', waitMs: 0 },
      { waitMs: 900_000 },
      { action: { kind: 'write' }, times: 1, want: { ruling: 'block', guard: 'budget' } },
    ]);
  });

  it('says which of its files git does not hold', () => {
    const { files, untracked } = parsePolicyTests('files: { a: x, b: y }\nuntracked: [b]\ncases: []\n');

    expect([Object.keys(files), untracked]).toEqual([['a', 'b'], ['b']]);
    expect(() => parsePolicyTests('files: { a: x }\nuntracked: [b]\ncases: []\n')).toThrow(/`untracked` names `b`/);
  });

  it('establishes the facts of the file and of the case', () => {
    const { cases: read } = parsePolicyTests(
      'facts: [a]\nproject: { p: 1 }\ncases:\n  - { bash: x, facts: { b: 2 }, want: pass }\n',
    );

    expect(read[0]).toMatchObject({ facts: { a: true, b: 2 }, project: { p: 1 } });
  });

  it.each([
    ['- { bash: x, want: pass', /1: it is not YAML/],
    ['cases:\n  - { bash: x }\n', /2: `want`/],
    ['cases:\n  - { bash: x, read: y, want: pass }\n', /2: expected one of .* found 2/],
    ['cases:\n  - { want: pass }\n', /2: expected one of .* found 0/],
    ['cases:\n\n  - { bash: x, wont: pass }\n', /3: /],
    ['cases:\n  - { bash: x, input: {}, want: pass }\n', /`input` belongs to `tool`/],
    ['cases:\n  - session: [{ bash: x }]\n', /no step of the session has a `want`/],
    ['cases:\n  - session: [{ wait: soon }, { bash: x, want: pass }]\n', /such as `15m`, found `soon`/],
    ['now: today\ncases: []\n', /`now` must be a time/],
    ['case: []\n', /cases/],
  ])('refuses %j', (text, message) => {
    expect(() => parsePolicyTests(text)).toThrow(message);
  });
});
