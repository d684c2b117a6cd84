import { PolicyEngine } from '@licet/core';
import { Intent } from '@licet/guards';
import { describe, expect, it, test } from 'vitest';

const policy = Intent({
  tasks: {
    deploy: {
      required: ['ticket', 'environment'],
      fields: {
        environment: { oneOf: ['staging', 'production'] },
        ticket: { type: 'text', pattern: '[A-Z]+-[0-9]+' },
        replicas: { type: 'number', min: 1, max: 5 },
        regions: { type: 'list', min: 1, max: 2 },
      },
      if: ({ payload }) => payload['environment'] !== 'production' || payload['approved'] === true,
    },
  },
});

const submit = (payload: Record<string, unknown>, more: object = {}) =>
  new PolicyEngine(policy).evaluateSync({ kind: 'submit_task', taskType: 'deploy', payload, ...more });
const fine = { ticket: 'OPS-1', environment: 'staging' };

describe('Intent', () => {
  test.each([
    ['is right', fine, 'pass', 'ok'],
    ['lacks fields', {}, 'block', 'task_invalid'],
    ['has an empty field', { ...fine, ticket: '' }, 'block', 'task_invalid'],
    ['has a value that is not among the allowed ones', { ...fine, environment: 'moon' }, 'block', 'task_invalid'],
    ['has a text of the wrong form', { ...fine, ticket: 'x OPS-1' }, 'block', 'task_invalid'],
    ['has a value of the wrong type', { ...fine, replicas: '3' }, 'block', 'task_invalid'],
    ['has a number that is too small', { ...fine, replicas: 0 }, 'block', 'task_invalid'],
    ['has a list that is too long', { ...fine, regions: ['a', 'b', 'c'] }, 'block', 'task_invalid'],
    ['has fields that no rule names', { ...fine, note: 'x' }, 'pass', 'ok'],
    ['does not meet the condition', { ...fine, environment: 'production' }, 'block', 'task_refused'],
    ['meets the condition', { ...fine, environment: 'production', approved: true }, 'pass', 'ok'],
    [
      'has a field only by inheritance',
      Object.assign(Object.create({ ticket: 'OPS-1' }) as object, { environment: 'staging' }),
      'block',
      'invalid_action',
    ],
  ])('when the task %s', (_what, payload, ruling, code) => {
    const evaluation = submit(payload);

    expect({ ruling: evaluation.ruling, code: code === 'invalid_action' ? code : evaluation.code }).toEqual({ ruling, code });
  });

  it('names every fault at once', () => {
    expect(submit({ environment: 'moon', replicas: 9 }).reason).toBe(
      '`ticket` is missing; `environment` must be one of `staging`, `production`; `replicas` must be at most 5',
    );
  });

  it('blocks a task without rules unless the policy says otherwise', () => {
    expect(submit({}, { taskType: 'party' }).code).toBe('task_unknown');
    expect(submit({}, { taskType: undefined }).code).toBe('task_unknown');
    expect(
      new PolicyEngine(Intent({ tasks: { deploy: {} }, otherwise: 'pass' })).evaluateSync({ kind: 'submit_task', taskType: 'x' })
        .ruling,
    ).toBe('pass');
  });

  it('skips what is no task', () => {
    expect(new PolicyEngine(policy).evaluateSync({ kind: 'bash' }).trace.status).toBe('skipped');
  });

  it('rejects a pattern that is none, by its place', () => {
    const make = (): unknown => Intent({ tasks: { deploy: { fields: { a: { pattern: '(' } } } } });

    expect(make).toThrow(expect.objectContaining({ path: ['tasks', 'deploy', 'fields', 'a', 'pattern'] }));
    expect(() => Intent({ tasks: {} })).toThrow('names no task');
  });
});
