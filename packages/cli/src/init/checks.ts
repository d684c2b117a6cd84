import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

import { UsageError } from '@licet/core/command';
import { VERSION } from '../version.ts';
import type { Installed } from './manifest.ts';
import { decode, invalidSettings } from './settingsText.ts';
import { policyIn } from '../policy/findPolicy.ts';
import { POLICY_FILES } from '../policy/policyFiles.ts';

/** One file that `uninstall` gives back its old content, or deletes because `init` made it. */
export interface Undoing {
  readonly file: string;
  readonly action: 'restore' | 'delete';
  readonly text?: string;
}

/** One file that `init` creates, changes, or leaves alone because it is there already. */
export interface Step {
  readonly file: string;
  readonly action: 'create' | 'change' | 'keep';
  /** The whole new content; absent for a file that is kept. */
  readonly text?: string;
  /** What is new in it, for people. */
  readonly added?: string;
}

/** What checks changes of the policy in addition to the hook: before a commit, and on a pull request. */
export type Check = 'preCommit' | 'githubAction';

interface PreCommitHook {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** What follows `licet`, before the file. */
  readonly words: string;
  readonly files: string;
  /** Whether its output is shown although it ends well. */
  readonly verbose?: true;
}

const POLICIES = '(^|/)governance\\.ya?ml$';

/** The entries of pre-commit, for a policy at the top of its repository. */
export const PRE_COMMIT_HOOKS: readonly PreCommitHook[] = [
  {
    id: 'licet-validate',
    name: 'licet validate',
    description: 'the policy loads, and everything that is wrong with it is named',
    words: 'validate',
    files: POLICIES,
  },
  {
    id: 'licet-fmt',
    name: 'licet fmt',
    description: 'the policy is written in one form',
    words: 'fmt --check',
    files: POLICIES,
  },
  {
    id: 'licet-test',
    name: 'licet test',
    description: 'the tests of the policy pass',
    words: 'test',
    files: '(^|/)governance(\\.test)?\\.ya?ml$',
  },
  {
    id: 'licet-diff',
    name: 'licet diff',
    description: 'says whether the change makes the policy narrower or wider, with calls that show it',
    words: 'diff --against HEAD',
    files: POLICIES,
    verbose: true,
  },
];

/** Where a policy lies in its repository. */
interface Place {
  /** The top of the repository; absolute. */
  readonly top: string;
  /** The policy and its tests, from there. */
  readonly policy: string;
  readonly tests: string | undefined;
}

/** Plans what checks changes of a policy, an absolute path. What is there already is kept. */
export function planChecks(
  checks: readonly Check[],
  policy: string,
): readonly { readonly step: Step; readonly installed?: Installed }[] {
  if (checks.length === 0) return [];
  const place = placeOf(policy);
  return checks.map(check => {
    const file = join(place.top, FILES[check]);
    const before = existsSync(file) ? decode(file) : undefined;
    const inserted = textOf(check, place, before);
    if (before?.includes(inserted) === true || (before !== undefined && check === 'githubAction'))
      return { step: { file, action: 'keep' } };
    const text = before === undefined ? fresh(check, inserted) : withRepo(before, inserted, file);
    const step: Step = { file, action: before === undefined ? 'create' : 'change', text, added: inserted };
    return { step, installed: { settings: file, created: before === undefined, inserted: [inserted] } };
  });
}

/** Plans the way back for the policy of a folder: what says something else by now is left as it is. */
export function unplanChecks(root: string, manifest: readonly Installed[]): readonly Undoing[] {
  const place = placeOf(policyIn(root) ?? join(root, POLICY_FILES[0]), root);
  return (Object.keys(FILES) as Check[]).flatMap((check): readonly Undoing[] => {
    const file = join(place.top, FILES[check]);
    if (!existsSync(file)) return [];
    const text = decode(file);
    const known = manifest.filter(({ settings }) => settings === file).flatMap(({ inserted }) => inserted);
    const piece = [...known, textOf(check, place, text)].find(each => text.includes(each));
    if (piece === undefined) return [];
    const isWhole = text === fresh(check, piece);
    if (check === 'githubAction' && !isWhole) return [];
    return [isWhole ? { file, action: 'delete' } : { file, action: 'restore', text: text.replace(piece, () => '') }];
  });
}

const FILES: Readonly<Record<Check, string>> = {
  preCommit: '.pre-commit-config.yaml',
  githubAction: join('.github', 'workflows', 'licet.yml'),
};

const REPOS = 'repos:\n';

const fresh = (check: Check, inserted: string): string => (check === 'preCommit' ? REPOS + inserted : inserted);

/** A repository may hold a policy in a folder below its top. `fallback` means the top where there is no repository. */
function placeOf(policy: string, fallback?: string): Place {
  const top = topOf(dirname(policy)) ?? fallback;
  if (top === undefined)
    throw new UsageError('there is no git repository here, and checks of changes need one: run `git init` first');
  const named = relative(top, policy).split(sep).join('/');
  if (!/^[\w./@+-]+$/u.test(named))
    throw new UsageError(
      `\`${named}\` has characters that a command line gives another meaning: move the policy, or rename its folder`,
    );
  const tests = named.replace(/(\.ya?ml)$/u, '.test$1');
  const hasTests = existsSync(join(top, tests)) || !existsSync(policy);
  return { top, policy: named, tests: hasTests ? tests : undefined };
}

function topOf(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  return dirname(folder) === folder ? undefined : topOf(dirname(folder));
}

/** Puts a repository before the others, with their indentation. */
function withRepo(before: string, inserted: string, file: string): string {
  const found = /^repos:[ \t]*(?:#.*)?\r?\n(?= *- )/mu.exec(before);
  if (found === null)
    throw invalidSettings(
      `\`${file}\` has no list of \`repos\` that \`licet init\` can add to: add this yourself:\n${REPOS}${inserted}`,
    );
  const at = found.index + found[0].length;
  return before.slice(0, at) + inserted + before.slice(at);
}

function textOf(check: Check, place: Place, before: string | undefined): string {
  if (check === 'githubAction') return workflow(place);
  const indent = /^repos:[ \t]*(?:#.*)?\r?\n(?<indent> *)- /mu.exec(before ?? '')?.groups?.['indent'] ?? '  ';
  return entries(place)
    .map(line => `${indent}${line}\n`)
    .join('');
}

function entries({ policy, tests }: Place): readonly string[] {
  return [
    '- repo: local',
    '  hooks:',
    ...PRE_COMMIT_HOOKS.filter(({ id }) => tests !== undefined || id !== 'licet-test').flatMap(
      ({ id, name, words, files, verbose }) => [
        `    - id: ${id}`,
        `      name: ${name}`,
        `      entry: npx --no-install licet ${words} ${words === 'test' ? (tests ?? policy) : policy}`,
        '      language: system',
        `      files: ${files.replace('(^|/)governance', () => `^${policy.replace(/governance\.ya?ml$/u, '').replaceAll('.', '\\.')}governance`)}`,
        '      pass_filenames: false',
        ...(verbose === true ? ['      verbose: true'] : []),
      ],
    ),
  ];
}

const workflow = ({
  policy,
  tests,
}: Place): string => `# Says on a pull request whether it makes the policy narrower or wider, with calls that show it, and fails where it becomes wider.
# Written by \`licet init\`; commit it.
name: policy
on:
  pull_request:
    paths: ['${policy}', ${tests === undefined ? '' : `'${tests}', `}package-lock.json, .github/workflows/licet.yml]
permissions:
  contents: read
  pull-requests: write
jobs:
  policy:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
        with: { fetch-depth: 0 }
      - uses: actions/setup-node@v5
        with: { node-version: 24 }
      - name: licet, in the version of the project where it has one
        run: |
          if [ -f package-lock.json ]; then npm ci --ignore-scripts; fi
          if [ ! -f node_modules/licet/package.json ]; then npm install --global licet@${VERSION}; fi
          echo "$PWD/node_modules/.bin" >>"$GITHUB_PATH"
      - run: licet validate ${policy}
${tests === undefined ? '' : `      - run: licet test ${tests}\n`}      - name: what the change makes of the policy
        run: licet diff ${policy} --against "origin/$GITHUB_BASE_REF" --comment --fail-on wider
        env:
          GITHUB_TOKEN: \${{ github.token }}
`;
