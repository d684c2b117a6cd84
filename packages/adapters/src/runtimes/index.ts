import { otelTranscripts } from '../telemetry/transcript.ts';
import { aiSdk, aiSdkTools } from './aiSdk/facts.ts';
import type { RuntimeFacts } from './capabilities.ts';
import { claudeAgentSdk } from './claudeAgentSdk/facts.ts';
import { claudeCode } from './claudeCode/index.ts';
import { claudeTranscripts } from './claudeCode/transcript.ts';
import { cline } from './cline/index.ts';
import { codex } from './codex/index.ts';
import { codexTranscripts } from './codex/transcript.ts';
import { copilot } from './copilot/index.ts';
import { copilotTranscripts } from './copilot/transcript.ts';
import { cursor } from './cursor/index.ts';
import { plainFunction } from './function/facts.ts';
import { gemini } from './gemini/index.ts';
import { geminiTranscripts } from './gemini/transcript.ts';
import { langchain } from './langchain/facts.ts';
import { mastra } from './mastra/facts.ts';
import { mcp } from './mcp/facts.ts';
import { openaiAgents } from './openaiAgents/facts.ts';
import { openclaw } from './openclaw/index.ts';
import { opencode } from './opencode/index.ts';
import { pi } from './pi/index.ts';
import type { Runtime } from './runtime.ts';
import type { TranscriptFormat } from './transcript.ts';

export { answerEvent } from './answer.ts';
export { knowledgeOf } from './notice.ts';
export type { Capabilities, RuntimeFacts } from './capabilities.ts';
export type { Arguments, Audience, Decision, HostFacts, Phase, RuntimeEvent } from './event.ts';
export { HookInputError } from './fields.ts';
export type { ContainedCall, Containing } from './containing.ts';
export { LAUNCHER_FILE, OWN_LAUNCHER_FILE, isLicetHandler, lineOf, wordsOf } from './hookCommand.ts';
export type { Handler, HookCommand, PackagedProgram } from './hookCommand.ts';
export type { DeferredShaper } from './output.ts';
export type { OutputShaper, ShapedOutput } from '@licet/core/policy';
export { refusal } from './refusal.ts';
export { rulesText } from './rulesText.ts';
export type { QuietFacts, Runtime, SampleCall, ToolCall } from './runtime.ts';
export { HOST_TIMEOUT_SECONDS } from './settings.ts';
export type {
  HostSandbox,
  OtherAnswers,
  ReadSettings,
  RuntimeSettings,
  SettingsFile,
  SettingsPlaces,
  UserRules,
} from './settings.ts';
export { contextText } from './standing.ts';
export type { TranscriptFormat, TranscriptReader } from './transcript.ts';
export type { AnswerOptions } from './beforeCall.ts';
export type { AskChannel } from './asking.ts';

/** The runtimes whose hook `licet hook NAME` is, in the order in which they are offered. */
export const runtimes: Readonly<Record<string, () => Promise<Runtime>>> = Object.freeze({
  'claude-code': async () => claudeCode,
  cline: async () => cline,
  codex: async () => codex,
  copilot: async () => copilot,
  cursor: async () => cursor,
  gemini: async () => gemini,
  openclaw: async () => openclaw,
  opencode: async () => opencode,
  pi: async () => pi,
});

// What follows is marked as pure, so that a bundle of a hook leaves it out. Nothing here is imported dynamically: a bundler would
// start every module below lazily, which costs a hook more than loading them all.

/** The runtimes that are governed inside their own process: what each can do. The functions are in subpaths of their names. */
export const inProcessRuntimes: Readonly<Record<string, () => Promise<RuntimeFacts>>> = /* @__PURE__ */ Object.freeze({
  'ai-sdk': async () => aiSdk,
  'ai-sdk-tools': async () => aiSdkTools,
  'claude-agent-sdk': async () => claudeAgentSdk,
  function: async () => plainFunction,
  langchain: async () => langchain,
  mastra: async () => mastra,
  mcp: async () => mcp,
  'openai-agents': async () => openaiAgents,
});

/** The runtime whose names of tools are meant where none is named. */
export const defaultRuntime = async (): Promise<Runtime> => claudeCode;

/** What can be replayed, by the name of the runtime that wrote it, and spans of OpenTelemetry. */
export const transcripts: Readonly<Record<string, () => Promise<TranscriptFormat>>> = /* @__PURE__ */ Object.freeze({
  claude: async () => claudeTranscripts,
  codex: async () => codexTranscripts,
  copilot: async () => copilotTranscripts,
  gemini: async () => geminiTranscripts,
  otel: async () => otelTranscripts,
});
