export { isResidentThere, stopResident } from './askResident.ts';
export {
  ageOf,
  beginStart,
  endStart,
  findResidents,
  forgetResident,
  isStarting,
  makePlace,
  pointerOf,
  privacyProblem,
} from './place.ts';
export type { FoundResident, ResidentPlace, ResidentWord } from './place.ts';
export { startResident } from './residentServer.ts';
export type { HookAnswer, Resident, ResidentLimits, ResidentOptions } from './residentServer.ts';
export type { CallerWorld } from './world.ts';
export { settledStamps, watchTexts } from '../fileStamps.ts';
export type { SourceText } from '../fileStamps.ts';
