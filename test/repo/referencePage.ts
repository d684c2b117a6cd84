import type { Registry } from '@licet/core';
import type { AnyDefinition, Param } from '@licet/core/nodes';
import { toSnake } from '@licet/core/text';

import { expectedOf } from '../../packages/core/src/model/checkOptions.ts';
import { paramsSchema } from '../../packages/core/src/yaml/specSchema.ts';
import { namesOf } from '../../packages/core/src/yaml/zodShape.ts';

/**
 * Returns the reference page of the nodes that a policy may name, in Markdown: what each is for, its options with what they may be
 * and what counts where they are left out, its rulings and an example. Made of the same definitions that load a policy.
 */
export function referencePage(registry: Registry): string {
  const definitions = registry.kinds.flatMap(kind => registry.get(kind) ?? []);
  const list = definitions.map(({ kind, doc }) => `| [\`${kind}\`](#${kind}) | ${doc} |`);
  return [
    '# Nodes\n\nEvery node of `governance.yaml`. This page is written from their definitions: `npx -y pnpm@12 reference`.\n',
    ['| node | what it is for |', '|---|---|', ...list, ''].join('\n'),
    ...definitions.map(definition => section(definition, registry)),
  ].join('\n');
}

function section(definition: AnyDefinition, registry: Registry): string {
  const { kind, doc, rulings = [], example } = definition;
  return [
    `## \`${kind}\``,
    `${doc.charAt(0).toUpperCase()}${doc.slice(1)}.`,
    table(['option', 'what it may be', 'where it is left out'], optionsOf(definition, registry)),
    table(['the action, or what the children say', 'ruling'], rulings),
    ...(example === undefined ? [] : [`\`\`\`yaml\n${example}\n\`\`\``]),
  ]
    .filter(part => part !== '')
    .join('\n\n')
    .concat('\n');
}

function optionsOf(definition: AnyDefinition, registry: Registry): readonly (readonly string[])[] {
  const { params, children } = definition;
  const child =
    children === undefined
      ? []
      : 'list' in children
        ? [
            [
              `\`${children.list}\``,
              `a list of nodes${children.bare === true ? '; without options, write only the list' : ''}`,
              'needed',
            ],
          ]
        : 'fields' in children
          ? children.fields.map(({ name, optional }) => [`\`${toSnake(name)}\``, 'a node', optional === true ? '' : 'needed'])
          : [['', 'one node, as the whole of it', 'needed']];
  if (typeof params === 'function')
    return [...namesOf(paramsSchema(definition, registry)).map(name => [`\`${toSnake(name)}\``, '', '']), ...child];
  const own = Object.entries(params.members).filter(([, { shape }]) => shape.type !== 'code');
  return [...own.map(([name, member]) => optionRow(name, member)), ...child];
}

function optionRow(name: string, { shape, doc, optional, fallback }: Param): readonly string[] {
  const what = `${doc === undefined ? '' : `${doc}: `}${expectedOf(shape)}`;
  return [`\`${toSnake(name)}\``, asWritten(what), optional === true ? (fallback ?? '') : 'needed'];
}

/** Names as a policy file writes them: definitions hold those of the code. */
const asWritten = (text: string): string => text.replaceAll(/`[a-z]+[A-Z]\w*`/g, toSnake);

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]): string => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
