import type { GraphSnapshot } from '../graph/snapshot.ts';
import type { AmbiguityGap, ExistenceGap, Gap, GapSubject } from '../model/gap.ts';
import { foldName } from '../model/name.ts';
import { provenance } from '../model/provenance.ts';
import type { Resolution } from '../resolution/resolve.ts';
import { resolve } from '../resolution/resolve.ts';

/** The requested concepts after resolution, each once, in the order in which they were asked for. */
export interface Roots {
  /** Known concepts, as indices. */
  readonly known: readonly number[];
  /** Identities of known and unknown concepts together. */
  readonly conceptIds: readonly string[];
  /** Stand-ins for the unknown ones. */
  readonly unknown: readonly GapSubject[];
  readonly resolutions: readonly Resolution[];
  /** Existence and ambiguity gaps. */
  readonly gaps: readonly Gap[];
}

/** Resolves the requested concepts; the same concept twice, in whatever spelling, is one root, and one gap. */
export function findRoots(snapshot: GraphSnapshot, concepts: readonly string[], inflections: boolean): Roots {
  const known = new Set<number>();
  const unknown = new Map<string, GapSubject>();
  const ambiguous = new Map<string, AmbiguityGap>();
  const ids = new Set<string>();
  const resolutions = concepts.flatMap(concept => resolve(snapshot, concept, inflections));
  for (const resolution of resolutions) {
    if ('index' in resolution) {
      known.add(resolution.index);
      ids.add(snapshot.ids[resolution.index]!);
      continue;
    }
    const key = foldName(resolution.input);
    if (resolution.by === 'ambiguous') {
      const candidates = resolution.candidates.map(index => snapshot.names[index]!);
      if (!ambiguous.has(key)) ambiguous.set(key, { kind: 'AMBIGUITY', name: resolution.input, candidates });
    } else {
      const subject = unknown.get(key) ?? unknownSubject(resolution.input);
      unknown.set(key, subject);
      ids.add(subject.id);
    }
  }
  const existence = [...unknown.values()].map((primitive): ExistenceGap => ({ kind: 'EXISTENCE', primitive }));
  return {
    known: [...known],
    conceptIds: [...ids],
    unknown: [...unknown.values()],
    resolutions,
    gaps: [...existence, ...ambiguous.values()],
  };
}

/**
 * Stands for a concept that the graph does not hold. Its identity follows from the name, so that the same query gives
 * the same answer; it lies at the epoch because it was never written.
 */
function unknownSubject(name: string): GapSubject {
  const detail = `no concept is named \`${name}\``;
  return { id: `unknown:${foldName(name)}`, name, levels: [], provenance: provenance('synthetic', 0, detail) };
}
