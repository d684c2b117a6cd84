import { fileURLToPath } from 'node:url';

import type { Plugin } from 'esbuild';

const effects = (path: string): string => fileURLToPath(new URL(`../effects/src/${path}`, import.meta.url));

/** What stands in for the analysers of commands and code, by the import that it takes the place of. */
const STAND_INS: Readonly<Record<string, string>> = {
  './shell/interpret/analyzeShell.ts': `export const analyzeShell = (...args) => require('./shell.cjs').analyzeShell(...args);`,
  './code/scanner.ts': `export const createCodeScanner = parsers => {
    let real;
    const scanner = () => (real ??= require('./shell.cjs').createCodeScanner(parsers));
    return { scan: (...args) => scanner().scan(...args), loading: () => real?.loading() };
  };`,
};

/** The entry of the bundle that the analysers of commands and code are in. */
export const SHELL_ENTRY = 'licet:shell';

/**
 * Puts the analysers of commands and code, with everything they know about programs, into a bundle of their own. They take
 * and give plain data, and a call of a file tool needs none of them: it neither reads nor starts them.
 */
export const splitAnalysers: Plugin = {
  name: 'split-analysers',
  setup(builder) {
    builder.onResolve({ filter: /^licet:shell$/ }, ({ path }) => ({ path, namespace: 'licet' }));
    builder.onResolve({ filter: /^\.\/(?:shell\/interpret\/analyzeShell|code\/scanner)\.ts$/ }, ({ path, importer }) =>
      importer.endsWith('/effects/src/analyzer.ts') ? { path, namespace: 'licet' } : undefined,
    );
    builder.onResolve({ filter: /^\.\/shell\.cjs$/ }, ({ path }) => ({ path, external: true }));
    builder.onLoad({ filter: /.*/, namespace: 'licet' }, ({ path }) => ({
      contents:
        STAND_INS[path] ??
        `export { analyzeShell } from ${JSON.stringify(effects('shell/interpret/analyzeShell.ts'))};
         export { createCodeScanner } from ${JSON.stringify(effects('code/scanner.ts'))};`,
      resolveDir: effects('.'),
    }));
  },
};
