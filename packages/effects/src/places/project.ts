import { InvariantError } from '@licet/core';
import type { FileSystemPort } from './fileSystem.ts';
import { createPathMatcher } from './matcher.ts';
import type { PathMatcher } from './matcher.ts';
import { nodeFiles } from './nodeFiles.ts';
import { PathPatternError } from './pattern.ts';
import { placeOf } from './lexical.ts';

/** Where a policy lives. Fixed when the guard is made; what the agent does later cannot move it. */
export interface Place {
  /** The folder that relative patterns start from. @defaultValue the working directory of the process */
  readonly root?: string;
  /** What `~` means. @defaultValue the home folder of the process */
  readonly home?: string;
  /** The file system that globs and links are looked up in. @defaultValue the real one */
  readonly files?: FileSystemPort;
}

/** A place with every part known. */
export type KnownPlace = Required<Place>;

/** Fills in what is not given from the process, where there is one. */
export function knownPlace({ root, home, files }: Place): KnownPlace {
  const host = globalThis.process as NodeJS.Process | undefined;
  const user = home ?? host?.env['HOME'] ?? host?.env['USERPROFILE'] ?? '/nonexistent';
  return { root: placeOf(root ?? host?.cwd() ?? '/'), home: placeOf(user), files: files ?? nodeFiles() };
}

/** A pattern, alone or with examples that are checked when the policy loads. */
export type PatternInput =
  | string
  | { readonly pattern: string; readonly match?: readonly string[]; readonly notMatch?: readonly string[] };

/** Returns the patterns without their examples. */
export function patternTexts(inputs: readonly PatternInput[]): readonly string[] {
  return inputs.map(input => (typeof input === 'string' ? input : input.pattern));
}

/**
 * Compiles the patterns of one param and checks their examples. Throws an `InvariantError` with the place of the pattern.
 *
 * @param caseFold - Whether letters count without case. Default false.
 */
export function matcherFor(
  param: string,
  inputs: readonly PatternInput[],
  place: KnownPlace,
  mode: 'grant' | 'restrict',
  caseFold: boolean = false,
): PathMatcher {
  const anchors = { root: place.root, home: place.home, mode, caseFold, realRoot: place.files.realPath(place.root) };
  for (const [index, input] of inputs.entries()) {
    if (typeof input !== 'string') checkExamples(input, compiled(param, index, input.pattern, anchors), place, [param, index]);
  }
  try {
    return createPathMatcher(patternTexts(inputs), anchors);
  } catch (error) {
    const [first, ...others] = inputs.flatMap((input, index) =>
      typeof input === 'string' ? faultOf(param, index, input, anchors) : [],
    );
    if (first === undefined) throw error;
    throw new InvariantError('invalid_pattern', first.message, { path: first.path, others, cause: first.cause });
  }
}

/** What is wrong with a pattern. */
function faultOf(
  param: string,
  index: number,
  pattern: string,
  anchors: Parameters<typeof createPathMatcher>[1],
): readonly InvariantError[] {
  try {
    compiled(param, index, pattern, anchors);
    return [];
  } catch (error) {
    if (error instanceof InvariantError) return [error];
    throw error;
  }
}

function compiled(param: string, index: number, pattern: string, anchors: Parameters<typeof createPathMatcher>[1]): PathMatcher {
  try {
    return createPathMatcher([pattern], anchors);
  } catch (cause) {
    if (!(cause instanceof PathPatternError)) throw cause;
    throw new InvariantError('invalid_pattern', cause.message, { path: [param, index], cause });
  }
}

function checkExamples(
  input: Exclude<PatternInput, string>,
  matcher: PathMatcher,
  place: KnownPlace,
  path: readonly (string | number)[],
): void {
  const absolute = (example: string): string =>
    example.startsWith('/') ? example : example.startsWith('~/') ? place.home + example.slice(1) : `${place.root}/${example}`;
  const check = (key: 'match' | 'notMatch', wanted: boolean): void => {
    for (const [index, example] of (input[key] ?? []).entries()) {
      if (matcher.match(absolute(example)).length > 0 === wanted) continue;
      const found = wanted ? 'does not match' : 'matches';
      throw new InvariantError('example_failed', `the pattern \`${input.pattern}\` ${found} its example \`${example}\``, {
        path: [...path, key, index],
      });
    }
  };
  check('match', true);
  check('notMatch', false);
}
