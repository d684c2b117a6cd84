import type { CallPatterns } from '../../programs/callPatterns.ts';
import { fitsCall } from '../../programs/callPatterns.ts';
import { isSecretVariable, mayHoldSecret } from '../../places/secrets.ts';
import { knownText } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { emit, emitEnvironment } from '../words/emit.ts';
import type { Frame } from '../words/frame.ts';
import type { ResolvedCall } from './resolveCall.ts';

const { raw } = String;

/** Records the credentials that words take from variables of the environment; an address may have a password in it. True when every variable is meant in turn. */
export function emitSecretVariables(fields: readonly Field[], program: string, frame: Frame): boolean {
  let isAny = false;
  for (const { source } of fields) {
    for (const [, sign, own = ''] of source.matchAll(/\$\{?(!?)([A-Za-z_]\w*)(?![*@\w])/g)) {
      const led = frame.state.variables.get(own);
      const name = sign === '!' ? (knownText(led?.fields[0]) ?? (led === undefined ? own : '*')) : own;
      if (frame.state.variables.has(name)) continue;
      const target = { type: 'named', category: 'variable', name } as const;
      isAny ||= name === '*' && led?.fields[0]?.origins.includes('environment') === true;
      if (isSecretVariable(name)) emit(frame, { kind: 'read', target, program, tags: ['secret'] });
      else if (name === '*' || mayHoldSecret(name))
        emit(frame, { kind: 'read', target, program, possible: true, tags: ['secret', 'among'] });
    }
  }
  return isAny;
}

/** Calls whose words become part of a history or of a page that others read. */
const RECORDS: CallPatterns = [
  ['git', raw`(?:commit|tag|notes|stash|merge|branch|checkout|switch)\b`],
  ['hg svn bzr fossil', raw`(?:commit|ci|tag)\b`],
  ['jj', raw`(?:commit|describe|new|split)\b`],
  ['gh glab hub tea', raw`(?:pr|mr|issue|release|gist|snippet|api|pull-request)\b`],
];

/** Records the credentials that the words of a message, a name or a page take from the environment. */
export function emitRecorded(call: ResolvedCall, words: readonly Field[], frame: Frame): void {
  const [program = '', ...path] = call.path;
  if (!fitsCall(RECORDS, program, [...path, ...call.operands.map(({ text }) => text ?? '?')].slice(0, 2).join(' '))) return;
  const expanded = words.filter(({ origins }) => origins.includes('environment'));
  emitSecretVariables(expanded, program, frame);
  if (expanded.some(({ origins }) => origins.includes('variables'))) emitEnvironment(frame, program);
}
