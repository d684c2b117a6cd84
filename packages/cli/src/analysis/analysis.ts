export { findRecord, proveRecord } from './proveRecord.ts';
export { diffPolicies } from './diffPolicies.ts';
export { compileNamed, filesOf, testPolicy, testTexts } from './testPolicy.ts';
export { replayPolicies } from './replayPolicies.ts';
export { transcriptEvents } from './transcriptFiles.ts';
export { recordedEvents } from '@licet/analysis';
export { findSuggestions, propose, testsWith } from './suggestPolicy.ts';
export { recordedCalls } from './recordedCalls.ts';
export { addRecordedCase } from './recordedCase.ts';
