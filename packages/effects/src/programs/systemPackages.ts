import type { Call, CommandDescriptor, Family, Finding, FixedEffect, OptionTable, ProgramDescriptor } from './descriptor.ts';
import { does, harmless, sharing } from './shapes.ts';

const installs: FixedEffect = { kind: 'network', target: 'network:download', tags: ['package_scripts'] };
const changed: FixedEffect = { kind: 'configure', target: 'package:system' };
const removed: FixedEffect = { kind: 'delete', target: 'package:system', tags: ['destructive'] };
const source: FixedEffect = { kind: 'configure', target: 'package:source', tags: ['weakens'] };

/** apt runs commands that its options name. Source: apt.conf(5). */
function aptFindings(call: Call): readonly Finding[] {
  return call.values('-o').flatMap(({ text }): Finding[] => {
    const command = /(?:Invoke(?:-Success)?|Pre-Install-Pkgs|Bin::\w+|::Command)(?:::)?=(.*)$/is.exec(text ?? '')?.[1];
    return command === undefined ? [] : [{ use: { as: 'shell', tags: ['runs_code'] }, value: command }];
  });
}

const options: OptionTable = {
  '-o --option': 'text',
  '-c --config-file': 'read',
  '-t --default-release --repo --enablerepo --disablerepo --exclude --installroot': 'text',
  '--allow-unauthenticated --nogpgcheck --no-gpg-checks --allow-untrusted --force-yes --no-gpgcheck': { effects: [source] },
  '-y -q --yes --assume-yes --no-install-recommends -f -d': 'flag',
  '-s --simulate --dry-run': 'flag',
};

const installing = (): CommandDescriptor => ({ effects: [installs, changed] });
const removing = (): CommandDescriptor => ({ cases: [{ when: { none: ['-s'] }, effects: [removed] }] });

const apt = (): ProgramDescriptor => ({
  summary: 'manages packages of the system',
  options,
  subcommands: {
    'install add in reinstall build-dep upgrade full-upgrade dist-upgrade update up refresh dup groupinstall localinstall source download fetch distro-sync makecache check-update system-upgrade':
      installing,
    'remove rm del erase purge autoremove autopurge uninstall clean-requirements groupremove': removing,
    'config-manager addrepo ar': does(source),
    ...harmless(
      'list search se show info policy depends rdepends clean autoclean cache changelog moo dotty provides repoquery history repolist lr wp help version check showpkg madison pkgnames stats edit-sources mark fix audit',
    ),
  },
  inspect: aptFindings,
  match: {
    'apt-get purge -y nginx': 'delete package:system #destructive',
    "apt-get -o APT::Update::Pre-Invoke::='rm a' update": 'delete /w/a #runs_code',
    'apt-get install --allow-unauthenticated x': 'configure #weakens',
  },
  notMatch: {
    'apt-get install -y curl': '* #destructive; unknown; * #weakens',
    'apt list --installed': '* #destructive; network',
  },
});

const dpkg = (): ProgramDescriptor => ({
  summary: 'installs and removes package files',
  options: {
    '-i --install --unpack': { operands: { rest: 'execute' }, effects: [{ ...changed, tags: ['package_scripts'] }] },
    '-r --remove -P --purge': { effects: [removed] },
    '--root --admindir --instdir': 'text',
    '--force-all': { tags: ['weakens'] },
    '-x --extract': { operands: { first: ['read', { as: 'write', recursive: true }] } },
    '-l -L -s -S -c -I --list --listfiles --status --search --configure --print-architecture --get-selections': 'flag',
  },
  match: { 'dpkg -i x.deb': 'execute x.deb', 'dpkg -P x': 'delete #destructive' },
  notMatch: { 'dpkg -l': 'delete', 'dpkg -s bash': 'execute bash #package_scripts' },
});

const rpm = (): ProgramDescriptor => ({
  summary: 'installs and removes package files',
  options: {
    '-e --erase': { effects: [removed] },
    '-i --install -U --upgrade -F --freshen': {
      operands: { rest: 'read' },
      effects: [{ ...changed, tags: ['package_scripts'] }],
    },
    '-E --eval --pipe': { as: 'shell', tags: ['runs_code', 'dynamic'] },
    '--import': { effects: [source] },
    '-q -a -l -f -v -h -V --query --verify': 'flag',
  },
  match: { 'rpm -e x': 'delete #destructive' },
  notMatch: { 'rpm -qa': 'delete; configure' },
});

const pacman = (): ProgramDescriptor => ({
  summary: 'manages packages of the system',
  options: {
    '-R --remove': { effects: [removed] },
    '-S --sync -U --upgrade': { effects: [installs] },
    '-y -u -c -s -n -i -l -q -o --noconfirm --needed': 'flag',
    '-Q --query -F -T -D': 'flag',
    '--config --root --dbpath --hookdir': 'text',
  },
  match: { 'pacman -Rns x': 'delete #destructive' },
  notMatch: { 'pacman -Syu --noconfirm x': '* #destructive', 'pacman -Q': 'network' },
});

const brew = (): ProgramDescriptor => ({
  summary: 'manages packages',
  subcommands: {
    'install reinstall upgrade update bundle fetch': installing,
    'uninstall remove rm autoremove zap': does({ kind: 'delete', target: 'package:system', tags: ['recoverable'] }),
    tap: does({ kind: 'configure', target: 'package:source' }),
    services: () => ({
      subcommands: {
        'start restart run': does({ kind: 'configure', target: 'service:brew', tags: ['persistence'] }),
        'stop kill': does({ kind: 'configure', target: 'service:brew', tags: ['disrupts'] }),
        'list info cleanup': () => ({}),
      },
    }),
    ...harmless(
      'list ls info search doctor config outdated deps uses leaves home cleanup pin unpin link unlink cat log desc untap shellenv --prefix --version --cellar analytics',
    ),
  },
  match: { 'brew services stop postgresql': 'configure #disrupts', 'brew install jq': 'network #package_scripts' },
  notMatch: { 'brew install jq': '* #destructive; unknown' },
});

/** Package managers of operating systems. */
export const systemPackages: Family = {
  ...sharing(
    'apt apt-get aptitude dnf yum microdnf zypper apk snap flatpak port pkg pkg_add choco scoop winget xbps-install emerge eopkg tdnf',
    apt,
  ),
  ...sharing('apt-cache apt-mark apt-file dpkg-query dpkg-deb repoquery', () => ({ summary: 'asks about packages' })),
  ...sharing('apt-key add-apt-repository apt-add-repository', () => ({
    summary: 'trusts another source of packages',
    cases: [{ when: { atLeast: 1 }, effects: [source] }],
    match: { 'add-apt-repository ppa:x/y': 'configure #weakens' },
  })),
  dpkg,
  rpm,
  ...sharing('pacman yay paru', pacman),
  brew,
  ...sharing('nix nix-env nix-shell nix-build nix-store nixos-rebuild guix', () => ({
    summary: 'builds and installs packages',
    options: { '--run --command -c': 'shell', '-p -A -f -I --expr -E': 'text' },
    effects: [installs],
  })),
};
