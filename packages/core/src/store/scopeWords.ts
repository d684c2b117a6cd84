import { inFolders } from '../model/generalization.ts';
import type { Act, Generalization, ProgramActInFolder } from '../model/generalization.ts';
import type { Json } from '../model/json.ts';
import { isRecord } from '../model/json.ts';
import type { AnswerScope } from '../ports/approval.ts';

/**
 * Says in words what a yes for several calls covers, one line each. The words are made of the very data that later calls are compared with. Nothing
 * in them is escaped.
 *
 * @example
 * ```ts
 * import { coverageLines } from '@licet/core/store';
 *
 * const words = ['git', 'commit', '-m', { any: 'message' }];
 * coverageLines({ within: { cwd: '/project' }, acts: [{ words, effects: [] }] }, 'file'); // => ['git commit -m <any message>', 'in /project']
 * ```
 */
export function coverageLines({ within, acts }: Generalization, region: AnswerScope['region']): readonly string[] {
  const lines = acts.flatMap(act => actLines(region === 'folder' ? inFolders(act) : act));
  return [...lines, ...withinLine(within)];
}

/** Says when a yes for several calls ends. Times are ISO 8601. */
export function endWords({ lasts, until, uses }: Pick<AnswerScope, 'lasts' | 'until' | 'uses'>): string {
  const first = { task: "with the user's next prompt, ", session: 'with the session, ', time: '' }[lasts];
  const latest = lasts === 'time' ? '' : ' at the latest';
  return `ends ${first}at ${new Date(until).toISOString()}${latest}, or after ${uses} ${uses === 1 ? 'call' : 'calls'}`;
}

function actLines(act: Act | ProgramActInFolder): readonly string[] {
  if ('same' in act) return ['exactly this call, again'];
  const effects = act.effects.flatMap(effectLine);
  if ('tool' in act) return [`${act.tool}${givenWords(act.given)}`, ...effects];
  return [act.words.map(wordText).join(' '), ...effects];
}

/** The values that may differ are those of arguments that are named and not among the same ones. */
function givenWords(given: Json): string {
  if (!isRecord(given)) return '';
  const { arguments: names, origin, same } = given;
  const fixed = isRecord(same) ? Object.entries(same).map(([name, value]) => `${name}=${JSON.stringify(value)}`) : [];
  const place = typeof origin === 'string' ? [`any address of ${origin}`] : [];
  const known = Array.isArray(names) ? `any values of ${names.join(', ')} that do this` : '';
  return `, ${[...place, ...fixed, known].filter(each => each !== '').join(', ')}`;
}

function wordText(word: ProgramActInFolder['words'][number]): string {
  if (typeof word === 'string') return /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word);
  if ('any' in word) return `<any ${word.any}>`;
  if ('origin' in word) return `<any address of ${word.origin}>`;
  return 'file' in word ? word.file : `<any file directly in ${word.folder}>`;
}

/** That a program runs is said by its words. */
function effectLine(effect: Json): readonly string[] {
  if (!isRecord(effect) || effect['kind'] === 'execute') return [];
  const { kind, target, tags } = effect;
  const marks = Array.isArray(tags) && tags.length > 0 ? ` (${tags.join(', ')})` : '';
  return [`  ${textOf(kind)} ${targetText(target)}${marks}`];
}

function targetText(target: Json | undefined): string {
  if (!isRecord(target)) return 'something that has no name';
  const { type, lexical, resolved, glob, recursive, host, method, direction, category, name, value } = target;
  if (type === 'network')
    return `${method === undefined ? '' : `${textOf(method)} `}${textOf(host ?? 'a host that the call does not name')} (${textOf(direction)})`;
  if (type === 'named') return `${textOf(category)} ${textOf(name)}${value === undefined ? '' : ` = ${textOf(value)}`}`;
  const path = glob ?? `${textOf(lexical)}${recursive === true ? '/**' : ''}`;
  const really = resolved === lexical || glob !== undefined ? '' : ` (really ${textOf(resolved)})`;
  return `${type === undefined ? 'any file directly in ' : ''}${textOf(path)}${really}`;
}

function withinLine(within: Json): readonly string[] {
  if (!isRecord(within)) return [];
  const { cwd, agentId, principal, ...rest } = within;
  const parts = [
    ...(typeof cwd === 'string' ? [`in ${cwd}`] : []),
    ...(typeof agentId === 'string' ? [`by the agent ${agentId}`] : []),
    ...(isRecord(principal) ? [`for ${textOf(principal['id'])}`] : []),
    ...Object.entries(rest).map(([name, value]) => `${name} ${JSON.stringify(value)}`),
  ];
  return parts.length === 0 ? [] : [parts.join(', ')];
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));
