import { createRequire } from 'node:module';

import type { Plugin } from 'esbuild';

/** The entry of the bundle that a library is in by itself. */
export const libraryEntry = (name: string): string => `licet-library:${name}`;

/**
 * Loads libraries when their first export is used, not when the bundle starts. Most calls that a hook judges need none of
 * them. Each lies in a file of its own, and each of its exports becomes a stand-in that loads it and hands everything on.
 */
export function lazyModules(names: readonly string[], resolveDir: string): Plugin {
  return {
    name: 'lazy-modules',
    setup(builder) {
      builder.onResolve({ filter: new RegExp(`^(?:${names.join('|')})$`) }, ({ path, namespace }) =>
        namespace === 'library' ? undefined : { path, namespace: 'stand-in', pluginData: path },
      );
      builder.onResolve({ filter: /^licet-library:/ }, ({ path }) => ({ path: path.slice(14), namespace: 'library' }));
      builder.onResolve({ filter: /^\.\/[\w-]+\.cjs$/ }, ({ path, namespace }) =>
        namespace === 'stand-in' ? { path, external: true } : undefined,
      );
      builder.onLoad({ filter: /.*/, namespace: 'library' }, ({ path }) => ({
        contents: `export * from ${JSON.stringify(path)};`,
        resolveDir,
      }));
      builder.onLoad({ filter: /.*/, namespace: 'stand-in' }, ({ path }) => ({
        contents: standIns(path, resolveDir),
        resolveDir,
      }));
    },
  };
}

function standIns(name: string, from: string): string {
  const real = createRequire(`${from}/`)(name) as Readonly<Record<string, unknown>>;
  const exported = Object.keys(real).filter(
    key => typeof real[key] === 'function' && /^[A-Za-z_$][\w$]*$/.test(key) && key !== 'default',
  );
  return `
    let real;
    const load = () => (real ??= require(${JSON.stringify(`./${name}.cjs`)}));
    const standIn = key => new Proxy(function () {}, {
      apply: (_target, self, args) => Reflect.apply(load()[key], self, args),
      construct: (_target, args) => Reflect.construct(load()[key], args),
      get: (_target, member) => load()[key][member],
    });
    ${exported.map(key => `export const ${key} = standIn(${JSON.stringify(key)});`).join('\n')}
  `;
}
