import { fileURLToPath } from 'node:url';

import type { Plugin } from 'esbuild';

const effects = (path: string): string => fileURLToPath(new URL(`../effects/src/${path}`, import.meta.url));

const standIn = (name: string): string => `export const ${name} = (...args) => require('./shell.cjs').${name}(...args);`;

/** What stands in for the analysers of commands and code, by the import that it takes the place of. */
const STAND_INS: Readonly<Record<string, string>> = {
  './shell/interpret/analyzeShell.ts': standIn('analyzeShell'),
  '../programs/index.ts': standIn('findDescriptor'),
  '../shell/calls/rules/innerPrograms.ts': standIn('isProgram'),
  './code/scanner.ts': `export const createCodeScanner = parsers => {
    let real;
    const scanner = () => (real ??= require('./code.cjs').createCodeScanner(parsers));
    return { scan: (...args) => scanner().scan(...args), loading: () => real?.loading() };
  };`,
};

/**
 * A family of programs is made when one of its names is looked for. Which names it has is written down, since a name that no family knows is
 * looked for in all of them.
 */
async function lazyFamily(path: string): Promise<string> {
  const families = (await import(effects(`programs/${path}`))) as Readonly<Record<string, object>>;
  const standIns = Object.entries(families).map(
    ([name, family]) =>
      `export const ${name} = /* @__PURE__ */ family('${name}', ${JSON.stringify(['', ...Object.keys(family), ''].join('\n'))});`,
  );
  return `
    let real;
    const load = name => (real ??= require(${JSON.stringify(path)}))[name];
    const family = (name, names) => {
      const has = key => names.includes('\\n' + String(key) + '\\n');
      return new Proxy({}, {
        get: (_target, key) => has(key) ? load(name)[key] : undefined,
        has: (_target, key) => has(key),
        ownKeys: () => Reflect.ownKeys(load(name)),
        getOwnPropertyDescriptor: (_target, key) => has(key) ? Object.getOwnPropertyDescriptor(load(name), key) : undefined,
      });
    };
    ${standIns.join('\n')}
  `;
}

/** The entries of the bundles that the analysers of commands and of code are in. */
export const SHELL_ENTRY = 'licet:shell';
export const CODE_ENTRY = 'licet:code';

const ENTRIES: Readonly<Record<string, string>> = {
  [SHELL_ENTRY]: `
    export { analyzeShell } from ${JSON.stringify(effects('shell/interpret/analyzeShell.ts'))};
    export { findDescriptor } from ${JSON.stringify(effects('programs/index.ts'))};
    export { isProgram } from ${JSON.stringify(effects('shell/calls/rules/innerPrograms.ts'))};`,
  [CODE_ENTRY]: `export { createCodeScanner } from ${JSON.stringify(effects('code/scanner.ts'))};`,
};

/**
 * Puts the analysers of commands, with everything they know about programs, and those of code into bundles of their own. They take
 * and give plain data. A call of a file tool needs none of them, and most commands hold no code: what is not needed is neither read nor started.
 */
export const splitAnalysers: Plugin = {
  name: 'split-analysers',
  setup(builder) {
    builder.onResolve({ filter: /^licet:(?:shell|code)$/ }, ({ path }) => ({ path, namespace: 'licet' }));
    builder.onResolve({ filter: /\.ts$/ }, ({ path, importer }) =>
      Object.hasOwn(STAND_INS, path) && /\/effects\/src\/(?:analyzer|tools\/\w+)\.ts$/.test(importer)
        ? { path, namespace: 'licet' }
        : undefined,
    );
    builder.onResolve({ filter: /^\.\/(?:shell|code)\.cjs$/ }, ({ path }) => ({ path, external: true }));
    builder.onLoad({ filter: /.*/, namespace: 'licet' }, ({ path }) => ({
      contents: STAND_INS[path] ?? ENTRIES[path] ?? '',
      resolveDir: effects('.'),
    }));
  },
};

/** Makes each family of programs start by itself, in the bundle of the analysers. */
export const lazyFamilies: Plugin = {
  name: 'lazy-families',
  setup(builder) {
    builder.onResolve({ filter: /^\.\/\w+\.ts$/ }, ({ path, importer }) =>
      importer === effects('programs/index.ts') ? { path, namespace: 'family' } : undefined,
    );
    builder.onLoad({ filter: /.*/, namespace: 'family' }, async ({ path }) => ({
      contents: await lazyFamily(path),
      resolveDir: effects('programs'),
    }));
  },
};
