import type { Effect } from '@licet/core';
import { saidLater } from './packageScripts.ts';
import type { ToolDescriptor } from './use.ts';
import { one, grep } from './grepTool.ts';

const named = Object.keys(one);

const all = <T extends string>(use: T): Readonly<Record<string, T>> => Object.fromEntries(named.map(name => [name, use]));

const read: ToolDescriptor = {
  arguments: { ...one, paths: 'read', files: 'read', include: 'glob' },
  required: [...named, 'paths', 'files'],
};

const write: ToolDescriptor = { arguments: all('write'), required: named };

const edit: ToolDescriptor = { arguments: { ...all('update'), notebookpath: 'update' }, required: [...named, 'notebookpath'] };

/** Lines of a cell that the notebook gives to a shell: `!pip install x`, and all of one that begins with `%%bash`. */
function shellOfCell(source: string): string {
  if (/^\s*%%(?:bash|sh|script|cmd)\b/.test(source)) return source.replace(/^\s*%%.*\n?/, '');
  return [...source.matchAll(/^[ \t]*(?:\w{1,64}[ \t]*=[ \t]*)?(?:!!?|%(?:sx|system|alias)[ \t])(.*)$/gm)]
    .map(([, line = '']) => line.replace(/\{\w+\}/g, 'x'))
    .join('\n');
}

/** The lines of a cell that are Python: none of those that the notebook takes for itself, and none of a cell in another language. */
function pythonOfCell(source: string): string {
  if (/^\s*%%(?!time|timeit|capture|prun)/.test(source)) return '';
  return source
    .split('\n')
    .filter(line => !/^\s*(?:%|!|\?)|\?\s*$/.test(line) && !/^\s*\w+\s*=\s*[!%]/.test(line))
    .join('\n');
}

/** A cell is run with the notebook; what its lines would do is said as far as it does harm. */
const notebook: ToolDescriptor = {
  ...edit,
  inspect: ({ new_source: source, cell_type: type, edit_mode: mode }, judge) => {
    if (typeof source !== 'string' || type === 'markdown' || mode === 'delete') return [];
    const [text, python] = [shellOfCell(source), pythonOfCell(source)];
    const code = python.trim() === '' ? [] : judge('shell', ['python3', '-c', python]);
    const lost = code.filter(({ kind }) => kind === 'delete').map(effect => ({ ...effect, certainty: 'possible' as const }));
    const shown = text.trim() === '' ? [] : judge('shell', text).map(effect => ({ ...effect, certainty: 'possible' as const }));
    return [...shown, ...lost, ...saidLater(code, false)];
  },
};

const remove: ToolDescriptor = { arguments: { ...all('delete_tree'), paths: 'delete_tree' }, required: [...named, 'paths'] };

const folders = {
  path: 'list',
  dirpath: 'list',
  directory: 'list',
  relativeworkspacepath: 'list',
  targetdirectory: 'list',
} as const;

const list: ToolDescriptor = { arguments: folders };

const move: ToolDescriptor = {
  arguments: {
    source: 'move',
    sourcepath: 'move',
    oldpath: 'move',
    from: 'move',
    destination: 'write',
    destinationpath: 'write',
    newpath: 'write',
    to: 'write',
  },
  required: ['source', 'sourcepath', 'oldpath', 'from'],
};

const copy: ToolDescriptor = {
  ...move,
  arguments: { ...move.arguments, source: 'read', sourcepath: 'read', oldpath: 'read', from: 'read' },
};

/** Lists names that match; reads no content. The fixed part of the pattern is the folder that is looked through. */
const glob: ToolDescriptor = {
  sees: ['pattern', 'path'],
  inspect: ({ pattern, path, dir_path: folder }, judge): readonly Effect[] => {
    if (typeof pattern !== 'string') return judge('unknown', pattern ?? '');
    const fixed = pattern.split('/').slice(0, -1);
    const wild = fixed.findIndex(part => /[*?[{]/.test(part));
    const base = (wild < 0 ? fixed : fixed.slice(0, wild)).join('/');
    const start = typeof path === 'string' ? path : typeof folder === 'string' ? folder : '.';
    if (pattern.startsWith('/') || pattern.startsWith('~')) return judge('list', base === '' ? '/' : base);
    return judge('list', base === '' ? start : `${start}/${base}`);
  },
};

const editor: ToolDescriptor = {
  required: ['path'],
  sees: ['command', 'path'],
  inspect: ({ command, path }, judge) => {
    if (command === 'view') return judge('read', path ?? '');
    return judge(command === 'create' ? 'write' : 'update', path ?? '');
  },
};

/** Tools on files, by plain name, as the runtimes and the common MCP file servers call them. */
export const fileTools: Readonly<Record<string, ToolDescriptor>> = {
  read,
  readfile: read,
  readtextfile: read,
  readmediafile: read,
  readmanyfiles: read,
  readmultiplefiles: read,
  notebookread: { arguments: { notebookpath: 'read' }, required: ['notebookpath'] },
  view: read,
  viewfile: read,
  viewimage: read,
  getfileinfo: read,
  openfile: read,
  write,
  writefile: write,
  writetofile: write,
  create: write,
  createfile: write,
  createdirectory: { arguments: all('make'), required: named },
  edit,
  editfile: edit,
  multiedit: edit,
  notebookedit: notebook,
  replace: edit,
  replaceinfile: edit,
  replacestringinfile: edit,
  multireplacestringinfile: edit,
  searchreplace: edit,
  strreplace: edit,
  inserteditintofile: edit,
  editnotebookfile: notebook,
  strreplaceeditor: editor,
  strreplacebasededittool: editor,
  delete: remove,
  deletefile: remove,
  removefile: remove,
  deletedirectory: remove,
  move,
  movefile: move,
  renamefile: move,
  copyfile: copy,
  ls: list,
  list,
  listdir: list,
  listdirectory: list,
  listdirectorywithsizes: list,
  listfiles: list,
  directorytree: list,
  searchfiles: list,
  filesearch: {},
  glob,
  findfiles: glob,
  grep,
  grepfiles: grep,
  grepsearch: grep,
  searchfilecontent: grep,
  codebasesearch: {},
  semanticsearch: {},
  listalloweddirectories: {},
  applypatch: {
    arguments: { input: 'patch', patch: 'patch', patchtext: 'patch', command: 'patch', diff: 'patch' },
    required: ['input', 'patch', 'patchtext', 'command', 'diff'],
  },
  patch: {
    arguments: { patch: 'patch', patchtext: 'patch', input: 'patch', diff: 'patch' },
    required: ['patch', 'patchtext', 'input', 'diff'],
  },
};
