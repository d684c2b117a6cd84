import { readFileSync } from 'node:fs';

import { LineCounter, isNode, isSeq, parseDocument } from 'yaml';
import type { Document } from 'yaml';
import * as z from 'zod';

/** Cases of a golden file that show the same, and the sentence that says what. */
export interface GoldenGroup<T> {
  readonly note: string;
  readonly cases: readonly T[];
}

/** The node at a place of a document, or the closest one around it: where it begins. */
function beginning(document: Document, path: readonly PropertyKey[]): number {
  const node = document.getIn(path, true);
  return isNode(node) && node.range != null ? node.range[0] : beginning(document, path.slice(0, -1));
}

/** The cases of a golden file, a list in YAML. One that is not as its shape says is an error that names the file and the line. */
export function goldenCases<T>(file: string, shape: z.ZodType<T>): readonly T[] {
  const lineCounter = new LineCounter();
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter });
  if (document.errors[0] !== undefined) throw new Error(`${file}: ${document.errors[0].message}`);
  if (!isSeq(document.contents) || document.contents.items.length === 0) throw new Error(`${file}: expected a list of cases`);
  return document.contents.items.map((item, index) => {
    const read = shape.safeParse(isNode(item) ? item.toJS(document) : item);
    if (read.success) return read.data;
    const { line } = lineCounter.linePos(beginning(document, [index, ...(read.error.issues[0]?.path ?? [])]));
    throw new Error(
      `${file}:${line}: ${read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim()).join('; ')}`,
    );
  });
}

/** What a group of cases shows: four words at least, so that it is more than the name of a topic. */
export const Sentence: z.ZodType<string> = z
  .string()
  .regex(/^\S+(?: \S+){3,}$/, 'expected a sentence that says what the cases show');

/** The groups of a golden file: each is a sentence and the cases that show it. */
export function goldenGroups<T>(file: string, shape: z.ZodType<T>): readonly GoldenGroup<T>[] {
  const groups = goldenCases(file, z.strictObject({ note: Sentence, cases: z.array(shape).min(1) }));
  const notes = groups.map(({ note }) => note);
  const twice = notes.find((note, index) => notes.indexOf(note) !== index);
  if (twice !== undefined) throw new Error(`${file}: two groups say \`${twice}\``);
  return groups;
}
