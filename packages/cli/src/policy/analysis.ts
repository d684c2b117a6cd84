// The bundle of the analyses: what `licet test`, `diff`, `replay`, `suggest` and `prove` load when they run.
export * from '@licet/analysis/policies';
export { analysisProgram, policyHost } from './analysisProgram.ts';
