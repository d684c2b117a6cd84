export { analyzeEffects } from './analyzer.ts';
export type { EffectOptions } from './options.ts';
export type { CodeParsers } from './code/scanner.ts';
export { certifyLooking } from './certify/certify.ts';
export type { CertifierOptions } from './certify/certify.ts';
export { analyzeShell } from './shell/interpret/analyzeShell.ts';
export type { ShellOptions } from './shell/words/frame.ts';
export type { ToolOverride } from './tools/use.ts';
