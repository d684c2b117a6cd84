import type { FileTarget } from '@licet/core';
import { createPathMatcher, GOVERNING_NAMES, governingSecrets, matcherFor, statePatterns } from '@licet/effects/places';
import type { KnownPlace, PathMatcher } from '@licet/effects/places';

/** Finds reads of the files that are secret and govern the agent. */
export interface GoverningSecretReads {
  /** The patterns that count for a read. A copy, a search or a listing of a project does not aim at its state. */
  matchersFor(target: FileTarget, tags?: readonly string[]): readonly PathMatcher[];
  /** A path that a pattern through many folders is able to match, whether such a file exists now or not. */
  aimedPath(target: FileTarget, tags?: readonly string[]): string | undefined;
}

/** Prepares the list of governing secrets for one place. */
export function governingSecretReads(place: KnownPlace): GoverningSecretReads {
  const secrets = matcherFor('paths', governingSecrets, place, 'restrict', true);
  const state = matcherFor('paths', statePatterns, place, 'restrict', true);
  return Object.freeze<GoverningSecretReads>({
    matchersFor: (target, tags) => (isDirect(target) && tags?.includes('metadata') !== true ? [secrets, state] : [secrets]),
    aimedPath({ glob, lexical, resolved, recursive }, tags = []) {
      if (tags.includes('metadata')) return undefined;
      if (recursive === true && glob === undefined && [lexical, resolved].includes(`${place.home}/.licet`)) return lexical;
      if (glob === undefined || !(glob.includes('**') || namesHidden(glob, place.home))) return undefined;
      const inHome = GOVERNING_NAMES.map(name => `${place.home}/${name}`);
      const inFolder = /state[^/]*$/.test(glob) ? [`${lexical}/.licet/state.db`, `${resolved}/.licet/state.db`] : [];
      const matches = patternTest(glob);
      return [...inHome, ...inFolder].find(matches);
    },
  });
}

/** Whether the target names files of one folder, or lies in a folder of Licet. */
const isDirect = ({ recursive, glob, lexical }: FileTarget): boolean =>
  (recursive !== true && glob?.includes('**') !== true) || /\/\.licet(?:\/|$)/i.test(lexical);

/** Whether a pattern asks for hidden folders of the home folder, as shells want it: `~/.l*t/…`. */
const namesHidden = (glob: string, home: string): boolean =>
  /^(?:\.|\[\.|\{)/.test(glob.split('/')[home.split('/').length] ?? '');

/** Tells which paths a pattern of an action matches. One that cannot be read may match any path. */
export function patternTest(glob: string): (path: string) => boolean {
  try {
    const named = createPathMatcher([glob], { root: '/', mode: 'grant' });
    return path => named.match(path).length > 0;
  } catch {
    return () => true;
  }
}
