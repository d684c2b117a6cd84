export type { NormalizedPath, NormalizeOptions, PathRefusal, PathRefusalCode, PathSurroundings } from './normalize.ts';
export type { FileEntry, FileIdentity, FileSystemPort } from './fileSystem.ts';
export {
  governedPatterns,
  isGovernedPath,
  isGovernedVariable,
  programPatterns,
  redirectsGovernance,
  tokenPatterns,
} from './governed.ts';
export { decidingFiles } from './deciding.ts';
export { filesFor, treeOf } from './boundedFiles.ts';
export { runtimePlaces } from './runtimes.ts';
export type { RuntimePlaces } from './runtimes.ts';
export { findHardLink } from './judge.ts';
export type { HardLink } from './judge.ts';
export { collapse, isWithin } from './lexical.ts';
export { createPathMatcher } from './matcher.ts';
export type { PathHit, PathMatcher, PathMatcherOptions } from './matcher.ts';
export { memoryFiles } from './memoryFiles.ts';
export type { MemoryFile } from './memoryFiles.ts';
export { nodeFiles } from './nodeFiles.ts';
export { normalizePath } from './normalize.ts';
export { compilePattern, isMoreSpecific, mostSpecific, PathPatternError } from './pattern.ts';
export type { PathPattern, PatternAlternative, PatternAnchors } from './pattern.ts';
export { pathsStillLead, resolvePath } from './resolve.ts';
export type { Segment } from './segments.ts';
export { fileTarget, globTarget } from './target.ts';
export type { FileTargetOptions } from './target.ts';
export type { KnownPlace, PatternInput, Place } from './project.ts';
export { knownPlace, matcherFor, patternTexts } from './project.ts';
export { isInertSecret, isSecretPath, isSecretTarget, mayReachSecrets, secretsBelow } from './secrets.ts';
export { harmlessPatterns, secretPatterns } from './secretPatterns.ts';
export type { SecretSurroundings } from './secrets.ts';
export { isStream, isTemporary, isTemporaryFor } from './temporary.ts';
export { expandGlob, listBelow } from './reach.ts';
export { putAsideByStash } from './stash.ts';
