import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

// Every name that the documents of a tool use for something of it: each stands in a row of the table of its page.
const NAMES: Readonly<Record<string, string>> = {
  verdikt: `Action ActionKind Verdict pass_ Guard BaseGuard PolicyNode All Any Not When Threshold Escalate short_circuit GovernanceContext verdicts annotations risk_score add_risk
    session SessionState trace TraceEntry PolicyEngine EvaluationResult evaluate post_action Outcome InMemorySessionStore SQLiteSessionStore action_count StdoutTracer CollectingTracer
    FileBoundaryGuard BashSafetyGuard LayerIsolationGuard SandboxGuard BudgetGuard max_tasks IntentGuard AuditGuard DeployChecklist AutoApprove DefaultIntent GovernanceLayer governance.yaml
    boundaries allowed_dirs red_line_files bash_safety blocked_patterns claude_hooks storage.py pipeline.py enforcement.py`,
  vre: `VRE PrimitiveRepository check min_depth check_policy cardinality Cardinality on_policy Policy requires_confirmation trigger_cardinality confirmation_message metadata callback PolicyCallback
    PolicyCallContext PolicyCallbackResult PolicyViolation callback_result PolicyResult PolicyAction PENDING PolicyGate vre_guard on_trace on_learn GroundingResult grounded resolved gaps EpistemicResponse
    ExistenceGap DepthGap RelationalGap ReachabilityGap Primitive Depth Relatum DepthLevel RelationType Provenance ConceptResolver GroundingEngine LearningCallback learn learn_all LearningEngine TemplateFactory
    ExistenceCandidate DepthCandidate RelationalCandidate ReachabilityCandidate ProposedDepth proposed_relata CandidateDecision ACCEPTED MODIFIED SKIPPED REJECTED DemoLearner wizard seed_all seed_gaps
    clear_graph ConceptExtractor get_cardinality ToolAgent claude_code.py vre: federation memory`,
  aorta4llm: `organization objectives roles capabilities access read-write read-only no-access norms forbidden_command command_pattern severity achievements counts-as sanctions guardrails obligations
    bash_analysis allow_memory tool-hygiene safe-agent test-gate minimal include events.jsonl init access protect validate dry-run context replay status --tree --graph watch --dashboard reset timing SessionStart`,
  'agent-kernel': `contextweaver card shortlist Capability CapabilityDescriptor CapabilityRequest intent scope justification grant_capability invoke Frame ActionTrace PolicyDecision allowed PolicyDenied
    reason_code DenialReason INSUFFICIENT_JUSTIFICATION MISSING_ROLE explain_denial DefaultPolicyEngine READ WRITE DESTRUCTIVE HMAC firewall I-02`,
  'claude-code-permissions': `permissions.allow permissions.ask permissions.deny Bash Read Edit Write WebFetch mcp__server Task defaultMode bypassPermissions additionalDirectories
    disableBypassPermissionsMode managed local sandbox`,
  'cc-safety-net': `git rm secret command subcommand block_args reason name version strict paranoid checkCommand log exceptions`,
};

describe('the pages for people who come from elsewhere', () => {
  it.each(Object.entries(NAMES))('have a row for every name of %s', (page, names) => {
    const text = readFileSync(new URL(`../../docs/coming-from/${page}.md`, import.meta.url), 'utf8');
    const left = text
      .slice(text.indexOf('## Every name'))
      .split('\n')
      .filter(line => line.startsWith('| '))
      .map(line => line.split('|')[1] ?? '')
      .join('\n');
    const isNamed = (name: string): boolean =>
      new RegExp(`(?<![\\w-])${name.replaceAll('.', String.raw`\.`)}(?![\\w])`, 'u').test(left);

    expect(names.split(/\s+/u).filter(name => !isNamed(name))).toEqual([]);
  });
});
