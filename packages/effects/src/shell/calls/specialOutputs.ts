import { absolutePath } from '../../places/lexical.ts';
import { isKnown, knownText, literal, patternField } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import { opaque } from '../words/stream.ts';
import type { Stream } from '../words/stream.ts';
import { namesFound } from './lineFilters.ts';
import { ignoredFiles } from './ignored.ts';
import type { ResolvedCall } from './resolveCall.ts';
import { TEMPORARY } from '../../places/temporary.ts';

const paths = (...names: readonly string[]): Stream => ({ paths: names.map(name => patternField(name)), origins: [] });

/** Programs that print file names, and those that print one known path. */
export function specialOutput(program: string, call: ResolvedCall, frame: Frame): Stream | undefined {
  const [first] = call.operandFields;
  const text = knownText(first);
  switch (program) {
    case 'ls':
      return first === undefined
        ? paths('*', ...(call.has('-a') || call.has('-A') ? ['.*'] : []))
        : { paths: call.operandFields.flatMap(field => (isFileName(field) ? [field] : [field, patternField('*')])), origins: [] };
    case 'fd':
    case 'fdfind':
    case 'locate':
      return { paths: namesFound(call, patternField('**')), origins: [] };
    case 'mktemp':
      return { text: `${temporaryName(call, text)}\n`, origins: [] };
    case 'rg':
    case 'grep':
      return call.has('-l') || call.has('--files')
        ? paths(...foldersOf(searchedIn(call)).map(folder => `${folder}**`))
        : undefined;
    case 'gofmt':
    case 'gofumpt':
    case 'goimports':
      return call.has('-l') ? paths(...foldersOf(call.operands).map(folder => `${folder}**`)) : undefined;
    case 'git':
      return gitOutput(call, frame);
    case 'which':
      return text === undefined ? undefined : { text: `/usr/bin/${text}\n`, origins: [] };
    case 'dirname':
    case 'basename':
    case 'realpath':
    case 'readlink':
      return first === undefined ? undefined : pathPart(program, first, frame);
    case 'env':
    case 'printenv':
      return opaque('environment');
    default:
      return undefined;
  }
}

/** A name with an ending is one of a file, of which a listing prints nothing but the name. */
const isFileName = ({ text }: Field): boolean => /[^/.]\.[a-z]\w*$/i.test(text);

/** The places that a search looks through. */
function searchedIn(call: ResolvedCall): ResolvedCall['operands'] {
  const isSupplied = ['-e', '-f', '--files'].some(option => call.has(option));
  return call.operands.slice(isSupplied ? 0 : 1);
}

/** The folders that operands name, each with a slash; the current one is empty. */
function foldersOf(operands: ResolvedCall['operands']): readonly string[] {
  const folders = operands.map(({ text }) => text);
  if (folders.length === 0 || folders.includes(undefined)) return [''];
  return folders.map(folder => (folder === '.' ? '' : `${folder?.replace(/\/+$/, '') ?? ''}/`));
}

/** A name that stands for the one that mktemp makes up. */
function temporaryName(call: ResolvedCall, template: string | undefined): string {
  const name = (template ?? 'tmp.XXXXXXXXXX').replace(/X{3,}/g, marks => 'x'.repeat(marks.length));
  const folder = call.values('-p')[0]?.text ?? call.values('--tmpdir')[0]?.text;
  if (name.startsWith('/')) return name;
  return template === undefined || call.has('-t') || folder !== undefined || call.has('--tmpdir')
    ? `${folder ?? TEMPORARY}/${name}`
    : name;
}

function pathPart(program: string, field: Field, frame: Frame): Stream {
  const { text } = field;
  const slash = text.replace(/\/+$/, '').lastIndexOf('/');
  if (program === 'basename')
    return isKnown(field) ? { text: `${text.slice(slash + 1)}\n`, origins: [] } : { token: true, origins: [] };
  if (!isKnown(field)) return field.glob ? { paths: [field], origins: [] } : opaque();
  if (program === 'dirname') return { text: slash < 0 ? '.\n' : `${text.slice(0, slash) || '/'}\n`, origins: [] };
  const path = absolutePath(text, frame.state.cwd);
  return path === undefined ? opaque() : { paths: [literal(path)], origins: [] };
}

function gitOutput(call: ResolvedCall, frame: Frame): Stream | undefined {
  const subcommand = call.path[1];
  const ignored = ignoredFiles(call, frame);
  if (ignored !== undefined) return ignored;
  const { root, cwd } = frame.run.options;
  if (subcommand === 'rev-parse' && call.has('--show-toplevel')) return { text: `${root ?? cwd}\n`, origins: [] };
  const asked = subcommand !== 'rev-parse' ? undefined : call.operands[0]?.text;
  const folder = `${root ?? cwd}/.git`;
  if (call.has('--git-path') && asked !== undefined) return { text: `${folder}/${asked}\n`, origins: [] };
  if (call.has('--git-dir') || call.has('--git-common-dir') || call.has('--absolute-git-dir'))
    return { text: `${folder}\n`, origins: [] };
  if (call.line.loose.some(({ text }) => /^[:+]/.test(text))) return { origins: ['decoded'] };
  const lists =
    subcommand === 'grep' && ['-l', '-L', '--files-with-matches', '--files-without-match'].some(name => call.has(name));
  if (lists || subcommand === 'ls-files' || call.has('--name-only') || subcommand === 'ls-tree') return paths('**');
  if (
    /^(?:rev-parse|describe|branch|symbolic-ref|rev-list|merge-base|tag|hash-object|write-tree|commit-tree|remote|for-each-ref)$/.test(
      subcommand ?? '',
    )
  )
    return { token: true, origins: [] };
  return undefined;
}
