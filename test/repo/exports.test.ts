import { describe, expect, it } from 'vitest';

import { PACKAGES, SOURCES, lineAt, parse, read } from './source.ts';
import type { Node, Source } from './source.ts';

/** The surface of every package: a change of it is a decision, taken with `vitest -u`. */
const entries = PACKAGES.flatMap(name => {
  const { exports = {} } = JSON.parse(read(`packages/${name}/package.json`)) as { exports?: Record<string, unknown> };
  return Object.entries(exports).flatMap(([subpath, target]) => {
    const file = (target as { '@licet/source'?: string } | null)?.['@licet/source'];
    const found = SOURCES.find(({ path }) => file !== undefined && path === `packages/${name}/${file.slice(2)}`);
    return found === undefined ? [] : [[`@licet/${name}${subpath.slice(1)}`, found] as const];
  });
});

function namesOf(source: Source): readonly string[] {
  return (parse(source).program.body as unknown as Node[]).flatMap(node => {
    if (node.type !== 'ExportNamedDeclaration') return [];
    const specifiers = node['specifiers'] as { exported: { name: string } }[];
    const mark = node['exportKind'] === 'type' ? 'type ' : '';
    return [...specifiers.map(({ exported }) => exported.name), ...declaredBy(node['declaration'] as Node | null)].map(
      name => `${mark}${name}`,
    );
  });
}

/** What an exported declaration names: one function, class or type, or several constants. */
function declaredBy(declaration: Node | null): readonly string[] {
  if (declaration === null) return [];
  const several = declaration['declarations'] as { id: { name: string } }[] | undefined;
  return several?.map(({ id }) => id.name) ?? [nameOf(declaration)];
}

/** The exported declarations of a file without a doc comment right before them; of overloads the first needs one. */
function undocumented(source: Source): readonly string[] {
  const { program, comments } = parse(source);
  let before = '';
  return (program.body as unknown as Node[]).flatMap(node => {
    const declaration = node.type === 'ExportNamedDeclaration' ? (node['declaration'] as Node | null) : null;
    const overloads = before;
    before = declaration?.type === 'TSDeclareFunction' ? nameOf(declaration) : '';
    if (declaration === null || (overloads !== '' && nameOf(declaration) === overloads)) return [];
    const doc = comments.findLast(({ end }) => end <= node.start);
    const isDoc = doc?.value.startsWith('*') === true && /^\s*$/u.test(source.text.slice(doc.end, node.start));
    return isDoc ? [] : [`${source.path}:${lineAt(source.text, node.start)}`];
  });
}

const nameOf = (node: Node): string => (node['id'] as { name?: string } | null)?.name ?? '';

describe('exports', () => {
  for (const [name, source] of entries) {
    it(`of ${name} are what they were`, () => {
      const names = [...new Set(namesOf(source))].sort();

      expect(names).not.toEqual([]);
      expect(names).toMatchSnapshot();
    });
  }

  it('of a package are named one by one', () => {
    const stars = SOURCES.filter(({ inside }) => /(?:^|\/)index\.ts$/u.test(inside)).filter(source =>
      parse(source).program.body.some(({ type }) => type === 'ExportAllDeclaration' || type === 'ExportDefaultDeclaration'),
    );

    expect(stars.map(({ path }) => path)).toEqual([]);
  });

  it('all have a doc comment', () => {
    expect(SOURCES.flatMap(undocumented)).toEqual([]);
  });
});
