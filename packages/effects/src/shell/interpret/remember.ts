import type { Frame } from '../words/frame.ts';
import { opaque } from '../words/stream.ts';
import { absolutePath, baseName } from '../../places/lexical.ts';
import { knownText } from '../words/field.ts';
import type { UsedWord } from '../calls/assignUses.ts';
import type { ResolvedCall } from '../calls/resolveCall.ts';

/** Keeps what a call changes in the world that later parts of the same command may use: copies, links, downloads, tee. */
export function remember(call: ResolvedCall, words: readonly UsedWord[], frame: Frame): void {
  const [program = ''] = call.path;
  const paths = (use: string): string[] =>
    words.flatMap(word => {
      const text = word.use.as === use ? knownText(word.field) : undefined;
      const path = text === undefined ? undefined : absolutePath(text, frame.state.cwd);
      return path === undefined ? [] : [path];
    });
  if (/^(?:cp|mv|ln|install|link|rsync|scp)$/.test(program)) return rememberCopies(call, program, frame);
  const urls = words.filter(({ use }) => use.as === 'url');
  const content = urls.length > 0 ? opaque('network') : program === 'tee' || program === 'sponge' ? frame.stdin : undefined;
  if (content === undefined) return;
  const written = [...paths('write'), ...paths('update'), ...paths('destination')];
  for (const path of written) frame.run.files.set(path, content);
  if (written.length > 0 || !/^(?:wget|aria2c|axel|curl)$/.test(program)) return;
  for (const { field } of urls) {
    const name = baseName((knownText(field) ?? '').replace(/[?#].*$/s, ''));
    if (name !== '' && frame.state.cwd !== undefined) frame.run.files.set(`${frame.state.cwd}/${name}`, content);
  }
}

function rememberCopies(call: ResolvedCall, program: string, frame: Frame): void {
  const names = call.operandFields.map(field => knownText(field));
  const last = names.at(-1);
  if (names.length < 2 || last === undefined) return;
  const target = absolutePath(last, frame.state.cwd);
  const symbolic = program === 'ln' && (call.has('-s') || call.has('--symbolic'));
  if (target === undefined) return;
  for (const name of names.slice(0, -1)) {
    if (name === undefined) continue;
    const source = absolutePath(name, frame.state.cwd);
    if (source === undefined || source === target) continue;
    for (const path of [target, `${target}/${baseName(source)}`]) {
      if (symbolic && path === target) frame.run.links.set(path, source);
      frame.run.copies.set(path, source);
      const content = frame.run.files.get(source);
      if (content !== undefined) frame.run.files.set(path, content);
    }
  }
}
