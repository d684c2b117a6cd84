import { readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { runtimes } from '@licet/adapters/runtimes';
import type { Plugin } from 'esbuild';

import { linkTo } from './linkBundles.ts';
import type { LinkedBundle } from './linkBundles.ts';

/** The guards in the hook's bundle: those of the profile `standard`, and the one that most projects add. */
const EVERYDAY: readonly string[] = [
  'allow_once',
  'bash_safety',
  'file_boundary',
  'floor',
  'network',
  'secret_paths',
  'self_protection',
];

/** The folders of guards: those that are not for every day are in the bundle. */
const GUARDS: Readonly<Record<string, readonly string[]>> = {
  guards: ['boundary', 'intent', 'observe', 'resource', 'workflow'].map(folder => `guards/src/${folder}`),
  flow: ['guards/src/flow'],
  capabilities: ['guards', 'firewall', 'tokens'].map(folder => `capabilities/src/${folder}`),
};

/** Files that few calls need. They export functions, and data that can be written as JSON. */
const SELDOM: Readonly<Record<string, readonly string[]>> = {
  runtimes: Object.keys(runtimes).flatMap(name => (name === 'claude-code' ? [] : [`adapters/src/runtimes/${name}/index.ts`])),
  answers: [
    'core/src/engine/consent.ts',
    'core/src/store/approvalRules.ts',
    'core/src/store/memoryApprovals.ts',
    'core/src/store/memorySessions.ts',
    'core/src/store/takeAnswer.ts',
  ],
  seldom: [
    'adapters/src/runtimes/output.ts',
    'adapters/src/runtimes/ownCopy.ts',
    'adapters/src/runtimes/standing.ts',
    'cli/src/pins/joinable.ts',
    'core/src/policy/narrow.ts',
    'effects/src/code/written/writtenDangers.ts',
    'effects/src/places/gitIgnored.ts',
    'effects/src/places/gitIndex.ts',
    'effects/src/places/searchedBelow.ts',
    'effects/src/places/stash.ts',
    'effects/src/programs/patchText.ts',
    'effects/src/programs/readSql.ts',
    'effects/src/programs/sqlFiles.ts',
    'effects/src/programs/statements.ts',
    'effects/src/tools/gitTools.ts',
    'effects/src/tools/strayValues.ts',
    'guards/src/boundary/secretsAmong.ts',
    'guards/src/judging/exemptions.ts',
    'guards/src/redaction/redactor.ts',
  ],
};

/** A file outside of the hook's bundle, with all that it exports. */
interface SeldomFile {
  readonly file: string;
  readonly bundle: string;
  readonly exported: Readonly<Record<string, unknown>>;
}

const packages = fileURLToPath(new URL('..', import.meta.url));

const filesOf = (table: Readonly<Record<string, readonly string[]>>): readonly (readonly [bundle: string, path: string])[] =>
  Object.entries(table).flatMap(([bundle, paths]) => paths.map(path => [bundle, resolve(packages, path)] as const));

async function seldomFiles(): Promise<readonly SeldomFile[]> {
  const load = async ([bundle, file]: readonly [string, string]): Promise<SeldomFile> => ({
    file,
    bundle,
    exported: (await import(file)) as SeldomFile['exported'],
  });
  const guards = filesOf(GUARDS).flatMap(([bundle, folder]) =>
    readdirSync(folder).flatMap(name =>
      !name.endsWith('.ts') || name === 'index.ts' ? [] : [[bundle, resolve(folder, name)] as const],
    ),
  );
  const rare = (await Promise.all(guards.map(load))).filter(({ exported }) => kindsIn(exported).some(isRare));
  return [...rare, ...(await Promise.all(filesOf(SELDOM).map(load)))];
}

const isRare = (kind: string): boolean => !EVERYDAY.includes(kind);

const kindsIn = (exported: SeldomFile['exported']): readonly string[] =>
  Object.values(exported).flatMap(value => (isDefinition(value) ? [value.kind] : []));

interface Definition {
  readonly kind: string;
  readonly marks?: readonly string[];
}

const isDefinition = (value: unknown): value is Definition => {
  const { kind, build } = (value ?? {}) as { readonly kind?: unknown; readonly build?: unknown };
  return typeof kind === 'string' && typeof build === 'function';
};

/** What replaces an export. A registry reads the kind and the marks of a definition before a policy names it, so these are there without its bundle. */
function standInOf(name: string, value: unknown): string {
  if (typeof value === 'function') return `export const ${name} = (...args) => load().${name}(...args);`;
  if (isDefinition(value)) {
    const { kind, marks } = value;
    return `export const ${name} = /* @__PURE__ */ member('${name}', ${JSON.stringify({ kind, marks: marks ?? null })});`;
  }
  const isData = value === Object(value) ? Array.isArray(value) : true;
  return `export const ${name} = /* @__PURE__ */ ${isData ? `Object.freeze(${JSON.stringify(value)})` : `member('${name}', {})`};`;
}

const standInsOf = ({ bundle, exported }: SeldomFile): string =>
  `import { load, member } from '${linkTo(bundle)}';\n${Object.entries(exported)
    .map(each => standInOf(...each))
    .join('\n')}`;

/** Takes what few calls need out of the hook's bundle. Returns the plugin for that bundle, and the linked bundles that hold it. */
export async function splitSeldom(): Promise<{ readonly plugin: Plugin; readonly bundles: readonly LinkedBundle[] }> {
  const files = new Map((await seldomFiles()).map(each => [each.file, each]));
  const bundles = [...Object.keys(GUARDS), ...Object.keys(SELDOM)].map(name => {
    const own = [...files.values()].filter(({ bundle }) => bundle === name);
    const lines = own.map(({ file, exported }) => `export { ${Object.keys(exported).join(', ')} } from ${JSON.stringify(file)};`);
    return { name, contents: lines.join('\n') };
  });
  const plugin: Plugin = {
    name: 'split-seldom',
    setup(builder) {
      builder.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, importer }) => {
        const file = resolve(dirname(importer), path);
        return files.has(file) ? { path: file, namespace: 'seldom', sideEffects: false } : undefined;
      });
      builder.onLoad({ filter: /.*/, namespace: 'seldom' }, ({ path }) => {
        const found = files.get(path);
        return found && { contents: standInsOf(found), resolveDir: packages };
      });
    },
  };
  return { plugin, bundles };
}
