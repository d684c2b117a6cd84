import type { Guard, NodeDefinition } from '@licet/core';
import { InvariantError, block, defineNode, matchesWildcard, pass, skip } from '@licet/core';

/** What {@link ToolAllowlist} takes. */
export interface ToolAllowlistOptions {
  /** The tools that may be used, by the runtime's own names; `*` stands for any run of characters. */
  readonly tools: readonly string[];
  /** Tools that may not be used although `tools` names them. */
  readonly deny?: readonly string[];
}

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
export function ToolAllowlist({ tools, deny = [] }: ToolAllowlistOptions): Guard {
  for (const [param, names] of Object.entries({ tools, deny })) {
    const bad = names.findIndex(name => typeof name !== 'string' || name === '');
    if (bad >= 0)
      throw new InvariantError('invalid_param', `\`${param}\` needs names of tools, found \`${String(names[bad])}\``, {
        path: [param, bad],
      });
  }
  if (tools.length === 0)
    throw new InvariantError('invalid_param', '`tools` names no tool: every tool would be stopped', { path: ['tools'] });
  const known = tools.map(name => `\`${name}\``).join(', ');
  return Object.freeze<Guard>({
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
export const toolAllowlistDefinition: NodeDefinition<ToolAllowlistOptions> = defineNode<ToolAllowlistOptions>({
  kind: 'tool_allowlist',
  doc: 'lets only the named tools through',
  params: z =>
    z.strictObject({
      tools: z.array(z.string().min(1)).min(1).describe('the tools that may be used; `*` stands for any run of characters'),
      deny: z.array(z.string().min(1)).min(1).exactOptional().describe('tools that may not be used although `tools` names them'),
    }),
  build: params => ToolAllowlist(params),
});
