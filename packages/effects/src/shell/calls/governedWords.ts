import { governedNames, governedPartsOf, isGovernedPath } from '../../places/governed.ts';
import { absolutePath, baseName } from '../../places/lexical.ts';
import { compileGlob } from '../../places/glob.ts';
import { expandGlob } from '../../places/reach.ts';
import { SETTINGS_FOLDER } from '../../places/runtimes.ts';
import { isAddress } from '../../programs/shapes.ts';
import { HOLE } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import { emitFile } from './emitFile.ts';
import { SPEAKING } from './innerPrograms.ts';
import type { ResolvedCall, UsedWord } from './resolveCall.ts';

/**
 * Records that a file which governs the agent may be written, if a word names one and no description says what the word is for: as
 * the word, as a part of it, or by a pattern. Returns whether there is one.
 */
export function emitGoverned(field: Field, program: string, frame: Frame): boolean {
  if (program === 'licet') return false;
  const paths = governedIn(field, frame);
  for (const path of paths)
    emitFile(
      { ...field, text: path, glob: false },
      {
        kind: 'write',
        program,
        possible: true,
        recursive: SETTINGS_FOLDER.test(baseName(path.replace(/\/+$/, ''))),
        tags: ['unlisted'],
      },
      frame,
    );
  return paths.length > 0;
}

function governedIn(field: Field, frame: Frame): readonly string[] {
  const text = field.text.replace(/^(?:@|--?[\w-]+=)/, '');
  if (field.glob) return [...governedPartsOf(field.text), ...matchedByPattern(text, frame)];
  const isName = !/[\s\n]/.test(field.text) && !isAddress(field.text);
  return isName && isGovernedPath(absolutePath(text, frame.state.cwd ?? '/') ?? text) ? [text] : governedPartsOf(field.text);
}

/** Most governed files of one pattern that are recorded: each of them stops the command. */
const MOST_MATCHES = 4;

/** The governed files that a pattern of the shell matches. Leading dots need a literal dot, as in a shell. All files of a folder are no name. */
function matchedByPattern(text: string, { state, run }: Frame): readonly string[] {
  const pattern = absolutePath(text, state.cwd) ?? text;
  if (text.includes(HOLE) || /(?:^|\/)[*?]*$/.test(text)) return [];
  const { files } = run.options;
  const found = files === undefined || !pattern.startsWith('/') ? undefined : expandGlob(pattern, files);
  const paths = (found?.paths ?? []).filter(isGovernedPath);
  if (found?.complete === true || paths.length > 0) return paths.slice(0, MOST_MATCHES);
  return governedNames.filter(name => isMatched(pattern, name)).slice(0, 1);
}

/** Whether the end of a pattern matches a name, part by part. */
function isMatched(pattern: string, name: string): boolean {
  const [parts, names] = [pattern.split('/').filter(part => part !== ''), name.split('/')];
  const end = parts.slice(-names.length);
  return end.length === names.length && end.every((part, i) => matchesPart(part, names[i] ?? ''));
}

function matchesPart(part: string, name: string): boolean {
  if (name.startsWith('.') && !/^(?:\\?\.|[@+!?*]\()/.test(part)) return false;
  try {
    return compileGlob(part, false)(name);
  } catch {
    return true;
  }
}

/** Words in the name of an option whose value is a file that the program makes. */
const NAMES_FILE =
  /(?:file|log|out|output|outfile|trace|tracefile|report|profile|prof|export|save|write|dump|record|metadata|results?|store|cache|db|path|dest|json|xml|html|csv|md|markdown|orgmode|asciidoc|sarif|junit|svc|sessions?|history|state|to|dir|directory|folder)$|^-[dDoO]$/i;

/** Options whose value names files only to choose, to skip, to read or to tell of them. */
const HARMLESS =
  /^-(?:[egiImtxPpSfFrLnNsqTk]|-?(?:.*(?:include|exclude|ignore|skip|pattern|name|glob|filter|grep|match|label|title|body|message|stdin|config|conf|input|from|path-?spec|prefix|find|only|search|query|help|arg|rule|format|template|reference|notes|follow).*))$/i;

/** Governed files as values of options: of one that takes a text, or of one that no table knows and whose name says that it takes a file. */
export function emitGovernedValues(call: ResolvedCall, words: readonly UsedWord[], frame: Frame): void {
  const [program = ''] = call.path;
  const isRead = (field: Field): boolean => words.some(word => word.field === field && word.use.as === 'read');
  const values = call.line.given.flatMap(({ option, values: given }) =>
    HARMLESS.test(option.spelling) || SPEAKING.test(option.spelling)
      ? []
      : given.filter(({ use, field }) => use === 'text' && !isRead(field)).map(({ field }) => field),
  );
  const behind = call.line.behind.flatMap(({ option, field }) =>
    NAMES_FILE.test(option) && !HARMLESS.test(option) && !isRead(field) ? [field] : [],
  );
  for (const field of [...values, ...behind, ...optionsBehind(words)])
    if (!/\s/.test(field.text)) emitGoverned(field, program, frame);
}

/** Values of options behind the first operand, where a description takes all of them for text: `coverage run --data-file=FILE`. */
function optionsBehind(words: readonly UsedWord[]): readonly Field[] {
  const texts = words.filter(({ use, operand }) => operand && use.as === 'text').map(({ field }) => field);
  return texts.flatMap((field, at) => {
    const [, option, value] = /^(--?[\w-]+)=(.+)$/s.exec(field.text) ?? [];
    if (option !== undefined && value !== undefined) return HARMLESS.test(option) ? [] : [{ ...field, text: value }];
    const before = texts[at - 1]?.text ?? '';
    return before.startsWith('-') && NAMES_FILE.test(before) && !HARMLESS.test(before) ? [field] : [];
  });
}
