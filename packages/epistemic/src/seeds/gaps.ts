import type { DepthDocument, GraphDocument, PrimitiveDocument } from '../exchange/document.ts';
import { create as wholeCreate, list as wholeList, read as wholeRead, remove as wholeDelete } from './actions.ts';
import { directory, filesystem, operatingSystem, path, permissionWith } from './ground.ts';
import { concept } from './notation.ts';

const file: PrimitiveDocument = concept('file', 'a named sequence of bytes', {
  attributes: ['path', 'name', 'extension', 'size', 'content'],
  edges: [[1, 'REQUIRES path@D1']],
});

/** The concept with only these levels of it, and of its edges only those to these objects. */
function upTo(whole: PrimitiveDocument, level: number, objects: readonly string[]): PrimitiveDocument {
  const depths = (whole.depths ?? []).slice(0, level + 1).map(depth => cut(depth, objects));
  return { ...whole, depths };
}

function cut({ level, properties, relata = [] }: DepthDocument, objects: readonly string[]): DepthDocument {
  const kept = relata.filter(({ target }) => objects.includes(target));
  return { level, ...(properties && { properties }), ...(kept.length > 0 && { relata: kept }) };
}

/** `create` with a hole: D2 is missing, and D3 holds nothing but its edges. */
const create: PrimitiveDocument = {
  ...wholeCreate,
  depths: [
    ...(wholeCreate.depths ?? []).slice(0, 2),
    {
      level: 'D3',
      relata: [
        { relation: 'APPLIES_TO', target: 'file', target_depth: 'D2' },
        { relation: 'APPLIES_TO', target: 'directory', target_depth: 'D2' },
      ],
    },
  ],
};

/**
 * Ten concepts with every kind of gap: `file` is shallow, `delete` is connected to nothing, `create` has a hole, and
 * `write`, `move` and `copy` are not there at all.
 */
export const gapsSeed: GraphDocument = {
  version: 1,
  primitives: [
    operatingSystem,
    filesystem,
    path,
    permissionWith(),
    directory,
    file,
    create,
    upTo(wholeRead, 2, ['file']),
    upTo(wholeList, 2, ['directory']),
    upTo(wholeDelete, 2, []),
  ],
};
