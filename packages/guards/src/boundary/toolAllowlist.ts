import type { GuardNode, Json } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { block, pass, skip } from '@licet/core';
import { checkOptions, defineNode, param, params } from '@licet/core/nodes';
import { matchesWildcard } from '@licet/core/text';
import { compareAllowed } from '../judging/compareAllowed.ts';

const toolAllowlistParams = params({
  /** The tools that may be used; `*` matches any number of characters. */
  tools: param.list(param.text(), { doc: 'the tools that may be used; `*` matches any number of characters' }),
  /** Tools that may not be used although `tools` names them. */
  deny: param.optional(param.list(param.text(), { doc: 'tools that may not be used although `tools` names them' })),
});

/** What {@link ToolAllowlist} takes: tools by the runtime's own names. */
export type ToolAllowlistOptions = ParamsOf<typeof toolAllowlistParams>;

/**
 * Lets only the named tools through.
 *
 * | the action | ruling |
 * |---|---|
 * | uses a tool that `tools` names and `deny` does not | pass |
 * | uses any other tool | block |
 * | names no tool | skipped |
 *
 * It looks at the name alone: what a tool does with its arguments is for other guards. Names are compared as the runtime
 * writes them, in the same case.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { ToolAllowlist } from '@licet/guards';
 *
 * const engine = new PolicyEngine(ToolAllowlist({ tools: ['Read', 'mcp__docs__*'] }));
 * engine.evaluateSync({ kind: 'tool', tool: 'mcp__docs__search' }).ruling; // => 'pass'
 * engine.evaluateSync({ kind: 'bash', tool: 'Bash' }).ruling; // => 'block'
 * ```
 */
export function ToolAllowlist(options: ToolAllowlistOptions): GuardNode {
  checkOptions('tool_allowlist', toolAllowlistParams, options);
  const { tools, deny = [] } = options;
  const known = tools.map(name => `\`${name}\``).join(', ');
  return Object.freeze<GuardNode>({
    name: 'tool_allowlist',
    kind: 'tool_allowlist',
    layer: 'boundary',
    params: Object.freeze(deny.length === 0 ? { tools } : { tools, deny }),
    check({ tool }) {
      if (tool === undefined) return skip();
      const listed = (names: readonly string[]): boolean => names.some(name => matchesWildcard(name, tool));
      if (listed(tools) && !listed(deny)) return pass();
      return block(`the tool \`${tool}\` is not among those that may be used`, {
        code: 'tool_not_allowed',
        fix: `use one of these tools: ${known}`,
      });
    },
  });
}

/** `tool_allowlist` in governance.yaml. */
export const toolAllowlistDefinition = defineNode({
  kind: 'tool_allowlist',
  bare: 'tools',
  doc: 'lets only the named tools through',
  params: toolAllowlistParams,
  rulings: [
    ['it uses a tool that `tools` names and `deny` does not', 'pass'],
    ['it uses any other tool', 'block'],
    ['it names no tool', 'skipped'],
  ],
  example: "tool_allowlist: { tools: [Read, 'mcp__docs__*'] }",
  analysis: {
    compare: compareAllowed,
    range: () => ({ rulings: ['pass', 'block'], applies: 'with_tool', fails: 'never' }),
    texts: 'tools',
    exempt: (params, calls) =>
      [...new Set(calls.flatMap(({ action: { tool } }) => tool ?? []))].map(tool => ({
        words: tool,
        params: { ...params, tools: [...((params['tools'] ?? []) as readonly Json[]), tool] },
      })),
  },
  build: given => ToolAllowlist(given),
});
