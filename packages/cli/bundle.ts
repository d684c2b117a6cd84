import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { runtimes } from '@licet/adapters/runtimes';
import type { Metafile, Plugin } from 'esbuild';
import { build } from 'esbuild';
import type { BuildOptions } from 'esbuild';

import { lazyModules, libraryEntry } from './lazyModules.ts';
import { linkBundles, linkTo } from './linkBundles.ts';
import { ANALYSERS, splitAnalysers } from './splitAnalysers.ts';
import { splitSeldom } from './splitSeldom.ts';
import { buildPage } from '../console/buildPage.ts';
import pkg from './package.json' with { type: 'json' };

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The bundles, by the source file, or the path of a package, that a dynamic import names. Each is loaded only by the command that needs it. */
const BUNDLES: Readonly<Record<string, string>> = {
  'hook.ts': 'hook',
  'main.ts': 'main',
  'compile.ts': 'compile',
  '@licet/analysis/policies': 'analysis',
  'analysisProgram.ts': 'analysis',
  'policies.ts': 'analysis',
  'postgres.ts': 'postgres',
  'serveProgram.ts': 'serve',
  'resident.ts': 'resident',
  'signatures.ts': 'signatures',
  'registration.ts': 'registration',
  'askHook.ts': 'ask',
  'runService.ts': 'service',
};

/** The libraries that start on their first use. */
const LIBRARIES = ['re2js', 'unbash', 'minimatch'];

const split: Plugin = {
  name: 'split-at-dynamic-imports',
  setup(builder) {
    builder.onResolve({ filter: /\.ts$|^@licet\// }, ({ kind, path }) => {
      const name = BUNDLES[path] ?? BUNDLES[path.split('/').at(-1) ?? ''];
      return kind === 'dynamic-import' && name !== undefined ? { path: `./${name}.cjs`, external: true } : undefined;
    });
  },
};

/** Where the analysers believe they are: their grammars and parsers are found from there, beside the bundle. */
const LOCATION = "require('node:url').pathToFileURL(`${__dirname}/code/python/parser.js`).href";

/**
 * Leaves out the fifty languages of zod's messages: node definitions are handed zod as a whole, so nothing shows the bundler that
 * only English is spoken.
 */
const englishOnly: Plugin = {
  name: 'english-only',
  setup(builder) {
    builder.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, ({ path }) => ({
      contents: "export { default as en } from './en.js';",
      resolveDir: dirname(path),
    }));
  },
};

const shared = {
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  mainFields: ['module', 'main'],
  format: 'cjs',
  target: 'node18',
  supported: { 'dynamic-import': false },
  conditions: ['@licet/source'],
  minify: true,
  metafile: true,
  legalComments: 'none',
  external: [
    '@babel/parser',
    '@hpcc-js/wasm-graphviz',
    '@opentelemetry/api',
    '@resvg/resvg-wasm',
    'neo4j-driver',
    'pg',
    'web-tree-sitter',
  ],
  define: {
    LICET_VERSION: JSON.stringify(pkg.version),
    'import.meta.url': 'LICET_BUNDLE.url',
    'import.meta.dirname': '__dirname',
  },
  logLevel: 'warning',
} as const satisfies BuildOptions;

const banner = `const LICET_BUNDLE = { get url() { return ${LOCATION}; } };`;

/** The linked bundles that the modules `linked.ts` name. */
const LINKED: Readonly<Record<string, string>> = {
  grounding: './src/grounding/openGrounding.ts',
  graphs: './src/grounding/makeGraph.ts',
  containing: './src/sandbox/containing.ts',
  running: './src/sandbox/runInSandbox.ts',
  shaper: './src/hook/shaper.ts',
};

/** Replaces the modules `linked.ts`. */
const linked: Plugin = {
  name: 'linked',
  setup(builder) {
    builder.onResolve({ filter: /\/linked\.ts$/ }, ({ path }) => ({ path, namespace: 'linked', sideEffects: false }));
    builder.onLoad({ filter: /.*/, namespace: 'linked' }, () => ({
      contents: Object.keys(LINKED)
        .map(
          name => `import { load as ${name}Bundle } from '${linkTo(name)}'; export const ${name} = async () => ${name}Bundle();`,
        )
        .join('\n'),
      resolveDir: here('.'),
    }));
  },
};

/** Copies the font of PNG drawings with its licence. Its own package holds twenty others. */
function copyFont(folder: string): void {
  const source = dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json'));
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(source, 'ttf', 'DejaVuSansMono.ttf'), join(folder, 'DejaVuSansMono.ttf'));
  copyFileSync(join(source, 'LICENSE'), join(folder, 'DejaVuSansMono.LICENSE'));
}

/** Makes the folder around the bundles a plugin, for every runtime that has such plugins. */
export async function writePlugins(outdir: string): Promise<void> {
  const { name, version, description } = pkg;
  const bundle = `${basename(outdir)}/licet.cjs`;
  for (const load of Object.values(runtimes)) {
    const { settings } = await load();
    for (const [path, text] of Object.entries(settings.packaged?.({ name, version, description, bundle }) ?? {})) {
      const file = join(outdir, '..', path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
}

/** Bundles the command line into a folder, with the grammars and the schema beside it, and returns what went into which file. */
export async function bundleCli(outdir: string, plugins: readonly Plugin[] = []): Promise<Metafile> {
  const usual = {
    ...shared,
    outdir,
    absWorkingDir: here('.'),
    banner: { js: banner },
    plugins: [...plugins, split, englishOnly, linked, splitAnalysers, lazyModules(LIBRARIES, here('../effects'))],
  };
  const seldom = await splitSeldom();
  const hook = { entryPoints: { hook: here('src/hook/hook.ts') }, plugins: [seldom.plugin, ...usual.plugins] };
  const ofLinked = Object.entries(LINKED).map(([name, file]) => ({ name, contents: `export * from '${file}';` }));
  const links = await linkBundles(usual, hook, [...ANALYSERS, ...seldom.bundles, ...ofLinked]);
  const hooks = await build({ ...usual, ...hook, plugins: [links.plugin, ...hook.plugins] });
  const parts = [hooks.metafile, ...(await links.write())];
  const { metafile } = await build({
    ...usual,
    plugins: [links.plugin, ...usual.plugins],
    entryPoints: {
      licet: here('src/licet.ts'),
      main: here('src/main.ts'),
      serve: here('src/serve/serveProgram.ts'),
      resident: here('src/resident/resident.ts'),
      signatures: here('src/passkeys/signatures.ts'),
      registration: here('../console/src/passkeys/registration.ts'),
      ask: here('src/service/askHook.ts'),
      service: here('src/service/runService.ts'),
      compile: here('src/policy/compile.ts'),
      analysis: here('src/policy/analysis.ts'),
      postgres: here('../adapters/src/stores/postgres/postgres.ts'),
      ...Object.fromEntries(LIBRARIES.map(name => [name, libraryEntry(name)])),
    },
  });
  chmodSync(join(outdir, 'licet.cjs'), 0o755);
  execFileSync(process.execPath, [here('../effects/scripts/copyGrammar.js')]);
  cpSync(here('../effects/grammars'), join(outdir, '..', 'grammars'), { recursive: true });
  cpSync(here('../../schema'), join(outdir, '..', 'schema'), { recursive: true });
  mkdirSync(join(outdir, '..', 'page'), { recursive: true });
  writeFileSync(join(outdir, '..', 'page', 'console.html'), await buildPage());
  copyFont(join(outdir, '..', 'fonts'));
  return {
    inputs: Object.assign({}, metafile.inputs, ...parts.map(({ inputs }) => inputs)) as Metafile['inputs'],
    outputs: Object.assign({}, metafile.outputs, ...parts.map(({ outputs }) => outputs)) as Metafile['outputs'],
  };
}
