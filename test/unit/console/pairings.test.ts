import { createHash } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { pairings } from '../../../packages/console/src/pairings.ts';

/** Pairings on a clock that only moves when it is told to. */
function paired() {
  let now = 0;
  const all = pairings(() => now);
  return { all, pass: (ms: number) => void (now += ms) };
}
const MINUTE = 60_000;

describe('the code of a page', () => {
  it('opens it once', () => {
    const { all } = paired();
    const { code } = all.issue();

    expect(all.rightsOf(all.redeem(code))).toEqual(new Set(['look', 'fleet', 'answer']));
    expect(() => all.redeem(code)).toThrow(expect.objectContaining({ code: 'unauthorized' }));
  });

  it('is worth nothing after five minutes, and no code is a token', () => {
    const { all, pass } = paired();
    const { code, confirm } = all.issue();
    expect([all.rightsOf(code), all.rightsOf(confirm), all.rightsOf('')]).toEqual([undefined, undefined, undefined]);
    pass(5 * MINUTE);

    expect(() => all.redeem(code)).toThrow('too old');
  });
});

describe('a page that another process has asked for', () => {
  it('opens with the code whose digest was told, and answers only with the code that is shown here', () => {
    const { all } = paired();
    const confirm = all.admit(createHash('sha256').update('a code of the caller').digest('hex'));
    const token = all.redeem('a code of the caller');

    expect(() => all.redeem('a code of the caller')).toThrow(expect.objectContaining({ code: 'unauthorized' }));
    expect(() => all.confirm(token, 'a code of the caller')).toThrow(expect.objectContaining({ code: 'forbidden' }));
    expect(() => all.confirm(token, confirm)).not.toThrow();
  });
});

describe('an open page', () => {
  it('closes after twelve hours', () => {
    const { all, pass } = paired();
    const token = all.redeem(all.issue().code);
    pass(12 * 60 * MINUTE - 1);
    expect(all.rightsOf(token)).toBeDefined();
    pass(1);

    expect(all.rightsOf(token)).toBeUndefined();
  });

  it('may answer with the code of the terminal, in any spelling', () => {
    const { all } = paired();
    const { code, confirm } = all.issue();
    const token = all.redeem(code);

    expect(() => all.confirm(token, confirm)).not.toThrow();
    expect(() => all.confirm(token, ` ${confirm.toLowerCase()} `)).not.toThrow();
  });

  it('has to be opened again after five wrong codes in a row', () => {
    const { all } = paired();
    const { code, confirm } = all.issue();
    const token = all.redeem(code);
    const wrong = (): void => all.confirm(token, 'nothing');
    for (let times = 0; times < 4; times++) expect(wrong).toThrow(expect.objectContaining({ code: 'forbidden' }));
    all.confirm(token, confirm);
    for (let times = 0; times < 5; times++) expect(wrong).toThrow(expect.objectContaining({ code: 'forbidden' }));

    expect(() => all.confirm(token, confirm)).toThrow(expect.objectContaining({ code: 'unauthorized' }));
    expect(all.rightsOf(token)).toBeUndefined();
  });

  it('makes way for new ones when there are too many', () => {
    const { all } = paired();
    const first = all.redeem(all.issue().code);
    for (let more = 0; more < 64; more++) all.redeem(all.issue().code);

    expect(all.rightsOf(first)).toBeUndefined();
  });
});
