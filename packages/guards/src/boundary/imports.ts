import type { Action } from '@licet/core';

const SCRIPT =
  /(?:\bfrom\s{0,20}|\bimport\s{0,20}\(?\s{0,20}|\brequire\s{0,20}\(\s{0,20})(?:'([^'\n]{1,500})'|"([^"\n]{1,500})"|`([^`\n]{1,500})`)/g;

const PYTHON_FROM = /^[ \t]{0,200}from[ \t]{1,20}(\.{0,20})([\w.]{0,500})[ \t]{1,20}import[ \t]{1,20}(\(?[\w ,\t]{0,500})/gm;

const PYTHON_IMPORT = /^[ \t]{0,200}import[ \t]{1,20}([\w., \t]{1,500})/gm;

const toPath = (module: string): string => module.replaceAll('.', '/');

function pythonImports(text: string): readonly string[] {
  const names: string[] = [];
  for (const [, dots = '', module = '', imported = ''] of text.matchAll(PYTHON_FROM)) {
    const start = dots === '' ? '' : dots.length === 1 ? './' : '../'.repeat(dots.length - 1);
    if (module !== '') names.push(start + toPath(module));
    const parts = imported
      .replace(/[()]/g, '')
      .split(',')
      .map(part => part.trim().split(/\s+/)[0] ?? '');
    for (const part of parts) if (part !== '') names.push(`${start}${toPath(module)}${module === '' ? '' : '/'}${part}`);
  }
  for (const [, modules = ''] of text.matchAll(PYTHON_IMPORT)) {
    for (const module of modules.split(',')) names.push(toPath(module.trim().split(/\s+/)[0] ?? ''));
  }
  return names.filter(name => name !== '');
}

/** Longest text that is looked through, in UTF-16 units. */
const MAX_TEXT = 1 << 20;

/** The modules that a text imports, by the form of its lines: paths and package names as written, Python modules as paths. */
export function importsOf(text: string, path: string): readonly string[] {
  const source = text.slice(0, MAX_TEXT);
  if (path.endsWith('.py')) return pythonImports(source);
  return [...source.matchAll(SCRIPT)].map(([, single, double, template]) => single ?? double ?? template ?? '');
}

const TEXT_FIELDS = [
  'content',
  'contents',
  'file_text',
  'new_string',
  'newString',
  'new_str',
  'new_source',
  'code_edit',
  'text',
] as const;

/** The lines that a patch adds to one file, told by the end of its path. */
function patchedText(patch: string, path: string): string {
  const added: string[] = [];
  let isOwn = false;
  for (const line of patch.split(/\r?\n/)) {
    const header = /^\*\*\* (?:Add File|Update File|Move to): (.*)$|^\+\+\+ (?:[ab]\/)?(.*)$/.exec(line);
    const name = header?.[1] ?? header?.[2];
    if (name !== undefined) isOwn = path.endsWith(`/${name.trim().replace(/^(?:\.\/|\/)+/, '')}`);
    else if (isOwn && line.startsWith('+')) added.push(line.slice(1));
  }
  return added.join('\n');
}

/** A command with its quotes taken away, each where a line may begin: what `echo`, `printf` and here documents write is in it. */
const spokenText = (command: string): readonly string[] => [
  command
    .replace(/\\(?=["'`])/g, '')
    .replaceAll(`'"'"'`, "'")
    .replaceAll(`'''`, "'"),
  command.replace(/\\n|["']|^[+]/gm, '\n'),
];

/** The texts that an action writes to a file, from whatever its tool calls them. All of a command counts as written. */
export function writtenTexts({ payload }: Action, path: string): readonly string[] {
  const { command } = payload;
  const texts: string[] = typeof command === 'string' ? [...spokenText(command.slice(0, MAX_TEXT))] : [];
  const take = (holder: Readonly<Record<string, unknown>>): void => {
    for (const field of TEXT_FIELDS) if (typeof holder[field] === 'string') texts.push(holder[field]);
    for (const field of ['input', 'patch', 'patchText', 'diff'])
      if (typeof holder[field] === 'string') texts.push(patchedText(holder[field], path));
  };
  take(payload);
  const { edits } = payload;
  for (const edit of Array.isArray(edits) ? edits : [])
    if (typeof edit === 'object' && edit !== null) take(edit as Record<string, unknown>);
  return texts;
}
