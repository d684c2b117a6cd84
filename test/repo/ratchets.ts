import { SOURCES } from './source.ts';
import { circles } from './imports.ts';

/** What may only shrink: the sources of each package, and the circles of files that import each other, if only types. */
export interface Ratchets {
  readonly packages: Readonly<Record<string, { readonly files: number; readonly lines: number }>>;
  readonly circles: number;
  readonly filesInCircles: number;
}

/** The numbers of the sources as they are. */
export function measure(): Ratchets {
  const packages: Record<string, { files: number; lines: number }> = {};
  for (const source of SOURCES) {
    const { files, lines } = packages[source.package] ?? { files: 0, lines: 0 };
    packages[source.package] = { files: files + 1, lines: lines + source.lines };
  }
  const found = circles(() => true);
  return { packages, circles: found.length, filesInCircles: found.flat().length };
}
