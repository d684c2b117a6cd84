import type { ZodType } from 'zod';

/** What the loader reads of a schema's definition; every kind of schema has some of these. */
interface Definition {
  readonly type: string;
  readonly innerType?: ZodType;
  readonly in?: ZodType;
  readonly getter?: () => ZodType;
  readonly options?: readonly ZodType[];
  readonly left?: ZodType;
  readonly right?: ZodType;
  readonly shape?: Readonly<Record<string, ZodType>>;
  readonly element?: ZodType;
  readonly items?: readonly ZodType[];
  readonly rest?: ZodType | null;
  readonly valueType?: ZodType;
  readonly catchall?: ZodType;
}

const definitionOf = (schema: ZodType): Definition => schema._zod.def;

/** Returns the schemas that a value may have to meet: wrappers taken off, unions and intersections spread out. */
export function alternatives(schema: ZodType): readonly ZodType[] {
  const { innerType, in: input, getter, options, left, right } = definitionOf(schema);
  const inner = innerType ?? input ?? getter?.();
  if (inner !== undefined) return alternatives(inner);
  if (options !== undefined) return options.flatMap(alternatives);
  return left !== undefined && right !== undefined ? [left, right].flatMap(alternatives) : [schema];
}

/** Returns the schemas of a list's item at an index. */
export function itemSchemas(schemas: readonly ZodType[], index: number): readonly ZodType[] {
  return schemas.flatMap(schema => {
    const { element, items, rest } = definitionOf(schema);
    const item = element ?? items?.[index] ?? rest;
    return item === undefined || item === null ? [] : alternatives(item);
  });
}

/** What a mapping may have as keys: the named ones, in the names of the code, and whether any other key may stand. */
interface MapShape {
  readonly named: ReadonlyMap<string, readonly ZodType[]>;
  /** The schemas of the values under other keys; undefined when no other key may stand. */
  readonly other: readonly ZodType[] | undefined;
}

/** Returns what a mapping may have as keys, all alternatives together; undefined when none of them is a mapping. */
export function mapShape(schemas: readonly ZodType[]): MapShape | undefined {
  const named = new Map<string, readonly ZodType[]>();
  let other: readonly ZodType[] | undefined;
  let found = false;
  for (const schema of schemas) {
    const { type, shape, valueType, catchall } = definitionOf(schema);
    if (type !== 'object' && type !== 'record') continue;
    found = true;
    for (const [name, member] of Object.entries(shape ?? {})) {
      named.set(name, [...(named.get(name) ?? []), ...alternatives(member)]);
    }
    const open = valueType ?? (catchall === undefined || definitionOf(catchall).type === 'never' ? undefined : catchall);
    if (open !== undefined) other = [...(other ?? []), ...alternatives(open)];
  }
  return found ? { named, other } : undefined;
}

/** Returns the names that an object schema knows. */
export function namesOf(schema: ZodType): readonly string[] {
  return [...(mapShape(alternatives(schema))?.named.keys() ?? [])];
}
