import { describe, expect, it } from 'vitest';

import { namedRequest, requireServed, serviceCommand } from '../../../../packages/cli/src/service/commandList.ts';

describe('serviceCommand', () => {
  it.each([
    ['check --command ls', 'looks'],
    ['status', 'looks'],
    ['approvals list --json', 'looks'],
    ['allow-once --list', 'looks'],
    ['audit query --json', 'looks'],
    ['approve 88BJ-1VK9', 'answers'],
    ['approvals deny 88BJ-1VK9', 'answers'],
    ['allow-once .env', 'answers'],
    ['pause 10m why', 'answers'],
    ['fact grant reviewed', 'answers'],
    ['flow reset --session s', 'answers'],
    ['validate', 'own'],
    ['approvals', 'own'],
    ['audit export --out x', 'own'],
    ['audit tail -f', 'own'],
    ['serve', 'own'],
    ['service run', 'own'],
    ['--policy x approve 88BJ-1VK9', 'own'],
    ['approve --help', 'own'],
    ['', 'own'],
  ])('`licet %s`: %s', (line, want) => {
    expect(serviceCommand(line.split(' '))).toBe(want);
  });
});

describe('namedRequest', () => {
  it.each([
    ['approve 88BJ-1VK9 --yes', '88BJ-1VK9'],
    ['approvals deny 88BJ-1VK9', '88BJ-1VK9'],
    ['approvals show --json 88BJ-1VK9', '88BJ-1VK9'],
    ['approvals list', undefined],
    ['pause 10m', undefined],
  ])('of `licet %s` is %s', (line, want) => {
    expect(namedRequest(line.split(' '))).toBe(want);
  });
});

describe('requireServed', () => {
  it.each(['-f', '--follow', '--batch', '--as ann', '--as=ann', '--trail x', '--out=x', '--graph', '-'])(
    'refuses `%s`, which the service cannot do for somebody else',
    words => {
      expect(() => requireServed(['status', ...words.split(' ')])).toThrow(/service/u);
    },
  );

  it('takes everything else', () => {
    expect(() => requireServed(['check', '--command', 'git push --follow-tags', '--json'])).not.toThrow();
  });
});
