export { actions } from './actions.ts';
export { checkGuard } from './checkGuard.ts';
export type { GuardFlaw } from './checkGuard.ts';
export { fakeClock, hastyClock } from './fakeClock.ts';
export type { FakeClock } from './fakeClock.ts';
export { failingSessions, fakeApprover, fakeEffects, fixedGuard, recordingGuard } from './fakes.ts';
export type { FakeApprover, RecordingGuard } from './fakes.ts';
export { testContext } from './testContext.ts';
export type { TestContextOptions } from './testContext.ts';
