export { parseGitleaks } from './gitleaks.ts';
export { redactOutput } from './redactOutput.ts';
export type { RedactedOutput } from './redactOutput.ts';
export { createRedactor } from './redactor.ts';
export type { Redacted, RedactionStream, Redactor } from './redactor.ts';
export type { RedactionFinding, RedactionRule } from './rule.ts';
export { redactionNames, rulesFor } from './ruleSets.ts';
