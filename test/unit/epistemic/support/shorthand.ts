import type { GraphChange, Primitive, RelationType } from '@licet/epistemic';
import { definePrimitive } from '@licet/epistemic';
import { parseDepth } from '@licet/epistemic/model';

const RELATIONS: Record<string, RelationType> = {
  A: 'APPLIES_TO',
  REQ: 'REQUIRES',
  CON: 'CONSTRAINED_BY',
  DEP: 'DEPENDS_ON',
  INC: 'INCLUDES',
};

/**
 * Reads `create 0123 2:A>file@3`: a concept with the levels D0 to D3, each with a property, whose D2 owns an APPLIES_TO
 * edge to `file` at D3. A level followed by `-` has no property.
 */
export function primitive(text: string): Primitive {
  const [name, levels = '', ...edges] = text.split(' ');
  const depths = [...levels.matchAll(/(\d)(-?)/g)].map(([, level, empty]) => ({
    level: parseDepth(`D${level}`),
    properties: empty === '-' || level === '0' ? {} : { known: true },
    relata: edges
      .map(edge => /^(\d):(\w+)>(.+)@(\d)$/.exec(edge)!)
      .filter(match => match[1] === level)
      .map(match => ({ relation: RELATIONS[match[2]!]!, targetId: idOf(match[3]!), targetDepth: parseDepth(`D${match[4]}`) })),
  }));
  return definePrimitive({ id: idOf(name!), name: name!.replaceAll('+', ' '), depths });
}

/** The id that the shorthand gives to a name. */
export function idOf(name: string): string {
  return `id-${name}`;
}

/** Puts all of these concepts. */
export function puts(texts: readonly string[]): GraphChange[] {
  return texts.map(text => ({ type: 'put', primitive: primitive(text) }));
}
