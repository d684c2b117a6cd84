import type { Effect } from '@licet/core';
import type { CodeContext } from './calls.ts';
import type { BabelParser } from './javascript/parser.ts';
import { loadBabel } from './javascript/parser.ts';
import { scanJavaScript } from './javascript/scan.ts';
import { dynamicEffect } from './judgeCall.ts';

/** How parsers are got, for bundles that hold them themselves. */
export interface CodeParsers {
  readonly javascript?: () => BabelParser;
}

/** Scans code in the languages that there is a scanner for. */
export interface CodeScanner {
  /** The effects of source code. Code of a language that nobody scans is `unknown`. */
  scan(language: string, source: string, context: CodeContext): readonly Effect[];
}

const javascript = /^(?:javascript|js|mjs|cjs|jsx|typescript|ts|mts|cts|tsx|node|deno|bun|ecmascript)$/i;

const shell = /^(?:shell|sh|bash|zsh|dash|ksh)$/i;

const maxNesting = 8;

/** A scanner that loads each parser once, when it is first needed. */
export const createCodeScanner = (parsers: CodeParsers = {}): CodeScanner => {
  let babel: BabelParser | undefined;
  let depth = 0;

  const scanOne = (language: string, source: string, context: CodeContext): readonly Effect[] => {
    if (javascript.test(language)) return scanJavaScript(source, context, (babel ??= (parsers.javascript ?? loadBabel)()));
    if (shell.test(language)) return context.shell(source, context.paths.cwd);
    return [dynamicEffect(`${language === '' ? 'code' : language} that nobody can read`, context.tool)];
  };

  return Object.freeze<CodeScanner>({
    scan: (language, source, context) => {
      if (depth >= maxNesting) return [dynamicEffect('code inside code, too deep', context.tool)];
      depth += 1;
      try {
        return scanOne(language, source, context);
      } catch {
        return [dynamicEffect('the parser cannot be loaded', context.tool)];
      } finally {
        depth -= 1;
      }
    },
  });
};
