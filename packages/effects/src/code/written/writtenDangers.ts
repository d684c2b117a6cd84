import { backDoors } from './backDoors.ts';
import type { Danger } from './danger.ts';
import { imageDangers } from './images.ts';
import { codeLeaks, lineLeaks } from './leaks.ts';
import { instructionDangers } from './instructions.ts';
import { lockDangers } from './locks.ts';
import { manifestDangers } from './manifests.ts';
import { pipelineDangers } from './pipelines.ts';
import { webShells } from './webShells.ts';
import type { WrittenKind } from './writtenKind.ts';

/** Files of tests and examples: nothing of them serves a user. */
const TRIALS =
  /\/(?:tests?|__tests__|__mocks__|spec|specs|mocks?|fixtures?|e2e|examples?|stories)\/|[._-](?:test|spec|stories|mock)\.\w+$|\/(?:test_|conftest)[^/]*$/i;

/** Longer texts are not looked through. */
const LONGEST = 131_072;

const ofSource = (path: string, text: string, language: string): readonly Danger[] => [
  ...(TRIALS.test(path) ? [] : [...backDoors(text), ...webShells(text, language)]),
  ...codeLeaks(text),
];

/**
 * What a text does that is written into a file, by the kind of the file: a source that lets a stranger in, runs what a request says or sends
 * secrets away; a pipeline that gives its secrets away; an image that fetches from a bare address; containers with the rights of
 * the machine; packages that come without encryption. It reads the text and follows names for a
 * few steps, so it sees what is written plainly and no more.
 */
export function writtenDangers(path: string, text: string, kind: WrittenKind): readonly Danger[] {
  if (text.length > LONGEST) return [];
  if (kind === 'pipeline') return pipelineDangers(text);
  if (kind === 'lock') return lockDangers(text);
  if (kind === 'manifest') return manifestDangers(text);
  if (kind === 'instructions') return instructionDangers(text);
  return kind === 'image' ? [...imageDangers(text), ...lineLeaks(text)] : ofSource(path, text, kind.language);
}
