export { analyzeEffects } from './analyzer.ts';
export type { EffectOptions } from './analyzer.ts';
export type { CodeContext } from './code/calls.ts';
export type { BabelParser } from './code/javascript/parser.ts';
export { scanJavaScript } from './code/javascript/scan.ts';
export { loadPythonParser } from './code/python/parser.ts';
export type { PythonNode, PythonParser } from './code/python/parser.ts';
export { scanPython } from './code/python/scan.ts';
export type { CodeParsers } from './code/scanner.ts';
export { analyzeShell } from './shell/interpret/analyzeShell.ts';
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
} from './programs/descriptor.ts';
export type { ShellOptions } from './shell/words/frame.ts';
export { parseShell } from './shell/words/parser.ts';
export type { ParsedShell } from './shell/words/parser.ts';
export { families, findDescriptor } from './programs/index.ts';
export { analyzeTool } from './tools/analyzeTool.ts';
export { createWork } from './work.ts';
export type { Work } from './work.ts';
export type { ArgumentUse, JudgeArgument, ToolContext, ToolDescriptor, ToolOverride } from './tools/use.ts';
export type { SafetyClass, ToolAnnotations } from './tools/safetyClass.ts';
