import { backDoors } from './backDoors.ts';
import type { Danger } from './danger.ts';
import { imageDangers, bareHost } from './images.ts';
import { codeLeaks, lineLeaks, foreignAddress } from './leaks.ts';
import { webShells } from './webShells.ts';
import type { WrittenKind } from './writtenKind.ts';
import { containerFileFindings } from '../../programs/composeFiles.ts';

/** A secret in another form than the one that the log of a pipeline hides. */
const UNMASKED =
  /(?:secrets\.\w+|toJSON\(\s*secrets\s*\))[^\n]{0,200}\|\s*(?:rev|xxd|od|hexdump|fold|base64(?!\s+(?:-d|-D|--decode))|tr\s)(?![^\n]*>)[^\n]*$/m;

/** Code of a pull request, which anyone can open, checked out where the secrets of the project are. */
const checksOutStranger = (text: string): boolean =>
  /\bpull_request_target\b/.test(text) && /\bref:\s*\$\{\{\s*github\.(?:event\.pull_request\.head\.|head_ref)/.test(text);

/** What a file of a pipeline does with its secrets. */
function pipelineDangers(text: string): readonly Danger[] {
  const opens = (note: string): readonly Danger[] => [{ kind: 'opens', note }];
  if (UNMASKED.test(text)) return opens('a secret appears in the log of the pipeline');
  if (checksOutStranger(text)) return opens('code of anyone who opens a pull request runs with the secrets of the project');
  const host = bareHost(text.split('\n'), /\b(?:curl|wget|iwr|irm)\b/);
  if (host !== undefined) return [{ kind: 'fetches', host, note: 'a pipeline runs what a bare address gives' }];
  return lineLeaks(text);
}

/** An address without encryption: a machine on the way can change what is installed. */
const OPEN = /\bhttp:\/\/[^\s"'`<>)]{1,300}/g;

/** A lock file that takes a package from an address without encryption. */
function lockDangers(text: string): readonly Danger[] {
  const hosts = [...text.matchAll(OPEN)].slice(0, 50).flatMap(([url]) => foreignAddress(url)?.host ?? []);
  return hosts.slice(0, 1).map(host => ({ kind: 'opens', note: `a package comes without encryption from ${host}` }));
}

/** A download that goes straight into a shell. */
const PIPED =
  /\b(?:curl|wget|iwr|irm|Invoke-WebRequest)\b[^\n|`]{0,300}\|\s*(?:sudo\s+)?(?:(?:ba|z|da)?sh|iex|python[\d.]*|node)\b/i;

/** No word on the line in front forbids what follows. */
const NOT_FORBIDDEN = String.raw`(?<!\b(?:never|not|no|n['’]t|avoid|without)\b[^.\n]{0,40})`;

/** Orders to pass over what guards the agent, and to do without a question what leaves the machine. */
const PASSED_OVER = new RegExp(
  [
    String.raw`${NOT_FORBIDDEN}\b(?:ignore|bypass|disregard|circumvent|work around|get (?:a)?round)\b[^.\n]{0,40}\b(?:guards?|guardrails?|(?:guard|git|licet|safety|permission|commit) hooks?|licet|(?:permission|safety|approval) (?:checks?|rules?|prompts?))\b`,
    String.raw`\b(?:never|do not|don['’]t) ask\b[^.\n]{0,30}\b(?:push|deploy|publish|delet|releas|pay)`,
    String.raw`${NOT_FORBIDDEN}\b(?:push|deploy|publish|release) (?:\w+ ){0,3}without (?:asking|approval|confirmation)\b`,
  ].join('|'),
  'i',
);

/** Instructions that tell every agent to run what an address gives, or to pass over its guards. */
function instructionDangers(text: string): readonly Danger[] {
  if (PIPED.test(text)) return [{ kind: 'opens', note: 'agents are told to run what an address gives' }];
  return PASSED_OVER.test(text) ? [{ kind: 'opens', note: 'agents are told to pass over their guards' }] : [];
}

/** What a file of containers gives them of the machine that they run on: its rights, its folders. */
function manifestDangers(text: string): readonly Danger[] {
  const isOpen = containerFileFindings(text, undefined).some(finding => 'kind' in finding && finding.kind === 'privilege');
  return isOpen ? [{ kind: 'opens', note: 'what runs in the container has the rights of the machine' }] : [];
}

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
