import type { Effect } from '@licet/core';
import { expect, test } from 'vitest';

import { programConcepts } from '../../../../packages/epistemic/src/guards/programConcepts.ts';

const runs = (program: string, first: string = program, more: object = {}): Effect => ({
  kind: 'execute',
  program,
  target: { type: 'program', argv: [first], ...more },
  via: [],
  certainty: 'certain',
});
const onFile = (program: string | undefined, more: object = {}): Effect => ({
  kind: 'write',
  ...(program !== undefined && { program }),
  target: { type: 'file', lexical: '/a', resolved: '/a', ...more },
  via: [],
  certainty: 'certain',
});
const said = (effect: Effect): string | undefined => {
  const found = programConcepts(effect, [effect]);
  return found && `${found.actions.join()} ${found.objects.join()}`.trim();
};

test.each([
  [runs('ls'), ''],
  [runs('ls', '/usr/bin/ls'), ''],
  [runs('kill'), 'modify process'],
  [runs('run.sh', './run.sh'), undefined],
  [runs('bash', 'setup.sh'), undefined],
  [runs('x', 'x', { untrusted: true }), undefined],
  [{ ...runs('x'), tags: ['unlisted'] }, 'execute x'],
  [{ ...runs('x', 'x', { untrusted: true }), tags: ['unlisted'] }, undefined],
  [{ ...runs('docker'), runs: ['docker', 'docker run', 'docker run alpine'] }, 'execute container'],
  [{ ...runs('docker'), runs: ['docker', 'docker run'] }, 'execute container'],
  [
    { ...runs('podman'), runs: ['podman', 'podman container', 'podman container stop', 'podman container stop db'] },
    'modify container',
  ],
  [{ ...runs('docker'), runs: ['docker', 'docker compose', 'docker compose up', 'docker compose up -d'] }, 'execute container'],
  [{ ...runs('docker'), runs: ['docker', 'docker build', 'docker build .'] }, 'create image'],
  [{ ...runs('docker'), runs: ['docker', 'docker ps'] }, ''],
  [onFile('mkdir'), 'create directory'],
  [onFile('cp'), 'copy file'],
  [onFile('cp', { recursive: true }), 'copy file,directory'],
  [onFile('chmod', { recursive: true }), 'modify permission,file,directory'],
  [onFile('unknown'), undefined],
  [onFile(undefined), undefined],
])('%j does: %s', (effect, concepts) => {
  expect(said(effect)).toBe(concepts);
});
