import type { GuardNode } from '@licet/core';
import { skip } from '@licet/core';
import { checkOptions, defineNode, params } from '@licet/core/nodes';

const shortlistParams = params({});

/** What {@link Shortlist} takes: nothing. */
export type ShortlistOptions = Readonly<Record<string, never>>;

/**
 * Notes whether a router proposed the tool for the task: `request.shortlist`. Being proposed is no permission and not being
 * proposed is no refusal, so it is skipped for every action, wherever it is: no shortlist changes any ruling.
 *
 * | the action | ruling |
 * |---|---|
 * | any | skipped |
 *
 * The note is in the trace. It cannot see who made the proposal: the host names them.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { Shortlist } from '@licet/capabilities';
 *
 * const engine = new PolicyEngine(Shortlist(), { default: 'block' });
 * const evaluation = engine.evaluateSync({ kind: 'tool', tool: 'tickets.delete', request: { shortlist: ['tickets.delete'] } });
 * evaluation.ruling; // => 'block'
 * ```
 */
export function Shortlist(options: ShortlistOptions = {}): GuardNode {
  checkOptions('shortlist', shortlistParams, options);
  return Object.freeze<GuardNode>({
    name: 'shortlist',
    kind: 'shortlist',
    layer: 'observe',
    params: Object.freeze({}),
    check: ({ tool, request }) => skip(noteOn(tool, request?.shortlist)),
  });
}

/** Undefined where the tool was proposed, or where nothing was. */
function noteOn(tool: string | undefined, shortlist: unknown): string | undefined {
  if (tool === undefined || !Array.isArray(shortlist) || shortlist.includes(tool)) return undefined;
  return `\`${tool}\` is not among the ${shortlist.length} tools that were proposed for the task`;
}

/** `shortlist` in governance.yaml. */
export const shortlistDefinition = defineNode({
  kind: 'shortlist',
  doc: 'notes whether a router proposed the tool; it changes no ruling',
  params: shortlistParams,
  rulings: [['any action', 'skipped']],
  example: 'shortlist: {}',
  analysis: {
    dependsOnSiblings: true,
    compare: () => 'equal',
  },
  build: () => Shortlist(),
});
