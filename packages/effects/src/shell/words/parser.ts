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

/** True when this very script (not the ones nested in it) was not understood. */
export function hasSyntaxError(script: Pick<ParsedScript, 'errors'>): boolean {
  return script.errors !== undefined && script.errors.length > 0;
}
