export type { PathRefusalCode } from './normalize.ts';
export type { FileEntry, FileIdentity, FileSystemPort } from './fileSystem.ts';
export {
  GOVERNING_NAMES,
  governedPatterns,
  governingSecrets,
  isGovernedPath,
  programPatterns,
  redirectsGovernance,
  statePatterns,
} from './governed.ts';
export { decidingFiles } from './deciding.ts';
export { budgetOf, filesFor, treeOf } from './sharedWork.ts';
export { INSTRUCTION_NAMES, STEERING_FILES, STEERING_WORDS, runtimePlaces } from './runtimes.ts';
export { findHardLink } from './hardLinks.ts';
export { collapse, isWithin } from './lexical.ts';
export { createPathMatcher } from './matcher.ts';
export type { PathHit } from './patternIndex.ts';
export type { PathMatcher, PathMatcherOptions } from './matcher.ts';
export { memoryFiles } from './memoryFiles.ts';
export type { MemoryFile } from './memoryFiles.ts';
export { nodeFiles } from './nodeFiles.ts';
export { compilePattern, mostSpecific, PathPatternError, patternIncludes } from './pattern.ts';
export type { PathPattern } from './pattern.ts';
export { pathsStillLead, resolvePath } from './resolve.ts';
export { fileTarget } from './target.ts';
export type { FileTargetOptions } from './target.ts';
export type { KnownPlace, PatternInput, Place } from './project.ts';
export { knownPlace, matcherFor, patternTexts } from './project.ts';
export { isInertSecret, isSecretPath, isSecretTarget, isSecretVariable } from './secrets.ts';
export { mayReachSecrets, secretsBelow } from './secretsBelow.ts';
export { harmlessPatterns, secretPatterns } from './secretPatterns.ts';
export { namesHumanCommand } from './humanCommands.ts';
export { typesIntoProgram } from './terminals.ts';
export { isStream, isTemporaryFor } from './temporary.ts';
export { expandGlob, listBelow } from './reach.ts';
export type { Reach } from './reach.ts';
export { searchedBelow } from './searchedBelow.ts';
export type { Searched } from './searchedBelow.ts';
export { putAsideByStash } from './stash.ts';
