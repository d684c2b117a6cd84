import { decidingFiles } from '@licet/effects/places';

import type { ProfileName } from '../profiles/index.ts';

const FLOOR = `    # The floor: catastrophes are blocked, and the agent cannot change this policy or its hooks.
    - floor: {}
    - self_protection: {}
`;

const SECRETS = `    # Keys, tokens and .env files stay closed. A human makes an exception in a terminal:  licet allow-once PATH
    - escalate: [{ secret_paths: {} }, { allow_once: { otherwise: skip } }]
`;

const NETWORK = `    - network: { uploads: ask, listen: pass, unknown: pass } # cloud metadata addresses are blocked
`;

/** The profiles that have rules. `observe` has none: it only reports what `standard` would rule. */
export type ProfilePackName = Exclude<ProfileName, 'observe'>;

/** The rules of each profile, as the text of a policy that can be included. */
export const PROFILE_PACKS: Readonly<Record<ProfilePackName, string>> = {
  standard: `# Everyday work: destroying asks, destroying outside the project, reading secrets and tampering are blocked, sending local data
# away asks. What cannot be seen asks.
version: 1
policy:
  all:
${FLOOR}${SECRETS}${NETWORK}    - bash_safety: {} # its own rulings: what destroys asks, outside of the project it is blocked
`,
  'safe-agent': `# As standard, and what others see is for a human to say yes to: commits, pushes, pull requests, messages.
version: 1
policy:
  all:
${FLOOR}${SECRETS}${NETWORK}    - bash_safety: { commits: ask, shares: ask }
`,
  'test-gate': `# As safe-agent, and what goes into a commit was tested: tests_passing is earned by a run of all tests that succeeds, and
# void as soon as something changes that could make them fail, or that could forge their success.
version: 1
policy:
  all:
    - facts:
        facts:
          tests_passing:
            earned_by: { runs: tests }
            reset_by:
              writes:
                - '{src,lib,app,packages,cmd,internal,pkg}/**'
                - '{test,tests,spec,__tests__,e2e}/**'
                - '**/*.{js,cjs,mjs,ts,cts,mts,jsx,tsx,vue,svelte,py,go,rs,java,kt,rb,php,cs,c,h,cc,cpp,hpp,swift,ex,exs,sh}'
                - '**/{${decidingFiles.join(',')}}'
                - '**/{node_modules,.venv,venv,vendor,Pods,.yarn}/**'
                - '**/{package-lock.json,npm-shrinkwrap.json,pnpm-lock.yaml,*.lock,*.lockb,*.resolved,go.sum,Pipfile}'
${FLOOR}${SECRETS}${NETWORK}    - bash_safety: { commits: ask, shares: ask }
    - when:
        if: { runs: [git commit, git push] }
        then: { requires: tests_passing }
`,
  strict: `# For work that must not go wrong: destroying is blocked everywhere, the network asks, unknown programs ask.
version: 1
policy:
  all:
${FLOOR}${SECRETS}    - network: { uploads: block, listen: ask, unknown: ask } # cloud metadata addresses are blocked
    - bash_safety:
        otherwise: block
        commits: pass
        browses: ask
        unknown: ask
        recoverable: ask
        shares: ask
        untrusted_code: ask
        elevation: ask
        unlisted: ask
    - when:
        if: { effect: network }
        then: { human_approval: { reason: this action uses the network } }
`,
  unattended: `# For agents that no human watches: no one can answer, so what would ask is blocked. The network is an allow-list: add hosts.
version: 1
policy:
  all:
${FLOOR}    - secret_paths: { change: block }
    - network: { allow: [localhost, 127.0.0.1], uploads: block, listen: block, unknown: block }
    - bash_safety: { otherwise: block, commits: pass }
`,
  minimal: `# The floor alone, and the scope of the project where one is given: commands are not judged by what else they do.
version: 1
policy:
  all:
${FLOOR}`,
};
