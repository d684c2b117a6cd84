// A fenced block of TypeScript as a module that checks what its `// => value` comments say.

const CHECK = /^(.*?);?\s*\/\/ => (.+)$/u;
const DECLARED = /^(?:const|let) (\w+)\b[^=]*= /u;

/** Turns an example into a module: every line that ends in `// => value` becomes a comparison with that value. */
export function toModule(example: string): string {
  const done: string[] = ["import { expect as expectOfExample } from 'vitest';"];
  let open: string[] = [];
  for (const line of example.split('\n')) {
    const [, code, value] = CHECK.exec(line) ?? [];
    if (code === undefined || value === undefined) {
      open.push(line);
      if (/[;}]\s*(?:\/\/.*)?$/u.test(line) || line.trim() === '') done.push(...open.splice(0));
      continue;
    }
    if (code.trim() === '' && open.length === 0) open.push((done.pop() ?? '').replace(/;\s*$/u, ''));
    const statement = [...open.splice(0), code].join('\n').trim().replace(/;$/u, '');
    const declared = DECLARED.exec(statement)?.[1];
    if (declared !== undefined) done.push(`${statement};`);
    done.push(`expectOfExample(${declared ?? statement}).toEqual(${value});`);
  }
  return `${[...done, ...open].join('\n')}\nexport {};\n`;
}

/** Every block of TypeScript in a text, with the line that it begins on. Doc comments lose their stars. */
export function blocksIn(text: string, isComment: boolean): readonly { readonly line: number; readonly code: string }[] {
  const fence = isComment ? /^[ \t]*\* ```ts\n([\s\S]*?)^[ \t]*\* ```$/gmu : /^```ts\n([\s\S]*?)^```$/gmu;
  return Array.from(text.matchAll(fence), match => ({
    line: text.slice(0, match.index).split('\n').length,
    code: isComment ? (match[1] ?? '').replaceAll(/^[ \t]*\* ?/gmu, '') : (match[1] ?? ''),
  }));
}
