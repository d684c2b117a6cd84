import type { Json } from '@licet/core';
import { InvariantError } from '@licet/core';
import { isRecord } from '@licet/core/nodes';

import type { ArgFault } from '../guards/argRules.ts';
import { compileSchema } from './jsonSchema.ts';
import type { SchemaPath } from './keywords.ts';
import { refuseSchema } from './keywords.ts';
import { kindText, memberOf } from './schemaFaults.ts';

/**
 * A schema of a library, as far as it is needed here: what follows Standard Schema, such as those of zod, valibot and arktype.
 * Those that can say what they are as JSON Schema stand so in the description of a policy, and so in its digest.
 */
export interface StandardSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => unknown;
    readonly jsonSchema?: { readonly input: (options: { readonly target: 'draft-2020-12' }) => unknown };
  };
}

/** The parameters of a tool: a JSON Schema, or a schema of a library. */
export type ParametersInput = Json | StandardSchema;

/** What is wrong with the arguments of a call; nothing where they fit. */
export type CheckParameters = (args: unknown) => readonly ArgFault[];

/** Parameters as data, for views of a policy, and their check. */
export interface Parameters {
  readonly schema: Json;
  readonly check: CheckParameters;
  /** Whether they may hold more than their description says. */
  readonly isCode: boolean;
}

/** Reads the parameters of a tool, once for a policy. Throws for a schema that cannot be checked as it is. */
export function readParameters(given: ParametersInput, path: SchemaPath): Parameters {
  if (isStandard(given)) return { schema: describe(given), check: checkOf(given), isCode: true };
  const type = isRecord(given) ? given['type'] : undefined;
  if (type !== undefined && type !== 'object')
    throw refuseSchema('arguments are a mapping: the `type` of their schema must be `object`', [...path, 'type']);
  return { schema: given, check: compileSchema(given, path), isCode: false };
}

function isStandard(given: ParametersInput): given is StandardSchema {
  const own: unknown =
    typeof given === 'object' || typeof given === 'function' ? (given as StandardSchema | null)?.['~standard'] : undefined;
  return isRecord(own) && typeof own['validate'] === 'function';
}

function describe({ '~standard': { vendor, jsonSchema } }: StandardSchema): Json {
  const otherwise = { code: vendor };
  try {
    const made = jsonSchema?.input({ target: 'draft-2020-12' });
    if (!isRecord(made)) return otherwise;
    const { $schema: _dialect, ...schema } = made as Readonly<Record<string, Json>>;
    return schema;
  } catch {
    return otherwise;
  }
}

const checkOf =
  ({ '~standard': { validate } }: StandardSchema): CheckParameters =>
  args => {
    const result = validate(args);
    if (isRecord(result) && !('then' in result)) return faultsIn(result['issues'], args);
    throw new InvariantError('invalid_param', 'the schema of the parameters must answer at once: it returned a promise');
  };

const MOST_FAULTS = 10;
const LONGEST_WORDS = 200;

function faultsIn(issues: unknown, args: unknown): readonly ArgFault[] {
  if (issues === undefined) return [];
  const list = Array.isArray(issues) && issues.length > 0 ? (issues as readonly unknown[]) : [{}];
  return list.slice(0, MOST_FAULTS).map(issue => faultOf(isRecord(issue) ? issue : {}, args));
}

/** A part of a path: a key, or what holds one. */
function keyOf(part: unknown): PropertyKey {
  const key = isRecord(part) ? part['key'] : part;
  return typeof key === 'number' || typeof key === 'symbol' ? key : String(key);
}

/** An issue in the words of the library, which knows best what was expected. */
function faultOf({ message, path }: Readonly<Record<string, unknown>>, args: unknown): ArgFault {
  const names = Array.isArray(path) ? path.map(keyOf) : [];
  let value: unknown = args;
  let at = '';
  for (const name of names) {
    value = typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    at = typeof name === 'number' ? `${at}[${name}]` : memberOf(at, String(name));
  }
  const words = typeof message === 'string' && message !== '' ? message.slice(0, LONGEST_WORDS) : 'another value';
  return { arg: at, required: `what the schema asks for: ${words}`, found: kindText(value) };
}
