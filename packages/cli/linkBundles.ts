import { resolve } from 'node:path';

import { build } from 'esbuild';
import type { BuildOptions, Metafile, OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from 'esbuild';

/** A bundle that is loaded when a call needs it. */
export interface LinkedBundle {
  readonly name: string;
  /** The text of the module that it starts from. */
  readonly contents: string;
  readonly plugins?: readonly Plugin[];
}

/** Options of esbuild that all bundles have in common. */
type Shared = BuildOptions & { readonly plugins: Plugin[]; readonly absWorkingDir: string };

/** An export of a shared file. */
type Handed = readonly [file: string, name: string];

/** The files that the hook's bundle holds, and what it hands to each linked bundle. */
interface Links {
  readonly shared: ReadonlySet<string>;
  readonly handed: Readonly<Record<string, readonly Handed[]>>;
}

/**
 * The module that loads a linked bundle: `load()` returns its exports, and `member(name, known)` stands for an object among them whose members `known`
 * are there without it.
 */
export const linkTo = (name: string): string => `licet:link/${name}`;

/**
 * Makes linked bundles. The modules that the hook's bundle holds too are not copied: a linked bundle is a function of what it takes from them, and the
 * bundle that loads it hands over its own. So both have the same classes, and the engine of one evaluates guards of the other. `hook` has the
 * options for the hook's bundle. Returns the plugin for every bundle that loads linked ones, and what writes them.
 */
export async function linkBundles(
  shared: Shared,
  hook: BuildOptions & { readonly plugins: Plugin[] },
  bundles: readonly LinkedBundle[],
): Promise<{ readonly plugin: Plugin; readonly write: () => Promise<readonly Metafile[]> }> {
  const links = await findLinks(shared, hook, bundles);
  const write = async ({ name, ...bundle }: LinkedBundle): Promise<Metafile> => {
    const { metafile } = await build({
      ...shared,
      ...entryOf({ name, ...bundle }, shared),
      banner: { js: `${shared.banner?.['js']} exports.link = (function (LICET_HANDED) { const module = { exports: {} };` },
      footer: { js: 'return module.exports; });' },
      metafile: true,
      plugins: [
        sharing(links, file => ({ path: file, namespace: 'handed', pluginData: name, sideEffects: false })),
        linking(links),
        ...pluginsOf(bundle, shared),
      ],
    });
    return metafile;
  };
  return { plugin: linking(links), write: () => Promise.all(bundles.map(write)) };
}

const entryOf = ({ name, contents }: LinkedBundle, { absWorkingDir }: Shared): BuildOptions => ({
  stdin: { contents, resolveDir: absWorkingDir, sourcefile: `linked/${name}.ts`, loader: 'ts' },
  entryNames: name,
});

const pluginsOf = ({ plugins = [] }: Pick<LinkedBundle, 'plugins'>, shared: Shared): Plugin[] => [...plugins, ...shared.plugins];

/** What is handed over becomes part of the hook's bundle, with what it needs: so both are looked at again until nothing is added. */
async function findLinks(
  shared: Shared,
  hook: BuildOptions & { readonly plugins: Plugin[] },
  bundles: readonly LinkedBundle[],
): Promise<Links> {
  const dry = { ...shared, minify: false, logLevel: 'error' } as const;
  let links: Links = { shared: new Set(), handed: {} };
  for (;;) {
    const { metafile } = await build({
      ...dry,
      ...hook,
      write: false,
      metafile: true,
      plugins: [linking(links), ...hook.plugins],
    });
    const found: Links = { ...links, shared: filesIn(metafile, shared.absWorkingDir) };
    const taken = bundles.map(async bundle => {
      const plugins = [
        sharing(found, path => ({ path, external: true, sideEffects: false })),
        linking(found),
        ...pluginsOf(bundle, shared),
      ];
      const { outputFiles } = await build({
        ...dry,
        ...entryOf(bundle, shared),
        write: false,
        format: 'esm',
        banner: {},
        plugins,
      });
      return [bundle.name, importsOf(outputFiles[0]?.text ?? '')] as const;
    });
    const next: Links = { ...found, handed: Object.fromEntries(await Promise.all(taken)) };
    if (textOf(next) === textOf(links)) return next;
    links = next;
  }
}

const textOf = ({ shared, handed }: Links): string => JSON.stringify([[...shared].toSorted(), handed]);

/**
 * Where the hook takes a few functions of files that the linked bundles take much of. Handing these over would add the rest of the files to the hook's
 * bundle, so each bundle has its copy. They keep nothing and define no class.
 */
const COPIED = /\/(?:effects\/src\/(?:code|programs)|capabilities\/src|guards\/src\/redaction)\//u;

/** The sources that a bundle holds, and others may share. */
function filesIn({ outputs }: Metafile, folder: string): ReadonlySet<string> {
  const inputs = Object.values(outputs).flatMap(output => Object.entries(output.inputs));
  const files = inputs.filter(([file, { bytesInOutput }]) => bytesInOutput > 0 && !/^[\w-]+:/u.test(file));
  return new Set(files.map(([file]) => resolve(folder, file)).filter(file => !COPIED.test(file)));
}

const IMPORT = /^import (?<what>[^"]*?) from "(?<file>\/[^"]+\.ts)";$/gmu;

function importsOf(text: string): readonly Handed[] {
  const found = [...text.matchAll(IMPORT)].flatMap(({ groups: { what = '', file = '' } = {} }) => {
    const names = /^\{\s(?<names>[^}]*)\s\}$/u.exec(what)?.groups?.['names'];
    if (names === undefined) throw new Error(`a linked bundle takes all of \`${file}\`: import what it needs by name`);
    return names.split(',').map(name => `${file} ${name.trim().split(' ')[0]}`);
  });
  return [...new Set(found)].toSorted().map(each => each.split(' ') as unknown as Handed);
}

/** Answers imports of shared files. */
function sharing({ shared }: Links, answer: (file: string) => OnResolveResult): Plugin {
  return {
    name: 'shared-files',
    setup(builder) {
      builder.onResolve({ filter: /^(?:\.|\/|@licet\/)/ }, async args => {
        if (args.kind === 'dynamic-import' || args.namespace === 'handed' || args.pluginData === RESOLVED) return undefined;
        const found = await resolved(builder, args);
        return found.namespace === 'file' && shared.has(found.path) ? answer(found.path) : found;
      });
    },
  };
}

const RESOLVED = Symbol('resolved');

const resolved = (builder: PluginBuild, { path, ...args }: OnResolveArgs): Promise<OnResolveResult & { path: string }> =>
  builder.resolve(path, { ...args, pluginData: RESOLVED });

/** The modules that load linked bundles, and in those bundles the modules that stand for shared files. */
function linking({ handed }: Links): Plugin {
  return {
    name: 'linked-bundles',
    setup(builder) {
      builder.onResolve({ filter: /^licet:link\// }, ({ path }) => ({
        path: path.slice(11),
        namespace: 'link',
        sideEffects: false,
      }));
      builder.onResolve({ filter: /^\.\/[\w-]+\.cjs$/, namespace: 'link' }, ({ path }) => ({ path, external: true }));
      builder.onLoad({ filter: /.*/, namespace: 'link' }, ({ path }) => ({
        contents: loaderOf(path, handed[path] ?? []),
        resolveDir: builder.initialOptions.absWorkingDir ?? '',
      }));
      builder.onLoad({ filter: /.*/, namespace: 'handed' }, async ({ path, pluginData }) => ({
        contents: standInOf(path, Object.keys((await import(path)) as object), handed[String(pluginData)] ?? []),
      }));
    },
  };
}

/** Exports what is handed over, and undefined for what the bundle does not take. */
const standInOf = (path: string, names: readonly string[], handed: readonly Handed[]): string =>
  names
    .map(name => [name, handed.findIndex(([file, each]) => file === path && each === name)] as const)
    .map(([name, index]) => `export const ${name} = ${index < 0 ? 'undefined' : `LICET_HANDED[${index}]`};`)
    .join('\n');

const loaderOf = (name: string, handed: readonly Handed[]): string => `
  ${handed.map(([file, each], index) => `import { ${each} as handed${index} } from ${JSON.stringify(file)};`).join('\n')}
  let real;
  export const load = () => (real ??= require('./${name}.cjs').link([${handed.map((_, index) => `handed${index}`).join(', ')}]));
  export const member = (name, known) => new Proxy(known, {
    get: (_known, key) => Object.hasOwn(known, key) ? known[key] ?? undefined : load()[name][key],
    has: (_known, key) => key in load()[name],
  });
`;
