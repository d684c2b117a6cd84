import type { RuntimeFacts } from '../capabilities.ts';
import { claudeCode } from '../claudeCode/index.ts';

/** The Claude Agent SDK: the hooks of Claude Code, answered inside the process of the host. */
export const claudeAgentSdk: RuntimeFacts = Object.freeze<RuntimeFacts>({
  name: 'claude-agent-sdk',
  title: 'Claude Agent SDK',
  capabilities: claudeCode.capabilities,
  gaps: claudeCode.gaps,
});
