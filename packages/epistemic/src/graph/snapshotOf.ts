import { levelMask } from '../model/primitive.ts';
import type { Primitive } from '../model/primitive.ts';
import { buildSnapshot } from './buildSnapshot.ts';
import type { GraphSnapshot } from './snapshot.ts';
import { packEdge } from './snapshot.ts';

/** An alias with the id of the concept it stands for. */
export interface AliasEntry {
  readonly alias: string;
  readonly targetId: string;
}

/** Makes a complete snapshot from whole primitives, in any order. Edges to concepts that are not among them are left out. */
export function snapshotOf(version: string, primitives: readonly Primitive[], aliases: Iterable<AliasEntry>): GraphSnapshot {
  const positions = new Map(primitives.map((primitive, position) => [primitive.id, position] as const));
  const edgeSource: number[] = [];
  const edgeTarget: number[] = [];
  const edgeInfo: number[] = [];
  primitives.forEach((primitive, position) => {
    for (const depth of primitive.depths) {
      for (const relatum of depth.relata) {
        const target = positions.get(relatum.targetId);
        if (target === undefined) continue;
        edgeSource.push(position);
        edgeTarget.push(target);
        edgeInfo.push(packEdge(relatum.relation, depth.level, relatum.targetDepth, relatum.policies.length > 0));
      }
    }
  });
  return buildSnapshot({
    version,
    complete: true,
    ids: primitives.map(primitive => primitive.id),
    names: primitives.map(primitive => primitive.name),
    masks: primitives.map(levelMask),
    edgeCount: edgeSource.length,
    edgeSource,
    edgeTarget,
    edgeInfo,
    aliases: [...aliases].flatMap(({ alias, targetId }) => {
      const target = positions.get(targetId);
      return target === undefined ? [] : [[alias, target] as const];
    }),
    primitive: position => primitives[position]!,
    provenance: position => primitives[position]!.provenance,
  });
}
