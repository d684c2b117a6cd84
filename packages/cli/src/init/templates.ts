import type { Project } from './detect.ts';

/** The names of the templates, the most useful one first. */
export const TEMPLATES = ['safe-agent', 'strict', 'minimal', 'observe'] as const;

/** One of the {@link TEMPLATES}. */
export type TemplateName = (typeof TEMPLATES)[number];

/** What each template is for, in one line. */
export const TEMPLATE_DOCS: Readonly<Record<TemplateName, string>> = {
  'safe-agent': 'everyday work: the project is open, secrets are closed, what is hard to undo asks',
  strict: 'work that must not go wrong: only known folders, destroying is blocked, the network asks',
  minimal: 'the floor alone: catastrophes and changes of the policy itself are blocked',
  observe: 'only watch: every ruling is recorded and nothing is stopped',
};

/** Where `init` puts the schema that editors complete by, from the project's folder. */
export const SCHEMA_FILE = '.licet/governance.schema.json';

const HEAD = `# yaml-language-server: $schema=${SCHEMA_FILE}
# What the agent may do in this project. Check a change of this file with:  licet validate
# Try a call without running it:  licet check --command 'rm -rf build'
version: 1
`;

const FLOOR = `    # The floor: catastrophes are blocked, and the agent cannot change this policy or its hooks.
    - floor: {}
    - self_protection: {}
`;

/** Returns the text of a governance.yaml for a project. */
export function templateText(name: TemplateName, project: Project): string {
  return HEAD + BODIES[name](project);
}

const BODIES: Readonly<Record<TemplateName, (project: Project) => string>> = {
  'safe-agent': () => `
# What no rule speaks about passes.
default: pass

policy:
  all:
${FLOOR}    # Keys, tokens and .env files are neither read nor changed. To make exceptions by \`licet allow-once PATH\`, write instead:
    # - any: [{ secret_paths: {} }, { allow_once: { otherwise: skip } }]
    - secret_paths: {}
    # Files may be changed anywhere in this project; dependencies and build output only by their own tools.
    - file_boundary:
        allow: ['**']
        read_only: ['node_modules/**', 'vendor/**']
        unknown: pass # what cannot be seen is judged by bash_safety
    # Commands are judged by what they do, not by their text: what is hard to undo, or reaches other people, asks.
    - bash_safety:
        shares: ask # a push, a pull request, a message
`,
  strict: ({ work }) => `
# What no rule speaks about asks.
default: ask

policy:
  all:
${FLOOR}    # You can make an exception for a file or a command, in a terminal:  licet allow-once PATH
    - any:
        - all:
            - secret_paths: {}
            # Files may only be changed where the work happens${work.length === 0 ? ': narrow this to your folders' : ''}.
            - file_boundary:
                allow: [${(work.length === 0 ? ['**'] : work).map(pattern => `'${pattern}'`).join(', ')}]
                read: ['**']
        - allow_once: { otherwise: skip }
    - bash_safety:
        destructive: block
        write_outside: block
        recoverable: ask
        history_loss: block
        uploads: block
        remote_change: block
        remote_execution: block
        privilege: block
        disrupts: block
    # Everything that uses the network asks.
    - when:
        if: { effect: network }
        then: { human_approval: { reason: this action uses the network } }
`,
  minimal: () => `
default: pass

policy:
  all:
${FLOOR.trimEnd()}
`,
  observe: () => `
# Records what the policy would have said, in .licet/audit.jsonl, and stops nothing. Remove this line to enforce it.
mode: observe
default: pass

policy:
  all:
${FLOOR}    - secret_paths: {}
    - bash_safety: {}
`,
};
