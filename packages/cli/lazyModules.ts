import { createRequire } from 'node:module';

import type { Plugin } from 'esbuild';

/**
 * Loads libraries when their first export is used, not when the bundle starts. Most calls that a hook judges need none of
 * them. Each export becomes a stand-in that loads the library and hands everything on.
 */
export function lazyModules(names: readonly string[]): Plugin {
  const filter = new RegExp(`^(?:${names.join('|')})$`);
  return {
    name: 'lazy-modules',
    setup(builder) {
      builder.onResolve({ filter }, ({ path, namespace, resolveDir }) =>
        namespace === 'lazy' ? undefined : { path, namespace: 'lazy', pluginData: resolveDir },
      );
      builder.onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path, pluginData }) => ({
        contents: standIns(path, pluginData as string),
        resolveDir: pluginData as string,
        loader: 'js',
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
    const load = () => (real ??= require(${JSON.stringify(name)}));
    const standIn = key => new Proxy(function () {}, {
      apply: (_target, self, args) => Reflect.apply(load()[key], self, args),
      construct: (_target, args) => Reflect.construct(load()[key], args),
      get: (_target, member) => load()[key][member],
    });
    ${exported.map(key => `export const ${key} = standIn(${JSON.stringify(key)});`).join('\n')}
  `;
}
