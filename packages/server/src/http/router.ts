import { RequestFault } from './fault.ts';
import type { Route } from './route.ts';

/** Finds the route of a method and a path. Throws a `RequestFault` where there is none. */
export type Router = (method: string, path: string) => Route;

/** Makes a router. A path that ends in `/*` stands for everything below it; the longest one counts. */
export function router(routes: readonly Route[]): Router {
  const exact = new Map<string, Route[]>();
  const below = new Map<string, Route[]>();
  for (const route of routes) {
    const [table, key] = route.path.endsWith('/*') ? ([below, route.path.slice(0, -1)] as const) : ([exact, route.path] as const);
    table.set(key, [...(table.get(key) ?? []), route]);
  }
  const prefixes = [...below.keys()].sort((a, b) => b.length - a.length);
  return (method, path) => {
    const found =
      exact.get(path) ?? below.get(prefixes.find(prefix => path.startsWith(prefix) && path.length > prefix.length) ?? '');
    if (found === undefined) throw new RequestFault('not_found', 'there is nothing at this path');
    const route = found.find(each => each.method === method);
    if (route !== undefined) return route;
    throw new RequestFault('method_not_allowed', `expected ${found.map(each => `\`${each.method}\``).join(' or ')}`);
  };
}
