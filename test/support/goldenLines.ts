import { readFileSync } from 'node:fs';

const golden = new URL('../golden/', import.meta.url);

/** The cases of a golden file of JSON, one a line, by its path below `test/golden`. A line that is none is an error that names the file and the line. */
export function goldenLines(path: string): readonly unknown[] {
  const lines = readFileSync(new URL(path, golden), 'utf8').trimEnd().split('\n');
  return lines.map((line, index) => {
    try {
      return JSON.parse(line) as unknown;
    } catch (cause) {
      throw new Error(`test/golden/${path}:${index + 1}: expected a case in JSON, found \`${line}\``, { cause });
    }
  });
}
