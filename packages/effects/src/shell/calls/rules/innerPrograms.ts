import type { Effect } from '@licet/core';
import type { Mark } from '../../../marks.ts';
import { grave } from '../../../marks.ts';
import { isGovernedPath, touchesGovernance } from '../../../places/governed.ts';
import { baseName } from '../../../places/lexical.ts';
import { findDescriptor } from '../../../programs/index.ts';
import { descend, emit, emitUnknown } from '../../words/emit.ts';
import type { Field } from '../../words/field.ts';
import { isKnown, knownText } from '../../words/field.ts';
import type { Frame } from '../../words/frame.ts';
import { start } from '../../words/frame.ts';
import { forkState } from '../../words/shellState.ts';
import type { AssignedCall, Called } from '../call.ts';

/** Words of a command line that are tried as the start of a command. */
const MOST_TRIES = 8;

/** Options whose value is code or a command, whatever the program. */
const RUNNING =
  /^--?(?:e|E|x|c|C|eval\w*|exec\w*|command|cmd|run|preview|shell|script|code|bind|wrap|callback|hook|on-[\w-]+|[\w-]*-(?:cmd|command|hook|exec|script))$/;

/** Options whose value is words for people. */
export const SPEAKING =
  /^--?(?:m|message|msg|title|body|description|desc|comment|note|notes|text|subject|name|label|prompt|query|search|pattern|grep|regexp?|filter|reason|summary|help)$/;

/** Calls by which code in any language starts programs or removes files. Source: the standard libraries of the common languages. */
const CALLS_OUT =
  /\b(?:system|exec[lv]?[pe]*|spawn\w*|popen\w*|shell_?exec\w*|passthru|proc_open|fork|eval|unlink\w*|rmtree|rmdir|rm_rf?|removeSync|rmSync|file[_.-]delete|delete[_-](?:directory|file)|run[_-]program|shell[_-]command(?:-to-string)?)\s*[!(]|\(\s*(?:system|shell-command|call-process|delete-directory|delete-file|run-program|sh|shell)\b|\bos\.(?:execute|remove|cmd)\b|\bos:cmd\b|\bdo shell script\b|%x[({[]|(?:^|[^\\])`[^`]+`|\bFile(?:Utils)?\.(?:rm|delete|unlink)\w*/;

/** Programs that the interpreter of the shell takes over itself: shells and those that run a command. */
const INTERPRETED =
  /^(?:(?:ba|z|da|k|mk|a|fi|c|tc|ya|o|y|po|mr|xon|elvi)?sh|nu|env|sudo|doas|su|runuser|pkexec|xargs|parallel|find|eval|source|exec|command|ssh|watch|tmux|screen|at|busybox|toybox|pwsh|powershell|cmd)$/;

/** Whether a word is the name of a program that is described, or of one that the shell handles itself. */
export const isProgram = (name: string): boolean =>
  /^[\w.+-]+$/.test(name) &&
  (INTERPRETED.test(name) || [name, name.replace(/(?<=[a-z]{3})[\d.]+$/, '')].some(one => findDescriptor(one) !== undefined));

/** What runs in its own world finds, so that only a part of it can be kept. */
function judgeApart(frame: Frame, program: string, run: (inner: Frame) => void): readonly Effect[] {
  const { run: outer } = frame;
  const own = {
    ...outer,
    effects: new Map<string, Effect>(),
    files: new Map(outer.files),
    copies: new Map(outer.copies),
    unseenCopies: new Set(outer.unseenCopies),
    links: new Map(outer.links),
    fetched: new Set(outer.fetched),
    unpackedInto: new Set(outer.unpackedInto),
    sessions: new Set(outer.sessions),
    traps: [] as (() => void)[],
  };
  const inner = descend({ ...frame, run: own, state: forkState(frame.state), possible: true }, program);
  if (inner !== undefined) run(inner);
  for (const trap of own.traps) trap();
  return [...own.effects.values()];
}

function keepGrave(effects: readonly Effect[], frame: Frame): boolean {
  const kept = effects.filter(
    effect =>
      touchesGovernance(effect) || (effect.tags?.some(tag => grave.has(tag)) === true && !effect.tags.includes('metadata')),
  );
  for (const { kind, target, program, tags = [], note, via } of kept)
    emit({ ...frame, via }, { kind, target, program, possible: true, tags: tags as readonly Mark[], note });
  return kept.length > 0;
}

/** Marks of what a script must not do that somebody runs later without reading it again. */
const LATER: ReadonlySet<string> = new Set(['catastrophic', 'downloaded_code', 'obfuscated', 'uploads']);

/** Judges the text of a script that is written and runs later: ruin, code from elsewhere and leaks are recorded, as possible. */
export function judgeLater(program: string, text: Field, frame: Frame): void {
  const found = judgeApart({ ...frame, stdin: undefined }, program, inner => start({ type: 'text', text }, inner));
  keepGrave(
    found.filter(({ tags = [] }) => tags.some(tag => LATER.has(tag))),
    frame,
  );
  for (const { kind, target, tags } of found)
    if ((kind === 'write' || kind === 'delete') && target?.type === 'file' && isGovernedPath(target.lexical))
      emit({ ...frame, via: [...frame.via, program] }, { kind, target, program, possible: true, tags: tags as readonly Mark[] });
}

/** The name of a file that the program `import` makes of the screen. */
const PICTURE = /\.(?:png|jpe?g|gif|webp|bmp|tiff?|xwd|ps|pdf|miff|ppm)\b|(?:^|\s)-\w|^\s*import\s+\w+:/i;

/** Code and no command: `import os; …` loads a module, and takes no picture of the screen. */
const isImport = (text: string): boolean => /^\s*import\s/.test(text) && !PICTURE.test(text.replace(/[;\n].*$/s, ''));

/** Text that is a shell line beginning with a program, or `undefined`. */
function shellLine(field: Field): Field | undefined {
  const [, first = ''] = /^\s*(?:[A-Za-z_]\w*=\S*\s+)*['"]?([^\s'";|&()]+)/.exec(field.text) ?? [];
  const isCommand = isProgram(baseName(first)) || /^\s*(?:rd|del|erase)\s+\//i.test(field.text);
  return /\s|[;|&]/.test(field.text.trim()) && isCommand && !isImport(field.text) ? field : undefined;
}

/** A command behind what sets it off in a text: `a:b:rm c`, `system.run[rm c]`. */
function commandBehind(field: Field): Field | undefined {
  const [, tail] = /^[^\s'"]*[:[(=](?=[\w./-]+\s)(.*?)[\])]?$/s.exec(field.text) ?? [];
  return tail === undefined ? undefined : shellLine({ ...field, text: tail });
}

/** Some words as one text. */
const wordsFrom = (args: readonly Field[], at: number): string =>
  args
    .slice(at, at + MOST_TRIES)
    .map(({ text }) => text)
    .join(' ');

/**
 * Judges what a program may be told to run although no description lists it: words that begin a command, text that is
 * a shell line, code after an option such as `--eval`. Only what would do harm is recorded, as possible.
 */
export function judgeInnerPrograms({ name: program, args, frame }: Called): void {
  let tries = 0;
  for (const [i, arg] of args.entries()) {
    if (tries >= MOST_TRIES)
      return emitUnknown(frame, 'more programs among the words than are looked at', [], undefined, program);
    const option = knownText(args[i - 1])?.startsWith('-') === true ? args[i - 1]?.text : undefined;
    const [, attached, value] = /^(-{1,2}[\w.-]+)=(.*)$/s.exec(arg.text) ?? [];
    const name = attached ?? option ?? '';
    const field = value === undefined ? arg : { ...arg, text: value };
    if (SPEAKING.test(name) || (field.text.startsWith('-') && value === undefined)) continue;
    if (judgeText(program, field, RUNNING.test(name) || /exec/i.test(name), frame)) return;
    const word = value === undefined || RUNNING.test(name) || /exec/i.test(name) ? knownText(field) : undefined;
    if (word === undefined || /^(?:init|serve)$/.test(word) || !isProgram(baseName(word))) continue;
    if (word === 'import' && !PICTURE.test(wordsFrom(args, i))) continue;
    tries++;
    if (
      keepGrave(
        judgeApart(frame, program, inner => start({ type: 'words', words: [field, ...args.slice(i + 1)] }, inner)),
        frame,
      )
    )
      return;
  }
}

/** The same for a call whose description says that it may run what its words say. */
export function judgeCalledPrograms({ call, plain, inside }: Pick<AssignedCall, 'call' | 'plain' | 'inside'>): void {
  if (call.descriptors.some(({ mayRun }) => mayRun === true))
    judgeInnerPrograms({ name: call.path[0] ?? '', args: plain, frame: inside });
}

function judgeText(program: string, field: Field, isCode: boolean, frame: Frame): boolean {
  const lines = field.text.includes('execute')
    ? [...field.text.matchAll(/(?:execute(?:-silent)?|become|reload|transform)[(:]([^)]*)\)?/g)]
    : [];
  const texts = [shellLine(field), commandBehind(field), ...lines.map(([, text = '']) => ({ ...field, text }))].filter(
    text => text !== undefined,
  );
  for (const text of texts)
    if (
      keepGrave(
        judgeApart(frame, program, inner => start({ type: 'text', text }, inner)),
        frame,
      )
    )
      return true;
  if (!isCode || !CALLS_OUT.test(field.text)) return false;
  emitUnknown(frame, 'code that starts programs or removes files', ['inline_code', 'runs_code'], undefined, program);
  return isKnown(field);
}
