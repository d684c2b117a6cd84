import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'esbuild';

import { linkTo } from './linkBundles.ts';
import type { LinkedBundle } from './linkBundles.ts';

/** The guards in the hook's bundle: those of the profile `standard`, and the one that most projects add. All others lie in linked bundles. */
const EVERYDAY: readonly string[] = [
  'allow_once',
  'bash_safety',
  'file_boundary',
  'floor',
  'network',
  'secret_paths',
  'self_protection',
];

/** The bundle of the guards in a folder. */
const FOLDERS: Readonly<Record<string, string>> = {
  'guards/src/boundary': 'guards',
  'guards/src/intent': 'guards',
  'guards/src/observe': 'guards',
  'guards/src/resource': 'guards',
  'guards/src/workflow': 'guards',
  'guards/src/flow': 'flow',
  'capabilities/src/guards': 'capabilities',
  'capabilities/src/firewall': 'capabilities',
  'capabilities/src/tokens': 'capabilities',
};

/** A file that defines guards: what a registry reads of each definition before a policy names it, by the name of its export. */
interface GuardFile {
  readonly file: string;
  readonly bundle: string;
  readonly definitions: readonly (readonly [
    name: string,
    known: { readonly kind: string; readonly marks?: readonly string[] },
  ])[];
}

async function rareGuards(): Promise<readonly GuardFile[]> {
  const files = Object.entries(FOLDERS).flatMap(([folder, bundle]) => {
    const place = fileURLToPath(new URL(`../${folder}/`, import.meta.url));
    return readdirSync(place).flatMap(name => (name === 'index.ts' ? [] : [{ file: `${place}${name}`, bundle }]));
  });
  const found = files.map(async each => {
    const exported = Object.entries((await import(each.file)) as Readonly<Record<string, unknown>>);
    return {
      ...each,
      definitions: exported.flatMap(([name, value]) => (isRare(value) ? [[name, knownOf(value)] as const] : [])),
    };
  });
  return (await Promise.all(found)).filter(({ definitions }) => definitions.length > 0);
}

type Definition = GuardFile['definitions'][number][1];

const isRare = (value: unknown): value is Definition => {
  const { kind, build } = (value ?? {}) as { readonly kind?: unknown; readonly build?: unknown };
  return typeof kind === 'string' && typeof build === 'function' && !EVERYDAY.includes(kind);
};

const knownOf = ({ kind, marks }: Definition): Definition => ({ kind, ...(marks !== undefined && { marks }) });

/** A registry reads a definition's kind and its marks. All else is read for a policy that names it. */
const standInsOf = ({ bundle, definitions }: GuardFile): string => `
  import { load } from '${linkTo(bundle)}';
  ${definitions
    .map(
      ([name, known]) => `export const ${name} = /* @__PURE__ */ new Proxy(${JSON.stringify({ marks: undefined, ...known })}, {
        get: (known, member) => member === 'marks' || member === 'kind' ? known[member] : load().${name}[member],
        has: (_known, member) => member in load().${name},
      });`,
    )
    .join('\n')}
`;

/** Takes guards that most policies do not name out of the hook's bundle. Returns the plugin for it, and the linked bundles that hold them. */
export async function splitGuards(): Promise<{ readonly plugin: Plugin; readonly bundles: readonly LinkedBundle[] }> {
  const guards = new Map((await rareGuards()).map(each => [each.file, each]));
  const bundles = [...new Set(Object.values(FOLDERS))].map(name => {
    const own = [...guards.values()].filter(({ bundle }) => bundle === name);
    const lines = own.map(
      ({ file, definitions }) => `export { ${definitions.map(([each]) => each).join(', ')} } from ${JSON.stringify(file)};`,
    );
    return { name, contents: lines.join('\n') };
  });
  const plugin: Plugin = {
    name: 'split-guards',
    setup(builder) {
      builder.onResolve({ filter: /^\.\/\w+\/\w+\.ts$/ }, ({ path, importer }) => {
        const file = fileURLToPath(new URL(path, `file://${importer}`));
        return /\/(?:guards|capabilities)\/src\/index\.ts$/.test(importer) && guards.has(file)
          ? { path: file, namespace: 'rare-guards', sideEffects: false }
          : undefined;
      });
      builder.onLoad({ filter: /.*/, namespace: 'rare-guards' }, ({ path }) => {
        const found = guards.get(path);
        return found && { contents: standInsOf(found), resolveDir: fileURLToPath(new URL('.', import.meta.url)) };
      });
    },
  };
  return { plugin, bundles };
}
