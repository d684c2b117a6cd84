import { analyzeShell } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { describe, expect, it } from 'vitest';

const files = memoryFiles({
  '/w/scripts/deploy.sh': { text: '#!/bin/sh\necho deploy\n', held: true },
  '/w/scripts/other.sh': { text: '#!/bin/sh\necho other\n', held: true },
  '/w/ship': { link: '/w/scripts/deploy.sh' },
  '/w/package.json': { text: '{"scripts":{"ship":"sh scripts/deploy.sh prod"}}', held: true },
  '/w/Makefile': { text: 'ship:\n\t./scripts/deploy.sh\n', held: true },
  '/w/all.sh': { text: '. ./scripts/deploy.sh\n', held: true },
  '/w/deploy.py': { text: 'print(1)\n', held: true },
});

const runsOf = (command: string, cwd: string = '/w'): readonly string[] =>
  analyzeShell(command, { cwd, root: '/w', home: '/home/u', env: {}, files }).flatMap(({ runs = [] }) => runs);

const WAYS: readonly string[] = [
  './scripts/deploy.sh',
  'scripts/deploy.sh',
  'sh scripts/deploy.sh',
  'bash -x ./scripts/deploy.sh prod',
  '. scripts/deploy.sh',
  'source ./scripts/deploy.sh',
  'cd scripts && ./deploy.sh',
  'cd scripts && sh deploy.sh',
  '/w/scripts/deploy.sh',
  'sh /w/scripts/../scripts/deploy.sh',
  "bash -c './scripts/deploy.sh'",
  'bash -c "cd scripts; ./deploy.sh"',
  'env X=1 nohup ./scripts/deploy.sh &',
  'sudo scripts/deploy.sh',
  './ship',
  'cp scripts/deploy.sh /tmp/d.sh && sh /tmp/d.sh',
  'ln -s scripts/deploy.sh d && ./d',
  'npm run ship',
  'make ship',
  'sh all.sh',
];

describe('a file that runs', () => {
  it.each(WAYS)('has the name of its path, its absolute path and its own, however it is started: %s', command => {
    expect(runsOf(command)).toEqual(
      expect.arrayContaining(['./scripts/deploy.sh', 'scripts/deploy.sh', '/w/scripts/deploy.sh', 'deploy.sh']),
    );
  });

  it('has them from another folder too, with the words behind it', () => {
    expect(runsOf('./deploy.sh prod --now', '/w/scripts')).toEqual(
      expect.arrayContaining(['./scripts/deploy.sh prod', 'deploy.sh prod --now']),
    );
    expect(runsOf('python3 deploy.py')).toContain('./deploy.py');
  });

  it.each([
    'sh scripts/other.sh',
    'cat scripts/deploy.sh',
    'ls scripts',
    'chmod +x scripts/deploy.sh',
    'git add scripts/deploy.sh',
  ])('is no other file, and is not run by what looks at it: %s', command => {
    expect(runsOf(command)).not.toContain('./scripts/deploy.sh');
  });
});
