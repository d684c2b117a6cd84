import type { Effect, FileTarget } from '@licet/core';
import type { Danger } from '../code/written/danger.ts';
import { writtenDangers } from '../code/written/writtenDangers.ts';
import { writtenKind } from '../code/written/writtenKind.ts';
import { isTemporaryFor } from '../places/temporary.ts';
import { textsIn } from './laterEffects.ts';
import type { ToolContext } from './use.ts';
import { ofTool } from './use.ts';

/** A cheap look before any text is searched: without one of these words nothing in it is a danger. */
const MAY_HOLD =
  /\bask(?:ing)?\b|ignore|bypass|disregard|circumvent|pass(?:word|wd|phrase)|pwd|master|back_?door|headers?\b|\.get\(|getHeader|verif|authenticat|validat|algorithms|system|passthru|exec|eval|popen|spawn|subprocess|Process|`|process\.env|environ|getenv|ENV\b|secrets|curl|wget|pull_request_target|privileged|host(?:PID|Path|IPC)|http:|:\/\/\d|\$_(?:GET|POST|REQUEST)/i;

/** Most files of one action whose text is looked at. */
const MOST = 64;

const effectOf = (danger: Danger, written: Effect & { readonly target: FileTarget }, { tool }: ToolContext): Effect => {
  const { note } = danger;
  const certainty = 'possible';
  if (danger.kind === 'opens') return { ...written, certainty, tags: [...(written.tags ?? []), 'weakens'], note };
  const isLeak = danger.kind === 'leaks';
  const target = { type: 'network', host: danger.host, direction: isLeak ? 'upload' : 'download' } as const;
  return ofTool(tool, { kind: 'network', target, certainty, tags: [isLeak ? 'uploads' : 'downloaded_code'], note });
};

/** A command as it is, and with what is in quotes as lines; a slash that `sed` quotes is a slash. */
function formsOf(command: string): readonly string[] {
  const text = command.replaceAll('\\/', '/');
  return [text, text.replace(/\\n|["']/g, '\n')];
}

/** The dangers of the first text that has one: a command is looked at in two forms. */
function dangersOf(path: string, texts: readonly string[]): readonly Danger[] {
  const kind = writtenKind(path);
  if (kind === undefined) return [];
  for (const text of texts) {
    const found = writtenDangers(path, text, kind);
    if (found.length > 0) return found;
  }
  return [];
}

const isFile = (effect: Effect): effect is Effect & { readonly target: FileTarget } => effect.target?.type === 'file';

/**
 * What the files that an action writes do when they run, or let others do, by the text that the action puts into them. A command holds the text
 * among its words, so all of them are looked at for each file that it writes.
 */
export function writtenContent(
  effects: readonly Effect[],
  payload: Readonly<Record<string, unknown>>,
  context: ToolContext,
): readonly Effect[] {
  const written = effects
    .filter(isFile)
    .filter(({ kind, target }) => kind === 'write' && !isTemporaryFor(context.root, target.lexical));
  if (written.length === 0) return [];
  const { command } = payload;
  const all = typeof command === 'string' ? formsOf(command) : textsIn(payload);
  const texts = all.filter(text => MAY_HOLD.test(text));
  return written
    .slice(0, texts.length === 0 ? 0 : MOST)
    .flatMap(effect => dangersOf(effect.target.lexical, texts).map(danger => effectOf(danger, effect, context)));
}
