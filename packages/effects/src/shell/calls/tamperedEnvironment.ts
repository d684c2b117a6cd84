import type { Mark } from '../../marks.ts';
import { absolutePath, baseName, isWithin } from '../../places/lexical.ts';
import { TEMPORARY, isTemporary, isTemporaryFor } from '../../places/temporary.ts';
import { namesSettings, variableMarks } from '../../programs/variables.ts';
import { knownText } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { isGovernedVariable } from '../../places/governed.ts';
import { emit } from '../words/emit.ts';
import { isOwnClusterFile } from './clusterFiles.ts';
import type { Frame } from '../words/frame.ts';
import { namesPrograms, runLedCode } from './ledElsewhere.ts';

/** A search path that keeps the old one and puts no folder in front that anybody may have filled. */
function isPlainPath(value: Field, frame: Frame): boolean {
  const text = value.text.replace(/\uF8FE/g, '/unknown');
  const { cwd, env } = frame.run.options;
  const old = `:${env?.['PATH'] ?? ''}:`;
  const keepsOld = old !== '::' && `:${text}:`.includes(old);
  // What stands in the old one counts already: only what comes in front of it and behind it is judged.
  const parts = (keepsOld ? `:${text}:`.replace(old, ':/usr/bin:').slice(1, -1) : text).split(':');
  const keeps = keepsOld || value.source.includes('PATH') || text.includes('/usr/bin');
  const { root = frame.run.options.cwd } = frame.run.options;
  return (
    keeps && parts.every(part => part !== '' && part !== '.' && !isTemporaryFor(root, part) && part !== TEMPORARY && part !== cwd)
  );
}

/** Whether settings were written by the agent just now, or lie where anybody writes: a folder that is not there yet has none. */
function isDoubtful(name: string, value: string, frame: Frame): boolean {
  const { run, state, place } = frame;
  const names = namesSettings(name);
  if (names === undefined || place !== 'here') return false;
  const { root, cwd, files, untrusted } = run.options;
  return value.split(names === 'file' ? ':' : '\0').some(part => {
    const path = absolutePath(part, state.cwd);
    if (path === undefined || path === '/dev/null') return false;
    if (name === 'KUBECONFIG' && isOwnClusterFile(path, frame)) return false;
    const isWritten = [...run.files.keys(), ...run.copies.keys(), ...(untrusted ?? [])].some(file => isWithin(file, path));
    if (isWritten) return names === 'file' || name !== 'HOME' || isTemporaryFor(root ?? cwd, path);
    if (!isTemporaryFor(root ?? cwd, path)) return false;
    return names === 'file' || (name !== 'HOME' && (files?.list(path)?.length ?? 0) > 0);
  });
}

/** Interpreters by the variable that says where they look for modules. */
const MODULE_PATHS: Readonly<Record<string, RegExp>> = {
  PYTHONPATH: /^(?:python[\d.]*|pypy[\d.]*|ipython|pytest|py\.test|coverage|nosetests)$/,
  NODE_PATH: /^(?:node|nodejs|tsx|ts-node|mocha|jest|vitest|ava)$/,
  RUBYLIB: /^(?:ruby|rspec|rake)$/,
  PERL5LIB: /^(?:perl|prove)$/,
};

/** Calls that run tests, or code that stands in the call. */
const TESTS =
  /^(?:pytest|py\.test|nosetests|mocha|jest|vitest|ava|rspec|prove)\b|^\S+ (?:-\w+ )*-(?:m (?:unittest|pytest|doctest|coverage|timeit)\b|[ce] )/;

/**
 * Whether modules in a scratch folder are put before one interpreter for a run of tests, of code in the call, or of a script beside them: not where anybody may put
 * files (`/tmp` itself), and not what this very command has written, fetched or unpacked there.
 */
function isForScratch(name: string, text: string | undefined, { run, setsFor = [], state }: Frame): boolean {
  const [program = '', ...words] = setsFor;
  const interpreters = Object.hasOwn(MODULE_PATHS, name) ? MODULE_PATHS[name] : undefined;
  if (text === undefined || interpreters?.test(baseName(program)) !== true) return false;
  const isTest = TESTS.test([baseName(program), ...words].join(' ').slice(0, 200));
  const script = absolutePath(words.find(word => !word.startsWith('-')) ?? '', state.cwd);
  const holdsScript =
    script !== undefined && text.split(':').some(part => isWithin(script, absolutePath(part, state.cwd) ?? '/'));
  if (!isTest && !holdsScript) return false;
  const { untrusted } = run.options;
  const made = [...run.files.keys(), ...run.copies.keys(), ...run.fetched, ...run.unpackedInto, ...(untrusted ?? [])];
  return text.split(':').every(part => {
    const path = absolutePath(part, state.cwd);
    const isOpen = path === undefined || (isTemporary(`${path}/x`) && !isTemporary(path));
    return !isOpen && /^[\w./~:@+-]*$/.test(part) && !made.some(file => isWithin(file, path));
  });
}

/** Records that a variable is set for later programs, when that matters to them. */
export function emitVariable(name: string, value: Field, program: string | undefined, frame: Frame): void {
  const text = knownText(value);
  const own: readonly Mark[] = isPlainPath(value, frame) ? [] : ['tampered_environment'];
  const marks = name === 'PATH' ? own : isForScratch(name, text, frame) ? [] : variableMarks(name, text);
  const isLed = text !== undefined && (isDoubtful(name, text, frame) || namesPrograms(name, text, frame));
  const tags = marks.length === 0 && isLed ? (['tampered_environment'] as const) : marks;
  if (text !== undefined) runLedCode(name, text, frame);
  if (tags.length === 0 && !isGovernedVariable(name)) return;
  const target = { type: 'named', category: 'variable', name, ...(text === undefined ? {} : { value: text }) } as const;
  emit(frame, { kind: 'environment', target, program, tags });
}
