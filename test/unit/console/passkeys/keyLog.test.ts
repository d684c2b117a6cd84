import { requestDigest } from '@licet/core/store';
import type { AnswerRecord, KeyChange } from '@licet/core/store';
import { answerChallenge } from '@licet/core/store';
import { answerProblem, keyLogFrom, readKeys } from '@licet/console/passkeys';
import { describe, expect, it } from 'vitest';

import type { Authenticator } from '../../../support/authenticator.ts';
import { authenticator, changed } from '../../../support/authenticator.ts';
import { plain, request } from '../../core/store/approvalFixtures.ts';

const [ann, anns, ben, eve] = ['ann', 'Ann', 'ben', 'eve'].map(name => authenticator(name)) as [
  Authenticator,
  Authenticator,
  Authenticator,
  Authenticator,
];

/** A log of changes, each by the authenticator beside it. */
function logOf(...changes: readonly (readonly ['add' | 'remove', Authenticator, Authenticator?])[]): readonly KeyChange[] {
  const log: KeyChange[] = [];
  for (const [change, { key }, by] of changes) log.push(changed(log, change, key, by));
  return log;
}

const namesOf = (log: readonly KeyChange[]): unknown => {
  const read = readKeys(log);
  return 'keys' in read ? read.keys.map(({ name }) => name) : read.problem;
};

describe('readKeys', () => {
  it('takes the first key as it is, and every further change by a key that was there before', () => {
    expect(namesOf([])).toEqual([]);
    expect(namesOf(logOf(['add', ann]))).toEqual(['ann']);
    expect(namesOf(logOf(['add', ann], ['add', ben, ann], ['add', anns, ann], ['remove', ann, ben]))).toEqual(['ben', 'Ann']);
  });

  it.each([
    ['a second key without a signature', logOf(['add', ann], ['add', eve])],
    ['a key that vouches for itself', logOf(['add', ann], ['add', eve, eve])],
    ['a removed key that goes on', logOf(['add', ann], ['add', ben, ann], ['remove', ben, ann], ['add', eve, ben])],
    ['the same key twice', logOf(['add', ann], ['add', ann, ann])],
    ['another key of a person, by somebody else', logOf(['add', ann], ['add', ben, ann], ['add', anns, ben])],
    ['the removal of the last key', logOf(['add', ann], ['remove', ann, ann])],
    ['the removal of no key', logOf(['add', ann], ['remove', ben, ann])],
    ['a removal first', logOf(['remove', ann])],
  ])('takes nothing of a log with %s', (_what, log) => {
    expect(namesOf(log)).toEqual(expect.stringContaining('of the passkeys'));
  });

  it('finds changes that were left out, moved or altered', () => {
    const log = logOf(['add', ann], ['add', ben, ann], ['remove', ben, ann]);
    const [first, second, third] = log as [KeyChange, KeyChange, KeyChange];

    expect(namesOf([first, third])).toContain('does not follow');
    expect(namesOf([second, third])).toContain('does not follow');
    expect(namesOf([first, { ...second, key: eve.key }])).toContain('made for something else');
    expect(namesOf([{ ...first, at: 5 }, second])).toContain('does not follow');
  });
});

describe('answerProblem', () => {
  const asked = request([plain]);
  const said = { granted: [true], by: 'ann', channel: 'passkey', requestDigest: requestDigest(asked) };
  const answer = (by: Authenticator, more: Partial<AnswerRecord> = {}): AnswerRecord => {
    const record = { type: 'answer', at: 1, evaluationId: 'e', sessionId: 's', approvalId: 'i', ...said, ...more } as const;
    return { ...record, signature: by.sign(answerChallenge(record)) };
  };

  it('takes an answer that was signed by a key of the person who gives it', () => {
    expect(answerProblem(answer(ann), [ann.key])).toBeUndefined();
    expect(answerProblem(answer(ann, { by: ' ANN ' }), [ann.key])).toBeUndefined();
  });

  it('refuses an answer without a name, of a stranger, of somebody else and to something else', () => {
    const { signature: _none, ...unsigned } = answer(ann);

    expect(answerProblem(unsigned, [ann.key])).toBe('it has no signature');
    expect(answerProblem(answer(eve), [ann.key])).toBe('the key that signed it is not enrolled');
    expect(answerProblem(answer(ann, { by: 'ben' }), [ann.key])).toBe('it was signed by the key of `ann` in the name of `ben`');
    const other = requestDigest({ ...asked, id: 'other' });
    expect(answerProblem({ ...answer(ann), requestDigest: other }, [ann.key])).toBe('it was made for something else');
    expect(answerProblem({ ...answer(ann), granted: [true, true] }, [ann.key])).toBe('it was made for something else');
  });
});

describe('keyLogFrom', () => {
  const log = logOf(['add', ann], ['add', ben, ann]);

  it('reads what was kept', () => {
    expect(keyLogFrom(JSON.parse(JSON.stringify(log)))).toEqual(log);
  });

  it.each([
    undefined,
    null,
    {},
    'log',
    [null],
    [{}],
    [{ ...log[0], change: 'replace' }],
    [{ ...log[0], at: 'now' }],
    [{ ...log[0], signature: 'yes' }],
    [{ ...log[0], key: { ...ann.key, origin: 'https://evil.example' } }],
    [{ ...log[0], key: { ...ann.key, origin: 'http://localhost:4748/' } }],
    [{ ...log[0], key: { ...ann.key, algorithm: -8 } }],
    [{ ...log[0], key: { ...ann.key, name: '\u202E' } }],
    [{ ...log[0], key: { ...ann.key, counter: -1 } }],
    [{ ...log[0], key: { ...ann.key, keyId: '../../x' } }],
  ])('takes %j for no log', value => {
    expect(keyLogFrom(value)).toBeUndefined();
  });
});
