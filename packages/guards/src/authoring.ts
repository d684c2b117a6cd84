export { checkWhere, needsOf } from './judging/matching.ts';
export { textPattern } from './judging/textPattern.ts';
export { keyPart } from './resource/counterScope.ts';
export { FOREVER_MS, durationText, milliseconds } from './resource/duration.ts';
