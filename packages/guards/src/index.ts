export { AccessMap, accessLevels } from './boundary/accessMap.ts';
export type { AccessLevel, AccessMapOptions } from './boundary/accessMap.ts';
export { BashSafety, standardRulings } from './boundary/bashSafety.ts';
export type { BashSafetyOptions } from './boundary/bashSafety.ts';
export { FileBoundary } from './boundary/fileBoundary.ts';
export type { FileBoundaryOptions } from './boundary/fileBoundary.ts';
export { Floor } from './boundary/floor.ts';
export { LayerIsolation } from './boundary/layerIsolation.ts';
export type { LayerIsolationOptions } from './boundary/layerIsolation.ts';
export { Network } from './boundary/network.ts';
export type { NetworkOptions } from './boundary/network.ts';
export { Sandbox } from './boundary/sandbox.ts';
export type { SandboxOptions } from './boundary/sandbox.ts';
export { SecretPaths, harmlessPatterns, secretPatterns } from './boundary/secretPaths.ts';
export type { SecretPathsOptions } from './boundary/secretPaths.ts';
export { SelfProtection, governancePatterns } from './boundary/selfProtection.ts';
export type { SelfProtectionOptions } from './boundary/selfProtection.ts';
export { ToolAllowlist } from './boundary/toolAllowlist.ts';
export type { ToolAllowlistOptions } from './boundary/toolAllowlist.ts';
export { guardDefinitions } from './definitions.ts';
export { classesOf, effectClasses } from './effectClasses.ts';
export type { EffectClass } from './effectClasses.ts';
export { analyzeEffects } from './effects/analyzer.ts';
export type { EffectOptions } from './effects/analyzer.ts';
export type { CodeContext } from './effects/code/calls.ts';
export type { BabelParser } from './effects/code/javascript/parser.ts';
export { scanJavaScript } from './effects/code/javascript/scan.ts';
export { loadPythonParser } from './effects/code/python/parser.ts';
export type { PythonNode, PythonParser } from './effects/code/python/parser.ts';
export { scanPython } from './effects/code/python/scan.ts';
export type { CodeParsers } from './effects/code/scanner.ts';
export { analyzeShell } from './effects/shell/analyzeShell.ts';
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
export type { ShellOptions } from './effects/shell/options.ts';
export { parseShell } from './effects/shell/parser.ts';
export type { ParsedShell } from './effects/shell/parser.ts';
export { families, findDescriptor } from './effects/shell/programs/index.ts';
export { shellTags } from './effects/shell/tags.ts';
export type { ShellTag } from './effects/shell/tags.ts';
export { analyzeTool } from './effects/tools/analyzeTool.ts';
export type { ToolContext } from './effects/tools/context.ts';
export type { SafetyClass, ToolAnnotations } from './effects/tools/safetyClass.ts';
export type { ArgumentUse, JudgeArgument, ToolDescriptor, ToolOverride } from './effects/tools/use.ts';
export { HumanApproval } from './intent/humanApproval.ts';
export type { HumanApprovalOptions } from './intent/humanApproval.ts';
export { Quorum } from './intent/quorum.ts';
export type { QuorumOptions } from './intent/quorum.ts';
export { Requires } from './intent/requires.ts';
export { RiskThreshold } from './intent/riskThreshold.ts';
export type { RiskThresholdOptions } from './intent/riskThreshold.ts';
export { Notice } from './observe/notice.ts';
export type { NoticeOptions } from './observe/notice.ts';
export { RedactOutput } from './observe/redactOutput.ts';
export type { RedactOutputOptions } from './observe/redactOutput.ts';
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
export { requiredText, textPattern } from './textPattern.ts';
export type { TextPattern } from './textPattern.ts';
export type { KnownPlace, PatternInput, Place } from './place.ts';
export { profileNames, profiles } from './profiles/index.ts';
export type { ProfileName } from './profiles/index.ts';
export { parseGitleaks } from './redaction/gitleaks.ts';
export { redactOutput } from './redaction/redactOutput.ts';
export type { RedactedOutput } from './redaction/redactOutput.ts';
export { createRedactor } from './redaction/redactor.ts';
export type { Redacted, RedactionStream, Redactor } from './redaction/redactor.ts';
export type { RedactionFinding, RedactionRule } from './redaction/rule.ts';
export { redactionNames, rulesFor } from './redaction/ruleSets.ts';
export { AllowOnce } from './resource/allowOnce.ts';
export type { AllowOnceOptions } from './resource/allowOnce.ts';
export { Budget, budgetPrefix } from './resource/budget.ts';
export type { BudgetOptions } from './resource/budget.ts';
export type { CounterScope } from './resource/counterScope.ts';
export { parseDuration } from './resource/duration.ts';
export { GRANT_KINDS, grantCounter, grantFact, grantsOf, grantUses, isGrantFact } from './resource/grant.ts';
export type { Grant, GrantKind, GrantUse } from './resource/grant.ts';
export { Progressive } from './resource/progressive.ts';
export type { ProgressiveOptions, ProgressiveRisk } from './resource/progressive.ts';
export { RateLimit, rateLimitPrefix } from './resource/rateLimit.ts';
export type { RateLimitOptions } from './resource/rateLimit.ts';
export { SingleUse } from './resource/singleUse.ts';
export type { SingleUseOptions } from './resource/singleUse.ts';
export type { ProgressiveStep } from './resource/steps.ts';
export { shortForms } from './shortForms.ts';
export { Intent } from './intent/intent.ts';
export type { IntentOptions, TaskField, TaskRule } from './intent/intent.ts';
export { Audit } from './observe/audit.ts';
export type { AuditEntry, AuditOptions } from './observe/audit.ts';
export { packs } from './packs/index.ts';
export type { PackName } from './packs/index.ts';
