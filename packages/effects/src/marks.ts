import type { Effect } from '@licet/core';
import { lossTags } from './places/losses.ts';
import { isStream, isTemporaryFor } from './places/temporary.ts';

/**
 * The marks of effects: one vocabulary for analysers, which put them on effects, and for guards and policies, which judge
 * them. An effect without a mark is ordinary work: reading, writing, running a program.
 *
 * Git: `commits` records a commit.
 *
 * Loss: `destructive` data or state is lost · `recoverable` git or a trash can brings it back · `regenerable` build
 * output or a cache · `moved` it goes elsewhere, it is not lost · `catastrophic` root, home, system folders, disks, every
 * database · `history_loss` commits, refs, reflog, stashes, audit trails · `overwritten` another content takes the place of a file's, and
 * git holds nothing of it.
 *
 * Reach: `remote_change` changes state on another machine or service · `shares` goes to other people, who expect it (push,
 * pull request, message; publishing a package or a release is `remote_change` as well) · `uploads` local data leaves the
 * machine · `remote_execution` runs on another machine · `container` happens inside a container, its paths are not this
 * machine's · `detached` outlives the command (cron, at, tmux, nohup).
 *
 * Addresses: `opaque_address` an address of another machine has a long part that only a machine reads, and may carry data away.
 *
 * Pages: `browses` acts on a page that is open in a browser.
 *
 * Code: `runs_code` an ordinary program is told to run other code · `downloaded_code` code comes from the network ·
 * `obfuscated` code or names are hidden by an encoding · `untrusted_code` code the agent wrote itself · `package_scripts`
 * packages bring scripts that run · `dynamic` what runs is only known at run time · `unlisted` no descriptor knows the
 * program · `inline_code` code in the argument or on the standard input.
 *
 * Content: `unseen` files are written whose names are not known beforehand: members of an archive, a patch that comes through a pipe.
 *
 * Guard rails: `secret` credentials are read or printed · `tampered_environment` changes what later programs load or run ·
 * `persistence` runs again later (cron, units, shell start-up, git hooks, keys) · `weakens` lowers a protection
 * (chmod 777, TLS checks off, firewall off) · `skips_checks` skips hooks or reviews · `unguarded_agents` an agent CLI
 * without its permission checks · `covers_tracks` shell history or logs are erased · `disrupts` stops services, processes
 * or the machine · `privilege` gains rights (setuid, capabilities, host mounts).
 *
 * Place: `own_place` the agent's own plan and memory folders · `worktree` another worktree of the same repository · `preferences`
 * settings of an editor of which only those change that say how it looks, formats and searches · `own_work` the session itself made
 * what is lost: a guard that knows the session puts this mark on an effect.
 *
 * Looking: `metadata` only names, sizes, dates and kinds of files are read, not what is in them; only empty files and folders go away · `among` beside `secret`: it
 * lies among other things that are searched or printed, and nothing aims at it.
 */
export const marks = [
  'destructive',
  'recoverable',
  'regenerable',
  'moved',
  'catastrophic',
  'history_loss',
  'overwritten',
  'commits',
  'remote_change',
  'shares',
  'uploads',
  'opaque_address',
  'browses',
  'remote_execution',
  'container',
  'detached',
  'runs_code',
  'downloaded_code',
  'obfuscated',
  'untrusted_code',
  'package_scripts',
  'dynamic',
  'unlisted',
  'inline_code',
  'secret',
  'tampered_environment',
  'persistence',
  'weakens',
  'skips_checks',
  'unguarded_agents',
  'covers_tracks',
  'disrupts',
  'privilege',
  'unseen',
  'own_place',
  'own_work',
  'worktree',
  'preferences',
  'metadata',
  'among',
] as const;

/** One of the {@link marks}, whose doc comment explains each. */
export type Mark = (typeof marks)[number];

/**
 * The marks that a policy rules about, in the order in which they are spoken of. Most are on the effect; four follow from
 * what it does and where: `unknown` (its kind, or a `dynamic` word), `destructive_outside` and `write_outside` (outside of
 * the project and of temporary folders), and `elevation` (one command with other rights, such as `sudo`).
 */
export const judgedMarks = [
  'unknown',
  'catastrophic',
  'destructive',
  'destructive_outside',
  'write_outside',
  'recoverable',
  'history_loss',
  'overwritten',
  'commits',
  'shares',
  'remote_change',
  'remote_execution',
  'uploads',
  'opaque_address',
  'browses',
  'downloaded_code',
  'obfuscated',
  'untrusted_code',
  'tampered_environment',
  'persistence',
  'weakens',
  'skips_checks',
  'unguarded_agents',
  'covers_tracks',
  'disrupts',
  'elevation',
  'privilege',
  'unlisted',
] as const;

/** One of the {@link judgedMarks}. */
export type JudgedMark = (typeof judgedMarks)[number];

/** Marks that say nothing about loss, place or kind: they count as they are on the effect. */
const AS_MARKED: ReadonlySet<string> = new Set<JudgedMark>(
  judgedMarks.filter(
    mark => !['unknown', 'destructive', 'destructive_outside', 'write_outside', 'recoverable', 'elevation'].includes(mark),
  ),
);

/** Where a changed file lies, as far as it matters to a policy. Other worktrees are the project, the agent's own folders are scratch. */
export function zoneOf({ target, tags = [] }: Effect, root: string): 'project' | 'scratch' | 'stream' | 'outside' | 'none' {
  if (target?.type !== 'file') return 'none';
  if (tags.includes('own_place')) return 'scratch';
  if (tags.includes('worktree')) return 'project';
  const paths = [target.glob ?? target.lexical, target.resolved + (target.glob?.slice(target.lexical.length) ?? '')];
  const all = (test: (path: string) => boolean): boolean => paths.every(test);
  if (all(path => path === root || path.startsWith(`${root}/`))) return 'project';
  if (all(isStream)) return 'stream';
  return all(path => isTemporaryFor(root, path)) ? 'scratch' : 'outside';
}

/**
 * Tells whether a change is in a place that agents need for ordinary work and that no policy has to name: a temporary folder,
 * the agent's own plan and memory folders, another worktree of the same repository, and what a tool makes again.
 */
export function isFreePlace(effect: Effect, root: string): boolean {
  const { target, tags = [] } = effect;
  if (target?.type !== 'file') return false;
  if (tags.includes('worktree') || tags.includes('regenerable') || zoneOf(effect, root) === 'scratch') return true;
  const place = { cwd: root, root };
  const made = (path: string): boolean => lossTags(path, target.glob, target.recursive === true, place).includes('regenerable');
  return made(target.lexical) && made(target.resolved);
}

/**
 * Returns what a policy may rule about an effect; nothing for everyday work. `root` is the folder of the project.
 *
 * @example
 * ```ts
 * import { analyzeShell } from '@licet/effects';
 * import { marksOf } from '@licet/effects/marks';
 *
 * analyzeShell('git push origin main', { cwd: '/project' }).flatMap(effect => marksOf(effect, '/project')); // => ['shares']
 * ```
 */
export function marksOf(effect: Effect, root: string): readonly JudgedMark[] {
  const { kind, target } = effect;
  const tags = new Set<string>(effect.tags);
  const found = new Set<JudgedMark>();
  if (kind === 'unknown' || tags.has('dynamic')) found.add('unknown');
  if (kind === 'privilege' && !tags.has('privilege')) found.add('elevation');
  for (const tag of tags) if (AS_MARKED.has(tag)) found.add(tag as JudgedMark);
  if (target?.type === 'program' && target.untrusted === true) found.add('untrusted_code');
  if (kind === 'network' && target?.type === 'network' && target.direction === 'upload' && !tags.has('shares'))
    found.add('uploads');
  const loss = lossOf(effect, tags, zoneOf(effect, root));
  if (loss !== undefined) found.add(loss);
  return [...found];
}

function lossOf(effect: Effect, tags: ReadonlySet<string>, zone: ReturnType<typeof zoneOf>): JudgedMark | undefined {
  if (zone === 'stream' || zone === 'scratch') return undefined;
  if (tags.has('own_work')) return effect.kind === 'delete' ? 'recoverable' : undefined;
  const destroys = tags.has('destructive') || (effect.kind === 'delete' && !tags.has('moved'));
  if (destroys || tags.has('moved')) {
    if (tags.has('metadata')) return zone === 'outside' ? 'write_outside' : undefined;
    if (tags.has('regenerable') || tags.has('catastrophic')) return undefined;
    if (zone === 'outside' && !tags.has('container')) return 'destructive_outside';
    if (tags.has('moved') && !tags.has('destructive')) return undefined;
    return tags.has('recoverable') ? 'recoverable' : 'destructive';
  }
  if (tags.has('recoverable')) return 'recoverable';
  return zone === 'outside' && (effect.kind === 'write' || effect.kind === 'configure') && !tags.has('container')
    ? 'write_outside'
    : undefined;
}

/** Whether an effect sets something that later programs go by, for longer than the call: `npm config set`, `go env -w`. */
export const isSetting = ({ kind, target, tags = [] }: Effect): boolean =>
  kind === 'configure' &&
  (tags.includes('tampered_environment') || (target?.type === 'named' && target.category === 'package_setting'));

/** Marks of what a command must not do unseen, behind whatever program it is. */
export const grave: ReadonlySet<string> = new Set<Mark>([
  'destructive',
  'overwritten',
  'catastrophic',
  'history_loss',
  'remote_change',
  'uploads',
  'downloaded_code',
  'obfuscated',
  'inline_code',
  'tampered_environment',
  'persistence',
  'weakens',
  'skips_checks',
  'unguarded_agents',
  'covers_tracks',
  'disrupts',
  'privilege',
  'secret',
]);

/** The note of code whose parser is missing, as in an installation that was damaged. Code of the project is then as unknown as any other. */
export const NO_PARSER = 'the parser of its language is not loaded';
