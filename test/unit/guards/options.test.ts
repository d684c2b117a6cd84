import { capabilityDefinitions } from '@licet/capabilities';
import type { GuardNode } from '@licet/core';
import { All, InvariantError, Not, When, guard, pass } from '@licet/core';
import * as epistemic from '@licet/epistemic';
import { edgePoliciesDefinition, groundedDefinition } from '@licet/epistemic/nodes';
import * as guards from '@licet/guards';
import { guardDefinitions } from '@licet/guards';
import * as capabilities from '@licet/capabilities';
import * as tokens from '@licet/capabilities/tokens';
import { describe, expect, it } from 'vitest';

type Make = (options: object) => GuardNode;

/** The constructor of a kind: `file_boundary` is made by `FileBoundary`. */
const constructorOf = (kind: string): Make | undefined =>
  ({ ...guards, ...capabilities, ...tokens, ...epistemic } as Readonly<Record<string, unknown>>)[
    kind.replaceAll(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase())
  ] as Make | undefined;

// Takes the name of a fact, not options.
const makers = [...guardDefinitions, ...capabilityDefinitions, edgePoliciesDefinition, groundedDefinition].flatMap(({ kind }) =>
  kind === 'requires' ? [] : [[kind, constructorOf(kind)] as const],
);

function refusalOf(make: () => unknown): InvariantError {
  try {
    make();
  } catch (error) {
    if (error instanceof InvariantError) return error;
    throw error;
  }
  throw new Error('expected it to refuse');
}

describe('the options of every guard', () => {
  it.each(makers)('of `%s` are refused when they are unknown', (_kind, make) => {
    const { code, message, path } = refusalOf(() => make?.({ zzzz: 1 }));

    expect([code, path]).toEqual(['unknown_option', ['zzzz']]);
    expect(message).toMatch(/^`\w+` has no option `zzzz`$/);
  });

  it.each(makers)('of `%s` are a mapping', (_kind, make) => {
    expect(refusalOf(() => make?.('x' as never)).message).toMatch(/^`\w+` needs .*, found `x`$/);
  });

  it.each(makers)('of `%s` may all be left out, or it says which are needed', (kind, make) => {
    try {
      expect((make as unknown as () => GuardNode)().kind).toBe(kind);
    } catch (error) {
      expect((error as InvariantError).message).toMatch(/^`\w+` needs (?:options with|at least one of) `\w+`/);
    }
  });

  it('are refused with what was probably meant', () => {
    expect(refusalOf(() => guards.Budget({ max: 1, onFail: 'keep' } as never)).message).toBe(
      '`Budget` has no option `onFail`, did you mean `onFailure`?',
    );
    expect(refusalOf(() => guards.BashSafety({ historyLos: 'ask' } as never)).message).toContain('did you mean `historyLoss`?');
    expect(refusalOf(() => guards.FileBoundary({ alow: ['src/**'] } as never)).message).toContain('did you mean `allow`?');
  });

  it('are refused deep inside, at their path', () => {
    const { message, path } = refusalOf(() => guards.Progressive({ match: {}, steps: [{ after: 1, than: 'ask' }] } as never));

    expect([message, path]).toEqual(['`steps` has no option `than`, did you mean `then`?', ['steps', 0, 'than']]);
  });

  it.each([
    ['nothing', undefined, '`Budget` needs options with `max`, found `undefined`'],
    ['what is missing', {}, '`Budget` needs `max`: how much there is'],
    ['another kind', { max: '5' }, '`max` must be a number above 0, found `5`'],
    [
      'a word that is none',
      { max: 5, per: 'sesion' },
      '`per` must be `session`, `agent`, `tool`, `principal` or `project`, found `sesion`',
    ],
  ])('say what was expected for %s', (_what, options, message) => {
    expect(refusalOf(() => guards.Budget(options as never))).toMatchObject({ code: 'invalid_param', message });
  });
});

describe('the options of combinators', () => {
  const yes = guard('yes', () => pass());

  it.each([
    [() => All(yes, { shortcircuit: true } as never), '`All` has no option `shortcircuit`, did you mean `shortCircuit`?'],
    [() => Not(yes, { shortCircuit: true } as never), '`Not` has no option `shortCircuit`'],
    [
      () => When({ kind: 'bash' }, yes, yes, { onerror: 'ask' } as never),
      '`When` has no option `onerror`, did you mean `onError`?',
    ],
  ])('are refused when they are unknown %#', (make, message) => {
    expect(refusalOf(make).message).toBe(message);
  });
});
