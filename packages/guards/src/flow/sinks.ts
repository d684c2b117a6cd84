import { isRecord } from '@licet/core/nodes';

import type { Declarations, FlowTool } from './declaration.ts';
import type { Fields } from './records.ts';
import type { FlowState } from './state.ts';
import type { ArgumentKind } from './tables.ts';
import { ADDRESS_KEYS, CONTENT_KEYS, DEST_KEYS, DETAIL_KEYS, OBJECT_KEYS, isFetchVerb, isReadingTool } from './tables.ts';
import { countWords, fold, hostOf, isIn, isLong, isMeasure, linkOf, referencesIn } from './words.ts';

/** One value among the arguments of a call. */
export interface Argument {
  readonly key: string;
  readonly value: string | number | boolean;
  readonly kind: ArgumentKind;
}

const MOST_ARGUMENTS = 2_000;

/** Returns every value among the arguments of a call, with what it is. Members of lists and objects have the nearest name. */
export function flatArguments(tool: string, args: Fields, declared: Declarations): readonly Argument[] {
  const spec = declared.of(tool);
  const found: Argument[] = [];
  const visit = (key: string, value: unknown, depth: number): void => {
    if (found.length >= MOST_ARGUMENTS) return;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      found.push({ key, value, kind: kindOf(key, value, spec) });
    else if (Array.isArray(value)) for (const each of value) visit(key, each, depth + 1);
    else if (isRecord(value))
      for (const [name, each] of Object.entries(value)) {
        if (/[^\p{L}\p{N}_-]/u.test(name)) visit(key, name, depth + 1);
        visit(name, each, depth + 1);
      }
  };
  for (const [key, value] of Object.entries(args)) visit(key, value, 0);
  return found;
}

const snake = (key: string): string =>
  key
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .replace(/_+$/u, '');

/** What an argument is: as declared, else by its name, else by its value. */
function kindOf(key: string, value: string | number | boolean, { args = {} }: FlowTool): ArgumentKind {
  const declared = Object.hasOwn(args, key) ? args[key] : undefined;
  if (declared !== undefined) return declared;
  const own = snake(key);
  const last = own.slice(own.lastIndexOf('_') + 1);
  const isId = /(?:^|_)ids?$/u.test(own);
  if (typeof value === 'boolean') return 'detail';
  if (DEST_KEYS.has(own)) return 'dest';
  if (isId || OBJECT_KEYS.has(own)) return 'object';
  if (typeof value === 'number') return 'detail';
  if (CONTENT_KEYS.has(own)) return 'content';
  if (DETAIL_KEYS.has(own) && countWords(value) <= 3 && referencesIn(value).length === 0) return 'detail';
  if (DEST_KEYS.has(last)) return 'dest';
  if (OBJECT_KEYS.has(last)) return 'object';
  if (CONTENT_KEYS.has(last)) return 'content';
  return isMeasure(value) ? 'detail' : isLong(value) ? 'content' : 'object';
}

/** Whether a call does something, as declared or by the first word of its tool's name. */
export const isActing = (tool: string, args: Fields, declared: Declarations): boolean => {
  const { acts } = declared.of(tool);
  return acts ?? !(isReadingTool(tool) && !hasBody(tool, args, declared));
};

/** A tool that reads a page by its name, and sends something along. */
const hasBody = (tool: string, args: Fields, declared: Declarations): boolean =>
  addressIn(args) !== undefined &&
  ((typeof args['method'] === 'string' && !/^(?:get|head)$/iu.test(args['method'])) ||
    flatArguments(tool, args, declared).some(({ key }) => ['body', 'data', 'content', 'payload'].includes(snake(key))));

function addressIn(args: Fields): string | undefined {
  for (const [key, value] of Object.entries(args)) {
    const own = snake(key);
    const isAddress = ADDRESS_KEYS.has(own) && typeof value === 'string';
    if (isAddress && (hostOf(value) !== undefined || !['page', 'address'].includes(own))) return value;
  }
  return undefined;
}

/** The address that a call fetches: a page, without anything sent. Undefined for any other call. */
export const fetchedAddress = (tool: string, args: Fields, declared: Declarations): string | undefined =>
  isFetchVerb(tool) && !isActing(tool, args, declared) ? addressIn(args) : undefined;

/** Whether the prompts of the user hold a value, as it is or as an address is written. */
export function isNamed(value: string, { names }: FlowState): boolean {
  const folded = fold(value);
  if (isIn(folded, names)) return true;
  if (!/[./]/u.test(folded) || folded.includes('@')) return false;
  const link = linkOf(folded);
  return link !== folded ? isIn(link, names) || isIn(`www.${link}`, names) : isIn(`www.${link}`, names);
}
