import type { BuildContext, Param } from '@licet/core/nodes';
import { COUNTER_SCOPES, param } from '@licet/core/nodes';
import type { FileSystemPort, PatternInput, Place } from '@licet/effects/places';

const examples = (doc: string) => param.optional(param.list(param.text(), { empty: true, doc }));

/** A list of path patterns, each alone or with `match` and `notMatch` examples that are checked when it loads. */
export const patterns = (doc: string): Param<readonly PatternInput[]> =>
  param.list(
    param.either(
      param.text(),
      param.object({
        /** The pattern. */
        pattern: param.text({ doc: 'the pattern' }),
        /** Paths that it must match, checked when it loads. */
        match: examples('paths that it must match, checked when it loads'),
        /** Paths that it must not match, checked when it loads. */
        notMatch: examples('paths that it must not match, checked when it loads'),
      }),
    ),
    { doc },
  );

/** A list of texts. */
export const texts = (doc: string): Param<readonly string[]> => param.list(param.text(), { doc });

/** A text, or a list of texts. */
export const textOrTexts = (doc: string): Param<string | readonly string[]> =>
  param.either(param.text(), param.list(param.text()), { doc });

/** A list of people. */
export const people = (doc: string): Param<readonly string[]> => param.list(param.text({ most: 200 }), { doc });

/** Where a policy lives: known to the code that loads it, so that only code gives it. */
export const placeParams = {
  /** The folder that relative patterns start from. */
  root: param.code<string>({ doc: 'the folder that relative patterns start from' }),
  /** What `~` means. */
  home: param.code<string>({ doc: 'what `~` means' }),
  /** The file system that globs and links are looked up in. */
  files: param.code<FileSystemPort>({ doc: 'the file system that globs and links are looked up in' }),
};

/** Returns where the nodes of a policy look: what the host has said when the policy was built. */
export function hostPlace({ root, home, files }: Pick<BuildContext, 'root' | 'home' | 'files'>): Place {
  return { root, home, ...(files !== undefined && { files: files as FileSystemPort }) };
}

/** The options of a guard as a policy has them: without where it looks, which is for its host to say. */
export function withoutPlace<T extends Place>({ root: _root, home: _home, files: _files, ...own }: T): Omit<T, keyof Place> {
  return Object.freeze(own);
}

/** What guards that count share: which actions, who shares the counter, and its name. */
export const countingParams = {
  /** Which actions count. */
  match: param.optional(param.match({ doc: 'which actions count' }), 'all of them'),
  /** Who shares the counter. */
  per: param.optional(param.choice(COUNTER_SCOPES, { doc: 'who shares the counter' }), 'session'),
  /** Tells this counter from another one of the same scope. */
  name: param.optional(
    param.text({ doc: 'tells this counter from another one of the same scope' }),
    'made from the other options',
  ),
};

/** What tells the values of arguments apart, so that each has its own count. */
export const valueParams = {
  /** Arguments, by name or path (`account.id`): each of their values has its own count, and an action without them is blocked. */
  by: param.optional(
    param.list(param.text(), {
      doc: 'arguments, by name or path (`account.id`): each of their values has its own count, and an action without them is blocked',
    }),
    'one count for all values',
  ),
  /** For how many values of `by` counts are kept: an action with one more is blocked. */
  maxKeys: param.optional(
    param.number({ whole: true, min: 1, doc: 'for how many values of `by` counts are kept: an action with one more is blocked' }),
    '10000',
  ),
  /** An argument, by name or path: `max` is how many different values it may have, each item of a list being one. */
  distinct: param.optional(
    param.text({
      doc: 'an argument, by name or path: `max` is how many different values it may have, each item of a list being one',
    }),
    'actions are counted, whatever their arguments are',
  ),
};
