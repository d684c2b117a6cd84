import type { Danger } from './danger.ts';
import { bareHost } from './images.ts';
import { lineLeaks } from './leaks.ts';

/** A secret in another form than the one that the log of a pipeline hides. */
const UNMASKED =
  /(?:secrets\.\w+|toJSON\(\s*secrets\s*\))[^\n]{0,200}\|\s*(?:rev|xxd|od|hexdump|fold|base64(?!\s+(?:-d|-D|--decode))|tr\s)(?![^\n]*>)[^\n]*$/m;

/** Code of a pull request, which anyone can open, checked out where the secrets of the project are. */
const checksOutStranger = (text: string): boolean =>
  /\bpull_request_target\b/.test(text) && /\bref:\s*\$\{\{\s*github\.(?:event\.pull_request\.head\.|head_ref)/.test(text);

/** What a file of a pipeline does with its secrets. */
export function pipelineDangers(text: string): readonly Danger[] {
  const opens = (note: string): readonly Danger[] => [{ kind: 'opens', note }];
  if (UNMASKED.test(text)) return opens('a secret appears in the log of the pipeline');
  if (checksOutStranger(text)) return opens('code of anyone who opens a pull request runs with the secrets of the project');
  const host = bareHost(text.split('\n'), /\b(?:curl|wget|iwr|irm)\b/);
  if (host !== undefined) return [{ kind: 'fetches', host, note: 'a pipeline runs what a bare address gives' }];
  return lineLeaks(text);
}
