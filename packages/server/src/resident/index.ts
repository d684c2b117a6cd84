export { isResidentThere, stopResident } from './askResident.ts';
export { findResidents, forgetResident, makePlace, pointerOf, privacyProblem } from './place.ts';
export { ageOf, beginStart, endStart, isStarting } from './starts.ts';
export type { FoundResident, ResidentPlace, ResidentWord } from './place.ts';
export { startResident } from './residentServer.ts';
export type { HookAnswer, Resident, ResidentLimits, ResidentOptions } from './residentOptions.ts';
export type { CallerWorld } from './world.ts';
export { settledStamps, watchTexts } from '../fileStamps.ts';
export type { SourceText } from '../fileStamps.ts';
