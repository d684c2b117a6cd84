import type { RuntimeFacts } from '../capabilities.ts';
import { factsOf } from '../capabilities.ts';
import { claudeCode } from '../claudeCode/index.ts';

/** The Claude Agent SDK: the hooks of Claude Code, answered inside the process of the host. */
export const claudeAgentSdk: RuntimeFacts = factsOf('claude-agent-sdk', 'Claude Agent SDK', claudeCode.gaps);
