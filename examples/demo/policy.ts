import type { Guard } from '@licet/core';
import { All, Escalate, Threshold, When } from '@licet/core';
import { celCondition } from '@licet/core/cel';
import {
  BashSafety,
  Budget,
  Facts,
  FileBoundary,
  HumanApproval,
  Notice,
  Requires,
  SecretPaths,
  SelfProtection,
} from '@licet/guards';

/** The tree of `governance.yaml`, in code: node for node the same. */
export function demoPolicy(place: { readonly root: string; readonly home: string }): Guard {
  return All(
    SelfProtection(place),
    SecretPaths(place),
    BashSafety({ shares: 'ask', historyLoss: 'ask', ...place }),
    FileBoundary({
      allow: ['src/**', 'test/**', 'docs/**', 'build/**', '.git/**'],
      readOnly: ['package.json'],
      ...place,
    }),
    Facts({
      facts: {
        tests_passing: { earnedBy: { runs: 'tests' }, resetBy: { writes: ['src/**', 'test/**'] } },
        reviewed: { earnedBy: 'human' },
        staged: { earnedBy: 'human' },
      },
      ...place,
    }),
    When({ tag: 'commits' }, Requires('tests_passing')),
    Budget({ max: 12, per: 'session' }),
    Notice({ text: 'docs/ is published every night', match: { kind: 'write', taskType: 'docs' } }),
    When(
      celCondition('action.task_type == "deploy"'),
      Escalate(
        Threshold(2, Requires('tests_passing'), Requires('reviewed'), Requires('staged')),
        HumanApproval({ reason: 'a deployment reaches users' }),
      ),
    ),
  );
}
