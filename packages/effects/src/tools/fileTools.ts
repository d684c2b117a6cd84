import type { Effect } from '@licet/core';
import { saidLater } from './packageScripts.ts';
import { alike } from '../alike.ts';
import type { ToolDescriptor, JudgeArgument } from './use.ts';
import { compileGlob, expandBraces } from '../places/glob.ts';
import { baseName } from '../places/lexical.ts';
import { escapeGlob } from '../places/segments.ts';
import { seeksCredentials } from '../programs/credentialShapes.ts';

/** Names of an argument that is one file. */
const ONE_FILE = 'filepath path absolutepath targetfile file filename uri';

const firstText = (values: readonly unknown[]): string | undefined => values.find(value => typeof value === 'string');

/** The names that a file type of ripgrep matches, where its name is an extension too; none for one that is not known here. */
function typeGlob(type: unknown): string | undefined {
  if (typeof type !== 'string') return undefined;
  const isExtension = /^(?:c|cs|css|dart|go|html|json|lua|php|r|scala|sql|swift|tf|toml|vue|xml)$/.test(type);
  const names = FILE_TYPES[type] ?? (isExtension ? type : undefined);
  return names === undefined ? undefined : `*.${names}`;
}

/** From `rg --type-list`: types whose name is not their only extension. */
const FILE_TYPES: Readonly<Record<string, string>> = {
  cpp: '{cpp,cc,cxx,hpp,hh,hxx,h,inl}',
  java: '{java,jsp}',
  js: '{js,jsx,mjs,cjs,vue}',
  kotlin: '{kt,kts}',
  ...alike('markdown md', '{md,markdown,mdx}'),
  ...alike('py python', '{py,pyi}'),
  ruby: '{rb,gemspec,rake}',
  rust: 'rs',
  sh: '{sh,bash,zsh,ksh}',
  terraform: '{tf,tf.json}',
  ...alike('ts typescript', '{ts,tsx,mts,cts}'),
  yaml: '{yaml,yml}',
};

const isMarked = ({ tags }: Effect, mark: string): boolean => tags?.includes(mark) === true;

/** Whether a pattern that starts with `!` leaves the file of an effect out of a search. */
const isLeftOut = ({ target }: Effect, filter: string | undefined): boolean =>
  filter?.startsWith('!') === true &&
  target?.type === 'file' &&
  expandBraces(filter.slice(1)).some(one => !one.includes('(') && compileGlob(one, false)(baseName(target.lexical)));

/**
 * Searches contents. Where only names come back (the default) the folder counts as listed, unless the search aims at
 * secrets: which lines are in them can be found out so. A search in one file tells what is in it. A `glob` or `type` narrows the
 * search; its wildcards stand for leading dots too.
 */
const grep: ToolDescriptor = {
  sees: ['pattern', 'query', 'path', 'dirpath', 'directory', 'glob', 'include', 'includepattern', 'type', 'outputmode'],
  inspect: (payload, judge, tool): readonly Effect[] => {
    const start =
      [payload['path'], payload['dir_path'], payload['directory']].find(value => value !== undefined && value !== null) ?? '.';
    const mode = payload['output_mode'] ?? (tool === 'Grep' ? 'files_with_matches' : 'content');
    const found = filtered(payload, start, judge);
    if (mode !== 'files_with_matches' && mode !== 'count') return found.map(effect => aimed(effect, payload));
    const secrets = found.filter(effect => isMarked(effect, 'secret') && !isMarked(effect, 'among'));
    return secrets.length > 0 ? secrets : judge('list', start);
  },
};

/** Secrets are what a search for the shapes of credentials is for, not something that lies beside it. */
function aimed(effect: Effect, payload: Readonly<Record<string, unknown>>): Effect {
  const seeks = [payload['pattern'], payload['query'], payload['regex']].some(
    text => typeof text === 'string' && seeksCredentials(text),
  );
  return seeks && isMarked(effect, 'among') ? { ...effect, tags: (effect.tags ?? []).filter(tag => tag !== 'among') } : effect;
}

function filtered(payload: Readonly<Record<string, unknown>>, start: unknown, judge: JudgeArgument): readonly Effect[] {
  const filter = firstText([payload['glob'], payload['include'], payload['include_pattern'], payload['includePattern']]);
  const narrowed = filter ?? typeGlob(payload['type']);
  if (narrowed === undefined || narrowed.startsWith('!') || typeof start !== 'string')
    return judge('search', start).filter(effect => !isMarked(effect, 'among') || !isLeftOut(effect, filter));
  const name = filter !== undefined && /^[*?[]/.test(narrowed) ? `{${narrowed},.${narrowed}}` : narrowed;
  const depth = narrowed.includes('/') ? narrowed.replace(/^\//, '') : `**/${name}`;
  return judge('glob', `${escapeGlob(start)}/${depth}`);
}

const named = ONE_FILE.split(' ');

const read: ToolDescriptor = {
  arguments: { ...alike(`${ONE_FILE} paths files`, 'read'), include: 'glob' },
  required: [...named, 'paths', 'files'],
};

const write: ToolDescriptor = { arguments: alike(ONE_FILE, 'write'), required: named };

const edit: ToolDescriptor = {
  arguments: alike(`${ONE_FILE} notebookpath`, 'update'),
  required: [...named, 'notebookpath'],
};

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

const remove: ToolDescriptor = { arguments: alike(`${ONE_FILE} paths`, 'delete_tree'), required: [...named, 'paths'] };

const list: ToolDescriptor = { arguments: alike('path dirpath directory relativeworkspacepath targetdirectory', 'list') };

const SOURCE = 'source sourcepath oldpath from';
const DESTINATION = 'destination destinationpath newpath to';

const move: ToolDescriptor = {
  arguments: { ...alike(SOURCE, 'move'), ...alike(DESTINATION, 'write') },
  required: SOURCE.split(' '),
};

const copy: ToolDescriptor = { ...move, arguments: { ...move.arguments, ...alike(SOURCE, 'read') } };

/** A patch, by whichever of these names it comes. */
const patch = (names: string): ToolDescriptor => ({ arguments: alike(names, 'patch'), required: names.split(' ') });

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
  ...alike('read readfile readtextfile readmediafile readfiles readmanyfiles readmultiplefiles view viewfile viewimage', read),
  ...alike('getfileinfo openfile', read),
  notebookread: { arguments: { notebookpath: 'read' }, required: ['notebookpath'] },
  ...alike('write writefile writetofile create createfile', write),
  createdirectory: { arguments: alike(ONE_FILE, 'make'), required: named },
  ...alike('edit editfile multiedit replace replaceinfile replacestringinfile multireplacestringinfile searchreplace', edit),
  ...alike('strreplace inserteditintofile editor', edit),
  ...alike('notebookedit editnotebookfile', notebook),
  ...alike('strreplaceeditor strreplacebasededittool', editor),
  ...alike('delete deletefile removefile deletedirectory', remove),
  ...alike('move movefile renamefile', move),
  copyfile: copy,
  ...alike('ls list listdir listdirectory listdirectorywithsizes listfiles directorytree searchfiles', list),
  ...alike('glob findfiles', glob),
  ...alike('grep grepfiles grepsearch searchcodebase searchfilecontent', grep),
  ...alike('filesearch codebasesearch semanticsearch listalloweddirectories', {}),
  applypatch: patch('input patch patchtext command diff'),
  patch: patch('patch patchtext input diff'),
};
