/** The names of the packs that `include:` of a governance.yaml may name. */
export type PackName = 'git-safety' | 'secret-protection' | 'self-protection' | 'tool-hygiene';

const header = (words: string): string => `# ${words}\nversion: 1\npolicy:\n`;

const packTexts: Readonly<Record<PackName, string>> = {
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
    - bash_safety: { unknown: pass, destructive: pass, destructive_outside: pass, write_outside: pass, uploads: ask }
`,
  'tool-hygiene': `${header('Tools: no code from the network or from an encoding, no environment that changes what programs load, no agents without checks.')}  bash_safety:
    unknown: pass
    destructive: pass
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
  'self-protection': `${header('The floor: catastrophes, and what governs the agent.')}  all:
    - floor: {}
    - self_protection: {}
`,
};

/**
 * Ready-made parts of a policy, each the text of a governance.yaml of its own: `include: [git-safety]`.
 *
 * @example
 * ```ts
 * import { packs } from '@licet/guards';
 *
 * Object.keys(packs).includes('git-safety'); // => true
 * ```
 */
export const packs: Readonly<Record<PackName, string>> = Object.freeze(packTexts);
