import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Metafile, Plugin } from 'esbuild';

/** The parts of the core that are there once: what a linked bundle takes from them, it is handed. */
const CORE = /^@licet\/core(?:\/(?:nodes|policy|store|text|algebra))?$/;

/** A value that a bundle imports from the core, and the entry of the core that it comes from. */
export interface CoreImport {
  readonly name: string;
  readonly from: string;
}

/** Wraps the code of a bundle into a function of the core that it is to work with. */
export const LINKED = {
  banner: 'exports.link = LICET_CORE => { const module = { exports: {} };',
  footer: 'return module.exports; };',
} as const;

/** In a bundle that is linked: the core is the one that it is handed. */
export const handedCore: Plugin = {
  name: 'handed-core',
  setup(builder) {
    builder.onResolve({ filter: CORE }, () => ({ path: 'core', namespace: 'handed' }));
    builder.onLoad({ filter: /.*/, namespace: 'handed' }, () => ({ contents: 'module.exports = LICET_CORE;' }));
  },
};

/**
 * Loads a linked bundle where its source file is imported dynamically, and hands it the core of the bundle that imports
 * it: guards of the one are evaluated by the engine of the other, which only works when both know the same classes.
 * `imported` is what of the core the linked bundles use; without it the importing bundle is linked itself. The import is
 * rewritten where it stands: as a module of its own it would make everything it imports start lazily.
 */
export function linkCore(bundles: Readonly<Record<string, string>>, imported: readonly CoreImport[] | undefined): Plugin {
  const core = imported === undefined ? 'LICET_CORE' : `{ ${imported.map(({ name }) => `${name}: linked_${name}`).join(', ')} }`;
  const given = (imported ?? []).map(({ name, from }) => `import { ${name} as linked_${name} } from '${from}';`).join('');
  const files = Object.keys(bundles).map(file => file.replace('.', '\\.'));
  const dynamic = new RegExp(`import\\('[^']*/(${files.join('|')})'\\)`, 'gu');
  return {
    name: 'link-core',
    setup(builder) {
      builder.onResolve({ filter: /\.cjs$/ }, ({ path, kind }) =>
        kind === 'require-call' ? { path, external: true } : undefined,
      );
      builder.onLoad({ filter: /[\\/]cli[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        const linked = text.replaceAll(
          dynamic,
          (_, file: string) => `Promise.resolve().then(() => require('./${bundles[file]}.cjs').link(${core}))`,
        );
        return linked === text ? undefined : { contents: given + linked, loader: 'ts', resolveDir: dirname(path) };
      });
    },
  };
}

const IMPORT = /import \{(?<names>[^}]*)\} from '(?<from>@licet\/core[^']*)'/gu;

/** The values that the source files of bundles import from the core. `folder` is what the names of the files start from. */
export function importedFromCore(bundles: readonly Metafile[], folder: string): readonly CoreImport[] {
  const files = bundles.flatMap(({ inputs }) => Object.keys(inputs)).filter(file => file.endsWith('.ts'));
  const found = files
    .flatMap(file => Array.from(readFileSync(join(folder, file), 'utf8').matchAll(IMPORT), ({ groups }) => groups))
    .flatMap(groups => (groups?.['names'] ?? '').split(',').map(name => ({ name: name.trim(), from: groups?.['from'] ?? '' })))
    .filter(({ name, from }) => name !== '' && !name.startsWith('type ') && CORE.test(from));
  return [...new Map(found.map(each => [each.name, each])).values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
