import { spawnSync } from 'node:child_process';

import { describe, expect, it } from 'vitest';

import { PACKAGES, ROOT } from './source.ts';

/** The rule holds for what came after this commit: before it, subjects were longer and some bodies empty. */
const SINCE = 'fc140569';
const MOST = 60;
const ROOMS = [...PACKAGES, 'all', 'ci', 'docs', 'examples', 'repo', 'test'];
const room = `(?:${ROOMS.join('|')})`;
const SUBJECT = new RegExp(`^${room}(?:, ${room})*: \\S`, 'u');

interface Commit {
  readonly subject: string;
  readonly body: string;
}

/** What is wrong with a commit, in words. */
function faultsOf({ subject, body }: Commit): readonly string[] {
  return [
    ...(SUBJECT.test(subject) ? [] : [`\`${subject}\` does not begin with a package or a room`]),
    ...(subject.length <= MOST ? [] : [`\`${subject}\` has ${subject.length} characters`]),
    ...(body.trim() === '' ? [`\`${subject}\` does not say why`] : []),
  ];
}

function git(...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}

/** The commits of this branch since then, without merges; undefined in an archive or a shallow clone, which do not have them. */
function commits(): readonly Commit[] | undefined {
  const log = git('log', '--no-merges', '--format=%s%x00%b%x01', `${SINCE}..HEAD`);
  return log
    ?.split('\u0001')
    .filter(entry => entry.trim() !== '')
    .map(entry => {
      const [subject = '', body = ''] = entry.trim().split('\0');
      return { subject, body };
    });
}

describe('a commit', () => {
  it('begins with the package, is short and says why', () => {
    const body = 'why';

    expect(faultsOf({ subject: 'effects: read what jless shows', body })).toEqual([]);
    expect(faultsOf({ subject: 'effects, guards: leave names out of find once', body })).toEqual([]);
    expect(faultsOf({ subject: 'Read what jless shows', body })).toHaveLength(1);
    expect(faultsOf({ subject: 'jless: read what it shows', body })).toHaveLength(1);
    expect(faultsOf({ subject: `effects: ${'x'.repeat(MOST)}`, body })).toHaveLength(1);
    expect(faultsOf({ subject: 'effects: read what jless shows', body: '\n' })).toHaveLength(1);
  });

  it(`keeps to it on this branch since ${SINCE}`, ({ skip }) => {
    const found = commits() ?? skip(`there is no git history back to ${SINCE} here`);

    expect(found.flatMap(faultsOf)).toEqual([]);
  });
});
