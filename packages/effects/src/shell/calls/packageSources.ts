import { absolutePath, parentOf } from '../../places/lexical.ts';
import { foreignSources } from '../../programs/registries.ts';
import { literal } from '../words/field.ts';
import { spend, start } from '../words/frame.ts';
import { descend, emit } from '../words/emit.ts';
import type { Frame } from '../words/frame.ts';
import type { ResolvedCall } from './resolveCall.ts';

/** Settings beside a manifest that say where packages come from, by the programs that read them. */
const SETTINGS: readonly (readonly [program: RegExp, files: readonly string[]])[] = [
  [/^(?:npm|cnpm|pnpm|yarn|yarnpkg|bun|npx|bunx|pnpx)$/, ['.npmrc', '.yarnrc', '.yarnrc.yml', 'bunfig.toml']],
  [/^(?:uv|uvx|poetry|pdm|hatch|rye|pipenv)$/, ['pyproject.toml', 'uv.toml', 'Pipfile']],
];

/** Files with more requirements are not read to the end. */
const LONGEST = 65_536;

/** Says where an installation takes packages from by what lies in the project: files of requirements, settings of the package manager. */
export function emitPackageSources(call: ResolvedCall, frame: Frame): void {
  const [program = ''] = call.path;
  const { files } = frame.run.options;
  const { cwd } = frame.state;
  const installs = call.descriptors.some(({ effects = [] }) => effects.some(({ tags = [] }) => tags.includes('package_scripts')));
  if (!installs || frame.place !== 'here' || files?.text === undefined || cwd === undefined) return;
  if (/^(?:pip\d?|uv|python -m pip)$/.test(program))
    for (const { text } of call.values('-r')) if (text !== undefined) readRequirements(absolutePath(text, cwd), program, frame);
  const folder = absolutePath(call.values('--prefix').at(-1)?.text ?? '.', cwd) ?? cwd;
  for (const path of SETTINGS.flatMap(([by, names]) => (by.test(program) ? names.map(name => `${folder}/${name}`) : []))) {
    const text = files.text(path);
    if (text === undefined || text.length > LONGEST || foreignSources(text).length === 0 || isHeld(path, frame)) continue;
    const target = { type: 'named', category: 'package', name: 'registry' } as const;
    emit(frame, { kind: 'configure', target, program, tags: ['weakens'], note: 'takes packages from elsewhere' });
  }
}

const isHeld = (path: string, { run }: Frame): boolean => run.options.files?.isHeldByGit?.([path]) === true;

/** Each line with an address or an option is judged as if it stood in the call; what git holds is the project's own, unless nothing protects it on its way. */
function readRequirements(path: string | undefined, program: string, frame: Frame): void {
  const text = path === undefined ? undefined : frame.run.options.files?.text?.(path);
  if (path === undefined || text === undefined || frame.calls.includes(path)) return;
  const inner = descend(frame, program, { state: { ...frame.state, cwd: parentOf(path) }, calls: [...frame.calls, path] });
  if (inner === undefined) return;
  const lines = text
    .slice(0, LONGEST)
    .split('\n')
    .map(line => line.replace(/(?:^|\s)#.*$/, '').trim());
  spend(frame.run, lines.length / 16);
  const open = /\bhttp:\/\/|^--trusted-host/;
  for (const line of lines.filter(one => /^-|:\/\/|@/.test(one))) {
    const isNested = /^(?:-r|-c|--requirement|--constraint)\b/.test(line);
    if (!isNested && !open.test(line) && isHeld(path, frame)) continue;
    const words = line.startsWith('-') ? line.split(/[\s=]+/) : [line.replace(/\s*;.*$/, '')];
    start({ type: 'words', words: ['pip', 'install', ...words].map(word => literal(word)) }, inner);
  }
}
