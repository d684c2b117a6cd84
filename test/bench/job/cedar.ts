import * as cedarEngine from '@cedar-policy/cedar-wasm/nodejs';

import type { Decider } from './decider.ts';
import type { PathRules } from './rules.ts';
import { BUDGET, DANGERS, READ, TOOLS_OF, WRITE } from './rules.ts';

const literal = (text: string): string => JSON.stringify(text);
const starts = (prefix: string): string => `context.text like ${literal(`${prefix}*`)}`;
const ends = (suffix: string): string => `context.text like ${literal(`*${suffix}`)}`;
const forbid = (tool: string, condition: string): string =>
  `forbid(principal, action == Action::"${tool}", resource) when { ${condition} };`;

function policies(): string {
  const paths = (tool: string, { blockedPrefixes, blockedSuffixes, allowedPrefixes }: PathRules): readonly string[] => [
    ...[...blockedPrefixes.map(starts), ...blockedSuffixes.map(ends)].map(condition => forbid(tool, condition)),
    forbid(tool, `!(${allowedPrefixes.map(starts).join(' || ')})`),
  ];
  return [
    ...Object.entries(TOOLS_OF).map(
      ([role, tools]) =>
        `permit(principal == Role::"${role}", action in [${tools.map(tool => `Action::"${tool}"`).join(', ')}], resource);`,
    ),
    `forbid(principal, action, resource) when { context.total > ${BUDGET} };`,
    ...paths('Read', READ),
    ...paths('Write', WRITE),
    ...DANGERS.map(({ globs }) => forbid('Bash', globs.map(glob => `context.text like ${literal(glob)}`).join(' || '))),
  ].join('\n');
}

/** Cedar in WebAssembly: policies parsed once, globs where the others have regular expressions, because Cedar has none. */
export function cedar(): Decider {
  const parsed = cedarEngine.preparsePolicySet('job', { staticPolicies: policies() });
  if (parsed.type !== 'success') throw new Error(`the Cedar policies do not parse: ${JSON.stringify(parsed.errors)}`);
  return {
    decide({ role, tool, text, spent, cost }) {
      const answer = cedarEngine.statefulIsAuthorized({
        principal: { type: 'Role', id: role },
        action: { type: 'Action', id: tool },
        resource: { type: 'Resource', id: 'job' },
        context: { text, total: spent + cost },
        preparsedPolicySetId: 'job',
        entities: [],
      });
      return answer.type === 'success' && answer.response.decision === 'allow';
    },
  };
}
