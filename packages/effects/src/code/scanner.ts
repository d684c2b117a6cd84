import type { Effect } from '@licet/core';
import { NO_PARSER } from '../marks.ts';
import { dynamicEffect } from './calls.ts';
import type { CodeContext } from './calls.ts';
import type { BabelParser } from './javascript/parser.ts';
import { loadBabel } from './javascript/parser.ts';
import { scanJavaScript } from './javascript/scan.ts';
import { joinReads } from './remoteCalls.ts';
import { loadPythonParser } from './python/parser.ts';
import type { PythonParser } from './python/parser.ts';
import { scanPython } from './python/scan.ts';

/** How parsers are got, for bundles that hold them themselves. */
export interface CodeParsers {
  readonly javascript?: () => BabelParser;
  readonly python?: () => Promise<PythonParser>;
}

/** Scans code in the languages that there is a scanner for. */
export interface CodeScanner {
  /** The effects of source code. Code of a language that is not scanned is `unknown`, and so is Python until its parser is loaded. */
  scan(language: string, source: string, context: CodeContext): readonly Effect[];
  /** Settles when a parser that a scan has missed is loaded, or failed to; nothing when none was missed. It never rejects. */
  loading(): Promise<void> | undefined;
}

const JAVASCRIPT = /^(?:javascript|js|mjs|cjs|jsx|typescript|ts|mts|cts|tsx|node|deno|bun|ecmascript)$/i;
const PYTHON = /^(?:python\d*(?:\.\d+)?|py|pypy\d*|ipython\d*)$/i;
const SHELL = /^(?:shell|sh|bash|zsh|dash|ksh)$/i;

const MAX_NESTING = 8;

const marked = (effect: Effect): Effect =>
  effect.tags?.includes('inline_code') === true ? effect : { ...effect, tags: [...(effect.tags ?? []), 'inline_code'] };

/** The Python parser as it comes: a scan that misses it starts loading it. */
const createGrammar = (
  load: () => Promise<PythonParser>,
): { take(): PythonParser | undefined; missed(): Promise<void> | undefined } => {
  let grammar: PythonParser | undefined;
  let pending: Promise<void> | undefined;
  let isSettled = false;
  let isMissed = false;
  const settle = (loaded?: PythonParser): void => {
    grammar = loaded;
    isSettled = true;
  };
  return {
    take: () => {
      pending ??= load().then(settle, () => settle());
      isMissed ||= !isSettled;
      return grammar;
    },
    missed: () => {
      const wasMissed = isMissed;
      isMissed = false;
      return wasMissed ? pending : undefined;
    },
  };
};

/** A scanner that loads each parser once, when it is first needed. */
export const createCodeScanner = (parsers: CodeParsers = {}): CodeScanner => {
  const grammar = createGrammar(parsers.python ?? loadPythonParser);
  let babel: BabelParser | undefined;
  let depth = 0;
  const scanOne = (language: string, source: string, context: CodeContext): readonly Effect[] => {
    if (JAVASCRIPT.test(language)) return scanJavaScript(source, context, (babel ??= (parsers.javascript ?? loadBabel)()));
    if (SHELL.test(language)) return context.shell(source, context.paths.cwd);
    if (!PYTHON.test(language))
      return [dynamicEffect(`${language === '' ? 'code' : language} that cannot be read`, context.tool)];
    const parser = grammar.take();
    return parser === undefined ? [dynamicEffect(NO_PARSER, context.tool)] : scanPython(source, context, parser);
  };
  return Object.freeze<CodeScanner>({
    scan: (language, source, context) => {
      if (depth >= MAX_NESTING) return [dynamicEffect('code inside code, too deep', context.tool)];
      depth += 1;
      try {
        return joinReads(scanOne(language, source, context)).map(marked);
      } catch {
        return [dynamicEffect(NO_PARSER, context.tool)];
      } finally {
        depth -= 1;
      }
    },
    loading: () => grammar.missed(),
  });
};
