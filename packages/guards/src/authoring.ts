export { checkWhere, needsOf } from './judging/matching.ts';
export { isUnseenCode } from './judging/unseenCode.ts';
export { textPattern } from './judging/textPattern.ts';
export { compileHost, embeddedAddress } from './boundary/hostPattern.ts';
export type { HostPattern } from './boundary/hostPattern.ts';
export { FOREVER_MS, durationText, milliseconds } from './resource/duration.ts';
