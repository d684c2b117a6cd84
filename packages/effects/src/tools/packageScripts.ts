import type { Effect } from '@licet/core';
import { draw } from '../work.ts';
import type { ToolContext } from './use.ts';
import { judgeArgument } from './judge.ts';
import { isForeign, textsIn } from './laterEffects.ts';

const MANIFEST = /\/package\.json$/;

/** Scripts that an installation runs by itself. Source: the manual of npm on scripts. */
const ON_INSTALL = /^(?:(?:pre|post)?install|(?:pre|post)?prepare|prepublish|dependencies)$/;

const CHARS_PER_UNIT = 4096;

/** Whether code evaluates text in the same breath as it fetches something. */
const evaluatesFetched = (effects: readonly Effect[]): boolean =>
  effects.some(({ kind, target }) => kind === 'network' && target?.type === 'network') &&
  effects.some(({ kind, tags = [] }) => kind === 'unknown' && tags.includes('dynamic') && tags.includes('inline_code'));

/**
 * What is said of code that runs later, without anybody reading it again: code from elsewhere, ruin of the machine, and, where it
 * has no business there, what is sent away.
 */
export function saidLater(effects: readonly Effect[], maySend: boolean): readonly Effect[] {
  const fetched = evaluatesFetched(effects);
  const holdsSecrets = effects.some(({ tags = [] }) => tags.includes('secret'));
  return effects.flatMap((effect): readonly Effect[] => {
    const isLeak = holdsSecrets && effect.target?.type === 'network' && effect.target.direction === 'upload';
    if (!maySend && isLeak) return [{ ...effect, certainty: 'possible', tags: [...(effect.tags ?? []), 'uploads'] }];
    const isSaid = isForeign(effect) || (!maySend && sends(effect)) || (fetched && effect.kind === 'unknown');
    return isSaid ? [{ ...effect, certainty: 'possible' }] : [];
  });
}

/** What an installation never has to do: send something of this machine away. */
const sends = ({ tags = [] }: Effect): boolean =>
  tags.includes('uploads') || (tags.includes('secret') && !tags.includes('among'));

/**
 * What the scripts do that a call writes into a `package.json`. They run later, without anybody reading them again, so one that runs
 * what it fetches, or an installation that sends something away, is said when it is written.
 */
export function scriptEffects(
  effects: readonly Effect[],
  payload: Readonly<Record<string, unknown>>,
  context: ToolContext,
): readonly Effect[] {
  const isWritten = effects.some(
    ({ kind, target }) => kind === 'write' && target?.type === 'file' && MANIFEST.test(target.lexical),
  );
  if (!isWritten) return [];
  return textsIn(payload)
    .flatMap(text => (draw(context.work, text.length / CHARS_PER_UNIT) ? scriptsIn(text) : []))
    .flatMap(([name, script]) => saidLater(judgeArgument('shell', script, context), !ON_INSTALL.test(name)));
}

/** Names with commands of more than one word, wherever they are: an edit is rarely a whole document. */
const scriptsIn = (text: string): readonly (readonly [name: string, script: string])[] =>
  [...text.matchAll(/"([\w:.-]{1,64})"\s*:\s*("(?:[^"\\]|\\.)*")/g)].flatMap(([, name = '', quoted = '']) => {
    const script = unquoted(quoted);
    return /\s/.test(script) ? [[name, script] as const] : [];
  });

function unquoted(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}
