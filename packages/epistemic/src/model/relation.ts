/** How one concept bears on another. */
export type RelationType = 'APPLIES_TO' | 'REQUIRES' | 'CONSTRAINED_BY' | 'DEPENDS_ON' | 'INCLUDES';

/** Every relation type in canonical order: wherever several edges are listed, this order decides between types. */
export const RELATION_TYPES: readonly RelationType[] = Object.freeze([
  'APPLIES_TO',
  'REQUIRES',
  'CONSTRAINED_BY',
  'DEPENDS_ON',
  'INCLUDES',
] as const);

/**
 * The types that pull their target into every grounding of the source. They may not form cycles; the other two never
 * pull anything in and may.
 */
export const TRANSITIVE_RELATIONS: readonly RelationType[] = Object.freeze(['REQUIRES', 'CONSTRAINED_BY', 'DEPENDS_ON'] as const);

/** True for REQUIRES, CONSTRAINED_BY and DEPENDS_ON. */
export function isTransitive(relation: RelationType): boolean {
  return relation === 'REQUIRES' || relation === 'CONSTRAINED_BY' || relation === 'DEPENDS_ON';
}

/** True for the five names of {@link RelationType}, in exactly that spelling. */
export function isRelationType(value: unknown): value is RelationType {
  return RELATION_TYPES.some(relation => relation === value);
}
