import { isOneOf } from '../../programs/callPatterns.ts';
import { literal } from '../words/field.ts';
import { spend, start } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';

/** Modules of Python's library that other modules load. Not those that are loaded before the current folder counts. */
const LIBRARY =
  'random heapq bisect json re datetime functools collections string decimal fractions statistics textwrap pprint uuid hashlib calendar typing dataclasses enum numbers operator struct ast difflib locale tempfile fnmatch glob shutil subprocess socket ssl logging warnings traceback linecache tokenize token keyword types copy copyreg weakref contextlib inspect dis opcode importlib base64 hmac secrets queue threading signal select selectors platform csv urllib http email xml html sqlite3 pickle argparse gettext zipfile tarfile bz2 lzma gzip pathlib unittest doctest pdb timeit cmd code codeop shlex getopt runpy pkgutil asyncio concurrent numpy pandas torch requests yaml';

/** Most such files that are looked through. */
const MOST_FILES = 8;

/**
 * Judges files of the current folder that Python loads in place of modules of its library: code in the words of a call, and a module that
 * `-m` names, look there first.
 */
export function runShadowing(frame: Frame): void {
  const { cwd } = frame.state;
  if (cwd === undefined || frame.place !== 'here' || frame.calls.length > 0) return;
  spend(frame.run);
  const names = (frame.run.options.files?.list(cwd) ?? []).flatMap(({ name, kind }) => {
    const module = kind === 'folder' ? name : /^(\w+)\.py$/.exec(name)?.[1];
    return module !== undefined && isOneOf(LIBRARY, module) ? [kind === 'folder' ? `${name}/__init__.py` : name] : [];
  });
  for (const name of names.slice(0, MOST_FILES))
    start(
      { type: 'file', file: literal(`${cwd}/${name}`), program: 'python3', args: [], use: { as: 'execute', language: 'python' } },
      { ...frame, possible: true },
    );
}
