import { parseSync } from 'oxc-parser';
import type { Argument, CallExpression, Expression, ObjectExpression } from 'oxc-parser';

import { SOURCES } from './source.ts';
import type { Source } from './source.ts';

/** An option of a node in the source: where its line begins, and what its comment must say. */
interface DocumentedOption {
  readonly at: number;
  /** Where the comment right before it begins; `at` where there is none. */
  readonly commentAt: number;
  readonly name: string;
  readonly wanted: string | undefined;
  readonly found: string | undefined;
}

/** The files that describe options of guards. */
export const OPTION_SOURCES: readonly Source[] = SOURCES.filter(
  ({ package: name, text }) => ['guards', 'capabilities', 'epistemic'].includes(name) && /\bparam\.\w+[(<]/u.test(text),
);

/** The comment of an option, made of the description that the schema and the reference have. A pattern such as `**∕` would end the comment. */
const commentOf = (doc: string): string =>
  `/** ${doc.replace(/^\p{Ll}/u, first => first.toUpperCase()).replaceAll('*/', '*∕')}. */`;

/** Finds every option of the specs in a source, with the comment that it has and the one that it should have. */
export function optionsIn(text: string): readonly DocumentedOption[] {
  const { program, comments } = parseSync('options.ts', text);
  const found: DocumentedOption[] = [];
  const take = (members: ObjectExpression): void => {
    for (const member of members.properties) {
      if (member.type !== 'Property') continue;
      const comment = comments.findLast(each => each.end <= member.start && text.slice(each.end, member.start).trim() === '');
      const doc = docOf(member.value);
      found.push({
        at: member.start,
        commentAt: comment?.start ?? member.start,
        name: text.slice(member.key.start, member.key.end),
        wanted: doc === undefined ? undefined : commentOf(doc),
        found: comment === undefined ? undefined : text.slice(comment.start, comment.end),
      });
    }
  };
  visit(program, object => {
    if (object.properties.some(each => each.type === 'Property' && isParam(text.slice(each.value.start, each.value.end))))
      take(object);
  });
  return found.toSorted((a, b) => a.at - b.at);
}

const isParam = (value: string): boolean => /^param\.\w+[(<]/u.test(value);

/** The `doc` of an option, or the text that a function of the file makes it of; undefined where it is written elsewhere. */
function docOf(value: Expression): string | undefined {
  if (value.type === 'TSAsExpression') return docOf(value.expression);
  if (value.type === 'ObjectExpression') return docAmong(value);
  if (value.type !== 'CallExpression') return undefined;
  const { callee, arguments: given } = value;
  const [first] = given;
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 'optional')
    return first === undefined || first.type === 'SpreadElement' ? undefined : docOf(first);
  return docIn(value);
}

function docIn({ callee, arguments: given }: CallExpression): string | undefined {
  if (callee.type === 'Identifier') return given.map(literalOf).find(each => each !== undefined);
  return given.flatMap(each => (each.type === 'ObjectExpression' ? (docAmong(each) ?? []) : [])).at(-1);
}

function docAmong({ properties }: ObjectExpression): string | undefined {
  const doc = properties.find(each => each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === 'doc');
  return doc?.type === 'Property' ? literalOf(doc.value) : undefined;
}

function literalOf(value: Argument): string | undefined {
  if (value.type === 'Literal' && typeof value.value === 'string') return value.value;
  return value.type === 'TemplateLiteral' && value.expressions.length === 0
    ? (value.quasis[0]?.value.cooked ?? undefined)
    : undefined;
}

function visit(node: unknown, see: (object: ObjectExpression) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node && node.type === 'ObjectExpression') see(node as ObjectExpression);
  for (const below of Object.values(node)) visit(below, see);
}

/** The source with the comment of each option as it should be. */
export function withOptionDocs(text: string): string {
  return optionsIn(text).reduceRight((whole, { at, commentAt, wanted, found }) => {
    if (wanted === undefined || wanted === found) return whole;
    return `${whole.slice(0, commentAt)}${wanted}\n${whole.slice(at)}`;
  }, text);
}
