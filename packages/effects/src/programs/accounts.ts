import type { Family, FixedEffect, ProgramDescriptor } from './descriptor.ts';
import { sharing } from './shapes.ts';

const account: FixedEffect = { kind: 'configure', target: 'account:user', tags: ['privilege', 'persistence'] };
const removed: FixedEffect = { kind: 'delete', target: 'account:user', tags: ['destructive'] };

const changing = (summary: string): ProgramDescriptor => ({ summary, effects: [account] });

const security = (): ProgramDescriptor => ({
  summary: 'reads and changes the keychain on macOS',
  subcommands: {
    'find-generic-password find-internet-password dump-keychain export': () => ({
      effects: [{ kind: 'read', target: 'secret:keychain', tags: ['secret'] }],
    }),
    'delete-generic-password delete-internet-password delete-keychain delete-certificate': () => ({
      effects: [{ kind: 'delete', target: 'secret:keychain', tags: ['destructive'] }],
    }),
    'add-generic-password add-trusted-cert authorizationdb set-key-partition-list set-keychain-settings unlock-keychain import':
      () => ({
        effects: [{ kind: 'configure', target: 'secret:keychain', tags: ['weakens'] }],
      }),
    'list-keychains default-keychain find-identity find-certificate help': () => ({}),
  },
  match: { 'security find-generic-password -w -s x': 'read secret:keychain #secret' },
  notMatch: { 'security list-keychains': '* #secret', 'security find-certificate -a -p': '* #secret' },
});

const decrypted: FixedEffect = { kind: 'read', target: 'secret:encrypted', tags: ['secret'] };

const gpg = (): ProgramDescriptor => ({
  summary: 'encrypts, signs and keeps keys',
  options: {
    '-o --output': 'write',
    '-r --recipient -u --local-user --homedir --keyserver --passphrase --batch-size': 'text',
    '--export-secret-keys --export-secret-subkeys --export-ssh-key': {
      effects: [{ kind: 'read', target: 'secret:gpg', tags: ['secret'] }],
    },
    '--delete-keys --delete-secret-keys --delete-secret-and-public-key': {
      effects: [{ kind: 'delete', target: 'secret:gpg', tags: ['destructive'] }],
    },
    '--send-keys': { effects: [{ kind: 'network', target: 'network:upload', tags: ['shares', 'uploads'] }] },
    '-d --decrypt': { effects: [decrypted] },
    '--export --dearmor --enarmor --import-options --list-packets --store --quick-generate-key --edit-key --import-ownertrust':
      'flag',
    '--recv-keys --receive-keys --search-keys --import --list-keys -k --list-secret-keys -K --verify --fingerprint --gen-key --version -a -b -s -e -c --armor --detach-sign --sign --encrypt --symmetric':
      'flag',
  },
  operands: { rest: 'read' },
  cases: [{ when: { operand: '\\.(?:gpg|pgp)$', none: ['--export', '--recv-keys', '--send-keys'] }, effects: [decrypted] }],
  match: { 'gpg --export-secret-keys -a x': 'read secret:gpg #secret', 'gpg --delete-secret-keys x': 'delete #destructive' },
  notMatch: { 'gpg --list-keys': '* #secret', 'gpg --export -a x': '* #secret', 'gpg --verify a.sig a': '* #secret; delete' },
});

/** Accounts and keys. */
export const accounts: Family = {
  ...sharing(
    'useradd adduser usermod groupadd groupmod gpasswd vipw visudo newusers chpasswd passwd chsh chfn sysadminctl dseditgroup',
    () => changing('changes accounts'),
  ),
  dscl: () => ({
    summary: 'looks at and changes the directory on macOS',
    style: 'posix',
    options: { '-p -P -u': 'flag' },
    inspect: ({ operands }) =>
      operands.some(({ text = '' }) =>
        /^-?(?:append|change|changei|create|delete|merge|passwd|mcxset|mcxdelete|mcximport)$/i.test(text),
      )
        ? [account]
        : [],
    match: { 'dscl . -create /Users/u': 'configure account:user' },
    notMatch: { 'dscl . -read /Users/u': 'configure' },
  }),
  ...sharing('userdel deluser groupdel', () => ({ summary: 'removes accounts', effects: [removed] })),
  ...sharing('lastlog last lastb faillog', () => ({ summary: 'looks at accounts' })),
  security,
  ...sharing('gpg gpg2', gpg),
  defaults: () => ({
    summary: 'reads and sets preferences on macOS',
    subcommands: {
      'read domains find help read-type': () => ({}),
      'write import rename': () => ({ effects: [{ kind: 'configure', target: 'setting:macos', tags: ['persistence'] }] }),
      'delete delete-all': () => ({ effects: [{ kind: 'delete', target: 'setting:macos', tags: ['destructive'] }] }),
    },
  }),
};
