import { concatenate, text } from '../value.ts';
import type { Value } from '../value.ts';
import type { PythonNode } from './parser.ts';

const SIMPLE: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
};

/** One escape as Python reads it; what Python leaves alone stays. */
const unescape = (escape: string): string | undefined => {
  const body = escape.slice(1);
  if (body === '\n' || body === '\r\n') return '';
  const known = SIMPLE[body];
  if (known !== undefined) return known;
  const hex = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))$/.exec(body);
  const digits = hex?.[1] ?? hex?.[2] ?? hex?.[3];
  if (digits !== undefined) {
    const code = Number.parseInt(digits, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
  }
  if (/^[0-7]{1,3}$/.test(body)) return String.fromCharCode(Number.parseInt(body, 8));
  return body.startsWith('N{') ? undefined : escape;
};

const contentOf = (node: PythonNode, isRaw: boolean): Value => {
  if (isRaw) return text(node.text);
  let isKnown = true;
  const decoded = node.text.replace(
    /\\(?:\r\n|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|N\{[^}]*\}|[0-7]{1,3}|[\s\S])/g,
    escape => {
      const found = unescape(escape);
      isKnown &&= found !== undefined;
      return found ?? '';
    },
  );
  return isKnown ? text(decoded) : { type: 'unknown' };
};

const partOf = (node: PythonNode, prefix: string, evaluate: (node: PythonNode) => Value): Value => {
  if (node.type === 'interpolation') {
    const hasFormat = node.children.some(child => child.type === 'format_specifier' || child.type === 'type_conversion');
    const expression = node.children.find(child => child.field === 'expression') ?? node.children[0];
    return hasFormat || expression === undefined ? { type: 'unknown' } : evaluate(expression);
  }
  const content = contentOf(node, prefix.includes('r'));
  if (!/[ft]/.test(prefix) || content.type !== 'text') return content;
  return text(content.text.replaceAll('{{', '{').replaceAll('}}', '}'));
};

/** The value of a string literal, with its escapes decoded and its interpolations put in where they are constant. */
export const evaluateString = (node: PythonNode, evaluate: (node: PythonNode) => Value): Value => {
  const prefix = (node.children.find(child => child.type === 'string_start')?.text ?? '').replace(/['"]+$/, '').toLowerCase();
  const parts = node.children.filter(child => child.type !== 'string_start' && child.type !== 'string_end');
  return concatenate(parts.map(part => partOf(part, prefix, evaluate)));
};
