import { absolutePath } from '../../places/lexical.ts';
import { containerFileFindings, containerFilesOf } from '../../programs/composeFiles.ts';
import { knownText } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import { applyAlone } from './applyUse.ts';
import { emitFixed } from './fixedEffects.ts';

/** The text of a file that this command has written, or that git does not hold as it is. What git holds is the project's own matter. */
function unreviewedText(name: string, { run, state }: Frame): string | undefined {
  const path = absolutePath(name, state.cwd);
  if (path === undefined) return undefined;
  const written = run.files.get(path);
  if (written !== undefined) return written.text;
  const { files } = run.options;
  return files?.isHeldByGit?.([path]) === false ? files.text?.(path) : undefined;
}

/** Records what containers see of this machine when a call starts them by a file that git does not hold. */
export function readContainerFiles(program: string, args: readonly Field[], frame: Frame): void {
  if (frame.place !== 'here') return;
  const names = containerFilesOf(
    program,
    args.map(arg => knownText(arg) ?? '?'),
  );
  for (const name of names) {
    const text = name === '-' ? frame.stdin?.text : unreviewedText(name, frame);
    for (const finding of text === undefined ? [] : containerFileFindings(text, frame.run.options.home)) {
      if ('kind' in finding) emitFixed(finding, program, [], frame);
      if ('use' in finding && typeof finding.value === 'string') applyAlone(finding.use, finding.value, program, frame);
    }
  }
}
