import type { PolicySettings } from '../model/settings.ts';
import { sha256 } from '../text/sha256.ts';
import type { Place, PolicyIssue } from './issue.ts';
import { UNNAMED, issueAt } from './issue.ts';
import type { LoadedNode, LoadRun } from './loadRun.ts';
import { quote } from './names.ts';
import { nearest, suggest } from '../text/suggest.ts';
import { toSnake } from '../text/toSnake.ts';
import { loadNode } from './node.ts';
import { checkValue, unknownKey } from './params.ts';
import { parseSource } from './parseSource.ts';
import { settingsSchema } from './settings.ts';
import { foundText, sourceOf } from './source.ts';
import type { SourceEntry, SourceMap, SourceNode } from './source.ts';
import { namesOf } from './zodShape.ts';
import type { ShortForm } from './options.ts';

/** The parts of a policy file: its trees, what it includes first, and its settings. */
interface LoadedFile {
  readonly nodes: readonly LoadedNode[];
  readonly settings: PolicySettings;
}

/** The version of governance.yaml that this loader reads. */
export const POLICY_VERSION = 1;

const OWN_KEYS = ['version', 'policy', 'include'];

/**
 * Loads one policy file and what it includes. `chain` are the files that led here, the main one first; a file that is
 * included brings only trees. Returns undefined, after it has reported why, for what is no policy file at all.
 */
export function loadFile(
  { text, file }: { readonly text: string; readonly file?: string },
  run: LoadRun,
  chain: readonly string[],
): LoadedFile | undefined {
  run.sources.push({ file: file ?? UNNAMED, sha256: sha256(text) });
  const start: Place = { ...(file !== undefined && { file }), line: 1, column: 1, path: [] };
  const unread: PolicyIssue[] = [];
  const source = parseSource(text, file, unread);
  run.issues.push(...unread);
  for (const issue of unread) run.unread.add(issue);
  if (source === undefined) {
    if (unread.length === 0) run.issues.push(issueAt(start, 'missing_key', 'expected a policy, found an empty file'));
    return undefined;
  }
  if (source.type !== 'map') {
    // What is no mapping is no policy but another file, which may hold a secret.
    const message = `expected a mapping with \`version\` and \`policy\`, found ${source.type === 'list' ? 'a list' : 'a text'}`;
    run.issues.push(issueAt(source.at, 'wrong_type', message));
    return undefined;
  }
  if (!isPolicy(source, run)) {
    run.issues.push(issueAt(source.at, 'missing_key', 'expected a policy with `version` and `policy`, found neither'));
    return undefined;
  }
  checkVersion(source, start, run);
  const settings = settingsOf(source, start, run, chain.length > 0);
  const included = loadIncludes(source, run, [...chain, file ?? UNNAMED]);
  const leads = ({ key }: SourceEntry): boolean => shortForms(run).some(form => form.key === key && form.leads === true);
  const own = [...source.entries.filter(leads), ...source.entries.filter(entry => !leads(entry))].flatMap(entry =>
    treeOf(entry, run),
  );
  if (own.length === 0 && !source.entries.some(({ key }) => key === 'include')) {
    run.issues.push(issueAt(start, 'missing_key', 'expected the key `policy` with a node, found none'));
  }
  if (chain.length === 0) warnOfUnusedGraphs(source, run);
  return { nodes: [...included, ...own.filter(node => node !== undefined)], settings };
}

/** Tells whether a mapping has a key of a policy, or one that was meant for it. Of any other file nothing is said: it may hold a secret. */
function isPolicy({ entries }: SourceMap, run: LoadRun): boolean {
  const known = [...OWN_KEYS, ...shortForms(run).map(({ key }) => key), ...namesOf(settingsSchema).map(toSnake)];
  return entries.length === 0 || entries.some(({ key }) => known.includes(key) || nearest(key, known) !== undefined);
}

/** A graph that no node names is knowledge that decides nothing, which is hardly what was meant. */
function warnOfUnusedGraphs({ entries }: SourceMap, run: LoadRun): void {
  const graphs = entries.find(({ key }) => key === 'graphs')?.value;
  if (graphs?.type !== 'map' || run.issues.length > 0) return;
  for (const { key, at } of graphs.entries) {
    if (run.usedGraphs.has(key)) continue;
    const message = `expected a node that names the graph ${quote(key)}, found none: nothing is decided by it`;
    run.warnings.push(issueAt(at, 'unused_graph', message));
  }
}

/** Loads the tree that a top-level key holds, if it holds one: `undefined` means a tree that did not load. */
function treeOf(entry: SourceEntry, run: LoadRun): readonly (LoadedNode | undefined)[] {
  if (entry.key === 'policy') return [loadNode(entry.value, run, 0)];
  const form = shortForms(run).find(({ key }) => key === entry.key);
  return form === undefined ? [] : [loadShortForm(form, entry, run)];
}

function checkVersion({ entries }: SourceMap, start: Place, run: LoadRun): void {
  const version = entries.find(({ key }) => key === 'version')?.value;
  if (version === undefined) {
    const message = `expected the key \`version\`, found none: it is read as version \`${POLICY_VERSION}\``;
    run.warnings.push(issueAt(start, 'missing_key', message));
  } else if (version.type !== 'scalar' || version.value !== POLICY_VERSION) {
    const message = `expected version \`${POLICY_VERSION}\`, found ${foundText(version)}`;
    run.issues.push(issueAt(version.at, 'unsupported_version', message));
  }
}

function settingsOf(source: SourceMap, start: Place, run: LoadRun, included: boolean): PolicySettings {
  const taken = [...OWN_KEYS, ...shortForms(run).map(({ key }) => key)];
  const found = source.entries.filter(({ key }) => !taken.includes(key));
  const known = namesOf(settingsSchema).map(toSnake);
  const isNode = ({ key }: SourceEntry): boolean => !known.includes(key) && run.registry.get(key) !== undefined;
  for (const { at, key } of found.filter(isNode))
    run.issues.push(issueAt(at, 'unknown_key', `\`${key}\` is a node: put it below \`policy:\``));
  const entries = found.filter(entry => !isNode(entry));
  if (included) {
    for (const entry of entries) {
      const message = `an included policy cannot have settings: move \`${entry.key}\` to the file that includes it`;
      run.issues.push(known.includes(entry.key) ? issueAt(entry.at, 'unknown_key', message) : unknownKey(entry, taken));
    }
    return {};
  }
  const { value } = checkValue({ ...source, entries }, settingsSchema, { at: start, issues: run.issues, also: taken });
  run.settings = value;
  if (!entries.some(({ key }) => key === 'default')) {
    const message = 'expected the key `default`; without it an action that no guard applies to passes';
    run.warnings.push(issueAt(start, 'missing_key', message));
  }
  return value ?? {};
}

const shortForms = ({ options }: LoadRun): readonly ShortForm[] => options.shortForms ?? [];

const MAX_FILES = 64;

/** Loads what a policy file lists under `include`. A file that is included twice counts once. */
function loadIncludes(source: SourceMap, run: LoadRun, chain: readonly string[]): readonly LoadedNode[] {
  const list = source.entries.find(({ key }) => key === 'include')?.value;
  if (list === undefined) return [];
  if (list.type !== 'list') {
    run.issues.push(issueAt(list.at, 'wrong_type', `expected a list of policies, found ${foundText(list)}`));
    return [];
  }
  if (list.items.length === 0)
    run.issues.push(issueAt(list.at, 'invalid_param', 'expected at least one policy to include, found none'));
  return list.items.flatMap(item => includeOne(item, run, chain));
}

function includeOne(item: SourceNode, run: LoadRun, chain: readonly string[]): readonly LoadedNode[] {
  const refuse = (code: PolicyIssue['code'], message: string, meant?: string): readonly LoadedNode[] => {
    run.issues.push(issueAt(item.at, code, message, meant));
    return [];
  };
  if (item.type !== 'scalar' || typeof item.value !== 'string' || item.value === '')
    return refuse('wrong_type', `expected the name of a policy, found ${foundText(item)}`);
  const found = readIncluded(item.value, chain, run);
  if (found === undefined)
    return refuse(
      'include_not_found',
      `there is no policy ${quote(item.value)}`,
      suggest(item.value, run.options.includeNames ?? []),
    );
  if (chain.includes(found.file)) {
    const way = [...chain.slice(chain.indexOf(found.file)), found.file].map(file => quote(file)).join(' includes ');
    return refuse('include_cycle', `a policy cannot include itself: ${way}`);
  }
  if (run.sources.some(({ file }) => file === found.file)) return [];
  if (run.sources.length >= MAX_FILES) return refuse('too_deep', `expected at most ${MAX_FILES} policy files, found more`);
  return loadFile(found, run, chain)?.nodes ?? [];
}

function readIncluded(
  name: string,
  chain: readonly string[],
  run: LoadRun,
): { readonly text: string; readonly file: string } | undefined {
  try {
    return run.options.include?.(name, chain.at(-1) ?? '');
  } catch {
    return undefined;
  }
}

/** Loads the node of a short form. Faults are reported where the short form says the same thing, else at its key. */
function loadShortForm(form: ShortForm, entry: SourceEntry, run: LoadRun): LoadedNode | undefined {
  if (form.around !== undefined) return loadNode(wrapped(entry, form.around), run, 0);
  const schema = run.schemaOf(`short form ${form.key}`, form.schema);
  const { value } = checkValue(entry.value, schema, { at: entry.at, issues: run.issues });
  if (value === undefined) return undefined;
  const places = placesOf(entry.value);
  return loadNode(
    // The list of forms has forgotten the type: the schema of this form has checked the value.
    sourceOf(form.expand(value as never), data => placeOf(data, places) ?? entry.at),
    run,
    0,
  );
}

function wrapped({ at, value }: SourceEntry, keys: readonly string[]): SourceNode {
  return keys.reduceRight<SourceNode>((inner, key) => ({ type: 'map', at, entries: [{ key, at, value: inner }] }), value);
}

/** Finds where the short form says a value, or the beginning of it. */
function placeOf(data: unknown, places: ReadonlyMap<unknown, Place>): Place | undefined {
  if (typeof data !== 'string' || places.has(data)) return places.get(data);
  const begun = [...places.keys()].filter(key => typeof key === 'string' && key !== '' && data.startsWith(key));
  return places.get(begun.sort((a, b) => String(b).length - String(a).length)[0]);
}

function placesOf(node: SourceNode, places: Map<unknown, Place> = new Map()): Map<unknown, Place> {
  if (node.type === 'scalar' && !places.has(node.value)) places.set(node.value, node.at);
  if (node.type === 'list') for (const item of node.items) placesOf(item, places);
  if (node.type === 'map') for (const { value } of node.entries) placesOf(value, places);
  return places;
}
