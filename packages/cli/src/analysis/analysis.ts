export { diffPolicies } from './diffPolicies.ts';
export { compileNamed, testPolicy } from './testPolicy.ts';
