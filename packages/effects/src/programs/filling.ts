import { isOneOf } from './callPatterns.ts';

/** How the words of a call name the folder that is filled: options with it, else the last word without a dash (`last`), else the current folder. */
interface Filling {
  /** The options, divided by spaces; empty where there is none. */
  readonly options: string;
  readonly last?: true;
  /** The tree lands in a new folder: it matters where instructions of agents or installed packages lie. */
  readonly fresh?: true;
}

type Row = readonly [programs: string, words: string, into: Filling];

const { raw } = String;
const here: Filling = { options: '' };
const last: Filling = { options: '', last: true };
const fresh: Filling = { options: '', last: true, fresh: true };

/** Calls that put files with unknown names into a folder, by the other words of the call. Sources: the manuals of the programs. */
const FILLING: readonly Row[] = [
  // Backups and images
  ['restic', raw`(?:.* )?restore\b`, { options: '-t --target' }],
  ['borg borgbackup', raw`(?:.* )?extract\b`, here],
  ['kopia rdiff-backup duplicity duplicacy', raw`(?:.* )?(?:restore|-r)\b`, last],
  ['bup', raw`restore\b`, { options: '-C --outdir' }],
  ['tarsnap', raw`-\w*x`, { options: '-C' }],
  ['dpkg dpkg-deb', raw`(?:.* )?(?:-[xXR]|--extract|--vextract|--raw-extract)\b`, last],
  ['mcopy', raw`(?:.* )?(?:-\w*i|[a-z]:|::)`, last],
  ['ostree', raw`(?:.* )?checkout\b`, last],
  ['wimapply wimextract', '', { options: '--dest-dir', last: true }],
  ['sqlite3 sqlite', raw`(?:.* )?-(?:A\w*x\w*|A(?: -\w+)* -\w*x\w*)(?: |$)`, { options: '-C --directory' }],
  // Templates
  ['cargo cargo-generate', raw`(?:generate )?(?:.* )?--init\b`, { options: '--destination' }],
  ['django-admin', raw`start(?:project|app)\b.*--template\b`, last],
  ['pkl', raw`eval\b(?:.* )?(?:-m|--multiple-file-output-path)\b`, { options: '-m --multiple-file-output-path' }],
  ['jsonnet go-jsonnet sjsonnet jrsonnet', raw`(?:.* )?(?:-m|--multi)\b`, { options: '-m --multi' }],
  ['dhall', raw`to-directory-tree\b`, { options: '--output' }],
  // Downloads of trees
  [
    'wget wget2',
    // Without one of these, each host has a folder with its name.
    raw`(?=.*(?:-n[Hd]|--no-(?:host-)?directories|-P|--directory-prefix))(?:.* )?(?:-(?![oOaPiUtTwQlARDIXBe]\w)\w*[rm]\w*|--recursive|--mirror)(?: |$)`,
    { options: '-P --directory-prefix' },
  ],
  ['httrack', raw`(?:.* )?https?:`, { options: '-O --path' }],
  ['gh', raw`run download\b`, { options: '-D --dir' }],
  ['gh', raw`release download\b.*--clobber\b`, { options: '-D --dir' }],
  ['aria2c', raw`(?:.* )?(?:-i|--input-file)\b`, { options: '-d --dir' }],
  ['pip pip3 uv', raw`(?:pip )?install\b(?:.* )?(?:-t|--target)\b`, { options: '-t --target' }],
  ['asar', raw`(?:e|extract)\b`, last],
  ['glab', raw`(?:ci|job) artifact\b`, { options: '-p --path' }],
  ['oras', raw`pull\b`, { options: '-o --output' }],
  ['hf huggingface-cli', raw`download\b.*--local-dir\b`, { options: '--local-dir' }],
  ['kaggle', raw`\w+ (?:download\b.*--unzip|output\b|pull\b)`, { options: '-p --path' }],
  ['ncftpget smbget', raw`(?:.* )?-\w*R`, last],
  ['git', raw`(?:-\S+ )*clone\b`, fresh],
  ['degit tiged giget gitpick gitget', raw`(?:.* )?\S+ \S+`, fresh],
  ['gh glab tea', raw`(?:repo|gist) clone\b`, fresh],
  ['hg fossil jj bzr svn', raw`(?:git )?(?:clone|checkout|co|branch|export)\b`, fresh],
  ['degit tiged giget gitpick', raw`(?:.* )?\.(?: |$)`, last],
];

/** Stores of instructions for agents, which put what they fetch where agents find it. */
const STORES = 'skills openskills add-skill skild skillz agent-skills-cli ai-agent-skills skillfish';
const STORING = /^(?:\S+ )*?(?:add|a|install|i|update|upgrade|sync|init)\b|^-/;

/** Whether a call installs instructions for agents that no one has read. */
export const storesInstructions = (name: string, words: string): boolean =>
  isOneOf(STORES, name) && STORING.test(words) && !/(?:^| )(?:-l|--list|--help|-h|--version)(?: |$)/.test(words);

/** How a call fills a folder, or undefined where it fills none. A trial run fills none. */
export function fillingOf(name: string, words: string): readonly Filling[] {
  if (/(?:^| )(?:--dry-run|--help|--spider|--list)(?: |$)/.test(words)) return [];
  return FILLING.flatMap(([programs, said, into]) =>
    isOneOf(programs, name) && new RegExp(`^(?:${said})`).test(words) ? [into] : [],
  );
}
