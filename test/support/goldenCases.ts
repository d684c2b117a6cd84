import { readFileSync } from 'node:fs';

import { LineCounter, isNode, isSeq, parseDocument } from 'yaml';
import type * as z from 'zod';

/** The cases of a golden file, a list in YAML. One that is not as its shape says is an error that names the file and the line. */
export function goldenCases<T>(file: string, shape: z.ZodType<T>): readonly T[] {
  const lineCounter = new LineCounter();
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter });
  if (document.errors[0] !== undefined) throw new Error(`${file}: ${document.errors[0].message}`);
  if (!isSeq(document.contents) || document.contents.items.length === 0) throw new Error(`${file}: expected a list of cases`);
  return document.contents.items.map(item => {
    const read = shape.safeParse(isNode(item) ? item.toJS(document) : item);
    if (read.success) return read.data;
    const { line } = lineCounter.linePos((isNode(item) ? item.range?.[0] : undefined) ?? 0);
    throw new Error(
      `${file}:${line}: ${read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim()).join('; ')}`,
    );
  });
}
