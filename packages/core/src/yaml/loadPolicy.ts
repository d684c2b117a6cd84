import { All, allDefinition } from '../combinators/all.ts';
import { nodePlaces } from '../policy/nodePlaces.ts';
import { doubtsOf } from './doubts.ts';
import { InvariantError } from '../model/errors.ts';
import type { PolicySettings } from '../model/settings.ts';
import { PolicyLoadError, UNNAMED } from './issue.ts';
import type { PolicyIssue } from './issue.ts';
import { loadFile } from './loadFile.ts';
import { startRun } from './loadRun.ts';
import type { LoadedNode, LoadRun } from './loadRun.ts';
import type { LoadOptions, LoadedPolicy } from './options.ts';
import { joinPlaces } from './node.ts';
import type { CompiledPolicy } from '../policy/policyData.ts';
import { COMPILED_FORMAT } from '../policy/policyData.ts';

/**
 * Loads governance.yaml. Everything that is wrong is reported at once: throws a {@link PolicyLoadError} whose `issues`
 * have a code, a message, line and column, and what was probably meant. Nothing is guessed and nothing is left out.
 *
 * Reads YAML 1.2 without custom tags, merge keys and directives, at most 262,144 characters. Several trees (the policy,
 * its short forms, what it includes) become one under `all`.
 *
 * @example
 * ```ts
 * import { createRegistry } from '@licet/core';
 * import { PolicyLoadError, loadPolicy } from '@licet/core/yaml';
 *
 * const options = { registry: createRegistry([]), root: '/project', home: '/home/me', file: 'governance.yaml' };
 * let message = '';
 * try { loadPolicy('version: 1\npolicy: { al: [] }\n', options); } catch (error) { message = (error as PolicyLoadError).message; }
 * message; // => 'governance.yaml:2:11: there is no node `al`, did you mean `all`? (unknown_node)'
 * ```
 */
export function loadPolicy(text: string, options: LoadOptions): LoadedPolicy {
  if (typeof (options as Partial<LoadOptions> | undefined)?.registry?.get !== 'function')
    throw new InvariantError('invalid_param', '`loadPolicy` needs a `registry`, such as `createRegistry(guardDefinitions)`');
  const run = startRun(options);
  const file = loadFile({ text, ...(options.file !== undefined && { file: options.file }) }, run, []);
  const root = run.issues.length === 0 && file !== undefined ? joined(file.nodes) : undefined;
  if (root === undefined || file === undefined) throw new PolicyLoadError(tidy(run.issues, run));
  const { data, guard } = root;
  const { settings } = file;
  const { warnings, undeclared } = doubtsOf(root, options.registry, { host: options.host, kinds: kindsOf(settings) });
  if (undeclared.length > 0) throw new PolicyLoadError(tidy([...undeclared], run));
  const compiled: CompiledPolicy = Object.freeze({
    format: COMPILED_FORMAT,
    policy: data,
    settings,
    sources: Object.freeze([...run.sources]),
    usesCel: run.usesCel,
    places: placesIn(root, run),
  });
  return Object.freeze({
    policy: guard,
    data,
    settings,
    placeOf: nodePlaces(guard, compiled),
    compiled,
    warnings: Object.freeze(tidy([...run.warnings, ...warnings], run)),
  });
}

function joined(nodes: readonly LoadedNode[]): LoadedNode | undefined {
  if (nodes.length < 2) return nodes[0];
  return {
    data: { kind: allDefinition.kind, children: nodes.map(({ data }) => data) },
    guard: All(...nodes.map(({ guard }) => guard)),
    places: joinPlaces(
      undefined,
      nodes.map(({ places }) => places),
    ),
  };
}

function placesIn({ places }: LoadedNode, { sources }: LoadRun): NonNullable<CompiledPolicy['places']> {
  const entries = Array.from(places, ([way, { file = UNNAMED, line }]): [string, readonly [number, number]] => [
    way,
    Object.freeze([
      Math.max(
        0,
        sources.findIndex(source => source.file === file),
      ),
      line,
    ] as const),
  ]);
  return Object.freeze(Object.fromEntries(entries));
}

function kindsOf({ tools = {} }: PolicySettings): readonly string[] {
  return Object.values(tools).flatMap(({ kind }) => (kind === undefined ? [] : [kind]));
}

/**
 * Returns issues in the order of the files, without what only follows from another one: what is said of a place that
 * could not even be read, and a key that is missing because it is misspelled.
 */
function tidy(issues: readonly PolicyIssue[], run: LoadRun): readonly PolicyIssue[] {
  const rank = ({ file }: PolicyIssue): number => run.sources.findIndex(source => source.file === (file ?? UNNAMED));
  const spot = ({ file, line, column }: PolicyIssue): string => `${file ?? ''}:${line}:${column}`;
  const unread = new Map([...run.unread].reverse().map(issue => [spot(issue), issue]));
  const misspelled = issues.filter(({ code, suggestion }) => code === 'unknown_key' && suggestion !== undefined);
  const explained = (issue: PolicyIssue): boolean =>
    issue.code === 'missing_key' &&
    misspelled.some(
      ({ file, path, suggestion }) =>
        file === issue.file && isSame(path.slice(0, -1), issue.path) && issue.message.includes(`the key \`${suggestion}\``),
    );
  return issues
    .filter(issue => (unread.get(spot(issue)) ?? issue) === issue && !explained(issue))
    .toSorted((a, b) => rank(a) - rank(b) || a.line - b.line || a.column - b.column);
}

function isSame(a: PolicyIssue['path'], b: PolicyIssue['path']): boolean {
  return a.length === b.length && a.every((step, index) => step === b[index]);
}
