import type { Mark } from '../marks.ts';
import { isForeignPackage } from './registries.ts';
import type { Call, CommandDescriptor, Finding, OptionValue } from './descriptor.ts';
import { takesTemplate } from './gitConfig.ts';
import { always, does, downloads, effect, loses, sends, sets } from './shapes.ts';
import { runsCode, ADDRESS, push } from './gitPush.ts';

/** Options of a subtree that is filled. */
const filled = {
  '-P --prefix': { as: 'write', recursive: true, certainty: 'possible' },
  '-m --message -b --branch': 'text',
} as const;

/** Subcommands that push to the repository that their first word names. */
const sendsTo: Pick<CommandDescriptor, 'gitRefs' | 'keyword'> = {
  gitRefs: [{ is: 'pushed to' }],
  keyword: [always(effect('network', 'network:both', 'shares'))],
};

/** Local branches that a fetch moves whatever they hold: forced, or all of them with what is gone there pruned. */
const overwritten = (call: Call): readonly Finding[] =>
  call.operands.slice(1).some(({ text = '' }) => {
    const [, plus, to = ''] = /^(\+?)[^:]*:(.+)$/.exec(text) ?? [];
    const isBranch = to !== '' && !/^refs\/(?:remotes|tags|pull|notes)\//.test(to);
    return isBranch && (plus === '+' || call.has('-f') || (call.has('-p') && to.includes('*')));
  })
    ? [effect('delete', 'git_ref:local branches', 'history_loss')]
    : [];

const setsRemote = (...marks: readonly Mark[]): readonly OptionValue[] => [
  { to: 1, unless: '^[?]$', effects: [sets('git_config:remote.{0}.url', ...marks)] },
  { value: '*', when: { first: '^[?]?$' }, effects: [sets('git_config:remote.{0}.url', ...marks)] },
];

/** Subcommands of git that talk to other repositories. */
export const gitRemote: Readonly<Record<string, () => CommandDescriptor>> = {
  push,
  'fetch pull fetch-pack': () => ({
    options: {
      '--upload-pack': runsCode,
      '--depth --deepen -j --jobs --refmap -o --server-option --negotiation-tip --shallow-since --shallow-exclude --filter':
        'text',
      '-s --strategy -X --strategy-option': 'text',
      '-r --rebase --recurse-submodules -S': { value: 'text', attachedOnly: true },
      '-f --force': 'flag',
      '-u --update-head-ok': 'flag',
      '-p --prune -a --all -t --tags -q -v -n -k': 'flag',
    },
    effects: [downloads],
    gitRefs: [{ is: 'repository' }],
    inspect: call => [
      ...overwritten(call),
      ...(call.path.at(-1) === 'pull' && isForeignPackage(call.operands[0]?.text)
        ? [{ kind: 'execute', target: 'code:elsewhere', tags: ['untrusted_code'] } as const]
        : []),
    ],
  }),
  'ls-remote': () => ({
    options: { '--upload-pack': runsCode, '--sort -o': 'text', '-h --heads -t --tags --refs -q': 'flag' },
    effects: [downloads],
    gitRefs: [{ is: 'repository' }],
  }),
  clone: () => ({
    clones: 'address',
    options: {
      '-b --branch -o --origin --depth -j --jobs --filter --reference --separate-git-dir --shallow-since --revision --server-option':
        'text',
      '--config -c': 'text',
      '-u --upload-pack': runsCode,
      '--template': 'read',
    },
    operands: { first: ['text', { as: 'write', recursive: true }] },
    keyword: [takesTemplate],
    gitRefs: [{ is: 'repository' }],
    configKey: [{ of: 'key=value of git', in: '--config' }],
    optionValue: [{ to: 1, unless: `${ADDRESS}|^[?]$|::`, use: { as: 'read', recursive: true } }],
  }),
  remote: () => ({
    prints: 'name',
    options: { '-v --verbose': 'flag' },
    subcommands: {
      add: () => ({
        options: { '-t -m': 'text' },
        optionValue: setsRemote(),
        gitRefs: [{ is: 'remote', at: 1 }],
      }),
      'set-url': () => ({
        options: { '--push --add --delete': 'flag' },
        optionValue: setsRemote('weakens'),
        gitRefs: [{ is: 'remote', at: 1 }],
      }),
      'remove rm': does(sets('git_config:remote', 'recoverable')),
      'rename show prune update get-url set-head set-branches': () => ({ options: { '--push --all': 'flag' } }),
    },
  }),
  submodule: () => ({
    subcommands: {
      foreach: () => ({
        style: 'posix',
        options: { '--recursive -q --quiet': 'flag' },
        operands: { first: ['command'] },
        cases: [{ when: { atMost: 1 }, operands: { first: ['shell'] } }],
      }),
      add: () => ({
        options: { '-b --branch --name --reference --depth': 'text', '-f --force': 'flag' },
        effects: [downloads],
        operands: { first: ['text', 'write'] },
        gitRefs: [{ is: 'repository' }],
        keyword: [always(sets('git_config:submodule', 'untrusted_code', 'persistence'))],
      }),
      update: () => ({ options: { '--depth -j --jobs --reference': 'text' }, effects: [downloads] }),
      deinit: () => ({
        options: { '-f --force': { operands: { rest: { as: 'delete', recursive: true } } }, '--all': 'flag' },
        operands: { rest: { as: 'delete', recursive: true, tags: ['recoverable'] } },
        cases: [{ when: { all: ['-f', '--all'] }, effects: [loses('git_work:submodules')] }],
      }),
      'status init summary sync set-branch absorbgitdirs': () => ({}),
      'set-url': does(sets('git_config:submodule.url', 'weakens')),
    },
  }),
  archive: () => ({
    options: {
      '-o --output': 'write',
      '--remote': { as: 'url', direction: 'download' },
      '--exec': runsCode,
      '--format --prefix --add-virtual-file --mtime': 'text',
      '--add-file': 'read',
    },
    optionValue: [{ from: 1, use: { as: 'read', recursive: true } }],
  }),
  bundle: () => ({
    subcommands: {
      create: () => ({ operands: { first: ['write'] } }),
      'verify list-heads unbundle': () => ({ operands: { first: ['read'] } }),
    },
  }),
  'send-email': () => ({
    options: {
      '--smtp-server --smtp-pass --smtp-user --from --subject --cc --bcc --in-reply-to --to': 'text',
      '--to-cmd --cc-cmd --sendmail-cmd': runsCode,
    },
    operands: { rest: 'read' },
    effects: [sends('uploads', 'shares')],
  }),
  'daemon instaweb http-backend': does(effect('network', 'network:listen', 'shares', 'remote_change')),
  lfs: () => ({
    subcommands: {
      'pull fetch clone': does(downloads),
      push: () => ({ options: { '--object-id': 'flag' }, ...sendsTo }),
      prune: does(effect('delete', 'git_ref:lfs', 'recoverable')),
      migrate: does(effect('delete', 'git_ref:*', 'history_loss')),
      'install track untrack ls-files status env version lock unlock locks checkout logs fsck uninstall update': () => ({}),
    },
  }),
  subtree: () => ({
    subcommands: {
      push: () => ({ options: { '-P --prefix -m -b --branch --onto --annotate': 'text' }, ...sendsTo }),
      'add pull': () => ({ options: filled, effects: [downloads] }),
      merge: () => ({ options: filled }),
    },
  }),
};
