import type { AnyDefinition, ChildrenShape } from '../policy/definition.ts';
import type { ParamShape } from '../model/params.ts';
import { issueAt } from './issue.ts';
import type { LoadRun } from './loadRun.ts';
import { quote } from './names.ts';
import { toSnake } from '../text/toSnake.ts';
import { checkValue } from './params.ts';
import type { Checked } from './params.ts';
import { foundText } from './source.ts';
import type { SourceEntry, SourceMap, SourceNode } from './source.ts';
import { namesOf } from './zodShape.ts';

/** A node's body, taken apart into what the schema checks and what is a node itself. */
export interface Body {
  readonly params: Checked<object>;
  readonly children: readonly SourceNode[];
}

/** Takes the body of a node apart. Returns undefined, after it has reported why, when there is nothing to go on with. */
export function splitBody(definition: AnyDefinition, kind: SourceEntry, run: LoadRun): Body | undefined {
  const { children: shape } = definition;
  const { value } = kind;
  const bare: SourceMap = { type: 'map', at: kind.at, entries: [] };
  if (shape !== undefined && 'body' in shape) return { params: paramsOf(definition, bare, kind, run), children: [value] };
  if (shape !== undefined && 'list' in shape && shape.bare === true && value.type === 'list') {
    const children = listItems(value, kind, run);
    return children && { params: paramsOf(definition, bare, kind, run), children };
  }
  const map = mapOf(definition, kind, run);
  if (map === undefined) return undefined;
  const keys = childKeys(shape);
  const own = { ...map, entries: map.entries.filter(({ key }) => !keys.includes(key)) };
  const params = paramsOf(definition, own, kind, run);
  const children = shape === undefined ? [] : childrenOf(shape, map, kind, run);
  return children && { params, children };
}

/** Returns every key that may stand in the body of a node. */
export function bodyKeys(definition: AnyDefinition, run: LoadRun): readonly string[] {
  return [...childKeys(definition.children), ...namesOf(run.paramsOf(definition)).map(toSnake)];
}

function childKeys(shape: ChildrenShape | undefined): readonly string[] {
  if (shape === undefined || 'body' in shape) return [];
  return 'list' in shape ? [shape.list] : shape.fields.map(({ name }) => toSnake(name));
}

function paramsOf(definition: AnyDefinition, map: SourceMap, kind: SourceEntry, run: LoadRun): Checked<object> {
  const also = childKeys(definition.children);
  return checkValue(map, run.paramsOf(definition), { at: kind.at, issues: run.issues, also });
}

/** Whether a value is of the sort that a param takes as a whole: a list, a mapping, or something that is neither. */
function isWhole(value: SourceNode, shape: ParamShape | undefined): boolean {
  if (value.type === 'scalar') return value.value !== null;
  if (shape?.type === 'either') return shape.of.some(each => isWhole(value, each));
  return shape?.type === (value.type === 'list' ? 'list' : 'record');
}

/** Reads a body as a mapping; a body without the name of any param is the value of the param that the definition names. */
function mapOf(definition: AnyDefinition, kind: SourceEntry, run: LoadRun): SourceMap | undefined {
  const { value } = kind;
  const { bare, children, params } = definition;
  const isNamed = value.type === 'map' && value.entries.some(({ key }) => bodyKeys(definition, run).includes(key));
  const shape = bare === undefined || typeof params === 'function' ? undefined : params.members[bare]?.shape;
  if (bare !== undefined && !isNamed && isWhole(value, shape))
    return { type: 'map', at: kind.at, entries: [{ key: toSnake(bare), at: kind.at, value }] };
  if (value.type === 'map') return value;
  const list = children !== undefined && 'list' in children && children.bare === true ? 'a list of nodes or ' : '';
  const hint = value.type === 'scalar' && value.value === null && list === '' ? ': write `{}`, or indent what belongs to it' : '';
  const message = `expected ${list}a mapping under ${quote(kind.key)}, found ${foundText(value)}${hint}`;
  run.issues.push(issueAt(value.at, 'wrong_type', message));
  return undefined;
}

function childrenOf(shape: ChildrenShape, map: SourceMap, kind: SourceEntry, run: LoadRun): readonly SourceNode[] | undefined {
  const at = (name: string): SourceEntry | undefined => map.entries.find(({ key }) => key === toSnake(name));
  if ('list' in shape) return listItems(at(shape.list)?.value, kind, run);
  if ('body' in shape) return [map];
  const missing = shape.fields.filter(({ name, optional }) => optional !== true && at(name) === undefined);
  for (const { name } of missing) {
    const message = `expected the key ${quote(toSnake(name))} with a node in ${quote(kind.key)}, found none`;
    run.issues.push(issueAt(kind.at, 'missing_key', message));
  }
  return missing.length > 0 ? undefined : shape.fields.flatMap(({ name }) => at(name)?.value ?? []);
}

function listItems(list: SourceNode | undefined, kind: SourceEntry, run: LoadRun): readonly SourceNode[] | undefined {
  if (list?.type === 'list' && list.items.length > 0) return list.items;
  const found = list === undefined ? 'none' : list.type === 'list' ? 'an empty list' : foundText(list);
  const code = list === undefined || list.type === 'list' ? 'empty_children' : 'wrong_type';
  run.issues.push(
    issueAt(list?.at ?? kind.at, code, `expected a list of at least one node in ${quote(kind.key)}, found ${found}`),
  );
  return undefined;
}
