import { All, PolicyEngine, When, block, guard, memoryAudit, memorySessions, skip } from '@licet/core';
import { standingOf } from '@licet/core/nodes';
import { expect, it } from 'vitest';

const telling = (value: object) =>
  guard('telling', (_action, ctx) => {
    ctx.annotate('standing', { ...value });
    return skip();
  });

it('joins what the guards tell, in the order of the policy, and leaves out what is below a condition', async () => {
  const notes = telling({ obligations: [{ name: 'notes', late: true, way: 'write them' }] });
  const held = telling({ held: 'wait', facts: [{ name: 'tested', holds: false, way: 'test' }] });
  const never = When({ kind: 'bash' }, telling({ held: 'not me' }));
  const engine = new PolicyEngine(All(never, notes, held), { default: 'pass' });

  expect(await standingOf(engine, { sessionId: 's' })).toEqual({
    held: 'wait',
    obligations: [{ name: 'notes', late: true, way: 'write them' }],
    facts: [{ name: 'tested', holds: false, way: 'test' }],
  });
});

it('asks what blocks everything, writes nothing, and finds nothing in other notes', async () => {
  const [sessions, audit] = [memorySessions(), memoryAudit()];
  const other = guard('other', (_action, ctx) => {
    ctx.annotate('standing', 'a text');
    ctx.annotate('note', { held: 'no' });
    return block('closed', { fix: 'wait' });
  });

  expect(await standingOf(new PolicyEngine(other, { sessions, audit }), { sessionId: 's' })).toEqual({
    obligations: [],
    facts: [],
  });
  expect(audit.records).toEqual([]);
  expect(await sessions.load('s')).toMatchObject({ evaluated: 0 });
});
