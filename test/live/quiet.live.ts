import { execFileSync } from 'node:child_process';

import { expect, it } from 'vitest';

import { onTerminal } from '../support/onTerminal.ts';
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

it('lets the real Claude Code look without a dialog, and leaves what its user asks about and denies to its user', async () => {
  const [client] = CLIENTS;
  if (client?.runtime !== 'claude-code') expect.fail('expected Claude Code first');
  const all = [...HARMLESS, ...ASKED, ...DENIED];
  const played = await play(client, {
    policy: POLICY,
    files: FILES,
    // In the mode `default`, without a person, a dialog is a refusal.
    args: () => ['--permission-mode', 'default'],
    prepare: async (project, home) => {
      execFileSync('git', ['init', '-q'], { cwd: project });
      expect(await onTerminal(project, ['accept'], { answer: 'y\n', env: { HOME: home } })).toMatchObject({ status: 0 });
    },
    commands: turnsOf(all),
  });
  const results = played.requests.at(-1)?.results ?? [];
  const ran = all.map((command, index) => results[index]?.includes(`${/ran-\d+/u.exec(command)?.[0]}`) === true);
  console.log(
    `${client.package} ${played.version}: of ${HARMLESS.length} harmless, ${ASKED.length} asked, ${DENIED.length} denied ran`,
  );
  console.log([HARMLESS, ASKED, DENIED].map(list => list.filter(each => ran[all.indexOf(each)]).length).join(', '));
  for (const [index, command] of all.entries())
    if (ran[index] !== HARMLESS.includes(command)) console.log(`> ${command}\n  ${results[index]?.slice(0, 300)}`);

  expect(played.code).toBe(0);
  expect(HARMLESS.filter(each => !ran[all.indexOf(each)])).toEqual([]);
  expect([...ASKED, ...DENIED].filter(each => ran[all.indexOf(each)])).toEqual([]);
}, 600_000);
