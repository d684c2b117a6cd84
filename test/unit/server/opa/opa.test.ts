import { ask, block, guard, pass, warn } from '@licet/core';
import { HumanApproval } from '@licet/guards';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { goldenCases } from '../../../support/goldenCases.ts';
import { started } from '../fixtures.ts';

const Case = z.strictObject({
  name: z.string(),
  method: z.literal('GET').optional(),
  path: z.string(),
  body: z.json().optional(),
  status: z.number().default(200),
  answer: z.union([z.record(z.string(), z.json()), z.boolean()]),
});

const cases = goldenCases(fileURLToPath(new URL('../../../golden/opa/shapes.yaml', import.meta.url)), Case);

const byKind = guard('by_kind', ({ kind, tool, payload }) => {
  const word = kind === 'tool' ? tool : kind;
  if (word === 'write' || payload['command'] === 'rm -rf /') return block('the project is frozen', { fix: 'read instead' });
  if (word === 'deploy') return ask('a deployment reaches users', { fix: 'ask the release manager' });
  return word === 'old' ? warn('this tool is old') : pass();
});

describe('the REST interface of OPA', () => {
  it.each(cases.map(each => [each.name, each] as const))('%s', async (_name, { method, path, body, status, answer }) => {
    const { post, get } = await started(byKind);
    const found = method === 'GET' ? await get(path) : await post(path, body);

    expect(found.status).toBe(status);
    const { decision_id: id, ...rest } = typeof found.body === 'object' ? found.body : { decision_id: undefined };
    expect(id === undefined || typeof id === 'string').toBe(true);
    expect(typeof answer === 'object' ? rest : found.body).toEqual(answer);
  });

  it('names the evaluation, so that its outcome can be reported', async () => {
    const { post } = await started(byKind);
    const { decision_id: evaluationId } = (
      await post('/v1/data/agent/call/decision', { input: { tool: { name: 'x' }, args: {} } })
    ).body;

    expect((await post('/v1/outcome', { evaluationId, outcome: { status: 'ok' } })).status).toBe(200);
  });

  it('asks for approval in the words of the client of the AI SDK', async () => {
    const { post } = await started(HumanApproval());
    const { result } = (await post('/v1/data/agent/call/decision', { input: { tool: { name: 'x' }, args: {} } })).body;

    expect(result.decision).toBe('requires-approval');
  });

  it('gives everything of a decision, as our own interface does', async () => {
    const { post } = await started(byKind);
    const { result } = (await post('/v1/data/licet/decision', { input: { kind: 'write' } })).body;

    expect(result).toMatchObject({ passed: false, ruling: 'block', guard: 'by_kind', fix: { summary: 'read instead' } });
  });
});
