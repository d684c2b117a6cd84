import type { Action } from './action.ts';
import type { MaybePromise } from './json.ts';
import type { OfferedContainment } from './containment.ts';

/** Offers a sandbox for a call, or none. What it throws means none. It starts nothing and writes nothing. */
export type OfferContainment = (action: Action, effects: readonly Effect[]) => OfferedContainment | undefined;

/** The kinds of effects. */
export const EFFECT_KINDS = [
  'read',
  'write',
  'delete',
  'execute',
  'network',
  'environment',
  'configure',
  'privilege',
  'unknown',
] as const;

/** What an effect does to the world. `unknown` is a value: something happens that cannot be seen from here. */
export type EffectKind = (typeof EFFECT_KINDS)[number];

/**
 * How sure the analyser is: `certain` happens whenever the action runs; `possible` depends on a branch, a loop or
 * what a pattern matches. What cannot be seen at all is an effect of kind `unknown`, never a low certainty.
 */
export type Certainty = 'certain' | 'possible';

/** A file or folder as the action names it and as the file system resolves it; policies judge both. */
export interface FileTarget {
  readonly type: 'file';
  /** The absolute path as named: `..`, `.` and `//` removed, `~` and known variables expanded, links not followed. */
  readonly lexical: string;
  /** The real path of the nearest existing ancestor plus the rest; equal to `lexical` when nothing was resolved. */
  readonly resolved: string;
  /** The pattern that replaces the name, when the action names a glob; `lexical` is then its fixed prefix. */
  readonly glob?: string;
  /** True when everything below the path is meant too. */
  readonly recursive?: boolean;
}

/** The other end of a network effect. Parts that cannot be known are left out. */
export interface NetworkTarget {
  readonly type: 'network';
  readonly host?: string;
  readonly port?: number;
  readonly method?: string;
  /** `upload` sends local data out, `download` brings data in, `listen` opens a port, `both` is undecided. */
  readonly direction: 'upload' | 'download' | 'listen' | 'both';
}

/** A program that runs, as far as its argument vector is known. An `undefined` argument is one that is not known. */
export interface ProgramTarget {
  readonly type: 'program';
  readonly argv: readonly (string | undefined)[];
  /** How the action names the program, where that is a path outside of the system's own folders; `?` for one that is not known. */
  readonly path?: string;
  /** The file that runs, absolute, where it is a separate file: a script, however it is started. */
  readonly file?: string;
  /** True when the code that runs was not part of what a reviewer has seen: downloaded, decoded, written by the agent. */
  readonly untrusted?: boolean;
}

/** Anything else, by name: an environment variable, a setting, a service, a ref, a table, a resource. */
export interface NamedTarget {
  readonly type: 'named';
  /** What sort of thing it is, in snake_case: `variable`, `git_ref`, `git_config`, `service`, `database`, `container`, `process`. */
  readonly category: string;
  readonly name: string;
  readonly value?: string;
}

/** What an effect acts upon. */
export type EffectTarget = FileTarget | NetworkTarget | ProgramTarget | NamedTarget;

/** A stretch of the analyzed text, as UTF-16 offsets, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * One thing an action does to the world: the common language between the analysers, which find effects, and the leaf
 * guards, which judge them. Guards read effects, never the raw text of a command.
 */
export interface Effect {
  readonly kind: EffectKind;
  /** Left out only for `unknown` effects that cannot even be placed. */
  readonly target?: EffectTarget;
  /** The program (basename) or tool that causes the effect. */
  readonly program?: string;
  /** How we got there, outermost first: `['sh -c', 'xargs']`. Empty when the action does it directly. */
  readonly via: readonly string[];
  readonly certainty: Certainty;
  /** Where in the analyzed text the effect comes from. */
  readonly span?: Span;
  /** Short machine-readable marks, in snake_case, that guards and profiles match on: `destroys_history`, `secret`, `catastrophic`. */
  readonly tags?: readonly string[];
  /** For a search: the words on its command line that would leave the target out, such as `--exclude='.env'`. */
  readonly leftOutBy?: string;
  /** For a read of a folder, or of a pattern, by a search: what the search skips there. */
  readonly passesOver?: PassedOver;
  /** For people: why this effect is here, in one lower-case phrase without a full stop. */
  readonly note?: string;
  /** Files that the program changes for its own purposes beside its target: packages that it installs, a lock file. Guards of paths do not judge them. */
  readonly changes?: readonly FileTarget[];
  /** Of a program that runs: the names under which a condition may speak of it: `git`, `git commit`, `npm test`, `tests`, `./deploy.sh`. */
  readonly runs?: readonly string[];
  /** Of a program that runs: what the success of the whole call proves about it, or why it proves nothing. */
  readonly evidence?: Evidence;
}

/**
 * What the success of a call proves about a program in it: the names under which a policy may count it (`last` when nothing
 * runs after it, and `folder`, absolute, when it runs elsewhere than in the folder of the policy), or why it proves nothing, in a
 * clause for people.
 */
export type Evidence =
  | { readonly proves: readonly string[]; readonly last?: true; readonly folder?: string }
  | { readonly lacks: string };

/** What a search skips in a folder that it looks through. */
export interface PassedOver {
  /** Patterns of files and folders that its options leave out. */
  readonly except: readonly string[];
  /** The folder, absolute, that these patterns are relative to. */
  readonly base: string;
  /** Names with a leading dot. */
  readonly hidden?: true;
  /** Symbolic links. */
  readonly links?: true;
  /** What git is told to ignore. */
  readonly ignored?: true;
  /** What git does not hold. */
  readonly untracked?: true;
  /** The words that leave one more file out; `{name}` is its name, `{path}` its path from the current folder. */
  readonly leaveOut?: string;
}

/**
 * Finds the effects of an action. It never throws for anything an agent can write: what it does not understand becomes
 * an `unknown` effect. The engine calls it at most once per evaluation, and only when a guard asks for the effects.
 */
export type EffectAnalyzer = (action: Action) => MaybePromise<readonly Effect[]>;
