import { execFileSync } from 'node:child_process';

import { expect, it } from 'vitest';

import { CLIENTS } from './clients.ts';
import { play } from './play.ts';

const POLICY = 'version: 1\ndefault: pass\nquiet: look\ninclude: [standard]\n';

/** What the user's own settings say, beside the hook. */
const SETTINGS = JSON.stringify({
  permissions: { ask: ['Bash(git log *)', 'Bash(wc *)', 'Read(docs/**)'], deny: ['Bash(git show *)', 'Bash(head *)'] },
});

const FILES = {
  'README.md': '# Shop\n',
  'src/a.txt': 'one\ntwo\n',
  'docs/plan.txt': 'later\n',
  'package.json': '{ "name": "shop", "version": "1.0.0" }\n',
  '.claude/settings.json': SETTINGS,
};

const numbered = (count: number, command: (index: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, index) => command(index));

/** Each says a number that only its own run can say. */
const HARMLESS: readonly string[] = [
  ...numbered(10, index => `ls src | sort -u; echo ran-${index}`),
  ...numbered(10, index => `cat README.md && echo ran-${10 + index}`),
  ...numbered(10, index => `grep -n one src/a.txt; awk '{ print $1 }' src/a.txt; echo ran-${20 + index}`),
  ...numbered(5, index => `git status --short; echo ran-${30 + index}`),
  ...numbered(5, index => `node -p "1 + 1"; echo ran-${35 + index}`),
];

/** What the user wants to be asked about, also where a rule does not see it in the text of the command. */
const ASKED: readonly string[] = [
  ...numbered(8, index => `git log --oneline -1; echo ran-${40 + index}`),
  ...numbered(6, index => `timeout 5 wc -l src/a.txt; echo ran-${48 + index}`),
  ...numbered(6, index => `awk '{ print }' docs/plan.txt; echo ran-${54 + index}`),
];

const DENIED: readonly string[] = [
  ...numbered(10, index => `git show --stat HEAD; echo ran-${60 + index}`),
  ...numbered(10, index => `head -1 README.md; echo ran-${70 + index}`),
];

const EACH_TURN = 5;
const turnsOf = (commands: readonly string[]): readonly (readonly string[])[] =>
  commands.flatMap((_, index) => (index % EACH_TURN === 0 ? [commands.slice(index, index + EACH_TURN)] : []));

/** Plays the commands in the mode `default`, in which a dialog without a person is a refusal, and tells which of them ran. */
async function runsUnder(policy: string, commands: readonly string[]): Promise<ReadonlySet<string>> {
  const [client] = CLIENTS;
  if (client?.runtime !== 'claude-code') expect.fail('expected Claude Code first');
  const played = await play(client, {
    policy,
    files: FILES,
    args: () => ['--permission-mode', 'default'],
    accepted: true,
    prepare: ({ project }) => void execFileSync('git', ['init', '-q'], { cwd: project }),
    commands: turnsOf(commands),
  });
  expect(played.code).toBe(0);
  // Calls of one turn end in any order, and a refusal quotes the command.
  const results = (played.requests.at(-1)?.results ?? []).join('\n');
  const ran = commands.filter(command => new RegExp(`(?<!echo )${/ran-\d+/u.exec(command)?.[0]}\\b`, 'u').test(results));
  console.log(`${client.package} ${played.version}: ${ran.length} of ${commands.length} ran`);
  return new Set(ran);
}

it('lets the real Claude Code look without a dialog, and leaves what its user asks about and denies to its user', async () => {
  const ran = await runsUnder(POLICY, [...HARMLESS, ...ASKED, ...DENIED]);

  expect(HARMLESS.filter(command => !ran.has(command))).toEqual([]);
  expect([...ASKED, ...DENIED].filter(command => ran.has(command))).toEqual([]);
}, 600_000);

it('takes questions away that would come without it', async () => {
  const ran = await runsUnder(POLICY.replace('quiet: look\n', ''), HARMLESS);

  expect(ran.size).toBeLessThan(HARMLESS.length);
}, 600_000);
