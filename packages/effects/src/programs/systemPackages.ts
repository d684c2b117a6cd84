import type { CommandDescriptor, Family, Finding, FixedEffect, OptionTable, OptionValue } from './descriptor.ts';
import { untrusted } from './registries.ts';
import { does, effect, installs, loses, option, sets, sharing, unseen } from './shapes.ts';

const changed: FixedEffect = sets('package:system');

const removed: FixedEffect = loses('package:system');

/** Packages come from another place. */
const source: FixedEffect = sets('package:source', 'weakens');

const HOOK = '(?i)^[^]*?(?:Invoke(?:-Success)?|Pre-Install-Pkgs|Bin::\\w+|::Command)(?:::)?=';

/** apt runs commands that its options name. Source: apt.conf(5). */
const aptCommands: OptionValue = { of: '-o', fits: HOOK, take: [HOOK, ''], use: { as: 'shell', tags: ['runs_code'] } };

const options: OptionTable = {
  '-o --option': 'text',
  '-c --config-file': 'read',
  '-t --default-release --repo --enablerepo --disablerepo --exclude --installroot': 'text',
  '--allow-unauthenticated --nogpgcheck --no-gpg-checks --allow-untrusted --force-yes --no-gpgcheck': option(source),
  '-s --simulate --dry-run': 'flag',
};

const installing = (): CommandDescriptor => ({ effects: [installs, changed] });

/** Its settings have the last word, whatever its options say: `-o APT::Get::Simulate=false`. Source: apt-get(8). */
const ACTS = '(?i)^[?]$|(?:simulate|just-print|dry-run|recon|no-act)\\s*=(?!["\']?(?:true|yes|1|on|with|enable))';

/** `apt` and the managers that speak like it. */
const apt = (): CommandDescriptor => ({
  options,
  subcommands: {
    'install add in reinstall build-dep upgrade full-upgrade dist-upgrade update up refresh dup groupinstall localinstall source download fetch distro-sync makecache check-update system-upgrade':
      installing,
    'remove rm del erase purge autoremove autopurge uninstall clean-requirements groupremove': () => ({
      cases: [{ when: { none: ['-s'] }, effects: [removed] }],
      keyword: [{ when: { any: ['-s'], value: { '-o': ACTS } }, effects: [removed] }],
    }),
    'config-manager addrepo ar': does(source),
  },
  optionValue: [aptCommands],
});

/** A package of another place than the usual collection: an address, a repository, a file. */
const NIX_SOURCE = /^(?:github|gitlab|sourcehut|git\+|https?|tarball|hg\+|ssh)[:+]/;

/** Functions of the language that read what their argument names, up to that argument. Source: the manual of Nix, built-in functions. */
const NIX_READS = /\b(?:readFile|readDir|exec|fetchTree|filterSource)\s+(?:"([^"$\\]*)"|(\.{0,2}\/[\w./+-]+)|(\S))/g;

/** Functions of the language that fetch from an address, and what is fetched is evaluated. */
const NIX_FETCHES =
  /\b(?:fetchTarball|fetchurl|fetchGit|fetchTree|getFlake|fetchzip)\b[^;]{0,200}?"((?:https?|git\+\w+|tarball\+\w+):[^"\s]+)"/g;

/** What an expression on the command line reads and fetches; a path that it computes is not known. */
const expressionFindings = (text: string = ''): readonly Finding[] => [
  ...[...text.matchAll(NIX_FETCHES)].map(([, value = '']): Finding => ({ use: { as: 'url', tags: ['untrusted_code'] }, value })),
  ...[...text.matchAll(NIX_READS)].map(([, quoted, path]): Finding =>
    quoted === undefined && path === undefined
      ? { kind: 'unknown', tags: ['inline_code'], note: 'nix code that reads a file by a computed name' }
      : { use: 'read', value: quoted ?? path ?? '' },
  ),
];

/** Package managers of operating systems. */
export const systemPackages: Family = {
  ...sharing(
    'apt apt-get aptitude dnf yum microdnf zypper apk port pkg pkg_add choco scoop winget xbps-install emerge eopkg tdnf',
    apt,
  ),
  ...sharing('apt-cache apt-mark apt-file dpkg-query repoquery', () => ({})),
  ...sharing('apt-key add-apt-repository apt-add-repository', () => ({ cases: [{ when: { atLeast: 1 }, effects: [source] }] })),
  dpkg: () => ({
    options: {
      '-i --install --unpack': { operands: { rest: 'execute' }, effects: [{ ...changed, tags: ['package_scripts'] }] },
      '-r --remove -P --purge': option(removed),
      '--root --admindir --instdir': 'text',
      '--force-all': { tags: ['weakens'] },
      '-x --extract -X --vextract': { operands: { first: ['read', { as: 'write', recursive: true }] } },
    },
    optionValue: [{ from: 1, to: 2, when: { any: ['-x'] }, use: unseen }],
  }),
  rpm: () => ({
    options: {
      '-e --erase': option(removed),
      '-i --install -U --upgrade -F --freshen': {
        operands: { rest: 'read' },
        effects: [{ ...changed, tags: ['package_scripts'] }],
      },
      '-E --eval --pipe': { as: 'shell', tags: ['runs_code', 'dynamic'] },
      '--import': option(source),
    },
  }),
  ...sharing('pacman yay paru', () => ({
    options: {
      '-R --remove': option(removed),
      '-S --sync -U --upgrade': option(installs),
      '--config --root --dbpath --hookdir': 'text',
    },
  })),
  brew: () => ({
    subcommands: {
      'install reinstall upgrade update bundle fetch': () => ({
        ...installing(),
        keyword: [{ when: { operand: '^(?!homebrew/)[\\w-]+/[\\w-]+/[\\w@.-]+$' }, effects: [untrusted] }],
        packageSource: [{ is: 'formula' }],
      }),
      'uninstall remove rm autoremove zap': does(effect('delete', 'package:system', 'recoverable')),
      tap: () => ({ effects: [sets('package:source')], keyword: [{ when: { word: '^(?!homebrew/)' }, effects: [source] }] }),
      services: () => ({
        subcommands: {
          'start restart run': does(sets('service:brew', 'persistence')),
          'stop kill': does(sets('service:brew', 'disrupts')),
        },
      }),
      shellenv: () => ({ prints: 'setup' }),
    },
  }),
  ...sharing('nix nix-env nix-shell nix-build nix-store nix-instantiate nixos-rebuild guix', () => ({
    options: {
      '--run --command -c': { as: 'command', tags: ['runs_code'] },
      '-p -A --expr -E -I': 'text',
      '--impure --raw --json --eval --strict': 'flag',
      '-f --file': 'text',
    },
    effects: [installs],
    inspect: call => [
      ...[...call.values('-p'), ...call.values('--expr')].flatMap(({ text }) => expressionFindings(text)),
      ...(call.path[0] === 'nix-shell' ? call.values('--run') : []).map(value => ({ use: 'shell', value }) as const),
      ...[...call.operands, ...call.values('-f')].flatMap((value): readonly Finding[] =>
        value.text !== undefined && NIX_SOURCE.test(value.text) ? [{ use: { as: 'url', tags: ['untrusted_code'] }, value }] : [],
      ),
    ],
    mayRun: true,
  })),
  ...sharing('snap flatpak', () => ({
    ...apt(),
    subcommands: {
      ...apt().subcommands,
      'run exec enter': () => ({ style: 'posix', options: { '--command': 'text' }, mayRun: true }),
    },
  })),
};
