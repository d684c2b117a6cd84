import type { CommandDescriptor, FixedEffect, OptionTable, OptionValue, ProgramDescriptor } from './descriptor.ts';
import { does, harmless, installs, loses, option, sets } from './shapes.ts';

/** Packages of the system change. */
export const changed: FixedEffect = sets('package:system');

/** Packages of the system go. */
export const removed: FixedEffect = loses('package:system');

/** Packages come from another place. */
export const source: FixedEffect = sets('package:source', 'weakens');

const HOOK = '(?i)^[^]*?(?:Invoke(?:-Success)?|Pre-Install-Pkgs|Bin::\\w+|::Command)(?:::)?=';

/** apt runs commands that its options name. Source: apt.conf(5). */
const aptCommands: OptionValue = { of: '-o', fits: HOOK, take: [HOOK, ''], use: { as: 'shell', tags: ['runs_code'] } };

const options: OptionTable = {
  '-o --option': 'text',
  '-c --config-file': 'read',
  '-t --default-release --repo --enablerepo --disablerepo --exclude --installroot': 'text',
  '--allow-unauthenticated --nogpgcheck --no-gpg-checks --allow-untrusted --force-yes --no-gpgcheck': option(source),
  '-y -q --yes --assume-yes --no-install-recommends -f -d': 'flag',
  '-s --simulate --dry-run': 'flag',
};

/** Installs packages. */
export const installing = (): CommandDescriptor => ({ effects: [installs, changed] });

/** Its settings have the last word, whatever its options say: `-o APT::Get::Simulate=false`. Source: apt-get(8). */
const ACTS = '(?i)^[?]$|(?:simulate|just-print|dry-run|recon|no-act)\\s*=(?!["\']?(?:true|yes|1|on|with|enable))';

const removing = (): CommandDescriptor => ({
  cases: [{ when: { none: ['-s'] }, effects: [removed] }],
  keyword: [{ when: { any: ['-s'], value: { '-o': ACTS } }, effects: [removed] }],
});

/** `apt` and the managers that speak like it. */
export const apt = (): ProgramDescriptor => ({
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
  optionValue: [aptCommands],
});
