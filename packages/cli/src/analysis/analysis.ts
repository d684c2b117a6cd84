export { proveRecord } from './proveRecord.ts';
export { diffPolicies } from './diffPolicies.ts';
export { compileNamed, testPolicy, testTexts } from './testPolicy.ts';
