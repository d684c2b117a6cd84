import { unknownField } from '../words/field.ts';
import { start } from '../words/frame.ts';
import { applyUse, holdsLocalData, noteInputSent } from './applyUse.ts';
import type { AssignedCall, UsedWord } from './call.ts';
import { emitFile } from './emitFile.ts';
import { emitFixed } from './fixedEffects.ts';
import { tellsInHeader } from './network.ts';
import { holds } from '../../programs/rules/condition.ts';
import { detailOf } from './resolve.ts';
import { applyPatch } from './rules/patches.ts';
import { keepVariables } from './runUses.ts';

/** Where data goes is said last, when it is known whether there is any. */
const LATE: ReadonlySet<string> = new Set(['url', 'destination', 'target']);

/** Records what is done with each word, and with the input. */
export function applyWords(assigned: Pick<AssignedCall, 'call' | 'words' | 'context' | 'frame'>): void {
  const { words, context, frame } = assigned;
  for (const word of words)
    if (!LATE.has(word.use.as)) applyUse(word, word.use.beforeChange === true ? { ...context, frame } : context);
  if (words.some(({ use }) => LATE.has(use.as) && use.as !== 'destination')) context.sendsData ||= words.some(carriesLocalData);
  applyInput(assigned);
  for (const word of words) if (LATE.has(word.use.as)) applyUse(word, context);
}

/** Whether a word that is sent as it is written (a header, a name, a cookie) has data of this machine in it. */
function carriesLocalData({ use, field }: UsedWord): boolean {
  if (use.as === 'text' && tellsInHeader(field.text)) return true;
  return /^(?:text|data)$/.test(use.as) && holdsLocalData(field);
}

function applyInput({ call, words, context }: Pick<AssignedCall, 'call' | 'words' | 'context'>): void {
  const cases = call.descriptors.flatMap(descriptor => descriptor.cases ?? []);
  const special = cases.findLast(({ when, stdin }) => stdin !== undefined && holds(when, call));
  const stdin = special?.stdin ?? call.descriptors.at(-1)?.stdin;
  if (stdin === undefined) return;
  const use = detailOf(stdin);
  const { program, tags, frame } = context;
  if (use.as === 'patch') return applyPatch(call, words, context);
  if (use.as === 'text' || frame.stdin === undefined) return;
  if (use.as === 'data') noteInputSent(context);
  else if (use.as === 'read' || use.as === 'delete') emitFile(unknownField('standard input'), { kind: use.as, program }, frame);
  else keepVariables(start({ type: 'input', use, program, tags }, frame), context);
}

/** Records an upload when data is sent and no word says where. */
export function emitUploadElsewhere({ words, context }: Pick<AssignedCall, 'words' | 'context'>): void {
  if (!context.sendsData || words.some(({ use }) => use.as === 'url' || use.as === 'target')) return;
  emitFixed({ kind: 'network', target: 'network:upload', tags: ['uploads'] }, context.program, context.tags, context.frame);
}
