export { ENVELOPE, lineOf, linesReader } from './linesReader.ts';
export type { LinesReader } from './linesReader.ts';
