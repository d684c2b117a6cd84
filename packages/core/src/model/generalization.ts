import { canonicalJson } from '../text/canonical.ts';
import type { Action } from './action.ts';
import type { Effect } from './effects.ts';
import type { Json } from './json.ts';

/** A word of a call: as it is written, or what may stand in its place. */
export type WordForm =
  | string
  /** Any words for people, such as the message of a commit. */
  | { readonly any: string }
  /** Any address of this origin: `https://api.example:8443`. */
  | { readonly origin: string }
  /** A file, by its absolute path. */
  | { readonly file: string };

/** A program that a call runs, with its words and its effects. */
interface ProgramAct {
  readonly words: readonly WordForm[];
  readonly effects: readonly Json[];
}

/** A tool that is called, with the arguments that must be the same and its effects. */
interface ToolAct {
  readonly tool: string;
  readonly given: Json;
  readonly effects: readonly Json[];
}

/** One call as it is: by the digest of the action and that of its effects. */
interface SameAct {
  readonly same: string;
  readonly effects: string;
}

/** One thing that a call does, without what may differ the next time. */
export type Act = ProgramAct | ToolAct | SameAct;

/** What a call does, without what may differ the next time: plain data that is signed, kept and compared. */
export interface Generalization {
  /** On whose behalf, by which agent, in which folder: what must be the same each time. */
  readonly within: Json;
  readonly acts: readonly Act[];
}

/** Which files a yes is for: those that were shown, or all that lie directly in their folders. */
export const REGIONS = ['file', 'folder'] as const;
/** One of the {@link REGIONS}. */
export type Region = (typeof REGIONS)[number];

/** Finds what a call does without what may differ the next time; undefined where that is uncertain. It never throws. */
export type Generalize = (action: Action, effects: readonly Effect[]) => Generalization | undefined;

/**
 * Tells whether all that a call does was shown: each of its acts is among them, in the same folder, by the same agent, for the same principal.
 *
 * @example
 * ```ts
 * import { coversActs } from '@licet/core/store';
 *
 * const shown = { within: {}, acts: [{ words: ['git', 'commit', '-m', { any: 'message' }], effects: [] }] };
 * coversActs(shown, shown, 'file'); // => true
 * coversActs(shown, { within: {}, acts: [{ words: ['git', 'push'], effects: [] }] }, 'file'); // => false
 * ```
 */
export function coversActs(shown: Generalization, wanted: Generalization, region: Region): boolean {
  const keyOf = (act: Act): string => canonicalJson(region === 'folder' ? inFolders(act) : act);
  const known = new Set(shown.acts.map(keyOf));
  return (
    wanted.acts.length > 0 &&
    canonicalJson(shown.within) === canonicalJson(wanted.within) &&
    wanted.acts.every(act => known.has(keyOf(act)))
  );
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

/** Whether an effect is on one file, and not on a folder or a pattern. */
const isOnFile = (target: Json | undefined): target is { readonly lexical: string; readonly resolved: string } =>
  typeof target === 'object' &&
  target !== null &&
  !Array.isArray(target) &&
  'lexical' in target &&
  !('glob' in target) &&
  !('recursive' in target);

function folderForm(effect: Json): Json {
  if (typeof effect !== 'object' || effect === null || Array.isArray(effect)) return effect;
  const { target, ...rest } = effect as { readonly [member: string]: Json };
  if (!isOnFile(target)) return effect;
  return { ...rest, target: { lexical: folderOf(target.lexical), resolved: folderOf(target.resolved) } };
}

/** The act for any file in the same folder. A call that is only the same as a whole has none. */
export function inFolders(act: Act): Act | ProgramActInFolder {
  if ('same' in act) return act;
  const effects = act.effects.map(folderForm);
  if ('tool' in act) return { ...act, effects };
  const words = act.words.map(word => (typeof word === 'object' && 'file' in word ? { folder: folderOf(word.file) } : word));
  return { words, effects };
}

/** Returns the names of the files that acts are on, without their folders, the longest first. */
export function fileNames({ acts }: Generalization): readonly string[] {
  const effects = acts.flatMap(act => ('same' in act ? [] : act.effects));
  const names = effects.flatMap(effect => {
    const target = typeof effect === 'object' && effect !== null && 'target' in effect ? effect.target : undefined;
    return isOnFile(target) ? [target.lexical, target.resolved].map(path => path.slice(path.lastIndexOf('/') + 1)) : [];
  });
  return [...new Set(names)].toSorted((a, b) => b.length - a.length);
}

/** A program's act, for any file in its folder. */
export interface ProgramActInFolder {
  readonly words: readonly (WordForm | { readonly folder: string })[];
  readonly effects: readonly Json[];
}

/** Returns an effect as it is compared: without its place in the text, what is said of it, and what its success would prove. */
export function effectForm({ span: _span, note: _note, evidence: _evidence, runs: _runs, ...effect }: Effect): Json {
  const { tags, ...rest } = effect;
  return { ...rest, ...(tags !== undefined && { tags: tags.toSorted() }) } as unknown as Json;
}
