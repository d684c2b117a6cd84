import type { ResponseMode } from '@licet/core/nodes';
import type { OutputObligations } from '@licet/core/policy';
import { RESPONSE_MODES } from '@licet/core/nodes';
import { outputFirewall, shapeOutput } from '@licet/capabilities';
import { describe, expect, it } from 'vitest';

const SECRET = `ghp_${'a1B2'.repeat(9)}`;

function nested(depth: number): unknown {
  let value: unknown = SECRET;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { value };
  return value;
}

const cycle: Record<string, unknown> = { secret: SECRET };
cycle['again'] = cycle;

const hostile: Readonly<Record<string, () => unknown>> = {
  'ten megabytes of text': () => `${'lorem ipsum '.repeat(850_000)}${SECRET}`,
  'a text of one line of a million secrets': () => `${SECRET} `.repeat(20_000),
  'a million rows': () => Array.from({ length: 1_000_000 }, () => SECRET),
  'a depth of 10,000': () => nested(10_000),
  'JSON of a depth of 10,000': () => `${'['.repeat(10_000)}"${SECRET}"${']'.repeat(10_000)}`,
  'a cycle': () => cycle,
  'a getter that throws': () => ({
    get secret(): string {
      throw new Error(SECRET);
    },
  }),
  'a getter that answers': () => ({
    get secret(): string {
      return SECRET;
    },
  }),
  'a proxy that throws': () =>
    new Proxy(
      {},
      {
        ownKeys() {
          throw new Error(SECRET);
        },
      },
    ),
  'a proxy that was revoked': () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  'a field named __proto__': () => JSON.parse(`{"__proto__":{"secret":"${SECRET}"},"a":1}`) as unknown,
  'a class instance': () =>
    new (class Secret {
      secret = SECRET;
      toJSON(): string {
        return SECRET;
      }
    })(),
  'a map': () => new Map([['secret', SECRET]]),
  bytes: () => Buffer.from(SECRET),
  'a function': () => () => SECRET,
  'a symbol': () => Symbol(SECRET),
  'an error': () => new Error(SECRET),
  'a date that is none': () => new Date(Number.NaN),
  'a list with a length of billions': () => Object.assign([], { length: 4_000_000_000 }),
  'a secret as a name': () => ({ [SECRET]: 1 }),
  'a secret as a list of characters in JSON': () => JSON.stringify({ log: [`token ${SECRET}`] }),
};

const owed = (mode?: ResponseMode): OutputObligations => ({
  redact: ['secrets'],
  maxRows: 50,
  maxFields: 20,
  maxDepth: 3,
  maxOutput: 4_000,
  ...(mode !== undefined && { mode }),
});

describe('a hostile output', () => {
  it.each(Object.keys(hostile))('leaks nothing and stays small in every mode: %s', name => {
    const output = hostile[name]?.();
    for (const mode of [undefined, ...RESPONSE_MODES]) {
      const result = shapeOutput(output, owed(mode));
      const text = JSON.stringify(result) ?? '';
      expect(text).not.toContain('ghp_a1B2');
      expect(text.length).toBeLessThan(10_000);
      const again = JSON.stringify(outputFirewall.shape(output, owed(mode)));
      expect(again).not.toContain('ghp_a1B2');
    }
  });

  it('says what could not be shown', () => {
    expect(shapeOutput(cycle, owed()).omitted.deeper).toBe(1);
    expect(shapeOutput(hostile['a getter that throws']?.(), owed()).omitted.unreadable).toBe(1);
    expect(shapeOutput(hostile['a map']?.(), owed())).toMatchObject({ changed: true, output: '[withheld]' });
  });

  it('changes no prototype', () => {
    const { output } = shapeOutput(hostile['a field named __proto__']?.(), {});
    expect(output).toEqual({ a: 1 });
    expect(Object.getPrototypeOf(output)).toBe(Object.prototype);
    expect(({} as { secret?: unknown }).secret).toBeUndefined();
  });
});
