import type { CommandDescriptor, Family, FixedEffect, OptionSpec } from './descriptor.ts';
import { config } from './gitConfig.ts';
import { gitLooking } from './gitLooking.ts';
import { gitRemote } from './gitRemote.ts';
import { gitWork } from './gitWork.ts';
import { does, effect, loses, option, sets, sharing, unlessDry } from './shapes.ts';

const loss = (name: string): FixedEffect => effect('delete', `git_ref:${name}`, 'history_loss');
const moved = (name: string): FixedEffect => sets(`git_ref:${name}`, 'recoverable');
const unverified: OptionSpec = { effects: [sets('git_hook:checks', 'skips_checks')] };
const ran: OptionSpec = { value: { as: 'shell', tags: ['runs_code'] } };

/** Subcommands of git that make commits, move refs or lose history. */
const gitHistory: Readonly<Record<string, () => CommandDescriptor>> = {
  'commit ci': () => ({
    options: {
      '-m --message --author --date --cleanup --trailer --fixup --squash': 'text',
      '--reuse-message -C --reedit-message -c': 'text',
      '-F --file -t --template --pathspec-from-file': 'read',
      '-S --gpg-sign -u --untracked-files': { value: 'text', attachedOnly: true },
      '-n --no-verify': unverified,
      '--amend': option(moved('HEAD')),
      '--dry-run --no-gpg-sign --reset-author --short --porcelain': 'flag',
    },
    cases: [{ when: { none: ['--dry-run'] }, effects: [sets('git_ref:HEAD', 'commits')] }],
  }),
  'merge cherry-pick revert': () => ({
    options: {
      '-s --strategy': 'text',
      '-m --message --mainline -X --strategy-option --into-name --cleanup': 'text',
      '-F --file': 'read',
      '-S --gpg-sign --log': { value: 'text', attachedOnly: true },
      '--no-verify': unverified,
    },
    keyword: [{ when: { value: { '-s': '^ours$' } }, effects: [loses('git_work:the other side')] }],
  }),
  rebase: () => ({
    options: {
      '-x --exec': ran,
      '--onto -s --strategy -X --strategy-option --empty --whitespace --lines -C': 'text',
      '--no-verify': unverified,
      '-S --gpg-sign --rebase-merges -r': { value: 'text', attachedOnly: true },
    },
    effects: [moved('HEAD')],
  }),
  'branch br': () => ({
    prints: 'name',
    options: {
      '-D': option(loss('branch')),
      '-d --delete': 'flag',
      '-f --force': option(loss('branch')),
      '-m -c --copy --move': 'flag',
      '-u --set-upstream-to --contains --no-contains --points-at --sort --format': 'text',
      '--merged --no-merged --abbrev --color --column -t --track': { value: 'text', attachedOnly: true },
    },
    cases: [{ when: { any: ['-M'], atLeast: 2 }, effects: [loss('branch')] }],
  }),
  tag: () => ({
    prints: 'name',
    options: {
      '-d --delete': option(loss('tag')),
      '-f --force': option(loss('tag')),
      '-m --message -u --local-user --sort --format --contains --no-contains --points-at --cleanup': 'text',
      '-F --file': 'read',
      '--list -l -n --merged --no-merged --column --color': { value: 'text', attachedOnly: true },
    },
  }),
  'filter-branch': () => ({
    options: {
      '--setup --subdirectory-filter --env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter --tag-name-filter':
        ran,
      '--original -d --state-branch': 'text',
    },
    effects: [loss('*')],
  }),
  'filter-repo': () => ({ effects: [loss('*')], options: { '--analyze': 'flag' } }),
  reflog: () => ({ subcommands: { 'expire delete drop': unlessDry(loss('reflog')) } }),
  gc: () => ({
    options: { '--prune': { value: 'text', attachedOnly: true }, '--aggressive --auto --quiet -q --force': 'flag' },
    keyword: [{ when: { value: { '--prune': '^(?!.*(?:week|month|year|never))' } }, effects: [loss('unreachable')] }],
  }),
  prune: () => ({
    options: { '-n --dry-run': 'flag', '--expire': 'text' },
    cases: [{ when: { none: ['-n'] }, effects: [loss('unreachable')] }],
  }),
  'update-ref': () => ({ options: { '-m': 'text' }, effects: [loss('ref')] }),
  'symbolic-ref': () => ({ prints: 'revision', options: { '-d --delete': option(loss('ref')), '-m': 'text' } }),
  replace: () => ({ cases: [{ when: { atLeast: 1 }, effects: [moved('replace')] }] }),
  bisect: () => ({
    subcommands: {
      run: () => ({ style: 'posix', operands: { first: ['command'] } }),
      'start bad good new old skip reset visualize view replay log terms help': () => ({}),
    },
  }),
  notes: () => ({
    options: { '-m -C -c --ref': 'text', '-F --file': 'read' },
    subcommands: { 'remove prune': does(moved('notes')) },
  }),
  am: () => ({
    options: { '--directory --exclude --include -p --patch-format': 'text' },
    operands: { rest: 'read' },
    stdin: 'patch',
  }),
};

/** git. */
export const gitFamily: Family = {
  ...sharing('git yadm', () => ({
    prints: [{ when: { any: ['--name-only'] }, prints: { names: ['**/**'] } }],
    options: {
      '-C': 'chdir',
      '-c': 'text',
      '--config-env': 'text',
      '--git-dir --namespace --super-prefix --attr-source': 'text',
      '--work-tree': 'chdir',
      '--exec-path': { value: 'text', attachedOnly: true },
      '-p --paginate -P --no-pager --bare --no-replace-objects --no-optional-locks': 'flag',
    },
    subcommands: { ...gitLooking, ...gitWork, ...gitHistory, ...gitRemote, config },
    otherwise: 'unknown',
    // Settings given on the command line, and a folder from which git's own programs would be taken.
    configKey: [
      { of: 'key=value of git', in: '-c' },
      { of: 'key=value of git', in: '--config-env' },
    ],
    keyword: [
      {
        when: { value: { '--exec-path': '' } },
        effects: [effect('environment', 'variable:GIT_EXEC_PATH', 'tampered_environment')],
      },
    ],
  })),
  'git-filter-repo': () => ({ effects: [effect('delete', 'git_ref:*', 'history_loss')] }),
};
