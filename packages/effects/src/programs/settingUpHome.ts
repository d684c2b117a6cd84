import type { Call, CommandDescriptor, Family, Finding, FixedEffect } from './descriptor.ts';
import { sharing, sourceOf, tabled, unseen } from './shapes.ts';

/** Settings of the user are others than before: of shells, of git, of the agent. */
const changed: FixedEffect = {
  kind: 'configure',
  target: 'machine:dotfiles',
  tags: ['persistence'],
  note: 'puts settings into the home folder that the call does not name',
};

const TRIED = ['-n', '--dry-run', '--simulate', '--help', '--version'];

const isTried = (call: Call): boolean => TRIED.some(option => call.has(option));

/** Links into a folder: without one, into that around the current one, which for settings is the home folder. */
const stow = (): CommandDescriptor => ({
  options: {
    '-t --target': 'text',
    '-d --dir --ignore --defer --override': 'text',
    '-n --no --simulate': 'flag',
    '-D --delete -S --stow -R --restow --adopt --dotfiles -v --verbose': 'flag',
  },
  inspect: call => {
    if (isTried(call) || call.operands.length === 0) return [];
    const into = call.values('-t').at(-1);
    return into?.text === undefined || into.text === call.home ? [changed] : [{ use: unseen, value: into }];
  },
});

/** Programs by the words with which they put settings into place; all other words of theirs only look, or work in their own folder. */
const WORDS: Readonly<Record<string, RegExp>> = {
  chezmoi: /^(?:apply|update|purge)\b/,
  'rcup mkrc rcdn': /(?:)/,
  'home-manager': /^(?:switch|build-vm|remove-generations)\b/,
  'darwin-rebuild': /^(?:switch|boot|test|activate)\b/,
  vcsh: /^(?:clone|pull|run)\b/,
  'homesick homeshick castle': /^(?:link|symlink|pull|clone|rc)\b/,
  'dotdrop dotter tuckr bombadil': /^(?:install|deploy|add|set|link|update)\b/,
  mackup: /^(?:restore|uninstall|link)\b/,
};

const managed = (words: RegExp): CommandDescriptor => ({
  keyword: [
    {
      when: { none: TRIED, either: [{ words: sourceOf(words) }, { words: '^(?:init|edit|merge)\\b', any: ['--apply'] }] },
      effects: [changed],
    },
  ],
});

/** Folders under a second name: what is written there is written here. A pattern may mean any folder. */
const mirrored = ({ operands }: Call): readonly Finding[] =>
  operands
    .slice(0, -1)
    .map(value =>
      value.text === undefined || value.glob
        ? { kind: 'unknown', target: 'text:folder under a second name', tags: ['dynamic'] }
        : { use: { as: 'write', recursive: true }, value },
    );

/** Options of `-o` that name a program. */
const COMMAND = '(?:^|,)(?:ssh_command|directport_command|password_command)=';

/** A folder of this machine behind an address of it; one without a slash in front lies in the home folder. */
const mirroredByAddress = ({ operands: [source] }: Call): readonly Finding[] => {
  const [, path] = /^(?:[\w.-]+@)?(?:localhost|127[\d.]*|\[?::1\]?|0\.0\.0\.0):(.*)$/.exec(source?.text ?? '') ?? [];
  if (path === undefined) return [];
  return [{ use: { as: 'write', recursive: true }, value: /^[/~]/.test(path) ? path : `~/${path}` }];
};

const overlay = (sources?: (call: Call) => readonly Finding[]): CommandDescriptor => ({
  options: { '-o -p -F -E -S -m -u -g -c': 'text', '-f -d -s -h -V --help --version': 'flag' },
  optionValue: [
    // The folder that another file system comes over, with files that the call does not name.
    { from: -1, use: unseen },
    { of: '-o', fits: COMMAND, take: [`^[^]*?${COMMAND}([^,]*)[^]*$`, '$1'], use: { as: 'shell', tags: ['runs_code'] } },
  ],
  ...(sources !== undefined && { inspect: sources }),
});

/** What brings many files into a folder by another program's rules: settings into the home folder, file systems over a folder. */
export const settingUpHome: Family = {
  ...sharing('stow xstow', stow),
  ...tabled(WORDS, words => ({ ...managed(words) })),
  dotbot: () => ({ keyword: [{ when: { any: ['-c', '--config-file'], none: TRIED }, effects: [changed] }] }),
  ...sharing(
    'fuse-overlayfs unionfs unionfs-fuse gocryptfs encfs cryfs gcsfuse archivemount fuse-zip squashfuse ratarmount curlftpfs davfs2 fuseiso',
    () => overlay(),
  ),
  sshfs: () => overlay(mirroredByAddress),
  ...sharing('bindfs mergerfs mhddfs', () => overlay(mirrored)),
};
