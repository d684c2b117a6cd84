/** One entry of a TOML file. */
export interface TomlEntry {
  /** The name of its table; empty above the first one. */
  readonly table: string;
  readonly key: string;
  readonly value: string;
  /** The texts in it, where it is a list. */
  readonly items?: readonly string[];
}

const TABLE = /^[ \t]*\[\[?[ \t]*([^\]]+?)[ \t]*\]\]?[ \t]*(?:#.*)?$/u;
const ENTRY = /^[ \t]*["']?([\w.-]+)["']?[ \t]*=[ \t]*(.*)$/u;

/** Reads the entries of a TOML file line by line, as far as names of tables, keys and texts in lists go. The header `[a.b]` is also the entry `b` of `a`. */
export function tomlEntries(text: string): readonly TomlEntry[] {
  const found: TomlEntry[] = [];
  let table = '';
  let open: { key: string; value: string } | undefined;
  const close = (): void => {
    if (open !== undefined) found.push({ table, ...open, items: textsIn(open.value) });
    open = undefined;
  };
  for (const line of text.split('\n')) {
    const header = open === undefined ? TABLE.exec(line)?.[1] : undefined;
    if (open !== undefined) open = { ...open, value: `${open.value}\n${line}` };
    else if (header !== undefined) {
      table = header.replaceAll(/["']/gu, '');
      const at = table.lastIndexOf('.');
      found.push({ table: table.slice(0, Math.max(at, 0)), key: table.slice(at + 1), value: '' });
    } else {
      const [, key, value = ''] = ENTRY.exec(line) ?? [];
      if (key === undefined) continue;
      if (value.startsWith('[')) open = { key, value };
      else found.push({ table, key, value });
    }
    if (open !== undefined && isClosed(open.value)) close();
  }
  close();
  return found;
}

const withoutTexts = (value: string): string => value.replaceAll(/"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#.*$/gmu, '');

function isClosed(value: string): boolean {
  const bare = withoutTexts(value);
  return bare.split('[').length <= bare.split(']').length;
}

const textsIn = (value: string): readonly string[] =>
  [...value.matchAll(/"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'/gu)].map(([, double, single]) => double ?? single ?? '');
