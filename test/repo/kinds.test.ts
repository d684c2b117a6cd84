import { ACTION_KINDS } from '@licet/core/nodes';
import { describe, expect, it } from 'vitest';

import { allNodes } from './policyDefinitions.ts';
import { SOURCES, lineAt, nodesOf, parse } from './source.ts';
import type { Node, Source } from './source.ts';

/** The kinds of all nodes that a policy may name. Only the file that defines a node writes its kind; the rest goes by what definitions say. */
const KINDS: ReadonlySet<string> = new Set(allNodes.kinds);

/** Where kinds are written although they are those of other files. */
const ALLOWED: readonly (readonly [path: string, why: string])[] = [
  [
    'packages/guards/src/shortForms.ts',
    'the keys of governance.yaml that stand for a node; what they stand for is written there',
  ],
  ['packages/importers/src/from/', 'the keys of the policy files of other tools'],
];

/** Kinds that are words of other things too: there only what is next to a `kind` is a kind. */
const WORDS: Readonly<Record<string, string>> = {
  all: 'what `progressive` counts',
  any: 'the type of a schema that cannot be written down; a file',
  audit: 'a need, a setting and a command',
  capabilities: 'a field of MCP',
  edge_policies: 'the details of a policy that was triggered, in a record',
  facts: 'a need, a setting, and what a session knows',
  floor: 'a member of a node',
  flow: 'a command, and the name of its record',
  hold: 'a command, and the fact that it sets',
  intent: 'a layer',
  network: 'a sort of actions, of effects and of targets',
  obligation: 'an annotation',
  rate_limit: 'a condition of an explanation',
  roles: 'a field of a principal',
  sandbox: 'a command, and the folder of its state',
  token: 'a field, and a condition of an explanation',
};

interface Finding {
  readonly kind: string;
  readonly at: number;
}

const textOf = (node: unknown): string | undefined => {
  const { type, value } = (node ?? {}) as { type?: string; value?: unknown };
  return type === 'Literal' && typeof value === 'string' && KINDS.has(value) ? value : undefined;
};

const nameOf = (node: unknown): string | undefined => {
  const { name, value } = (node ?? {}) as { name?: string; value?: unknown };
  return name ?? (typeof value === 'string' ? value : undefined);
};

const isCalled = (node: Node, name: string): boolean => node.type === 'CallExpression' && nameOf(node['callee']) === name;

/** The kinds of the nodes that a file defines. */
function definedIn(all: readonly Node[]): ReadonlySet<string> {
  const properties = all
    .filter(node => isCalled(node, 'defineNode'))
    .flatMap(call => (call['arguments'] as readonly { properties?: readonly Node[] }[])[0]?.properties ?? []);
  return new Set(properties.flatMap(each => (nameOf(each['key']) === 'kind' ? (textOf(each['value']) ?? []) : [])));
}

const OF_NODES = /^(?:child|data|definition|guard|leaf|node|plan)$/u;

/** Whether an expression is the kind of something: `kind`, `node.kind`. The kinds of nodes that are sorts of actions too are told apart by whose they are. */
function isKind(node: unknown, text: string, source: Source): boolean {
  const { type, object, property } = (node ?? {}) as { type?: string; object?: unknown; property?: unknown };
  const isAction = (ACTION_KINDS as readonly string[]).includes(text);
  if (type === 'MemberExpression') return nameOf(property) === 'kind' && (!isAction || OF_NODES.test(nameOf(object) ?? ''));
  return nameOf(node) === 'kind' && (!isAction || /\bNodeData\b/u.test(source.text));
}

/** The texts of an expression that stand beside a kind, in a list of kinds, or as names of a table by kind. */
function besideKind(node: Node, source: Source): readonly Finding[] {
  const found = (values: readonly unknown[]): readonly Finding[] =>
    values.flatMap(each => {
      const kind = textOf(each);
      return kind === undefined ? [] : [{ kind, at: (each as Node).start }];
    });
  const several = (all: readonly Finding[], of: readonly unknown[]): readonly Finding[] =>
    all.length > 1 && all.length === of.length ? all : [];
  const { left, right, discriminant, cases, elements, properties } = node as Readonly<Record<string, unknown>>;
  switch (node.type) {
    case 'BinaryExpression':
      return [
        ...found([right]).filter(({ kind }) => isKind(left, kind, source)),
        ...found([left]).filter(({ kind }) => isKind(right, kind, source)),
      ];
    case 'SwitchStatement':
      return found((cases as readonly Node[]).map(({ test }) => test)).filter(({ kind }) => isKind(discriminant, kind, source));
    case 'ArrayExpression':
      return several(found(elements as readonly unknown[]), elements as readonly unknown[]);
    case 'ObjectExpression': {
      const members = (properties as readonly Node[]).filter(({ type }) => type === 'Property');
      const own = members.filter(({ key }) => nameOf(key) === 'kind').map(({ value }) => value);
      const names = members
        .map(({ key, start }) => ({ kind: nameOf(key) ?? '', at: start }))
        .filter(({ kind }) => KINDS.has(kind));
      return [
        ...found(own).filter(({ kind }) => !(ACTION_KINDS as readonly string[]).includes(kind)),
        ...several(names, properties as readonly unknown[]),
      ];
    }
    default:
      return [];
  }
}

/** The kinds that a file writes and does not define. */
function foreignKinds(source: Source): readonly string[] {
  const { program } = parse(source);
  const all = nodesOf(program);
  const own = definedIn(all);
  const types = new Set(all.filter(({ type }) => type === 'TSLiteralType').map(({ literal }) => (literal as Node).start));
  const plain = all.flatMap((node): readonly Finding[] => {
    const kind = textOf(node);
    return kind === undefined || Object.hasOwn(WORDS, kind) || types.has(node.start) ? [] : [{ kind, at: node.start }];
  });
  const found = [...plain, ...all.flatMap(node => besideKind(node, source))].filter(({ kind }) => !own.has(kind));
  return [...new Set(found.map(({ kind, at }) => `${source.path}:${lineAt(source.text, at)} ${kind}`))];
}

const made = (text: string): Source => ({ path: 'made.ts', package: 'core', inside: 'made.ts', text, lines: 1 });

describe('kinds of nodes', () => {
  it('are written by the file that defines them, and nowhere else', () => {
    // The analysers of effects lie below the nodes and cannot know one.
    const shared = SOURCES.filter(
      ({ path, package: of }) => of !== 'effects' && !ALLOWED.some(([start]) => path.startsWith(start)),
    );

    expect(shared.flatMap(foreignKinds)).toEqual([]);
  });

  it.each([
    ["if (node.kind === 'all') stop();", ['all']],
    ["switch (guard.kind) { case 'when': stop(); break; case 'hold': stop(); }", ['when', 'hold']],
    ["const LEAVES = new Set(['all', 'any']);", ['all', 'any']],
    ["const SIGNS = { all: '&', not: '!' };", ['all', 'not']],
    ["const words = { kind: 'facts' };", ['facts']],
    ["stop('tool_allowlist');", ['tool_allowlist']],
    ["type A = NodeData; if (kind === 'network') stop();", ['network']],
    ["if (guard.kind === 'network') stop();", ['network']],
    ["if (effect.kind === 'network') stop({ kind: 'network' }, 'facts');", []],
    ["defineNode({ kind: 'facts', doc: '' }); if (kind === 'facts') stop();", []],
  ])('are found in %s', (text, kinds) => {
    expect(foreignKinds(made(text)).map(each => each.split(' ')[1])).toEqual(kinds);
  });

  it('have no exception that nothing needs', () => {
    const unused = ALLOWED.filter(
      ([start]) => SOURCES.filter(({ path }) => path.startsWith(start)).flatMap(foreignKinds).length === 0,
    );
    const words = Object.keys(WORDS).filter(
      word => !KINDS.has(word) || !SOURCES.some(({ package: of, text }) => of !== 'effects' && text.includes(`'${word}'`)),
    );

    expect([...unused, ...words]).toEqual([]);
  });
});
