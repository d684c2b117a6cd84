import { rulesFor, redactOutput } from '@licet/guards/redaction';
import { shapeOutput } from '@licet/capabilities';
import { createRedactor } from '@licet/guards/redaction';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const SECRET = `ghp_${'a1B2'.repeat(9)}`;
const shown = (output: unknown): string => JSON.stringify(output) ?? '';

describe('shapeOutput', () => {
  it('shows only the fields that may be shown, at every depth', () => {
    const output = { id: 1, ssn: 'x', name: { id: 2, ssn: 'y', deep: [{ id: 3, ssn: 'z' }] }, other: { id: 4 } };
    expect(shapeOutput(output, { fields: ['id', 'name', 'deep'] })).toMatchObject({
      output: { id: 1, name: { id: 2, deep: [{ id: 3 }] } },
      omitted: { fields: 4 },
      changed: true,
    });
  });

  it.each<[string, unknown]>([
    ['a text', 'ann, 078-05-1120'],
    ['a number', 78],
    ['a list of texts', ['ann']],
    ['a text that is JSON of a text', '"ann"'],
  ])('withholds %s, which belongs to no field, where only some fields may be shown', (_what, output) => {
    expect(shown(shapeOutput(output, { fields: ['id'] }).output)).not.toMatch(/ann|78/);
  });

  it('treats a text that is JSON as what it holds', () => {
    expect(shapeOutput('[{"id":1,"ssn":"x"},{"id":2}]', { fields: ['id'], maxRows: 1 }).output).toBe('[{"id":1}]');
    expect(shapeOutput('[ {"id":1} ]', { maxRows: 1 })).toMatchObject({ output: '[ {"id":1} ]', changed: false });
  });

  it('keeps to every limit, also in lists within records', () => {
    const output = { rows: [1, 2, 3], a: { b: { c: { d: 1 } } }, e: 'x', f: 'y' };
    const { output: bounded, omitted } = shapeOutput(output, { maxRows: 2, maxDepth: 2, maxFields: 3 });
    expect(bounded).toEqual({ rows: [1, 2], a: { b: '[deeper]' }, e: 'x' });
    expect(omitted).toMatchObject({ rows: 1, deeper: 1, fields: 1 });
    expect(shapeOutput('abcdef', { maxOutput: 3 })).toMatchObject({ output: 'abc', omitted: { characters: 3 } });
    expect(
      shown(
        shapeOutput(
          Array.from({ length: 900 }, (_, n) => ({ n })),
          { maxOutput: 20 },
        ).output,
      ).length,
    ).toBeLessThan(200);
  });

  it('takes a secret out before it is cut in two', () => {
    expect(shapeOutput(`${'x '.repeat(10)}${SECRET}`, { redact: ['secrets'], maxOutput: 30 }).output).not.toContain('ghp_');
    expect(shapeOutput(`${'x '.repeat(90_000)}${SECRET}`, { redact: ['secrets'], maxOutput: 180_010 })).toMatchObject({
      rules: ['github_token'],
    });
  });

  it('never cuts a character in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, most) => {
        const { output } = shapeOutput(`t${text}`, { maxOutput: most });
        expect((output as string).isWellFormed()).toBe(true);
      }),
    );
  });

  it('says what rows are in facts that are always the same', () => {
    const rows = [
      { city: 'Bonn', n: 1, on: true },
      { city: 'Ulm', n: 4, on: false },
      { city: 'Bonn', n: 2.25, on: true },
    ];
    const facts = [
      'rows: 3',
      'fields: city, n, on',
      'n: least 1, most 4, average 2.42',
      'city: Bonn 2, Ulm 1',
      'on: true 2, false 1',
    ];
    expect(shapeOutput(rows, { mode: 'summary' }).output).toEqual(facts);
    expect(shapeOutput(JSON.stringify(rows), { mode: 'summary' }).output).toEqual(facts);
    expect(shapeOutput(rows.toReversed(), { mode: 'summary' }).output).toEqual(facts);
  });

  it.each<[string, unknown, readonly string[]]>([
    ['a record', { b: 2, a: 'x', l: [1, 2], r: { k: 1 } }, ['fields: a, b, l, r', 'a: x', 'b: 2', 'l: 2 items', 'r: fields k']],
    ['a list', ['x', 5], ['items: 2', 'x', '5']],
    ['a text', 'hello', ['hello']],
    ['nothing', undefined, ['undefined']],
  ])('sums up %s', (_what, output, facts) => {
    expect(shapeOutput(output, { mode: 'summary' }).output).toEqual(facts);
  });

  it('says how many facts there was no place for, and cuts a fact that is too long', () => {
    const record = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`k${n}`, n]));
    const facts = shapeOutput(record, { mode: 'summary' }).output as readonly string[];
    expect(facts).toHaveLength(20);
    expect(facts.at(-1)).toBe('12 more facts left out');
    expect(shapeOutput('abcdef', { mode: 'summary', maxOutput: 2 }).output).toEqual(['ab']);
  });

  it('shows rows in a table, and nothing under a handle', () => {
    expect(shapeOutput([{ a: 1 }, 2], { mode: 'table' }).output).toEqual([{ a: 1 }, { value: 2 }]);
    expect(shapeOutput({ a: 1 }, { mode: 'table' }).output).toEqual([{ a: 1 }]);
    expect(shapeOutput({ a: 1 }, { mode: 'handle' }).output).toBeUndefined();
  });

  it('withholds everything for a redaction rule that is unknown', () => {
    expect(shapeOutput({ a: 'b' }, { redact: ['stranger'] })).toMatchObject({
      output: '[withheld]',
      rules: ['unscanned'],
      changed: true,
    });
  });

  it('finds with its quick look whatever the rules find', () => {
    const redactor = createRedactor(rulesFor(['secrets', 'pii']));
    const samples = [SECRET, 'card 4111 1111 1111 1111', 'password="hunter2hunter2"', 'DE89 3704 0044 0532 0130 00', 'K'];
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...samples), fc.string({ unit: 'binary' }))), parts => {
        const text = parts.join(' ');
        if (redactor.redact(text).findings.length > 0) expect(redactor.mayHold(text)).toBe(true);
      }),
    );
    expect(redactOutput({ sig: `${'aB3'.repeat(15)}=` }, ['secrets']).rules).toEqual(
      redactOutput(`sig="${'aB3'.repeat(15)}="`, ['secrets']).rules,
    );
  });
});
