import { absolutePath } from '../../places/lexical.ts';
import type { Printed } from '../../programs/output.ts';
import { namesBelow } from '../../programs/output.ts';
import { literal, patternField } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import { emptyStream, opaque } from '../words/stream.ts';
import type { Stream } from '../words/stream.ts';
import { ignoredFiles } from './ignored.ts';
import type { ResolvedCall } from './resolveCall.ts';

const paths = (names: readonly string[]): Stream => ({ paths: names.map(name => patternField(name)), origins: [] });

/** What a call prints that needs neither its input nor what its files hold: names, paths, text that is known. */
export function specialOutput(printed: Printed | undefined, call: ResolvedCall, frame: Frame): Stream | undefined {
  if (typeof printed !== 'object') return ofKind(printed, call);
  if ('text' in printed) return { text: printed.text, origins: [] };
  if ('names' in printed) return paths(printed.names);
  if ('ignored' in printed) return ignoredFiles(printed.ignored, frame);
  const { root, cwd } = frame.run.options;
  if ('inProject' in printed) return { text: `${root ?? cwd}${printed.inProject}\n`, origins: [] };
  const path = absolutePath(printed.path, frame.state.cwd);
  return path === undefined ? opaque() : { paths: [literal(path)], origins: [] };
}

function ofKind(kind: Printed | undefined, call: ResolvedCall): Stream | undefined {
  if (kind === 'setup') return emptyStream;
  if (kind === 'name') return { token: true, origins: [] };
  if (kind === 'variables') return opaque('environment');
  if (kind === 'matches') return call.has('-l') || call.has('--files') ? paths(namesBelow(searchedIn(call)).names) : undefined;
  if (kind !== 'listing') return undefined;
  const fields = call.operandFields;
  if (fields.length === 0) return paths(['*', ...(call.has('-a') || call.has('-A') ? ['.*'] : [])]);
  return { paths: fields.flatMap(field => (isFileName(field) ? [field] : [field, patternField('*')])), origins: [] };
}

/** A name with an ending is one of a file, of which a listing prints nothing but the name. */
const isFileName = ({ text }: Field): boolean => /[^/.]\.[a-z]\w*$/i.test(text);

/** The places that a search looks through. */
function searchedIn(call: ResolvedCall): ResolvedCall['operands'] {
  const isSupplied = ['-e', '-f', '--files'].some(option => call.has(option));
  return call.operands.slice(isSupplied ? 0 : 1);
}
