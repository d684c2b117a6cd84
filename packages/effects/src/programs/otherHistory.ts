import type { CommandDescriptor, Family, FixedEffect, OptionTable } from './descriptor.ts';
import { ADDRESS, does, downloads, effect, loses, option, sets, sharing, unseen } from './shapes.ts';

/** What `--config key=value` starts, and settings from a file that no user has put there. */
const settings: Pick<CommandDescriptor, 'configKey' | 'optionValue'> = {
  configKey: [{ of: 'key=value of hg', in: '--config --config-toml' }],
  optionValue: [{ of: '--config-file', use: { as: 'execute', language: 'settings' } }],
};

const lost: FixedEffect = effect('delete', 'history:commits', 'history_loss');
const discarded: FixedEffect = loses('tree:.');
const shared: FixedEffect = effect('network', 'network:both', 'shares');
const moved: FixedEffect = sets('history:commits', 'recoverable');

const forced = (option: string, ...effects: readonly FixedEffect[]): CommandDescriptor => ({
  options: { [option]: 'flag', '-r --rev -m --message -u --user -b --branch -B --bookmark --dest': 'text' },
  cases: [{ when: { any: [option.split(' ')[0] ?? option] }, effects }],
});

/** A tool with a few words that lose history or work. */
const plain = (losing: string, options: OptionTable = {}): CommandDescriptor => ({
  options,
  subcommands: { [losing]: does(lost) },
});

/** Systems that keep history, other than git. */
export const otherHistory: Family = {
  ...sharing('hg chg', () => ({
    options: {
      '--config': 'text',
      '--config-file': 'text',
      '-R --repository --cwd': 'chdir',
    },
    subcommands: {
      'strip prune obsolete debugstrip rollback histedit': does(lost),
      'revert purge clean': () => ({
        options: { '-n --print --dry-run': 'flag' },
        cases: [{ when: { none: ['-n'] }, effects: [discarded] }],
      }),
      'update up checkout co merge': () => forced('-C --clean', discarded),
      push: () => ({
        options: { '-f --force': option({ ...lost, tags: ['history_loss', 'remote_change'] }), '-r -b -B': 'text' },
        effects: [shared],
      }),
      'bookmark bookmarks branch': () => forced('-f --force', moved),
      shelve: () => forced('-d --delete', lost),
      'pull incoming outgoing': does(downloads),
      clone: () => ({ effects: [downloads], clones: 'address' }),
      'import patch': () => ({
        options: { '-p --strip -m --message -d --date -u --user -l --logfile': 'text' },
        operands: { rest: 'read' },
        stdin: 'patch',
      }),
      'commit ci add status st diff log summary id identify cat annotate blame heads tip parents paths root files grep graft rebase amend uncommit unshelve export init rename mv copy cp remove rm forget resolve tag tags version help config':
        () => ({}),
    },
    keyword: [{ when: { operand: '^strip$' }, effects: [lost] }],
    ...settings,
  })),
  svn: () => ({
    options: {
      '-m --message -r --revision --depth --username --password -F --file -c --change': 'text',
      '--editor-cmd --diff-cmd --diff3-cmd --merge-cmd': { as: 'shell', tags: ['runs_code'] },
      '--config-option': 'text',
    },
    subcommands: {
      'revert switch': does(discarded),
      cleanup: () => forced('--remove-unversioned --remove-ignored', discarded),
      'delete del remove rm': () => ({
        optionValue: [
          { fits: ADDRESS, effects: [loses('resource:repository', 'remote_change')] },
          { unless: ADDRESS, use: { as: 'delete', recursive: true, tags: ['recoverable'] } },
        ],
      }),
      'commit ci import mkdir copy cp move mv propset propdel lock unlock': does({ ...shared }),
      'checkout co export': () => ({ clones: 'address', optionValue: [{ from: 1, to: 2, use: unseen }] }),
      patch: () => ({ operands: { first: ['read'] }, stdin: 'patch' }),
      'status st stat diff di log info list ls cat blame praise annotate update up propget proplist add help merge resolve resolved changelist':
        () => ({}),
    },
  }),
  svnadmin: () => plain('rmtxns rmlocks setrevprop load'),
  jj: () => ({
    options: {
      '-R --repository -r --revisions --revision -m --message -T --template --config --config-toml --config-file': 'text',
    },
    ...settings,
    subcommands: {
      abandon: does(lost),
      'op operation': () => ({ subcommands: { abandon: does(lost), 'restore undo revert': does(moved) } }),
      'restore undo': does({ ...discarded, tags: ['recoverable'] }),
      git: () => ({
        subcommands: {
          push: () => ({
            options: {
              '--deleted --all': option({ ...lost, tags: ['history_loss', 'remote_change'] }),
              '-b --bookmark -r': 'text',
            },
            effects: [shared],
          }),
          'fetch clone init import export remote': does(downloads),
        },
      }),
      'bookmark branch': () => ({ subcommands: { 'delete d forget f': does(lost) } }),
      util: () => ({
        subcommands: {
          gc: does(lost),
          exec: () => ({ style: 'posix', operands: { first: ['command'] } }),
        },
      }),
      'log status st diff show describe desc commit new edit squash split rebase file evolog obslog duplicate parallelize next prev workspace config resolve absorb version help':
        () => ({}),
    },
  }),
  ...sharing('bzr brz', () => plain('uncommit revert clean-tree')),
  fossil: () => plain('purge revert clean scrub undo'),
  darcs: () => plain('obliterate unrecord revert rollback amend'),
  p4: () => plain('obliterate revert clean archive'),
  ...sharing('bfg git-filter-branch git-obliterate', () => ({ effects: [lost] })),
};
