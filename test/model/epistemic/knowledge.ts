import type { GraphChange, GroundingResult, Primitive } from '@licet/epistemic';
import { definePrimitive } from '@licet/epistemic';
import { foldConceptName } from '@licet/epistemic/model';
import type { Concept, Edge, Knowledge, Relation, Wanted } from './reference.ts';
import { line } from './reference.ts';

const SHORT: Readonly<Record<string, Relation>> = {
  A: 'APPLIES_TO',
  REQ: 'REQUIRES',
  CON: 'CONSTRAINED_BY',
  DEP: 'DEPENDS_ON',
  INC: 'INCLUDES',
};

/** Reads the notation of the specification's tables: `create 013- 3:A>file@2` has levels D0, D1 and an empty D3 with one edge. */
export function knowledge(rows: readonly string[]): Knowledge {
  const concepts: Concept[] = [];
  const edges: Edge[] = [];
  for (const row of rows) {
    const [name, levels, ...texts] = row.split(' ') as [string, string];
    const read = [...levels.matchAll(/(\d)(-?)/g)].map(([, level, empty]) => ({ level: Number(level), empty: empty === '-' }));
    concepts.push({
      name,
      levels: read.map(each => each.level),
      empty: read.filter(each => each.empty || each.level === 0).map(each => each.level),
    });
    for (const text of texts) {
      const [, level, type, target, depth] = /^(\d):(\w+)>(\w+)@(\d)$/.exec(text)!;
      edges.push({ source: name, level: Number(level), relation: SHORT[type!]!, target: target!, depth: Number(depth) });
    }
  }
  return { concepts, edges };
}

/** The same knowledge as the product holds it. */
export function primitivesOf({ concepts, edges }: Knowledge): Primitive[] {
  return concepts.map(({ name, levels, empty }) =>
    definePrimitive({
      id: `id-${foldConceptName(name)}`,
      name,
      depths: levels.map(level => ({
        level: level as 0,
        properties: empty.includes(level) ? {} : { known: true },
        relata: edges
          .filter(edge => edge.source === name && edge.level === level)
          .map(edge => ({
            relation: edge.relation,
            targetId: `id-${foldConceptName(edge.target)}`,
            targetDepth: edge.depth as 0,
          })),
      })),
    }),
  );
}

/** Changes that write this knowledge. */
export function putsOf(facts: Knowledge): GraphChange[] {
  return primitivesOf(facts).map(primitive => ({ type: 'put', primitive }));
}

/** The knowledge that the product holds, in the reference's terms. */
export function knowledgeOf(primitives: readonly Primitive[]): Knowledge {
  const nameOf = new Map(primitives.map(primitive => [primitive.id, primitive.name] as const));
  return {
    concepts: primitives.map(({ name, depths }) => ({
      name,
      levels: depths.map(depth => depth.level),
      empty: depths.filter(depth => Object.keys(depth.properties).length === 0).map(depth => depth.level),
    })),
    edges: primitives.flatMap(primitive =>
      primitive.depths.flatMap(depth =>
        depth.relata.map(({ relation, targetId, targetDepth }) => ({
          source: primitive.name,
          level: depth.level,
          relation,
          target: nameOf.get(targetId)!,
          depth: targetDepth,
        })),
      ),
    ),
  };
}

const label = (depth: number | null): string => (depth === null ? 'none' : `D${depth}`);

/** A result in the reference's terms. */
export function told({ grounded, resolved, gaps, trace }: GroundingResult): Wanted {
  const nameOf = new Map(trace.primitives.map(primitive => [primitive.id, primitive.name] as const));
  return {
    grounded,
    resolved,
    concepts: trace.conceptIds.map(id => nameOf.get(id)!),
    gaps: gaps.map(gap => {
      if (gap.kind === 'AMBIGUITY') return `AMBIGUITY ${gap.name}`;
      if (gap.kind === 'EXISTENCE' || gap.kind === 'REACHABILITY' || gap.kind === 'FADED' || gap.kind === 'PEER')
        return `${gap.kind} ${gap.primitive.name}`;
      const subject = gap.kind === 'DEPTH' ? gap.primitive.name : `${gap.source.name} ${gap.relation} ${gap.target.name}`;
      return `${gap.kind} ${subject} ${label(gap.requiredDepth)}/${label(gap.currentDepth)} lacks ${gap.missingLevels.join('')}`;
    }),
    primitives: trace.primitives.map(({ name, depths }) => {
      const edges = depths.reduce((sum, depth) => sum + depth.relata.length, 0);
      return `${name} [${depths.map(depth => depth.level).join('')}] ${edges}`;
    }),
    pathway: trace.pathway.map(step =>
      line({
        source: step.source,
        level: step.sourceDepth,
        relation: step.relation,
        target: step.target,
        depth: step.targetDepth,
      }),
    ),
  };
}
