import { readFileSync } from 'node:fs';
import type * as z from 'zod';

const golden = new URL('../golden/', import.meta.url);

/** The cases of a golden file of JSON, one a line, by its path below `test/golden`. A line that is none is an error that names the file and the line. */
export function goldenLines(path: string): readonly unknown[];
/** The cases, each of which must be as the shape says. */
export function goldenLines<T>(path: string, shape: z.ZodType<T>): readonly T[];
export function goldenLines(path: string, shape?: z.ZodType): readonly unknown[] {
  const lines = readFileSync(new URL(path, golden), 'utf8').trimEnd().split('\n');
  return lines.map((line, index) => {
    try {
      const found: unknown = JSON.parse(line);
      return shape === undefined ? found : shape.parse(found);
    } catch (cause) {
      throw new Error(`test/golden/${path}:${index + 1}: expected a case in JSON, found \`${line}\``, { cause });
    }
  });
}
