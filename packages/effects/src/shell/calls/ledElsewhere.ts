import { absolutePath, isWithin } from '../../places/lexical.ts';
import { isTemporaryFor } from '../../places/temporary.ts';
import { ledCode, ledSettings } from '../../programs/ledVariables.ts';
import { literal } from '../words/field.ts';
import { spend, start } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';

/** Most code files of one variable that are looked at. */
const MOST_FILES = 16;

/** What a file holds after what the command has done so far: undefined where there is none, an empty field where nobody knows. */
function textAt(path: string, { run }: Frame): { readonly text?: string | undefined } | undefined {
  const written = run.files.get(path);
  if (written !== undefined) return { text: written.text };
  spend(run);
  const text = run.options.files?.text?.(path);
  return text === undefined ? undefined : { text };
}

/** Whether settings that a variable leads a program to name programs. What git keeps in `.git` is governed already. */
export function namesPrograms(name: string, value: string, frame: Frame): boolean {
  const led = ledSettings(name);
  const folder = led === undefined || frame.place !== 'here' ? undefined : absolutePath(value, frame.state.cwd);
  if (led === undefined || folder === undefined || /\/\.git(?:\/|$)/.test(folder) || folder === frame.run.options.home)
    return false;
  return led.files.some(file => {
    const found = textAt(file === '' ? folder : `${folder}/${file}`, frame);
    return found !== undefined && (found.text === undefined || led.runs.test(found.text));
  });
}

/** Judges the code of the project, or of a folder for temporary files, that a variable makes a program run. */
export function runLedCode(name: string, value: string, frame: Frame): void {
  if (frame.place !== 'here') return;
  const { root, cwd } = frame.run.options;
  for (const { path, language } of ledCode(name, value).slice(0, MOST_FILES)) {
    const file = path.includes('/') ? absolutePath(path, frame.state.cwd) : undefined;
    const isOurs = file !== undefined && (isWithin(file, root ?? cwd) || isTemporaryFor(root ?? cwd, file));
    if (!isOurs || textAt(file, frame) === undefined) continue;
    const use = { as: 'execute', ...(language !== undefined && { language }) } as const;
    start(
      { type: 'file', file: literal(file), program: language === 'shell' ? 'sh' : name, args: [], use },
      { ...frame, possible: true },
    );
  }
}
