import { PROFILE_PACKS } from './profilePacks.ts';
import type { ProfilePackName } from './profilePacks.ts';

/** The names of the packs that `include:` of a governance.yaml may name: the profiles, and single concerns. */
export type PackName =
  | ProfilePackName
  | 'thrash-guard'
  | 'git-safety'
  | 'secret-protection'
  | 'own-tools'
  | 'self-protection'
  | 'tool-hygiene';

const header = (words: string): string => `# ${words}\nversion: 1\npolicy:\n`;

const PACK_TEXTS: Readonly<Record<PackName, string>> = {
  ...PROFILE_PACKS,
  'thrash-guard': `${header('Going in circles: an agent that is stopped, refused or fails again and again is put on hold until a human says licet continue.')}  hold: { after: { blocked: 5, refused: 3, failed: 12, within: 20 } }
`,
  'git-safety': `${header("Git: what loses history or other people's work asks, and so does publishing.")}  bash_safety:
    otherwise: pass
    catastrophic: block
    recoverable: warn
    history_loss: ask
    shares: ask
    skips_checks: ask
`,
  'secret-protection': `${header('Secrets: files that hold credentials are neither read nor changed.')}  all:
    - secret_paths: {}
    - bash_safety: { unknown: pass, destructive: pass, recoverable: pass, overwritten: pass, destructive_outside: pass, write_outside: pass, uploads: ask }
`,
  'tool-hygiene': `${header('Tools: no code from the network or from an encoding, no environment that changes what programs load, no agents without checks.')}  bash_safety:
    unknown: pass
    destructive: pass
    recoverable: pass
    overwritten: pass
    destructive_outside: pass
    write_outside: pass
    downloaded_code: block
    obfuscated: block
    tampered_environment: block
    unguarded_agents: block
    covers_tracks: block
    persistence: ask
    weakens: ask
    skips_checks: ask
`,
  'own-tools': `${header('Own tools: where the runtime has a tool for it, a shell command that searches, reads or edits asks first.')}  when:
    if: action.kind == "bash" && has(action.payload.command) && type(action.payload.command) == string && string(action.payload.command).matches("^\\\\s*(grep|rg|find|cat|head|tail|sed|awk)\\\\s")
    then:
      human_approval: { reason: 'the runtime has its own tools to search, read and edit files: use those instead of grep, find, cat and sed' }
`,
  'self-protection': `${header('The floor: catastrophes, and what governs the agent.')}  all:
    - floor: {}
    - self_protection: {}
`,
};

/**
 * Ready-made parts of a policy, each the text of a separate governance.yaml: `include: [git-safety]`.
 *
 * @example
 * ```ts
 * import { packs } from '@licet/guards';
 *
 * Object.keys(packs).includes('git-safety'); // => true
 * ```
 */
export const packs: Readonly<Record<PackName, string>> = Object.freeze(PACK_TEXTS);

/**
 * Finds a pack for the option `include` of `loadPolicy`; undefined when there is none of that name.
 *
 * @example
 * ```ts
 * import { includePack } from '@licet/guards';
 *
 * includePack('standard')?.file; // => 'pack:standard'
 * includePack('nope'); // => undefined
 * ```
 */
export function includePack(name: string): { readonly file: string; readonly text: string } | undefined {
  return Object.hasOwn(packs, name) ? { file: `pack:${name}`, text: packs[name as PackName] } : undefined;
}
