import { PolicyEngine, guard, pass, renderTrace } from '@licet/core';
import { describe, expect, it } from 'vitest';

import { EXTENSIONS, broken, everything, golden, hostile, traceOf } from './sample.ts';

describe('renderTrace', () => {
  it.each(EXTENSIONS)('draws every sort of node and end as %s', async (format, extension) => {
    await expect(renderTrace(await traceOf(everything), { format })).toMatchFileSnapshot(golden(`trace-everything.${extension}`));
  });

  it.each(EXTENSIONS)('lets nothing from outside act as syntax in %s', async (format, extension) => {
    const drawn = renderTrace(await traceOf(hostile), { format });

    expect(drawn).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202e]/);
    await expect(drawn).toMatchFileSnapshot(golden(`trace-hostile.${extension}`));
  });

  it('says what a fault left open, and what it was', async () => {
    await expect(renderTrace(await traceOf(broken))).toMatchFileSnapshot(golden('trace-broken.txt'));
  });

  it('says the same with colour and without', async () => {
    const trace = await traceOf(everything);
    const coloured = renderTrace(trace, { color: true });

    expect(coloured).toContain('\u001b[1;36m? ASK\u001b[0m');
    expect(coloured.replaceAll(/\u001b\[[0-9;]*m/g, '')).toBe(renderTrace(trace));
  });

  it('gives JSON that parses to the trace, without the causes of faults', async () => {
    const trace = await traceOf(broken);
    const parsed = JSON.parse(renderTrace(trace, { format: 'json' })) as typeof trace;

    expect(parsed.children.map(child => child.status)).toEqual(['errored', 'decided']);
    expect(parsed.children[0]?.verdict?.error).toEqual({ code: 'guard_threw', message: 'cannot read `sky`', guard: 'weather' });
  });

  it('escapes JSON without changing what it parses to', async () => {
    const trace = await traceOf(hostile);

    expect(JSON.parse(renderTrace(trace, { format: 'json' }))).toEqual(JSON.parse(JSON.stringify(trace)));
  });

  it('breaks long reasons at the width', async () => {
    const lines = renderTrace(await traceOf(everything), { width: 50 }).split('\n');

    expect(lines.filter(line => !/[├└┝┕]/.test(line)).every(line => line.length <= 50)).toBe(true);
  });

  it('shows how long each guard took when that was measured', async () => {
    const engine = new PolicyEngine(guard('quick', () => pass()));
    const { trace } = await engine.explain({ kind: 'read' }, { timing: true });

    expect(renderTrace(trace)).toMatch(/quick {2}\d+\.\d{3} ms/);
  });
});
