import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A piece of code from a document or from a doc comment. */
export interface Snippet {
  /** File and line, for the name of the test. */
  readonly place: string;
  readonly code: string;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const FENCE = /^```ts\n([\s\S]*?)^```/gm;

/** Returns the `ts` blocks of a document, by its path from the root of the repository. */
export function snippetsOf(file: string): readonly Snippet[] {
  const text = readFileSync(join(root, file), 'utf8');
  const plain = file.endsWith('.ts') ? text.replaceAll(/^[ \t]*\* ?/gm, '') : text;
  return Array.from(plain.matchAll(FENCE), ({ index, 1: code = '' }) => ({
    place: `${file}:${plain.slice(0, index).split('\n').length + 1}`,
    code,
  }));
}

/** Runs snippets in one new process, each as a separate module, and returns what went wrong by place. */
export function runSnippets(snippets: readonly Snippet[]): Readonly<Record<string, string>> {
  const cache = join(root, 'test/node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'snippets-'));
  try {
    writeFileSync(join(folder, 'governance.yaml'), policyOfTheReadme());
    for (const [name, text] of filesIn(snippets)) writeFileSync(join(folder, name), text);
    const modules = snippets.map(({ place, code }, index) => {
      const file = join(folder, `${index}.mjs`);
      writeFileSync(file, stripTypeScriptTypes(PRELUDE + asserting(code), { mode: 'strip' }));
      return [place, file];
    });
    const main = join(folder, 'main.mjs');
    writeFileSync(main, `const modules = ${JSON.stringify(modules)};\n${MAIN}`);
    const { stdout, stderr } = spawnSync(process.execPath, ['--conditions=@licet/source', main], {
      cwd: folder,
      encoding: 'utf8',
    });
    const last = stdout.trimEnd().split('\n').at(-1) ?? '';
    if (!last.startsWith('{')) throw new Error(`the snippets did not run to their end: ${stderr}`);
    return JSON.parse(last) as Record<string, string>;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The files that the documents of the snippets show: a block of YAML whose first line is its name. */
function filesIn(snippets: readonly Snippet[]): readonly (readonly [name: string, text: string])[] {
  const documents = new Set(snippets.map(({ place }) => place.replace(/:\d+$/u, '')).filter(file => file.endsWith('.md')));
  return [...documents].flatMap(file =>
    Array.from(
      readFileSync(join(root, file), 'utf8').matchAll(/^```yaml\n# (?<name>[\w.-]+\.yaml)\n(?<text>[\s\S]*?)^```/gmu),
      ({ groups }) => [groups?.['name'] ?? '', groups?.['text'] ?? ''] as const,
    ),
  );
}

/** What a snippet that opens `governance.yaml` finds there. */
function policyOfTheReadme(): string {
  return /```yaml\n([\s\S]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8'))?.[1] ?? '';
}

const PRELUDE = `import { isDeepStrictEqual as __same, inspect as __show } from 'node:util';
const __check = (found, wanted) => { if (!__same(found, wanted)) throw new Error('expected ' + __show(wanted) + ', found ' + __show(found)); };
`;

const MAIN = `const failed = {};
const log = console.log;
console.log = () => undefined;
for (const [place, file] of modules) {
  try { await import(file); } catch (error) { failed[place] = String(error?.stack ?? error); }
}
log('\\n' + JSON.stringify(failed));
`;

const CHECK = /^(.*?);?\s*\/\/ => (.+)$/u;
const DECLARED = /^(?:const|let) (\w+)\b[^=]*= /u;

/** Turns every statement that ends in `// => value`, there or on the line below, into a comparison with that value. */
export function asserting(code: string): string {
  const done: string[] = [];
  let open: string[] = [];
  for (const line of code.split('\n')) {
    const [, before, value] = CHECK.exec(line) ?? [];
    if (before === undefined || value === undefined) {
      open.push(line);
      if (/[;}]\s*(?:\/\/.*)?$/u.test(line) || line.trim() === '') done.push(...open.splice(0));
      continue;
    }
    if (before.trim() === '' && open.length === 0) open.push((done.pop() ?? '').replace(/;\s*$/u, ''));
    const statement = [...open.splice(0), before].join('\n').trim().replace(/;$/u, '');
    const declared = DECLARED.exec(statement)?.[1];
    if (declared !== undefined) done.push(`${statement};`);
    done.push(`__check((${declared ?? statement}), (${value}));`);
  }
  return [...done, ...open].join('\n');
}
