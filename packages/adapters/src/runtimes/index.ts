import type { Runtime, RuntimeFacts } from './runtime.ts';
import type { TranscriptFormat } from './transcript.ts';

export { answerEvent, refusal } from './answer.ts';
export type { AnswerOptions } from './answer.ts';
export type { AskChannel } from './decision.ts';
export { HookInputError } from './fields.ts';
export type { OutputShaper, ShapedOutput } from './output.ts';
export { rulesText } from './rulesText.ts';
export { contextText } from './standing.ts';
export type {
  Arguments,
  Audience,
  Capabilities,
  Decision,
  HostFacts,
  Phase,
  Runtime,
  RuntimeEvent,
  RuntimeFacts,
  SampleCall,
  ToolCall,
} from './runtime.ts';
export type { TranscriptFormat, TranscriptReader } from './transcript.ts';
export { HOST_TIMEOUT_SECONDS, LAUNCHER_FILE, isLicetHandler, lineOf, wordsOf } from './settings.ts';
export type { Handler, HookCommand, RuntimeSettings, SettingsFile, SettingsPlaces } from './settings.ts';

const claudeCode = async (): Promise<Runtime> => (await import('./claudeCode/index.ts')).claudeCode;

/** The runtimes whose hook `licet hook NAME` is, in the order in which they are offered. Each is loaded when it is wanted. */
export const runtimes: Readonly<Record<string, () => Promise<Runtime>>> = Object.freeze({
  'claude-code': claudeCode,
  codex: async () => (await import('./codex/index.ts')).codex,
  copilot: async () => (await import('./copilot/index.ts')).copilot,
  cursor: async () => (await import('./cursor/index.ts')).cursor,
  gemini: async () => (await import('./gemini/index.ts')).gemini,
  opencode: async () => (await import('./opencode/index.ts')).opencode,
});

/** The runtimes that are governed inside their own process: what each can do. The functions are in subpaths of their names. */
export const inProcessRuntimes: Readonly<Record<string, () => Promise<RuntimeFacts>>> = Object.freeze({
  'ai-sdk': async () => (await import('./aiSdk/facts.ts')).aiSdk,
  'ai-sdk-tools': async () => (await import('./aiSdk/facts.ts')).aiSdkTools,
  'claude-agent-sdk': async () => (await import('./claudeAgentSdk/facts.ts')).claudeAgentSdk,
  langchain: async () => (await import('./langchain/facts.ts')).langchain,
  mastra: async () => (await import('./mastra/index.ts')).mastra,
  mcp: async () => (await import('./mcp/facts.ts')).mcp,
  'openai-agents': async () => (await import('./openaiAgents/facts.ts')).openaiAgents,
});

/** The runtime whose names of tools are meant where nobody says which. */
export const defaultRuntime: () => Promise<Runtime> = claudeCode;

/** What can be replayed, by the name of the runtime that wrote it, and spans of OpenTelemetry. */
export const transcripts: Readonly<Record<string, () => Promise<TranscriptFormat>>> = Object.freeze({
  claude: async () => (await import('./claudeCode/transcript.ts')).claudeTranscripts,
  codex: async () => (await import('./codex/transcript.ts')).codexTranscripts,
  copilot: async () => (await import('./copilot/transcript.ts')).copilotTranscripts,
  otel: async () => (await import('../telemetry/transcript.ts')).otelTranscripts,
});
