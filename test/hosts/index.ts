import { runtimes } from '@licet/adapters/runtimes';
import type { Runtime } from '@licet/adapters/runtimes';

import type { HostUnderTest } from './host.ts';

/** The file of a runtime: `claude-code` is in `claudeCode`. */
export const fileOf = (name: string): string => name.replaceAll(/-(\w)/gu, (_, letter: string) => letter.toUpperCase());

/** Every runtime with hooks, with what tests know of it, in the order in which they are offered. */
export const hosts: readonly (HostUnderTest & { readonly runtime: Runtime })[] = await Promise.all(
  Object.entries(runtimes).map(async ([name, load]) => {
    const { host } = (await import(new URL(`${fileOf(name)}.ts`, import.meta.url).href)) as { readonly host: HostUnderTest };
    return { ...host, runtime: await load() };
  }),
);
