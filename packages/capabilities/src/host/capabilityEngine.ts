import type { ActionInput, Evaluation, Guard, Outcome } from '@licet/core';
import { InvariantError, PolicyEngine, memorySessions, systemClock } from '@licet/core';
import { outputObligations } from '@licet/core/nodes';
import type { ResponseMode } from '@licet/core/nodes';
import { mergeObligations } from '@licet/core/policy';
import type { BuiltPolicy, OutputObligations } from '@licet/core/policy';

import { shapeOutput } from '../firewall/shapeOutput.ts';
import type { KeyRing } from '../tokens/keyRing.ts';
import { readToken } from '../tokens/token.ts';
import { tokenDefinition } from '../tokens/tokenGuard.ts';
import type { RevokedBy, ListedToken, TokenStore } from '../tokens/tokenStore.ts';
import { tokenStore } from '../tokens/tokenStore.ts';
import type { Frame, HandleRef } from './frame.ts';
import { defined, frameOf, reportOf, stopped } from './frame.ts';
import { contextOf, grantToken } from './grantToken.ts';
import type { HandleStats, HandleStore, KeptOutput } from './handleStore.ts';
import { handleStore } from './handleStore.ts';
import type { CallContext, CapabilityEngineOptions, ExpandQuery, GrantRequest, GrantResult, Invocation } from './requests.ts';
import { runTool } from './runTool.ts';

const HOUR_MS = 3_600_000;

/** What holds for every output where the policy says nothing: a model sees a summary, never what a tool has returned. */
const USUAL: OutputObligations = Object.freeze({
  redact: Object.freeze(['secrets', 'card', 'iban']),
  maxRows: 50,
  maxFields: 20,
  maxOutput: 4_000,
  maxDepth: 3,
});

/**
 * An engine for hosts that run tools themselves: it grants tokens, and judges, runs, shows and writes down a call in one step.
 * Everything still goes through the policy; tokens are verified by its `token`, outputs are shown by its `firewall` (as summaries
 * where it has none), and what handles stand for is looked into by its `handles`.
 *
 * Throws an `InvariantError` of code `needs_unmet` for keys without a `token` in the policy: nothing would ask for the tokens.
 *
 * @example
 * ```ts
 * import { All } from '@licet/core';
 * import { Capabilities, CapabilityEngine, CapabilityPolicy } from '@licet/capabilities';
 * import { Token, keyRing } from '@licet/capabilities/tokens';
 *
 * const keys = keyRing('a secret of at least thirty-two letters');
 * const catalogue = Capabilities({ catalogue: { 'crm.find': { safety: 'read' } } });
 * const engine = new CapabilityEngine(All(catalogue, CapabilityPolicy(), Token({ keys })), { keys });
 * const frame = await engine.invoke({ tool: 'crm.find', principal: { id: 'bot' }, run: () => [{ id: 1 }, { id: 2 }] });
 * frame.status === 'ok' && frame.shown; // => ['rows: 2', 'fields: id', 'id: least 1, most 2, average 1.5']
 * ```
 */
export class CapabilityEngine extends PolicyEngine {
  readonly #keys: KeyRing | undefined;
  readonly #tokens: TokenStore;
  readonly #kept: HandleStore;
  readonly #handleTtlMs: number;
  readonly #now: () => number;

  constructor(policy: Guard | BuiltPolicy, { keys, handles = {}, ...options }: CapabilityEngineOptions = {}) {
    const sessions = options.sessions ?? memorySessions();
    super(policy, { ...options, sessions });
    const { ttlMs = HOUR_MS, ...limits } = handles;
    const clock = options.clock ?? systemClock;
    this.#keys = keys;
    this.#tokens = tokenStore(sessions, options.audit);
    this.#kept = handleStore(limits);
    this.#handleTtlMs = ttlMs;
    this.#now = () => clock.now();
    if (keys !== undefined && !hasKind(this.describe(), tokenDefinition.kind))
      throw new InvariantError(
        'needs_unmet',
        'there are keys for tokens, and the policy has no `token` that asks for one: add it',
      );
  }

  /**
   * Decides whether a principal may use a capability, and if so issues a token for it. It takes nothing and asks no human: what happens
   * under the token is judged, counted and asked about when it happens. An ask is no grant; get the justification and ask again.
   */
  async grant(wish: GrantRequest): Promise<GrantResult> {
    if (this.#keys === undefined) throw new InvariantError('needs_unmet', 'the engine has no `keys` to sign tokens with');
    return grantToken(this, wish, { keys: this.#keys, tokens: this.#tokens, now: this.#now() });
  }

  /** Revokes a token, and every one that was made from it. */
  async revoke(id: string, why: RevokedBy = {}): Promise<void> {
    await this.#tokens.revoke(id, this.#now(), why);
  }

  /** Revokes every token of a principal, and returns how many good ones there were in the list. */
  async revokePrincipal(principal: string, why: RevokedBy = {}): Promise<number> {
    return this.#tokens.revokePrincipal(principal, this.#now(), why);
  }

  /** Returns the tokens that were granted and have not been forgotten, with what became of them. */
  async tokens(): Promise<readonly ListedToken[]> {
    return this.#tokens.list(this.#now());
  }

  /** How many outputs are kept under handles, and what became of others. */
  get handleStats(): HandleStats {
    return this.#kept.stats();
  }

  /**
   * Grants, judges, runs, shows and writes down one call. Never rejects for what the tool does: an error of the tool is a frame, its
   * text shown as outputs are. Without its own token the call is granted one, for itself and once.
   */
  async invoke(call: Invocation): Promise<Frame> {
    const { tool, args = {}, callId, signal, run } = call;
    const token = await this.#tokenFor(call, tool, args);
    if (token !== undefined && !token.granted) return stopped(tool, token.evaluation);
    const request = { ...call.request, ...(token !== undefined && { token: token.token }) };
    const action: ActionInput = { kind: 'tool', tool, payload: args, ...contextOf(call), request, ...defined({ callId }) };
    const evaluation = await this.evaluate(action, defined({ signal }));
    if (!evaluation.passed) return stopped(tool, evaluation);
    const startedAt = performance.now();
    const { rewrite, timeoutMs } = evaluation.obligations;
    const ended = await runTool({ args: { ...args, ...rewrite }, run, signal, timeoutMs });
    const durationMs = performance.now() - startedAt;
    if ('failed' in ended) return this.#failed(tool, evaluation, ended.failed, { status: ended.status, durationMs });
    return this.#show({ call, evaluation, output: ended.output, durationMs, token: request.token });
  }

  /**
   * Shows more of what a handle refers to: an action of kind `expand`, judged by the policy and written down like any other, also when it is
   * denied.
   */
  async expand(query: ExpandQuery, context: CallContext = {}): Promise<Frame> {
    const { handle: id, ...wanted } = query;
    const kept = this.#kept.find(id);
    const tool = kept?.tool ?? 'unknown';
    const payload = { handle: id, ...wanted };
    const handle = kept === undefined ? undefined : await this.#factsOf(kept);
    const action = { kind: 'expand', tool, payload, ...contextOf(context) };
    const token = kept === undefined ? undefined : await this.#tokenFor(context, tool, payload);
    const request = { ...context.request, ...(token?.granted === true && { token: token.token }), ...defined({ handle }) };
    const evaluation = await this.evaluate({ ...action, request });
    if (!evaluation.passed || kept === undefined) return stopped(tool, evaluation);
    const left = (kept.owed.maxRows ?? Number.POSITIVE_INFINITY) - kept.shownRows;
    const { rows, count } = selectRows(kept, wanted, left);
    kept.shownRows += count;
    const merged = mergeObligations([kept.owed, outputObligations(evaluation.obligations) ?? {}]);
    const { mode: _mode, ...owed } = 'obligations' in merged ? merged.obligations : { ...kept.owed, fields: [] };
    const fields = query.fields === undefined ? owed.fields : query.fields.filter(field => owed.fields?.includes(field) ?? true);
    const shaped = shapeOutput(rows, { ...owed, mode: 'table', ...defined({ fields }) });
    await this.postAction(evaluation, { status: 'ok', ...reportOf(shaped, 'table', { id, rows: count }) });
    return frameOf(tool, evaluation, shaped, 'table', refOf(kept));
  }

  /** A host that has keys, and calls without a token, has one granted for the call. */
  async #tokenFor(context: CallContext, tool: string, args: Readonly<Record<string, unknown>>): Promise<GrantResult | undefined> {
    if (this.#keys === undefined || context.request?.token !== undefined) return undefined;
    return this.grant({ ...context, tool, args, exact: true, singleUse: true, listed: false });
  }

  async #factsOf(kept: KeptOutput) {
    const { principal, expiresAt, shownRows, owed, scope, token } = kept;
    const isRevoked = token !== undefined && (await this.#tokens.isRevoked({ ...token, principal }, this.#now()));
    const { maxRows, fields } = owed;
    return { principal, expiresAt, shownRows, isRevoked, ...defined({ maxRows, fields, scope }) };
  }

  async #failed(tool: string, evaluation: Evaluation, error: string, outcome: Outcome): Promise<Frame> {
    const owed = { ...USUAL, ...outputObligations(evaluation.obligations) };
    const { output, rules } = shapeOutput(error, { ...owed, mode: 'raw' });
    await this.postAction(evaluation, { ...outcome, error: String(output), redacted: rules });
    return { status: 'failed', capability: tool, evaluation, error: String(output), redacted: rules };
  }

  async #show(made: {
    readonly call: Invocation;
    readonly evaluation: Evaluation;
    readonly output: unknown;
    readonly durationMs: number;
    readonly token: string | undefined;
  }): Promise<Frame> {
    const { call, evaluation, output, durationMs, token } = made;
    const demanded = outputObligations(evaluation.obligations) ?? {};
    const mode: ResponseMode = demanded.mode ?? 'summary';
    const owed = { ...USUAL, ...demanded, mode };
    const shaped = shapeOutput(output, owed);
    const { evicted } = this.handleStats;
    const shownRows = mode === 'table' && Array.isArray(shaped.output) ? shaped.output.length : 0;
    // A handle that may show no further row would only send its holder into a refusal.
    const hasMore = mode !== 'raw' && shownRows < (owed.maxRows ?? Number.POSITIVE_INFINITY);
    const handle = hasMore ? this.#keep(call, output, { owed, shownRows, token }) : undefined;
    const report = reportOf(shaped, mode, handle && { id: handle.id }, this.handleStats.evicted - evicted);
    await this.postAction(evaluation, { status: 'ok', durationMs, ...report });
    return frameOf(call.tool, evaluation, shaped, mode, handle);
  }

  #keep(
    { tool, principal, request }: Invocation,
    output: unknown,
    kept: { readonly owed: OutputObligations; readonly shownRows: number; readonly token: string | undefined },
  ): HandleRef | undefined {
    const { owed, shownRows, token } = kept;
    if (principal === undefined) return undefined;
    const now = this.#now();
    const claims = readToken(token)?.claims;
    const expiresAt = Math.min(now + this.#handleTtlMs, claims?.expiresAt ?? Number.POSITIVE_INFINITY);
    const id = globalThis.crypto.randomUUID();
    const isKept = this.#kept.keep(
      {
        id,
        principal: principal.id,
        tool,
        expiresAt,
        owed,
        data: output,
        shownRows,
        ...defined({ scope: request?.scope }),
        ...(claims !== undefined && { token: { ids: [claims.id, ...(claims.ancestors ?? [])], epoch: claims.epoch } }),
      },
      now,
    );
    const found = isKept ? this.#kept.find(id) : undefined;
    return found && refOf(found);
  }
}

const refOf = ({ id, total, expiresAt }: KeptOutput): HandleRef => ({ id, total, expiresAt });

const hasKind = (node: { readonly kind: string; readonly children?: readonly unknown[] }, kind: string): boolean =>
  node.kind === kind || (node.children ?? []).some(child => hasKind(child as typeof node, kind));

/** Picks the rows of a kept output that a query means: those with exactly the members of the filter, from `offset`, at most `left`. */
function selectRows(
  { data }: Pick<KeptOutput, 'data'>,
  { filter = {}, offset = 0, limit }: Omit<ExpandQuery, 'handle'>,
  left: number,
): { readonly rows: readonly unknown[]; readonly count: number } {
  const all: readonly unknown[] = Array.isArray(data) ? data : [data];
  const wanted = Object.entries(filter);
  const fits = (row: unknown): boolean =>
    wanted.length === 0 ||
    (typeof row === 'object' &&
      row !== null &&
      wanted.every(([name, value]) => Object.hasOwn(row, name) && (row as Readonly<Record<string, unknown>>)[name] === value));
  const rows = all.filter(fits).slice(offset, offset + Math.min(limit ?? left, left));
  return { rows, count: rows.length };
}
