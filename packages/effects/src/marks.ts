import type { Effect } from '@licet/core';

import { isStream } from './places/streams.ts';
import { isTemporaryFor } from './places/temporary.ts';

/**
 * The marks that the shell analyser puts on effects. Guards and profiles match on them; a program descriptor may use
 * no other. An effect without a tag is ordinary work: reading, writing, running a program.
 *
 * Loss: `destructive` data or state is lost · `recoverable` git or a trash can brings it back · `regenerable` build
 * output or a cache · `moved` it goes elsewhere, it is not lost · `catastrophic` root, home, system folders, disks, every
 * database · `history_loss` commits, refs, reflog, stashes, audit trails.
 *
 * Reach: `remote_write` changes state on another machine or service · `shares` goes to other people, who expect it (push, pull request, message; publishing a package or a
 * release is `remote_write` as well) · `exfiltrates` local data leaves the machine · `remote_execute` runs on another machine · `container` happens
 * inside a container, its paths are not this machine's · `detached` outlives the command (cron, at, tmux, nohup).
 *
 * Code: `gadget` an ordinary program is told to run other code · `download_execute` code comes from the network ·
 * `obfuscated` code or names are hidden by an encoding · `untrusted` code the agent wrote itself · `package_scripts`
 * packages bring scripts that run · `dynamic` what runs is only known at run time · `unlisted` no descriptor knows the
 * program · `inline_code` code in the argument or on the standard input.
 *
 * Guard rails: `secret` credentials are read or printed · `poisons` changes what later programs load or run ·
 * `persistence` runs again later (cron, units, shell start-up, git hooks, keys) · `weakens` lowers a protection
 * (chmod 777, TLS checks off, firewall off) · `bypasses_checks` skips hooks or reviews · `permissions_off` an agent CLI
 * without its permission checks · `covers_tracks` shell history or logs are erased · `disrupts` stops services, processes
 * or the machine · `escalates` gains rights (sudo, setuid, host mounts).
 *
 * Looking: `metadata` only names, sizes, dates and kinds of files are read, not what is in them.
 */
export const shellTags = [
  'destructive',
  'recoverable',
  'regenerable',
  'moved',
  'catastrophic',
  'history_loss',
  'remote_write',
  'shares',
  'exfiltrates',
  'remote_execute',
  'container',
  'detached',
  'gadget',
  'download_execute',
  'obfuscated',
  'untrusted',
  'package_scripts',
  'dynamic',
  'unlisted',
  'inline_code',
  'secret',
  'poisons',
  'persistence',
  'weakens',
  'bypasses_checks',
  'permissions_off',
  'covers_tracks',
  'disrupts',
  'escalates',
  'metadata',
] as const;

/** One of the marks in `shellTags`, whose doc comment explains each. */
export type ShellTag = (typeof shellTags)[number];

/** What a policy may rule about. Each class has a ruling of its own; an effect gets the strictest of its classes. */
export const effectClasses = [
  'unknown',
  'catastrophic',
  'destructive',
  'destructiveOutside',
  'writeOutside',
  'recoverable',
  'historyLoss',
  'shares',
  'remoteChange',
  'remoteExecution',
  'uploads',
  'downloadedCode',
  'obfuscated',
  'untrustedCode',
  'poisons',
  'persistence',
  'weakens',
  'skipsChecks',
  'unguardedAgents',
  'coversTracks',
  'disrupts',
  'elevation',
  'privilege',
  'unlisted',
] as const;

/** One of the {@link effectClasses}. */
export type EffectClass = (typeof effectClasses)[number];

const BY_TAG: Readonly<Partial<Record<ShellTag, EffectClass>>> = {
  catastrophic: 'catastrophic',
  history_loss: 'historyLoss',
  shares: 'shares',
  remote_write: 'remoteChange',
  remote_execute: 'remoteExecution',
  exfiltrates: 'uploads',
  download_execute: 'downloadedCode',
  obfuscated: 'obfuscated',
  untrusted: 'untrustedCode',
  poisons: 'poisons',
  persistence: 'persistence',
  weakens: 'weakens',
  bypasses_checks: 'skipsChecks',
  permissions_off: 'unguardedAgents',
  covers_tracks: 'coversTracks',
  disrupts: 'disrupts',
  escalates: 'privilege',
  dynamic: 'unknown',
  unlisted: 'unlisted',
};

/** Where a changed file lies, as far as it matters to a policy. */
export function zoneOf({ target }: Effect, root: string): 'project' | 'scratch' | 'stream' | 'outside' | 'none' {
  if (target?.type !== 'file') return 'none';
  const paths = [target.glob ?? target.lexical, target.resolved + (target.glob?.slice(target.lexical.length) ?? '')];
  const all = (test: (path: string) => boolean): boolean => paths.every(test);
  if (all(path => path === root || path.startsWith(`${root}/`))) return 'project';
  if (all(isStream)) return 'stream';
  return all(path => isTemporaryFor(root, path)) ? 'scratch' : 'outside';
}

/** Returns the classes that an effect belongs to; none for everyday work. */
export function classesOf(effect: Effect, root: string): readonly EffectClass[] {
  const tags = new Set<string>(effect.tags);
  const classes = new Set<EffectClass>();
  if (effect.kind === 'unknown') classes.add('unknown');
  if (effect.kind === 'privilege' && !tags.has('escalates')) classes.add('elevation');
  for (const tag of tags) {
    const named = BY_TAG[tag as ShellTag];
    if (named !== undefined) classes.add(named);
  }
  if (effect.target?.type === 'program' && effect.target.untrusted === true) classes.add('untrustedCode');
  if (
    effect.kind === 'network' &&
    effect.target?.type === 'network' &&
    effect.target.direction === 'upload' &&
    !tags.has('shares')
  )
    classes.add('uploads');
  const loss = lossOf(effect, tags, zoneOf(effect, root));
  if (loss !== undefined) classes.add(loss);
  return [...classes];
}

function lossOf(effect: Effect, tags: ReadonlySet<string>, zone: ReturnType<typeof zoneOf>): EffectClass | undefined {
  if (zone === 'stream' || zone === 'scratch') return undefined;
  const destroys = tags.has('destructive') || (effect.kind === 'delete' && !tags.has('moved'));
  if (destroys || tags.has('moved')) {
    if (tags.has('regenerable') || tags.has('catastrophic')) return undefined;
    if (zone === 'outside' && !tags.has('container')) return 'destructiveOutside';
    if (tags.has('moved') && !tags.has('destructive')) return undefined;
    return tags.has('recoverable') ? 'recoverable' : 'destructive';
  }
  if (tags.has('recoverable')) return 'recoverable';
  return zone === 'outside' && (effect.kind === 'write' || effect.kind === 'configure') && !tags.has('container')
    ? 'writeOutside'
    : undefined;
}
