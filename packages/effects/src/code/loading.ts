import type { Effect } from '@licet/core';
import { absolutePath, collapse, parentOf } from '../places/lexical.ts';
import type { CodeContext } from './calls.ts';

/** Endings that a loader of JavaScript adds to a name, and files that stand for a folder. Sources: the manuals of Node, Bun and tsx. */
const ENDINGS = [
  '',
  '.js',
  '.mjs',
  '.cjs',
  '.ts',
  '.mts',
  '.cts',
  '.tsx',
  '.jsx',
  '/index.js',
  '/index.mjs',
  '/index.cjs',
  '/index.ts',
];

/** Folders from which code loads: first the folder of its file, then its working directory. */
const folders = ({ from, paths: { cwd = '/' } }: CodeContext): readonly string[] =>
  from === undefined ? [cwd] : [...new Set([parentOf(from), cwd])];

const NO_CODE = /\.(?:json5?|node|css|scss|less|svg|png|jpe?g|gif|wasm|html?|md|txt|ya?ml|graphql|sql)$/i;

/** What a file does that JavaScript loads by a path or a `file:` address. */
export const loadScript = (specifier: string, context: CodeContext): readonly Effect[] => {
  const path = specifier.replace(/^file:(?:\/\/)?/, '').replace(/[?#].*$/s, '');
  if (NO_CODE.test(path)) return [];
  const isWhole = /\.[cm]?[jt]sx?$/.test(path);
  const names = isWhole
    ? [path, ...(path.endsWith('js') ? [path.replace(/js$/, 'ts')] : [])]
    : ENDINGS.map(ending => path + ending);
  const found = folders(context).flatMap(folder => names.map(name => absolutePath(name, folder) ?? name));
  return context.load?.(found, 'node') ?? [];
};

/** Folders that code of Python adds to those in which modules are looked for. */
const ADDED = /\bsys\.path\.(?:insert\(\s*\d+\s*,|append\()\s*["']([^"'\n]{1,400})["']/g;

/** The folders that a source adds by constant paths. */
export const addedFolders = (source: string): readonly string[] =>
  [...source.matchAll(ADDED)].flatMap(([, folder]) => folder ?? []);

/** What a module of the project does that Python loads by its name; a leading dot counts from the folder of the code. */
export const loadPythonModule = (name: string, context: CodeContext, added: readonly string[] = []): readonly Effect[] => {
  const [, dots = '', rest = ''] = /^(\.*)([\w.]*)$/.exec(name) ?? [];
  if (rest === '' && dots === '') return [];
  const inside = rest.replaceAll('.', '/');
  const up = '../'.repeat(Math.max(0, dots.length - 1));
  const { cwd = '/' } = context.paths;
  const bases = [...folders(context), ...added.map(folder => absolutePath(folder, cwd) ?? folder)];
  const found = bases.flatMap(base => {
    const whole = collapse(`${base}/${up}${inside}`);
    return inside === '' ? [`${whole}/__init__.py`] : [`${whole}.py`, `${whole}/__init__.py`];
  });
  return context.load?.(found, 'python3') ?? [];
};

/** What a script does that code runs by its path. */
export const loadPath = (path: string, context: CodeContext): readonly Effect[] => {
  const whole = absolutePath(path, context.paths.cwd ?? '/');
  return whole === undefined
    ? []
    : (context.load?.([whole], context.tool === 'python' || whole.endsWith('.py') ? 'python3' : 'node') ?? []);
};
