import { fileURLToPath } from 'node:url';

import type { Plugin } from 'esbuild';

import { linkTo } from './linkBundles.ts';
import type { LinkedBundle } from './linkBundles.ts';

const effects = (path: string): string => fileURLToPath(new URL(`../effects/src/${path}`, import.meta.url));

const from = (path: string, ...names: readonly string[]): string =>
  `export { ${names.join(', ')} } from ${JSON.stringify(effects(path))};`;

const standIn = (bundle: string, name: string): string => `
  import { load } from '${linkTo(bundle)}';
  export const ${name} = (...args) => load().${name}(...args);`;

/** What replaces the analysers of commands and code and the certifier, by the import that it replaces. */
const STAND_INS: Readonly<Record<string, string>> = {
  './shell/interpret/analyzeShell.ts': standIn('shell', 'analyzeShell'),
  '../programs/index.ts': standIn('shell', 'findDescriptor'),
  '../shell/calls/rules/innerPrograms.ts': standIn('shell', 'isProgram'),
  './certify/certify.ts': standIn('certify', 'createCertifier'),
  './code/scanner.ts': `
    import { load } from '${linkTo('code')}';
    export const createCodeScanner = parsers => {
      let real;
      const scanner = () => (real ??= load().createCodeScanner(parsers));
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

/** Makes each family of programs start by itself, in the bundle of the analysers. */
const lazyFamilies: Plugin = {
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

/** The linked bundles that {@link splitAnalysers} takes out of the others. */
export const ANALYSERS: readonly LinkedBundle[] = [
  {
    name: 'shell',
    contents: [
      from('shell/interpret/analyzeShell.ts', 'analyzeShell'),
      from('programs/index.ts', 'findDescriptor'),
      from('shell/calls/rules/innerPrograms.ts', 'isProgram'),
    ].join('\n'),
    plugins: [lazyFamilies],
  },
  { name: 'code', contents: from('code/scanner.ts', 'createCodeScanner') },
  { name: 'certify', contents: from('certify/certify.ts', 'createCertifier') },
];

/**
 * Puts the analysers of commands, with everything they know about programs, those of code, and the certifier into linked bundles. A call of a file
 * tool needs none of them, and most commands hold no code: what is not needed is neither read nor started.
 */
export const splitAnalysers: Plugin = {
  name: 'split-analysers',
  setup(builder) {
    builder.onResolve({ filter: /\.ts$/ }, ({ path, importer }) =>
      Object.hasOwn(STAND_INS, path) && /\/effects\/src\/(?:analyzer|index|tools\/\w+)\.ts$/.test(importer)
        ? { path, namespace: 'analyser', sideEffects: false }
        : undefined,
    );
    builder.onLoad({ filter: /.*/, namespace: 'analyser' }, ({ path }) => ({
      contents: STAND_INS[path] ?? '',
      resolveDir: effects('.'),
    }));
  },
};
