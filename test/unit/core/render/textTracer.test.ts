import { All, PolicyEngine, ask, block, guard, pass, textTracer } from '@licet/core';
import { describe, expect, it } from 'vitest';

const policy = All(
  guard('kind', action => (action.kind === 'read' ? pass() : block('only \u001b[31mreading', { fix: 'read' }))),
  guard('fine', () => pass()),
);

describe('textTracer', () => {
  it('writes a headline and the tree of every decision, and the outcome', async () => {
    const lines: string[] = [];
    const engine = new PolicyEngine(policy, { tracer: textTracer(line => lines.push(line)) });

    const evaluation = await engine.evaluate({ kind: 'read', tool: 'Read' });
    await engine.postAction(evaluation, { status: 'error', error: 'gone\nwith the wind' });
    await engine.evaluate({ kind: 'write' });

    expect(lines).toEqual([
      '✓ pass  Read',
      '  ✓ pass  all',
      '  ┝━ ✓ pass  kind',
      '  ┕━ ✓ pass  fine',
      '→ error  Read  gone\\nwith the wind',
      '✗ BLOCK  write',
      '  ✗ BLOCK  all',
      '  ┝━ ✗ BLOCK  kind  ◀ decides',
      '  │       why  only \\u{1b}[31mreading',
      '  │       fix  read',
      '  └─ ✓ pass  fine',
    ]);
  });

  it('keeps to headlines, with the reason, when no trees are wanted', () => {
    const lines: string[] = [];
    const tracer = textTracer(line => lines.push(line), { trees: false, color: true });

    new PolicyEngine(policy, { tracer }).evaluateSync({ kind: 'write' });

    expect(lines).toEqual(['\u001b[1;31m✗ BLOCK\u001b[0m  write  only \\u{1b}[31mreading']);
  });

  it('names what a call is about, and who approved it', async () => {
    const lines: string[] = [];
    const careful = guard('careful', () => ask('it runs something', { fix: 'ask' }));
    const engine = new PolicyEngine(careful, {
      tracer: textTracer(line => lines.push(line), { trees: false }),
      approver: { approve: () => ({ granted: [true], by: 'ann' }) },
    });

    const evaluation = await engine.evaluate({
      kind: 'write',
      tool: 'Write',
      payload: { content: 'x', file_path: 'a.ts\u001b' },
    });
    await engine.postAction(evaluation, { status: 'ok' });

    expect(lines.map(line => line.replace(/ {2}it runs something/u, ''))).toEqual([
      '✓ pass  Write  a.ts\\u{1b}  (granted by ann)',
      '→ ok  Write  a.ts\\u{1b}',
    ]);
  });

  it('says when a ruling is only observed', () => {
    const lines: string[] = [];
    const tracer = textTracer(line => lines.push(line), { trees: false });

    new PolicyEngine(policy, { tracer, mode: 'observe' }).evaluateSync({ kind: 'write' });

    expect(lines[0]).toContain('✗ BLOCK (enforced as pass)  write');
  });
});
