import { EVERYDAY_COMMANDS, callWords } from '@licet/analysis';
import type { Action, ApprovalRequest } from '@licet/core';
import type { EffectAnalyzer } from '@licet/core/nodes';
import { coversActs, generalizationOf } from '@licet/core/store';
import type { Act, Region, WordForm } from '@licet/core/store';
import { generalizeAction } from '@licet/effects';

/** Calls that a yes would cover, and near ones that it would not, in words. Each was compared in the same way as later calls are. */
export interface CoverageExamples {
  readonly covered: readonly string[];
  readonly near: readonly string[];
}

const MOST = 3;

/** Finds calls that a yes covers and near ones that it does not: variants of what was shown, and everyday commands that comparing policies tries. */
export async function coverageExamples(
  { action, generalization: shown }: ApprovalRequest,
  region: Region,
  analyze: EffectAnalyzer,
): Promise<CoverageExamples> {
  if (shown === undefined) return { covered: [], near: [] };
  const isCovered = async (variant: Action): Promise<boolean> => {
    const wanted = generalizationOf(variant, await analyze(variant), generalizeAction);
    return wanted !== undefined && coversActs(shown, wanted, region);
  };
  const [covered, near] = [new Set<string>(), new Set<string>()];
  for (const variant of variantsOf(action, shown.acts)) {
    if (covered.size === MOST && near.size === MOST) break;
    const found = (await isCovered(variant)) ? covered : near;
    if (found.size < MOST) found.add(callWords(variant));
  }
  return { covered: [...covered], near: [...near] };
}

function variantsOf(action: Action, acts: readonly Act[]): readonly Action[] {
  const own = acts.flatMap(act => ('words' in act ? [act.words] : []));
  if (own.length > 0) return own.flatMap(commandsNear).map(command => withCommand(action, command));
  const { command } = action.payload;
  if (typeof command === 'string') return [command, ...around(command)].map(each => withCommand(action, each));
  return Object.entries(action.payload).flatMap(([name, value]) =>
    typeof value === 'string' ? valuesNear(value).map(each => ({ ...action, payload: { ...action.payload, [name]: each } })) : [],
  );
}

/** Calls of a shell, whatever tool has asked. */
const withCommand = (action: Action, command: string): Action => ({
  ...action,
  kind: 'bash',
  payload: action.kind === 'bash' ? { ...action.payload, command } : { command },
});

/** Calls that differ where a form leaves something open, then those that differ elsewhere. */
function commandsNear(words: readonly WordForm[]): readonly string[] {
  const spell = (each: readonly string[]): string => each.map(quoted).join(' ');
  const shown = words.map(word => instanceOf(word, 'shown'));
  const other = words.map(word => instanceOf(word, 'other'));
  const last = other.findLastIndex((word, at) => at > 1 && typeof words[at] === 'string' && !word.startsWith('-'));
  const elsewhere = last < 0 ? [] : [spell(other.with(last, 'main'))];
  const [program = ''] = shown;
  const usual = EVERYDAY_COMMANDS.filter(command => command.startsWith(`${program} `));
  const force = [program, ...shown.slice(1, 2), '--force', ...shown.slice(2)];
  return [spell(other), spell(shown), spell(force), ...elsewhere, ...around(spell(other)), ...usual];
}

const around = (command: string): readonly string[] => [`${command} && rm -r build`, `cd .. && ${command}`, `sudo ${command}`];

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`);

function instanceOf(word: WordForm, which: 'shown' | 'other'): string {
  if (typeof word === 'string') return word;
  if ('any' in word) return which === 'shown' ? 'fix the tests' : `another ${word.any}`;
  if ('origin' in word) return `${word.origin}/${which === 'shown' ? 'a' : 'b?c=d'}`;
  return which === 'shown' ? word.file : `${folderOf(word.file)}another-file`;
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** The value itself, a neighbor, and the same name elsewhere. */
function valuesNear(value: string): readonly string[] {
  if (/^https?:\/\//.test(value)) return [`${URL.parse(value)?.origin}/b?c=d`, value, 'https://other.example/a'];
  if (!value.startsWith('/')) return [];
  const [folder, name] = [folderOf(value), value.slice(value.lastIndexOf('/') + 1)];
  return [value, `${folder}another-${name}`, `${folder}below/${name}`, `${folder}../${name}`];
}
