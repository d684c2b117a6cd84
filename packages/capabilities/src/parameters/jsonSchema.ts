import { GovernanceError } from '@licet/core';
import type { Json } from '@licet/core';
import { isRecord } from '@licet/core/nodes';
import { didYouMean } from '@licet/core/text';

import type { ArgFault } from '../guards/argRules.ts';
import { NO_SUCH } from '../guards/argRules.ts';
import { textPattern } from '@licet/guards/authoring';
import { KEYWORDS, refuseSchema } from './keywords.ts';
import type { SchemaPath } from './keywords.ts';
import type { Check, Walk } from './schemaFaults.ts';
import { MOST_STEPS, demand, fits, kindText, memberOf } from './schemaFaults.ts';

type Schema = Readonly<Record<string, Json>>;

interface Compiling {
  readonly root: Json;
  /** The parts of the schema that something points at, by where they are. */
  readonly refs: Map<string, Check>;
  readonly path: SchemaPath;
}

const MOST_LEVELS = 64;
const MOST_FAULTS = 10;

/**
 * Makes the check of a JSON Schema (draft 2020-12, and what draft 7 has in common with it). What the schema says must be known:
 * a keyword that is not checked would let everything through, so it is refused, as is a pattern that is not RE2.
 *
 * Throws an `InvariantError` of code `invalid_param` or `invalid_pattern` with the place in the schema.
 */
export function compileSchema(schema: Json, path: SchemaPath): (value: unknown) => readonly ArgFault[] {
  const check = compile(schema, { root: schema, refs: new Map(), path }, 0);
  return value => {
    const walk: Walk = { faults: [], budget: { left: MOST_STEPS } };
    try {
      check(value, '', walk);
    } catch (error) {
      // What was not looked at fits nothing.
      const isTooMuch = error instanceof GovernanceError && error.code === 'work_exceeded';
      if (!isTooMuch && !(error instanceof RangeError)) throw error;
      return [{ arg: '', required: 'arguments that can be looked through', found: 'too many, or too deep' }];
    }
    return walk.faults.slice(0, MOST_FAULTS);
  };
}

function compile(schema: Json, compiling: Compiling, level: number): Check {
  const { path } = compiling;
  if (typeof schema === 'boolean') return schema ? NOTHING : demand('no value', value => value === undefined);
  if (!isRecord(schema)) throw refuseSchema('a schema must be a mapping, `true` or `false`', path);
  if (level > MOST_LEVELS) throw refuseSchema(`a schema may be nested ${MOST_LEVELS} levels deep`, path);
  const own: Schema = schema;
  const keywords = Object.keys(own).toSorted((a, b) => Number(b === 'type') - Number(a === 'type'));
  const checks = keywords.flatMap(keyword => checkOf(keyword, own, { ...compiling, path: [...path, keyword] }, level + 1) ?? []);
  const hasType = Object.hasOwn(own, 'type');
  return (value, at, walk) => {
    if ((walk.budget.left -= 1) < 0) throw new GovernanceError('work_exceeded', 'the arguments cost too much to look through');
    const before = walk.faults.length;
    for (const [index, check] of checks.entries()) {
      check(value, at, walk);
      // Of what is of another type altogether nothing else is told.
      if (index === 0 && hasType && walk.faults.length > before) return;
    }
  };
}

const NOTHING: Check = () => undefined;

/** What says something without demanding anything, or is read by another keyword. */
const SILENT = [
  '$schema',
  '$id',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$defs',
  'definitions',
  'then',
  'else',
];

function checkOf(keyword: string, schema: Schema, compiling: Compiling, level: number): Check | undefined {
  const operand = schema[keyword] as Json;
  if (Object.hasOwn(KEYWORDS, keyword)) return KEYWORDS[keyword]?.(operand, compiling.path);
  if (Object.hasOwn(PARTS, keyword)) return PARTS[keyword]?.({ operand, schema, compiling, level });
  if (SILENT.includes(keyword)) return undefined;
  const known = [...Object.keys(KEYWORDS), ...Object.keys(PARTS)];
  throw refuseSchema(
    `\`${keyword}\` is not a keyword of JSON Schema that is checked here${didYouMean(keyword, known)}`,
    compiling.path,
  );
}

interface PartOf {
  readonly operand: Json;
  /** The schema that the keyword is in, for those that depend on each other. */
  readonly schema: Schema;
  readonly compiling: Compiling;
  readonly level: number;
}

type Part = (part: PartOf) => Check;

const inner = ({ operand, compiling, level }: PartOf): Check => compile(operand, compiling, level);

/** The checks of a mapping of schemas. */
function named({ operand, compiling, level }: PartOf): readonly (readonly [name: string, check: Check])[] {
  if (!isRecord(operand)) throw refuseSchema('a mapping of names to schemas is expected here', compiling.path);
  return Object.entries(operand as Schema).map(([name, schema]) => [
    name,
    compile(schema, { ...compiling, path: [...compiling.path, name] }, level),
  ]);
}

/** The checks of a list of schemas. */
function listed({ operand, compiling, level }: PartOf): readonly Check[] {
  if (!Array.isArray(operand) || operand.length === 0)
    throw refuseSchema('a list of schemas is expected here, at least one', compiling.path);
  return operand.map((schema, index) => compile(schema, { ...compiling, path: [...compiling.path, index] }, level));
}

function namesIn({ operand, compiling }: PartOf): readonly string[] {
  if (Array.isArray(operand) && operand.every(name => typeof name === 'string')) return operand;
  throw refuseSchema('a list of names is expected here', compiling.path);
}

type Mapping = Readonly<Record<string, unknown>>;

/** A check of mappings; what is none it says nothing about. */
const ofMapping =
  (check: (value: Mapping, at: string, walk: Walk) => void): Check =>
  (value, at, walk) => {
    if (isRecord(value)) check(value, at, walk);
  };

const ofList =
  (check: (value: readonly unknown[], at: string, walk: Walk) => void): Check =>
  (value, at, walk) => {
    if (Array.isArray(value)) check(value, at, walk);
  };

const missing = (value: Mapping, names: readonly string[], at: string, { faults }: Walk, required: string): void => {
  for (const name of names) if (!Object.hasOwn(value, name)) faults.push({ arg: memberOf(at, name), required, found: 'none' });
};

function patternsOf(part: PartOf) {
  return named(part).map(([source, check]) => ({ pattern: textPattern(source, false, part.compiling.path), check }));
}

/** What belongs to no `properties` and no `patternProperties` beside it. */
const additional: Part = part => {
  const { schema, operand } = part;
  const known = new Set(Object.keys((schema['properties'] ?? {}) as Schema));
  const patterns = Object.keys((schema['patternProperties'] ?? {}) as Schema).map(source =>
    textPattern(source, false, part.compiling.path),
  );
  const check =
    operand === false
      ? demand(
          NO_SUCH,
          () => false,
          () => 'an argument',
        )
      : inner(part);
  return ofMapping((value, at, walk) => {
    for (const [name, member] of Object.entries(value))
      if (!known.has(name) && !patterns.some(each => each.isFoundIn(name))) check(member, memberOf(at, name), walk);
  });
};

const alternatives: Part = part => {
  const checks = listed(part);
  const isOne = part.compiling.path.at(-1) === 'oneOf';
  return (value, at, walk) => {
    const count = checks.filter(check => fits(check, value, at, walk)).length;
    if (isOne ? count === 1 : count > 0) return;
    const required = isOne
      ? 'what exactly one alternative of the policy asks for'
      : 'what one of the alternatives of the policy asks for';
    walk.faults.push({ arg: at, required, found: count > 1 ? 'what several of them ask for' : kindText(value) });
  };
};

const conditional: Part = part => {
  const { schema, compiling, level } = part;
  const side = (name: 'then' | 'else'): Check =>
    schema[name] === undefined
      ? NOTHING
      : compile(schema[name], { ...compiling, path: [...compiling.path.slice(0, -1), name] }, level);
  const [condition, yes, no] = [inner(part), side('then'), side('else')];
  return (value, at, walk) => (fits(condition, value, at, walk) ? yes : no)(value, at, walk);
};

/** A part of the same schema. What points at itself is compiled once, and ends where the value ends. */
const reference: Part = ({ operand, compiling, level }) => {
  const { root, refs, path } = compiling;
  const pointer = typeof operand === 'string' && /^#(?:$|\/)/.test(operand) ? operand : undefined;
  if (pointer === undefined) throw refuseSchema('`$ref` must point into the same schema, such as `#/$defs/name`', path);
  if (!refs.has(pointer)) {
    refs.set(pointer, NOTHING);
    const target = partAt(root, pointer);
    if (target === undefined) throw refuseSchema(`\`${pointer}\` points at nothing in the schema`, path);
    refs.set(pointer, compile(target, compiling, level));
  }
  return (value, at, walk) => refs.get(pointer)?.(value, at, walk);
};

function partAt(root: Json, pointer: string): Json | undefined {
  const names = pointer
    .split('/')
    .slice(1)
    .map(name => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'));
  let part: unknown = root;
  for (const name of names)
    part = typeof part === 'object' && part !== null && Object.hasOwn(part, name) ? (part as Schema)[name] : undefined;
  return part as Json | undefined;
}

/** The keywords that apply other schemas. */
const PARTS: Readonly<Record<string, Part>> = {
  properties: part => {
    const members = named(part);
    return ofMapping((value, at, walk) => {
      for (const [name, check] of members) if (Object.hasOwn(value, name)) check(value[name], memberOf(at, name), walk);
    });
  },
  patternProperties: part => {
    const members = patternsOf(part);
    return ofMapping((value, at, walk) => {
      for (const [name, member] of Object.entries(value))
        for (const { pattern, check } of members) if (pattern.isFoundIn(name)) check(member, memberOf(at, name), walk);
    });
  },
  additionalProperties: additional,
  propertyNames: part => {
    const check = inner(part);
    return ofMapping((value, at, walk) => {
      for (const name of Object.keys(value)) check(name, memberOf(at, name), walk);
    });
  },
  required: part => {
    const names = namesIn(part);
    return ofMapping((value, at, walk) => missing(value, names, at, walk, 'a value'));
  },
  dependentRequired: ({ operand, compiling, ...rest }) => {
    if (!isRecord(operand)) throw refuseSchema('a mapping of names to lists of names is expected here', compiling.path);
    const lists = Object.entries(operand as Schema).map(
      ([name, names]) => [name, namesIn({ operand: names, compiling, ...rest })] as const,
    );
    return ofMapping((value, at, walk) => {
      for (const [name, names] of lists)
        if (Object.hasOwn(value, name)) missing(value, names, at, walk, `a value, since there is \`${name}\``);
    });
  },
  prefixItems: part => {
    const checks = listed(part);
    return ofList((value, at, walk) => {
      for (const [index, check] of checks.entries()) if (index < value.length) check(value[index], `${at}[${index}]`, walk);
    });
  },
  items: part => {
    if (Array.isArray(part.operand))
      throw refuseSchema('`items` must be one schema: a list of schemas is `prefixItems`', part.compiling.path);
    const [check, { prefixItems = [] }] = [inner(part), part.schema];
    const first = Array.isArray(prefixItems) ? prefixItems.length : 0;
    return ofList((value, at, walk) => {
      for (let index = first; index < value.length; index++) check(value[index], `${at}[${index}]`, walk);
    });
  },
  allOf: part => {
    const checks = listed(part);
    return (value, at, walk) => {
      for (const check of checks) check(value, at, walk);
    };
  },
  anyOf: alternatives,
  oneOf: alternatives,
  not: part => {
    const check = inner(part);
    return (value, at, walk) => {
      if (fits(check, value, at, walk))
        walk.faults.push({ arg: at, required: 'another value', found: 'one that the policy excludes' });
    };
  },
  if: conditional,
  $ref: reference,
};
