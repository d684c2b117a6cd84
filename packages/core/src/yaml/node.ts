import * as z from 'zod';

import type { AnyDefinition } from '../policy/definition.ts';
import type { NodeLabels } from '../model/node.ts';
import { LAYERS, label } from '../model/node.ts';
import type { NodeData } from '../policy/policyData.ts';
import { buildNode } from './buildNode.ts';
import { bodyKeys, splitBody } from './body.ts';
import { issueAt } from './issue.ts';
import type { Place } from './issue.ts';
import type { LoadedNode, LoadRun, NodePlaces } from './loadRun.ts';
import { listed, quote } from './names.ts';
import { NODE_LABELS, checkValue, unknownKey } from './params.ts';
import type { Checked } from './params.ts';
import { foundText } from './source.ts';
import type { SourceEntry, SourceMap, SourceNode } from './source.ts';
import { suggest } from '../text/suggest.ts';

/** How deeply nodes may stand inside one another: what the engine evaluates, less what a host puts around a policy. */
const MAX_DEPTH = 60;

const labelsSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[A-Za-z][\w.-]{0,63}$/, 'expected a letter and then letters, digits, `_`, `.` or `-`, at most 64')
    .exactOptional(),
  layer: z.enum(LAYERS).exactOptional(),
  onError: z.enum(['ask', 'warn']).exactOptional(),
});

/** Puts the places of children under their parent's own. */
export function joinPlaces(own: Place | undefined, children: readonly NodePlaces[]): NodePlaces {
  const places = new Map<string, Place>(own === undefined ? [] : [['', own]]);
  for (const [index, each] of children.entries())
    for (const [way, place] of each) places.set(way === '' ? `${index}` : `${index}.${way}`, place);
  return places;
}

interface NodeParts {
  readonly definition: AnyDefinition;
  readonly kind: SourceEntry;
  readonly labels: Checked<NodeLabels>;
}

/** Loads one node with everything below it. Returns undefined, after it has reported why, for what is no usable node. */
export function loadNode(node: SourceNode, run: LoadRun, depth: number): LoadedNode | undefined {
  if (depth >= MAX_DEPTH) {
    run.issues.push(issueAt(node.at, 'too_deep', `expected at most ${MAX_DEPTH} nodes inside one another, found more`));
    return undefined;
  }
  const parts = partsOf(node, run);
  if (parts === undefined) return undefined;
  const { definition, kind, labels } = parts;
  const before = run.issues.length;
  const body = splitBody(definition, kind, run);
  const children = body?.children.map(child => loadNode(child, run, depth + 1));
  if (body === undefined || children === undefined || labels.value === undefined) return undefined;
  const { params } = body;
  const guard =
    params.value && buildNode({ definition, params, children: children.map(child => child?.guard), at: kind.at }, run);
  const loaded = children.filter(child => child !== undefined);
  if (guard === undefined || loaded.length < children.length || run.issues.length > before) return undefined;
  const data: NodeData = {
    kind: definition.kind,
    ...labels.value,
    ...(Object.keys(params.value ?? {}).length > 0 && { params: params.value as NonNullable<NodeData['params']> }),
    ...(loaded.length > 0 && { children: loaded.map(child => child.data) }),
  };
  const places = joinPlaces(
    kind.at,
    loaded.map(child => child.places),
  );
  return { data, places, guard: Object.keys(labels.value).length === 0 ? guard : label(guard, labels.value) };
}

function partsOf(node: SourceNode, run: LoadRun): NodeParts | undefined {
  if (node.type !== 'map') {
    const known = node.type === 'scalar' && typeof node.value === 'string' && run.registry.get(node.value) !== undefined;
    const hint = known ? `; write \`${String(node.value)}: {}\`` : node.type === 'list' ? '; put the list under `all`' : '';
    const found = `expected a node, a mapping with one kind, found ${foundText(node)}${hint}`;
    run.issues.push(issueAt(node.at, 'not_one_kind', found));
    return undefined;
  }
  const kind = kindOf(node, run);
  if (kind === undefined) return undefined;
  const entries = node.entries.filter(({ key }) => NODE_LABELS.includes(key));
  const labels = checkValue({ ...node, entries }, labelsSchema as z.ZodType<NodeLabels>, { at: node.at, issues: run.issues });
  registerId(entries, run);
  const definition = run.registry.get(kind.key);
  if (definition !== undefined) return { definition, kind, labels };
  const meant = suggest(kind.key, run.registry.kinds);
  const message = `there is no node ${quote(kind.key)}${meant === undefined ? ': docs/reference.md lists them' : ''}`;
  run.issues.push(issueAt(kind.at, 'unknown_node', message, meant));
  return undefined;
}

/** Finds the one key that is the node's kind and reports the others. */
function kindOf(node: SourceMap, run: LoadRun): SourceEntry | undefined {
  const candidates = node.entries.filter(({ key }) => !NODE_LABELS.includes(key));
  const [kind = candidates[0], second] = candidates.filter(({ key }) => run.registry.get(key) !== undefined);
  if (kind === undefined) {
    run.issues.push(issueAt(node.at, 'not_one_kind', 'expected a node, a mapping with one kind, found none'));
    return undefined;
  }
  if (second !== undefined) {
    const keys = candidates.filter(({ key }) => run.registry.get(key) !== undefined).map(({ key }) => key);
    const found = keys.map(key => quote(key)).join(' and ');
    run.issues.push(
      issueAt(second.at, 'not_one_kind', `expected one kind in a node, found ${found}; put them into a list under \`all\``),
    );
  }
  for (const entry of candidates) {
    if (entry === kind || run.registry.get(entry.key) !== undefined) continue;
    run.issues.push(strayKey(entry, kind, run));
  }
  return kind;
}

function strayKey(entry: SourceEntry, kind: SourceEntry, run: LoadRun): ReturnType<typeof issueAt> {
  const definition = run.registry.get(kind.key);
  const belongs = definition !== undefined && bodyKeys(definition, run).includes(entry.key);
  if (!belongs) return unknownKey(entry, NODE_LABELS);
  const message = `the key ${quote(entry.key)} belongs inside ${quote(kind.key)}: indent it; beside it expected ${listed(NODE_LABELS)}`;
  return issueAt(entry.at, 'unknown_key', message);
}

function registerId(entries: readonly SourceEntry[], run: LoadRun): void {
  const given = entries.find(({ key }) => key === 'id')?.value;
  if (given?.type !== 'scalar' || typeof given.value !== 'string') return;
  const first = run.ids.get(given.value);
  if (first === undefined) run.ids.set(given.value, given.at);
  else {
    const where = `${first.file === undefined ? '' : `${first.file}:`}${first.line}:${first.column}`;
    run.issues.push(issueAt(given.at, 'duplicate_id', `the id ${quote(given.value)} is taken, at ${where}`));
  }
}
