import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';

import { isWithin } from '@licet/effects/places';

/** Folders of the system that programs need. What is secret in `/etc` is not among them. */
const SYSTEM: readonly string[] = '/usr /opt /nix/store /snap /home/linuxbrew'.split(' ');

/** Folders that are links into `/usr` on most systems. */
const MERGED: readonly string[] = '/bin /sbin /lib /lib32 /lib64 /libx32'.split(' ');

/** What programs read below `/etc`: names of users, libraries, certificates, the time zone, the choice among several versions of a program. */
const SETTINGS: readonly string[] = (
  'alternatives bash.bashrc ca-certificates crypto-policies debian_version default/locale fonts group hosts host.conf inputrc java java-17-openjdk java-21-openjdk ' +
  'ld.so.cache ld.so.conf ld.so.conf.d locale.alias locale.conf localtime magic mime.types nsswitch.conf os-release passwd pki profile protocols python3 python3.11 python3.12 ' +
  'python3.13 redhat-release resolv.conf rpc services shells ssl/certs ssl/openssl.cnf terminfo timezone vim zsh'
)
  .split(' ')
  .map(name => `/etc/${name}`);

/** Toolchains below a home folder: programs that users install for themselves, without the settings and caches beside them. */
const TOOLCHAINS: readonly string[] = (
  '.asdf .bun/bin .cargo/bin .deno/bin .dotnet .fnm .ghcup/bin .goenv .jenv .juliaup .local/bin .local/pipx .local/share/fnm .local/share/mise .local/share/pnpm ' +
  '.local/share/uv .nodenv .nvm .opam .pyenv .rbenv .rustup .rvm .sdkman .swiftly .volta anaconda3 miniconda3 go/bin'
).split(' ');

/** What a sandbox shows of the machine, all of it read-only. */
export interface SystemView {
  /** Folders and files at their own places. */
  readonly bound: readonly string[];
  /** Links, with what they say. */
  readonly links: readonly (readonly [path: string, text: string])[];
}

/** Finds what a sandbox shows of this machine: system folders, a list of settings, toolchains of the home folder, and other folders on `PATH`. */
export function systemView(home: string, path: string = ''): SystemView {
  const merged = MERGED.flatMap(folder => {
    const stats = lstatSync(folder, { throwIfNoEntry: false });
    return stats === undefined ? [] : [{ folder, isLink: stats.isSymbolicLink() }];
  });
  const bound = [
    ...SYSTEM.filter(folder => existsSync(folder)),
    ...merged.filter(({ isLink }) => !isLink).map(({ folder }) => folder),
    ...SETTINGS.filter(file => existsSync(file)),
    ...TOOLCHAINS.map(name => join(home, name)).filter(folder => existsSync(folder)),
  ];
  return {
    bound: [...bound, ...programsOn(path, home, bound)],
    links: merged.filter(({ isLink }) => isLink).map(({ folder }) => [folder, readlinkSync(folder)]),
  };
}

/** What belongs to programs, beside the folder `bin` that they are in. */
const BESIDE_BIN = ['bin', 'lib', 'lib64', 'libexec', 'include', 'share'];

/**
 * Folders of programs on `PATH` that lie elsewhere on the machine: `/srv/node/bin`, and `/srv/node/lib` with it. The one who calls chooses `PATH`, so that
 * only folders of the administrator count, and none of the home folder.
 */
function programsOn(path: string, home: string, known: readonly string[]): readonly string[] {
  const isKnown = (folder: string): boolean => [...known, ...MERGED].some(each => isWithin(folder, each));
  const isOther = (folder: string): boolean => isWithin(folder, home) || isWithin(home, folder) || folder.split('/').length < 3;
  const folders = path.split(delimiter).filter(folder => isAbsolute(folder) && folder.endsWith('/bin') && existsSync(folder));
  const found = folders.map(folder => dirname(realpathSync(folder)));
  return [...new Set(found)]
    .filter(folder => !isKnown(folder) && !isOther(folder) && statSync(folder).uid === 0)
    .flatMap(folder => BESIDE_BIN.map(name => join(folder, name)).filter(each => existsSync(each)));
}
