export type {
  Argument,
  Call,
  Case,
  CommandDescriptor,
  Condition,
  DetailedUse,
  Family,
  Finding,
  FixedEffect,
  OperandSpec,
  OptionSpec,
  OptionStyle,
  OptionTable,
  ProgramDescriptor,
  Role,
  Use,
} from './effects/shell/descriptor.ts';
export { findDescriptor } from './effects/shell/programs/index.ts';
export { shellTags } from './effects/shell/tags.ts';
export type { ShellTag } from './effects/shell/tags.ts';
export type { PathSurroundings } from './paths/expand.ts';
export type { FileEntry, FileIdentity, FileSystemPort } from './paths/fileSystem.ts';
export { findHardLink } from './paths/hardLinks.ts';
export type { HardLink } from './paths/hardLinks.ts';
export { createPathMatcher } from './paths/matcher.ts';
export type { PathHit, PathMatcher, PathMatcherOptions } from './paths/matcher.ts';
export { memoryFiles } from './paths/memoryFiles.ts';
export type { MemoryFile } from './paths/memoryFiles.ts';
export { nodeFiles } from './paths/nodeFiles.ts';
export { normalizePath } from './paths/normalize.ts';
export type { NormalizedPath, NormalizeOptions } from './paths/normalize.ts';
export { compilePattern, PathPatternError } from './paths/pattern.ts';
export type { PathPattern, PatternAlternative, PatternAnchors } from './paths/pattern.ts';
export type { PathRefusal, PathRefusalCode } from './paths/refusal.ts';
export { resolvePath } from './paths/resolve.ts';
export type { Segment } from './paths/segments.ts';
export { isMoreSpecific, mostSpecific } from './paths/specificity.ts';
export { fileTarget, globTarget } from './paths/target.ts';
export type { FileTargetOptions } from './paths/target.ts';
