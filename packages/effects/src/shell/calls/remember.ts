import { absolutePath, baseName } from '../../places/lexical.ts';
import type { Field } from '../words/field.ts';
import { knownText } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import { opaque } from '../words/stream.ts';
import type { AssignedCall, UsedWord } from './call.ts';

type Changed = Pick<AssignedCall, 'call' | 'words' | 'frame'>;

const pathOf = (field: Field | undefined, frame: Frame): string | undefined => {
  const text = knownText(field);
  return text === undefined ? undefined : absolutePath(text, frame.state.cwd);
};

/** Keeps what a call copies or links, for later parts of the command. */
export function rememberCopies({ call, words, frame }: Changed): void {
  const { copies } = call.descriptors[0] ?? {};
  const { run } = frame;
  if (copies !== undefined) {
    const links = copies === 'link' || ['-l', '-s', '--link', '--symbolic-link'].some(option => call.has(option));
    return keepCopies(words, links, frame);
  }
  if (call.path[0] !== 'dd') return;
  const [source, target] = ['read', 'write'].map(as => pathOf(words.find(({ use }) => use.as === as)?.field, frame));
  if (source !== undefined && target !== undefined && source !== target) run.copies.set(target, source);
}

/** Keeps each source under the names that it may have got: the target itself, unless an option says that it is a folder, or its own in it. */
function keepCopies(words: readonly UsedWord[], links: boolean, frame: Frame): void {
  const { run } = frame;
  const sources = words.filter(({ use, operand }) => operand && /^(?:read|move|source)$/.test(use.as));
  for (const { use, field, operand } of words) {
    const target = /^(?:destination|target)$/.test(use.as) ? pathOf(field, frame) : undefined;
    if (target === undefined) continue;
    for (const { field: copied } of sources) {
      const source = pathOf(copied, frame);
      if (source === undefined) run.unseenCopies.add(target);
      if (source === undefined || source === target) continue;
      for (const path of [...(operand ? [target] : []), `${target}/${baseName(source)}`]) {
        if (links) run.links.set(path, source);
        run.copies.set(path, source);
        const content = run.files.get(source);
        if (content !== undefined) run.files.set(path, content);
      }
    }
  }
}

/** Keeps what a call puts into files, as far as that is known: what it downloads, or its input. */
export function rememberContent({ call, words, frame }: Changed): void {
  const { copies, keeps } = call.descriptors[0] ?? {};
  const urls = words.filter(({ use }) => use.as === 'url');
  const content = urls.length > 0 ? opaque('network') : keeps === 'input' ? frame.stdin : undefined;
  if (copies !== undefined || content === undefined) return;
  const written = words
    .filter(({ use }) => /^(?:write|update|destination)$/.test(use.as))
    .flatMap(({ field }) => pathOf(field, frame) ?? []);
  for (const path of written) frame.run.files.set(path, content);
  if (written.length > 0 || keeps !== 'download') return;
  for (const { field } of urls) {
    const name = baseName((knownText(field) ?? '').replace(/[?#].*$/s, ''));
    if (name !== '' && frame.state.cwd !== undefined) frame.run.files.set(`${frame.state.cwd}/${name}`, content);
  }
}
