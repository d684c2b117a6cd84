import { parseDocument, visit } from 'yaml';
import type { Document } from 'yaml';

import { GovernanceError } from '../model/errors.ts';
import { messageOf } from '../text/messageOf.ts';
import { yamlFault } from '../text/yamlFault.ts';

/** The longest line that short mappings and lists are written in. */
const WIDTH = 120;

/**
 * Writes the text of a policy in one form: two spaces for each level, lists below their key, a space inside of braces and none inside of brackets, lines of at most
 * 120 characters where that is possible, one empty line at most, an end of line at the end. Comments, the order of keys, quotes and
 * one-line lists stay as they are, and so does what the policy says. Throws a {@link GovernanceError} of code `policy_invalid` for
 * what is no YAML.
 *
 * @example
 * ```ts
 * import { formatPolicy } from '@licet/core/yaml';
 *
 * formatPolicy('include:   [ standard ] # ours\npolicy:\n      all:\n      - {floor: {}}\n\n\n'); // => 'include: [standard] # ours\npolicy:\n  all:\n    - { floor: {} }\n'
 * ```
 */
export function formatPolicy(text: string): string {
  const document = parseDocument(text, { version: '1.2', schema: 'core', merge: false, keepSourceTokens: false });
  const [broken] = document.errors;
  if (broken !== undefined) throw new GovernanceError('policy_invalid', `the policy is no YAML: ${yamlFault(broken.message)}`);
  const written = writtenOf(document);
  const tidied = tidy(withoutSpaceInBrackets(written));
  return textsIn(parseDocument(tidied)) === textsIn(document) ? tidied : written;
}

/** Throws for an alias of an anchor that is not above it. */
function writtenOf(document: Document): string {
  try {
    return document.toString({ indent: 2, indentSeq: true, lineWidth: WIDTH, flowCollectionPadding: true });
  } catch (cause) {
    throw new GovernanceError('policy_invalid', `the policy is no YAML: ${yamlFault(messageOf(cause))}`, { cause });
  }
}

/** Every text of a document, in order: what must not change with the white space around it. */
function textsIn(document: Document): string {
  const texts: unknown[] = [];
  visit(document, { Scalar: (_key, { value }) => void texts.push(value) });
  return JSON.stringify(texts);
}

/** The library puts a space inside of braces and of brackets, or of neither. */
function withoutSpaceInBrackets(written: string): string {
  const spaces: number[] = [];
  visit(parseDocument(written), {
    Seq(_key, { flow, range }) {
      if (flow !== true || range === undefined || range === null) return;
      const [start, end] = [range[0] + 1, range[1] - 2];
      if (/^ [^\s#]/u.test(written.slice(start, start + 2))) spaces.push(start);
      if (end > start && /^\S \]/u.test(written.slice(end - 1, end + 2))) spaces.push(end);
    },
  });
  const gone = new Set(spaces);
  return Array.from({ length: written.length }, (_, at) => (gone.has(at) ? '' : written[at])).join('');
}

function tidy(written: string): string {
  return `${written
    .replaceAll(/[ \t]+$/gmu, '')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trimEnd()}\n`;
}
