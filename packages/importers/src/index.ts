export { ImportError } from './importError.ts';
export { importPolicy, testsText } from './importPolicy.ts';
export type { ImportedPolicy } from './importPolicy.ts';
export type { TestCase } from './draft.ts';
export type { Left } from './source.ts';
