import { parse } from 'unbash';
import type { ParsedScript } from 'unbash';

export type {
  ArithmeticExpression,
  Assignment,
  Command,
  CommandNode,
  CompoundCommand,
  CompoundList,
  HereDoc,
  ParameterExpansionPart,
  ParameterOperation,
  ParsedScript,
  Pipeline,
  Redirection,
  Statement,
  SyntaxNode,
  TestExpression,
  Word,
  WordPart,
} from 'unbash';

/** Shell text as a tree, or the reason why there is none. */
export type ParsedShell =
  | { readonly ok: true; readonly script: ParsedScript }
  | { readonly ok: false; readonly reason: string; readonly script?: ParsedScript };

/**
 * Parses bash text. Never throws: a syntax error on the top level, or a parser that gives up, is `ok: false`, with the part of
 * the tree that could be read, because bash runs the lines before an error. Errors inside substitutions are on their own
 * scripts: see `hasSyntaxError`.
 */
export function parseShell(source: string): ParsedShell {
  try {
    const script = parse(source);
    const error = script.errors?.[0];
    return error === undefined ? { ok: true, script } : { ok: false, reason: error.message, script };
  } catch (error) {
    return { ok: false, reason: error instanceof RangeError ? 'nested too deeply' : 'the parser gave up' };
  }
}

/** Characters that the parser reads for one unit of work, and those that it reads again to find the end of what is open. */
const CHARS_PER_UNIT = 64;
const AGAIN_PER_UNIT = 40_000;

/**
 * What parsing a text costs, in units of work. For each level of brackets the parser looks for the end of it, so that the cost grows with the
 * depth as well as with the length. Brackets in quotes count too: that makes text dearer, never cheaper.
 */
export function parsingCost(text: string): number {
  let [depth, deepest] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === 0x28 || sign === 0x5b || sign === 0x7b) deepest = Math.max(deepest, ++depth);
    else if ((sign === 0x29 || sign === 0x5d || sign === 0x7d) && depth > 0) depth -= 1;
  }
  return Math.ceil(text.length / CHARS_PER_UNIT + (deepest * text.length) / AGAIN_PER_UNIT);
}

/** True when this very script (not the ones nested in it) was not understood. */
export function hasSyntaxError(script: Pick<ParsedScript, 'errors'>): boolean {
  return script.errors !== undefined && script.errors.length > 0;
}
