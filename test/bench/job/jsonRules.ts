import type { RuleProperties } from 'json-rules-engine';
import { Engine } from 'json-rules-engine';

import type { Decider } from './decider.ts';
import { pathPatterns } from './patterns.ts';
import type { PathRules } from './rules.ts';
import { BUDGET, DANGERS, READ, TOOLS_OF, WRITE } from './rules.ts';

const deny = (...all: readonly object[]): RuleProperties => ({ conditions: { all }, event: { type: 'deny' } }) as never;

function rules(): readonly RuleProperties[] {
  const isTool = (tool: string): object => ({ fact: 'tool', operator: 'equal', value: tool });
  const matches = (pattern: string): object => ({ fact: 'text', operator: 'matches', value: pattern });
  const paths = (tool: string, of: PathRules): readonly RuleProperties[] => {
    const { allowed, blocked } = pathPatterns(of);
    return [
      deny(isTool(tool), { fact: 'text', operator: 'misses', value: allowed }),
      ...blocked.map(each => deny(isTool(tool), matches(each))),
    ];
  };
  return [
    deny({ fact: 'total', operator: 'greaterThan', value: BUDGET }),
    ...Object.entries(TOOLS_OF).map(([role, tools]) =>
      deny({ fact: 'role', operator: 'equal', value: role }, { fact: 'tool', operator: 'notIn', value: tools }),
    ),
    ...paths('Read', READ),
    ...paths('Write', WRITE),
    ...DANGERS.map(({ pattern }) => deny(isTool('Bash'), matches(pattern.source))),
  ];
}

/** json-rules-engine: one rule per prohibition, a compiled expression per pattern. */
export function jsonRules(): Decider {
  const engine = new Engine([...rules()]);
  const compiled = new Map<string, RegExp>();
  const test = (text: string, pattern: string): boolean => {
    let expression = compiled.get(pattern);
    if (expression === undefined) compiled.set(pattern, (expression = new RegExp(pattern)));
    return expression.test(text);
  };
  engine.addOperator('matches', test);
  engine.addOperator('misses', (text: string, pattern: string) => !test(text, pattern));
  return {
    async decide({ role, tool, text, spent, cost }) {
      const { events } = await engine.run({ role, tool, text, total: spent + cost });
      return events.length === 0;
    },
  };
}
