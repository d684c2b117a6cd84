import { GovernanceError, isGovernanceError } from '@licet/core';
import { PolicyError, openEngine } from 'licet';
import { UsageError } from '@licet/core/command';
import { isForPeople } from 'licet/source/exit.ts';
import { describe, expect, it } from 'vitest';

describe('what the command line refuses', () => {
  it.each([
    [new UsageError('name a file'), 'invalid_usage'],
    [new UsageError('`hooks` is no list', { code: 'invalid_settings' }), 'invalid_settings'],
    [new PolicyError('policy_not_found', 'there is no `governance.yaml`'), 'policy_not_found'],
  ])('is told apart by its code, and cannot be changed: %s', (error, code) => {
    expect(isGovernanceError(error) && error.code).toBe(code);
    expect(Object.isFrozen(error)).toBe(true);
    expect(isForPeople(error)).toBe(true);
  });

  it('is shown with its code where the message is not written for people', () => {
    expect(isForPeople(new GovernanceError('store_unavailable', 'the disk is full'))).toBe(false);
  });
});

describe('openEngine', () => {
  it('rejects with a code for a policy that is not there', async () => {
    await expect(openEngine('/nowhere/governance.yaml')).rejects.toMatchObject({
      name: 'PolicyError',
      code: 'policy_not_found',
      issues: [],
    });
  });
});
