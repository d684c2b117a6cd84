import type { PathRules } from './rules.ts';
import { BUDGET, DANGERS, READ, TOOLS_OF, WRITE } from './rules.ts';

/** The job as a policy of OPA: the same prefixes, suffixes and regular expressions, each tool with its own rules. */
export function rego(): string {
  const text = (value: unknown): string => JSON.stringify(value);
  const paths = (name: string, { blockedPrefixes, blockedSuffixes, allowedPrefixes }: PathRules): string => `
${name} if {
\tsome prefix in ${text(allowedPrefixes)}
\tstartswith(input.text, prefix)
\tnot ${name}_blocked
}

${blockedPrefixes.map(prefix => `${name}_blocked if startswith(input.text, ${text(prefix)})\n`).join('')}
${blockedSuffixes.map(suffix => `${name}_blocked if endswith(input.text, ${text(suffix)})\n`).join('')}`;
  return `package job

default allow := false

tools := ${text(TOOLS_OF)}

allow if {
\tinput.spent + input.cost <= ${BUDGET}
\tinput.tool in tools[input.role]
\tfits
}

fits if {
\tinput.tool == "Read"
\treads
}

fits if {
\tinput.tool == "Write"
\twrites
}

fits if {
\tinput.tool == "Bash"
\tnot dangerous
}

fits if input.tool == "Deploy"
${paths('reads', READ)}
${paths('writes', WRITE)}
${DANGERS.map(({ pattern }) => `dangerous if regex.match(\`${pattern.source.replaceAll('\\/', '/')}\`, input.text)\n`).join('')}`;
}
