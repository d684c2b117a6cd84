import type {
  Argument,
  Call,
  CommandDescriptor,
  Family,
  Finding,
  FixedEffect,
  OptionTable,
  ProgramDescriptor,
} from './descriptor.ts';
import { TAME } from './gitConfig.ts';
import { ADDRESS, does, downloads, effect, loses, option, sets, sharing, unseen } from './shapes.ts';

/** Settings whose value Mercurial or Jujutsu starts. Sources: hgrc(5), the manual of jj. */
const RUNNING =
  /^(?:ui\.(?:editor|ssh|merge|patch|remotecmd|pager|diff-editor|diff-formatter|merge-editor|fsmonitor)|pager\.pager|hooks\..+|extdiff\.(?:cmd\..+|opts\..+|[^.]+)|(?:merge|diff)-tools\..+\.(?:executable|program|diff-args|merge-args|edit-args)|fix\.(?:.+:command|tools\..+\.command)|(?:en|de)code\..+|signing\.(?:backends\..+\.program|backend)|git\.executable-path|(?:fsmonitor|core\.fsmonitor|core\.watchman).*|email\.method|bisect\..+command|convert\..+|schemes\..+)$/;

/** Values that name a built-in part: `:local`, `internal:merge`, a switch. */
const BUILT_IN = /^(?::[\w-]+|internal:[\w-]+|true|false|\d+|builtin|none|smtp|:builtin)$/;

/** A setting that starts something, and the command that it starts. */
const starting = (key: string, command: string): readonly Finding[] => [
  sets(`setting:${key}`, 'tampered_environment'),
  { use: { as: 'shell', tags: ['runs_code'] }, value: command },
];

function settingFindings({ text }: Argument): readonly Finding[] {
  const [, key = '', written = ''] = /^([^=]+?)\s*=\s*(.*)$/s.exec(text ?? '') ?? [];
  if (text === undefined) return [sets('setting:any', 'tampered_environment')];
  const value = written.replace(/^(["'])(.*)\1$/s, '$2').trim();
  const name = key.toLowerCase();
  if (/^alias(?:es)?\./.test(name)) {
    if (value.startsWith('!')) return starting(key, value.slice(1));
    const words = [...value.matchAll(/["']([^"']*)["']/g)].map(([, word = '']) => word);
    return words[0] === 'util' && words[1] === 'exec'
      ? starting(
          key,
          words
            .slice(2)
            .filter(word => word !== '--')
            .join(' '),
        )
      : [];
  }
  // An extension with a name alone is one of those that come with the program.
  if (name.startsWith('extensions.')) return value.includes('/') ? [sets(`setting:${key}`, 'tampered_environment')] : [];
  if (!RUNNING.test(name) || BUILT_IN.test(value) || TAME.test(value)) return [];
  return name.startsWith('hooks.') && value.startsWith('python:')
    ? [sets(`setting:${key}`, 'tampered_environment')]
    : starting(key, value.replace(/^(?:temp)?(?:pipe|file):\s*/, ''));
}

/** What `--config key=value` of Mercurial and Jujutsu starts, and settings from a file that no user has put there. */
const startedBySettings = (call: Call): readonly Finding[] => [
  ...[...call.values('--config'), ...call.values('--config-toml')].flatMap(settingFindings),
  ...call.values('--config-file').map((value): Finding => ({ use: { as: 'execute', language: 'settings' }, value })),
];

const lost: FixedEffect = effect('delete', 'history:commits', 'history_loss');
const discarded: FixedEffect = loses('tree:.');
const shared: FixedEffect = effect('network', 'network:both', 'shares');
const moved: FixedEffect = sets('history:commits', 'recoverable');

const forced = (option: string, ...effects: readonly FixedEffect[]): CommandDescriptor => ({
  options: { [option]: 'flag', '-r --rev -m --message -u --user -b --branch -B --bookmark --dest': 'text' },
  cases: [{ when: { any: [option.split(' ')[0] ?? option] }, effects }],
});

/** A tool with a few words that lose history or work. */
const plain = (summary: string, losing: string, options: OptionTable = {}): ProgramDescriptor => ({
  summary,
  options,
  subcommands: { [losing]: does(lost) },
});

/** Systems that keep history, other than git. */
export const otherHistory: Family = {
  ...sharing('hg chg', () => ({
    summary: 'keeps the history of a project',
    options: {
      '--config': 'text',
      '--config-file': 'text',
      '-R --repository --cwd': 'chdir',
      '-y --noninteractive -q --quiet -v --verbose': 'flag',
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
    inspect: startedBySettings,
  })),
  svn: () => ({
    summary: 'keeps the history of a project on a server',
    options: {
      '-m --message -r --revision --depth --username --password -F --file -c --change': 'text',
      '-R --recursive -q --force': 'flag',
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
  svnadmin: () => plain('looks after a Subversion repository', 'rmtxns rmlocks setrevprop load'),
  jj: () => ({
    summary: 'keeps the history of a project',
    options: {
      '-R --repository -r --revisions --revision -m --message -T --template --config --config-toml --config-file': 'text',
    },
    inspect: startedBySettings,
    subcommands: {
      abandon: does(lost),
      'op operation': () => ({
        subcommands: { abandon: does(lost), 'restore undo revert': does(moved), 'log show diff': () => ({}) },
      }),
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
      'bookmark branch': () => ({
        subcommands: { 'delete d forget f': does(lost), 'list create set move track c s m': () => ({}) },
      }),
      util: () => ({
        subcommands: {
          gc: does(lost),
          exec: () => ({ style: 'posix', operands: { first: ['command'] } }),
          'completion config-schema': () => ({}),
        },
      }),
      'log status st diff show describe desc commit new edit squash split rebase file evolog obslog duplicate parallelize next prev workspace config resolve absorb version help':
        () => ({}),
    },
  }),
  ...sharing('bzr brz', () => plain('keeps the history of a project', 'uncommit revert clean-tree')),
  fossil: () => plain('keeps the history of a project', 'purge revert clean scrub undo'),
  darcs: () => plain('keeps the history of a project', 'obliterate unrecord revert rollback amend'),
  p4: () => plain('keeps the history of a project on a server', 'obliterate revert clean archive'),
  ...sharing('bfg git-filter-branch git-obliterate', () => ({ summary: 'rewrites the whole history', effects: [lost] })),
};
