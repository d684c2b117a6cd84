import { inYaml } from '../judging/exemptions.ts';

/** The names of the profiles, the most useful one first. */
export const profileNames = ['standard', 'safe-agent', 'test-gate', 'strict', 'unattended', 'observe', 'minimal'] as const;

/** One of the {@link profileNames}. */
export type ProfileName = (typeof profileNames)[number];

/** What a profile is, in addition to the pack of its name. */
export interface Profile {
  /** What it is for, in one line. */
  readonly doc: string;
  /** The pack that holds its rules. */
  readonly pack: string;
  /** The ruling where no rule speaks. */
  readonly default: 'pass' | 'warn' | 'ask';
  /** The scope where none is given; without one there is no rule about files. */
  readonly scope?: readonly string[];
  /** It records every ruling and stops nothing. */
  readonly observes?: true;
}

/**
 * The profiles: what each is for, and what a governance.yaml says in addition to including its pack.
 *
 * @example
 * ```ts
 * import { profiles } from '@licet/guards';
 *
 * profiles.observe.pack; // => 'standard'
 * ```
 */
export const profiles: Readonly<Record<ProfileName, Profile>> = Object.freeze<Record<ProfileName, Profile>>({
  standard: {
    doc: 'everyday work: the project is open, secrets are closed, what is hard to undo asks',
    pack: 'standard',
    default: 'pass',
  },
  'safe-agent': {
    doc: 'as standard, within a scope; commits and pushes ask',
    pack: 'safe-agent',
    default: 'pass',
    scope: ['**'],
  },
  'test-gate': {
    doc: 'as safe-agent, and a commit or a push needs tests that have passed since the last change',
    pack: 'test-gate',
    default: 'pass',
    scope: ['**'],
  },
  strict: {
    doc: 'work that must not go wrong: destroying is blocked, the network and unknown programs ask',
    pack: 'strict',
    default: 'warn',
  },
  unattended: {
    doc: 'no human watches: what would ask is blocked, and the network is an allow-list',
    pack: 'unattended',
    default: 'warn',
  },
  observe: {
    doc: 'only watch: every ruling is recorded and nothing is stopped',
    pack: 'standard',
    default: 'pass',
    observes: true,
  },
  minimal: { doc: 'only the safety floor and the folders you name', pack: 'minimal', default: 'pass' },
});

/** What a profile takes from the project. */
export interface ProfileOptions {
  /** Patterns of the files that may be changed. @defaultValue the profile's own */
  readonly scope?: readonly string[];
  /** Whether code of the project runs in a sandbox, and asks where none holds it. @defaultValue false */
  readonly sandbox?: boolean;
}

const KNOWN_PLACES = `# In every profile these are free, so that ordinary work goes on:
#   temporary folders, and scratch clones in them
#   the agent's own plan and memory folders
#   other worktrees of this repository, beside it
#   what a tool makes again: installed packages, build output, caches
`;

/**
 * Returns the text of a governance.yaml for a profile: what `licet init` writes, and what `--profile` measures.
 *
 * @example
 * ```ts
 * import { createRegistry } from '@licet/core';
 * import { loadPolicy } from '@licet/core/yaml';
 * import { guardDefinitions, includePack, profileText } from '@licet/guards';
 *
 * const options = { registry: createRegistry(guardDefinitions), include: includePack, root: '/project', home: '/home/me' };
 * loadPolicy(profileText('safe-agent', { scope: ['src/**'] }), options).warnings; // => []
 * ```
 */
export function profileText(name: ProfileName, options: ProfileOptions = {}): string {
  const { doc, pack, default: fallback, observes, scope: own = [] } = profiles[name];
  const scope = options.scope === undefined || options.scope.length === 0 ? own : options.scope;
  return `version: 1
${observes === true ? '\n# Records what the policy would have said, and stops nothing. Remove this line to enforce it.\nmode: observe\n' : ''}
# The ruling where no rule speaks.
default: ${fallback}

# ${name}: ${doc}.
${KNOWN_PLACES}include: [${pack}]
${options.sandbox === true ? SANDBOX : ''}${ownRules(name, scope, options)}`;
}

const OWN_RULES = `
# Rules of your own stand beside it, and can only make it stricter. For example:
# policy:
#   file_boundary: { allow: ['src/**', 'test/**'], deny: ['contracts/**'] }
`;

const SANDBOX = `
# Tests, builds and scripts run in a sandbox that holds them to this policy, where the runtime lets a hook change a command.
sandbox: auto
`;

function ownRules(name: ProfileName, scope: readonly string[], { sandbox }: ProfileOptions): string {
  if (sandbox !== true) return scope.length === 0 ? OWN_RULES : scopeRule(name, scope);
  const rules = [...(scope.length === 0 ? [] : [boundary(name, scope, '        ')]), CONTAINED];
  return `\npolicy:\n  all:\n${rules.join('')}`;
}

const CONTAINED = `    # Where no sandbox holds such code, it asks.
    - contained: { at_least: constructed, else: ask }
`;

const boundary = (name: ProfileName, scope: readonly string[], indent: string): string =>
  `    # The scope: in this project, files may be changed here only.\n    - file_boundary:\n${boundaryLines(name, scope, indent)}`;

/** What cannot be seen is for `bash_safety`; a profile without one asks here. */
function boundaryLines(name: ProfileName, scope: readonly string[], indent: string): string {
  const unknown = name === 'minimal' ? '' : `${indent}unknown: pass # what cannot be seen is judged by the profile\n`;
  return `${indent}allow: [${scope.map(inYaml).join(', ')}]\n${unknown}`;
}

function scopeRule(name: ProfileName, scope: readonly string[]): string {
  return `
# The scope: in this project, files may be changed here only.
policy:
  file_boundary:
${boundaryLines(name, scope, '    ')}`;
}
