import { isPromiseLike, isRecord } from '@licet/core/nodes';
import { canonicalJson, sha256 } from '@licet/core/text';

/** A digest of everything that is said of a tool, by the name of the tool. */
export type ToolDigests = Readonly<Record<string, string>>;

/**
 * Returns the digests of tools, by name: what the catalogue of capabilities pins a tool to, and what adapters that know the description
 * of a tool report in `request.toolDigest`. A tool is what a server lists, or `{ name, description, inputSchema }` of an SDK with the
 * schema as JSON Schema. Undefined where one is no tool, or a name is there twice.
 *
 * @example
 * ```ts
 * import { toolDigests } from '@licet/adapters/mcp';
 *
 * const [one, other] = ['finds', 'finds and sends'].map(description => toolDigests([{ name: 'find', description }])?.['find']);
 * one === other; // => false
 * ```
 */
export function toolDigests(tools: readonly unknown[]): ToolDigests | undefined {
  const digests = tools.map(namedDigest);
  const known = digests.filter(each => each !== undefined);
  if (known.length < digests.length || new Set(known.map(([name]) => name)).size < known.length) return undefined;
  return Object.fromEntries(known);
}

/** Returns the name of a tool, and the digest of everything that is said of it. */
export function namedDigest(tool: unknown): [name: string, digest: string] | undefined {
  if (!isRecord(tool) || typeof tool['name'] !== 'string') return undefined;
  const { _meta, ...described } = tool;
  return [tool['name'], sha256(canonicalJson(described))];
}

/** Returns the digest of a tool of an SDK; undefined where its schema cannot be read. */
export function digestOfTool(name: string, description: unknown, schema: unknown): string | undefined {
  try {
    const inputSchema = schemaOf(schema);
    const described = { ...(description !== undefined && { description }), ...(inputSchema !== undefined && { inputSchema }) };
    return namedDigest({ name, ...described })?.[1];
  } catch {
    return undefined;
  }
}

/**
 * A schema as JSON: of a library that makes JSON Schema of its schemas, or out of the wrapper of an SDK. A wrapper is told by its
 * symbols: what a server has sent could have a member of the same name, and must count as a whole.
 */
function schemaOf(schema: unknown): unknown {
  if (!isRecord(schema) && typeof schema !== 'function') return schema;
  const { jsonSchema, toJSONSchema } = schema as Readonly<Record<string, unknown>>;
  if (typeof toJSONSchema === 'function') return (toJSONSchema as () => unknown).call(schema);
  if (Object.getOwnPropertySymbols(schema).length === 0) return schema;
  if (!isRecord(jsonSchema) || isPromiseLike(jsonSchema)) throw new Error('the schema is not known yet');
  return jsonSchema;
}
