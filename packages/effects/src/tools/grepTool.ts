import type { Effect } from '@licet/core';
import { compileGlob, expandBraces } from '../places/glob.ts';
import { baseName } from '../places/lexical.ts';
import { escapeGlob } from '../places/segments.ts';
import { seeksCredentials } from '../programs/credentialShapes.ts';
import type { JudgeArgument, ToolDescriptor } from './use.ts';

/** Names of an argument that is one file. */
export const one = {
  filepath: 'read',
  path: 'read',
  absolutepath: 'read',
  targetfile: 'read',
  file: 'read',
  filename: 'read',
  uri: 'read',
} as const;

const firstText = (values: readonly unknown[]): string | undefined => values.find(value => typeof value === 'string');

/** The names that a file type of ripgrep stands for, where its name is an extension too; none for one that is not known here. */
function typeGlob(type: unknown): string | undefined {
  if (typeof type !== 'string') return undefined;
  const names =
    FILE_TYPES[type] ??
    (/^(?:c|cs|css|dart|go|html|js|json|lua|md|php|py|r|scala|sh|sql|swift|tf|toml|ts|vue|xml|yaml)$/.test(type)
      ? type
      : undefined);
  return names === undefined ? undefined : `*.${names}`;
}

/** From `rg --type-list`: types whose name is not their only extension. */
const FILE_TYPES: Readonly<Record<string, string>> = {
  cpp: '{cpp,cc,cxx,hpp,hh,hxx,h,inl}',
  java: '{java,jsp}',
  js: '{js,jsx,mjs,cjs,vue}',
  kotlin: '{kt,kts}',
  markdown: '{md,markdown,mdx}',
  md: '{md,markdown,mdx}',
  py: '{py,pyi}',
  python: '{py,pyi}',
  ruby: '{rb,gemspec,rake}',
  rust: 'rs',
  sh: '{sh,bash,zsh,ksh}',
  terraform: '{tf,tf.json}',
  ts: '{ts,tsx,mts,cts}',
  typescript: '{ts,tsx,mts,cts}',
  yaml: '{yaml,yml}',
};

const isMarked = ({ tags }: Effect, mark: string): boolean => tags?.includes(mark) === true;

/** Whether a pattern that starts with `!` leaves the file of an effect out of a search. */
const isLeftOut = ({ target }: Effect, filter: string | undefined): boolean =>
  filter?.startsWith('!') === true &&
  target?.type === 'file' &&
  expandBraces(filter.slice(1)).some(one => !one.includes('(') && compileGlob(one, false)(baseName(target.lexical)));

/**
 * Searches contents. Where only names come back (the default) the folder counts as listed, unless the search aims at
 * secrets: which lines are in them can be found out so. A search in one file tells what is in it. A `glob` or `type` narrows the
 * search; its wildcards stand for leading dots too.
 */
export const grep: ToolDescriptor = {
  sees: ['pattern', 'query', 'path', 'dirpath', 'directory', 'glob', 'include', 'includepattern', 'type', 'outputmode'],
  inspect: (payload, judge, tool): readonly Effect[] => {
    const start =
      [payload['path'], payload['dir_path'], payload['directory']].find(value => value !== undefined && value !== null) ?? '.';
    const mode = payload['output_mode'] ?? (tool === 'Grep' ? 'files_with_matches' : 'content');
    const found = filtered(payload, start, judge);
    if (mode !== 'files_with_matches' && mode !== 'count') return found.map(effect => aimed(effect, payload));
    const secrets = found.filter(effect => isMarked(effect, 'secret') && !isMarked(effect, 'among'));
    return secrets.length > 0 ? secrets : judge('list', start);
  },
};

/** Secrets are what a search for the shapes of credentials is for, not something that lies beside it. */
function aimed(effect: Effect, payload: Readonly<Record<string, unknown>>): Effect {
  const seeks = [payload['pattern'], payload['query'], payload['regex']].some(
    text => typeof text === 'string' && seeksCredentials(text),
  );
  return seeks && isMarked(effect, 'among') ? { ...effect, tags: (effect.tags ?? []).filter(tag => tag !== 'among') } : effect;
}

function filtered(payload: Readonly<Record<string, unknown>>, start: unknown, judge: JudgeArgument): readonly Effect[] {
  const filter = firstText([payload['glob'], payload['include'], payload['include_pattern'], payload['includePattern']]);
  const narrowed = filter ?? typeGlob(payload['type']);
  if (narrowed === undefined || narrowed.startsWith('!') || typeof start !== 'string')
    return judge('search', start).filter(effect => !isMarked(effect, 'among') || !isLeftOut(effect, filter));
  const name = filter !== undefined && /^[*?[]/.test(narrowed) ? `{${narrowed},.${narrowed}}` : narrowed;
  const depth = narrowed.includes('/') ? narrowed.replace(/^\//, '') : `**/${name}`;
  return judge('glob', `${escapeGlob(start)}/${depth}`);
}
