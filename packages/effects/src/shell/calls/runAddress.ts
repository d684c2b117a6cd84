import type { DetailedUse } from '../../programs/descriptor.ts';
import type { Mark } from '../../marks.ts';
import type { Field } from '../words/field.ts';
import { emit, start } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import { networkTarget } from './network.ts';

/** Registries whose packages are ordinary dependencies. */
const registry = /^(?:jsr|npm):|^https:\/\/(?:deno\.land\/(?:std|x)|jsr\.io|esm\.sh|cdn\.jsdelivr\.net)[/@]/i;

/** Code by its address: a `data:` address holds it, any other brings it from the network. */
export function runAddress(
  field: Field,
  use: DetailedUse,
  { frame, program }: { readonly frame: Frame; readonly program: string },
): void {
  const [, encoding, text] = /^data:[^,;]*((?:;[^,]*)?),(.*)$/is.exec(field.text) ?? [];
  if (text !== undefined) {
    const isBase64 = encoding?.endsWith(';base64') === true;
    const source = isBase64 ? Buffer.from(text, 'base64').toString('utf8') : text;
    start({ type: 'code', language: use.language ?? 'javascript', source: { ...field, text: decoded(source) }, program }, frame);
    return;
  }
  const tags: readonly Mark[] = registry.test(field.text) ? ['package_scripts'] : ['untrusted_code'];
  emit(frame, { kind: 'network', target: networkTarget(field.text, 'download', undefined), program, tags });
}

/** Percent signs taken out, where they are well made. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
