import { InvariantError } from '@licet/core';
import { canonicalJson } from '@licet/core/text';
import type { ActionInput } from '@licet/core';

import { digestOfTool } from '../toolDigest.ts';
import type { GuardedOptions } from './call.ts';
import { isPlain } from './call.ts';
import { copyOfData } from '../ownCopy.ts';
import { guardedCall } from './guarded.ts';

/** The names under which frameworks keep what a tool does. */
const METHODS = ['execute', 'handler', 'run', 'invoke', 'call', 'func'] as const;

/** How the calls of one tool become actions. */
export interface ToolOptions extends Omit<GuardedOptions<unknown[]>, 'toAction' | 'rewrite'> {
  /** The member that runs the tool. @defaultValue the only one of `execute`, `handler`, `run`, `invoke`, `call`, `func` */
  readonly method?: string;
  /** Other members of the tool that are functions and do not run it, such as `toModelOutput`. Unnamed ones are refused. @defaultValue none */
  readonly ungoverned?: readonly string[];
  /** Makes more of the action from the arguments of a call: the identity of the call, the session. What it throws stops the call. */
  readonly about?: (...args: readonly unknown[]) => Partial<ActionInput>;
}

/**
 * Puts a tool under a policy: a plain object with a member that runs it. Returns a copy whose member is evaluated first, as with
 * `guarded`; the first argument is the payload and further arguments of a framework are passed on unseen. The member of the
 * copy returns a promise. A stop is an `ActionBlockedError`; where a human may say yes, its `resume` runs the call after it.
 *
 * Throws an `InvariantError` of code `invalid_param` for something that is no plain object, has no name, has no such member or several,
 * or has another function that `ungoverned` does not name: a second way in, such as `stream`, would go unguarded.
 *
 * @example
 * ```ts
 * import { ActionBlockedError, withLicet } from '@licet/adapters/function';
 * import { PolicyEngine, ask, guard } from '@licet/core';
 *
 * const engine = new PolicyEngine(guard('who', () => ask('mail reaches others', { fix: 'ask the user' })));
 * const mail = { name: 'mail', execute: async ({ to }: { to: string }) => `sent to ${to}` };
 * const stop = await withLicet(mail, { engine }).execute({ to: 'ann' }).catch((error: unknown) => error);
 * stop instanceof ActionBlockedError && stop.evaluation.ruling; // => 'ask'
 * stop instanceof ActionBlockedError && (await stop.resume?.({ granted: true, by: 'ben' })); // => 'sent to ann'
 * ```
 */
export function withLicet<Tool extends object>(tool: Tool, options: ToolOptions): Tool {
  const { method, about, ungoverned = [], ...rest } = options;
  if (!isPlain(tool)) throw refused('a tool must be a plain object', 'guard its function with `guarded`');
  // Read once: what a getter returns a second time is ignored.
  const members: Readonly<Record<string, unknown>> = { ...tool };
  const name = options.tool ?? (typeof members['name'] === 'string' ? members['name'] : '');
  if (name === '') throw refused('the tool has no name', 'give one with `tool`');
  const way = wayInto(members, name, method, ungoverned);
  const run = members[way] as (...args: unknown[]) => unknown;
  const onlyInput = ([input, ...others]: unknown[]): unknown[] => [copyOfData(input), ...others];
  const mapped = {
    ...rest,
    tool: name,
    toAction: (...args: unknown[]) => ({
      ...options.context,
      kind: options.kind ?? 'tool',
      payload: payloadOf(args[0]),
      ...requestOf(members, name, options.context?.request),
      ...about?.(...args),
    }),
    rewrite: (args: unknown[], changes: object) => [{ ...payloadOf(args[0]), ...changes }, ...args.slice(1)],
  };
  return { ...members, [way]: guardedCall(run, mapped, onlyInput) } as Tool;
}

/** The one member that runs the tool. Any other function is a way in that no policy sees, unless the host names it. */
function wayInto(
  members: Readonly<Record<PropertyKey, unknown>>,
  name: string,
  method: string | undefined,
  ungoverned: readonly string[],
): string {
  const functions = Reflect.ownKeys(members).filter(key => typeof members[key] === 'function');
  const found = method === undefined ? METHODS.filter(each => functions.includes(each)) : [method];
  const [way] = found;
  if (way === undefined || !functions.includes(way))
    throw refused(`nothing runs the tool \`${name}\``, 'name the member with `method`');
  if (found.length > 1)
    throw refused(`\`${found.join('` and `')}\` both run the tool \`${name}\``, 'name the one to guard with `method`');
  const open = functions.find(key => key !== way && !(typeof key === 'string' && ungoverned.includes(key)));
  if (open === undefined) return way;
  const what = `\`${String(open)}\` of the tool \`${name}\` is a function that no policy sees`;
  throw refused(what, 'name it in `ungoverned` if it does not run the tool');
}

/** What the model is told of the tool, under the names that frameworks have for it. */
function requestOf(
  { description, inputSchema, parameters, schema }: Readonly<Record<string, unknown>>,
  name: string,
  request: ActionInput['request'],
): Pick<ActionInput, 'request'> {
  const toolDigest = digestOfTool(name, description, inputSchema ?? parameters ?? schema);
  return toolDigest === undefined ? {} : { request: { toolDigest, ...request } };
}

/** Throws for what is no data: a guard would judge another thing than the tool gets. */
function payloadOf(input: unknown): Readonly<Record<string, unknown>> {
  if (input === undefined) return {};
  canonicalJson(input);
  if (isPlain(input)) return input;
  return { input };
}

function refused(why: string, way: string): InvariantError {
  return new InvariantError('invalid_param', `${why}: ${way}`);
}
