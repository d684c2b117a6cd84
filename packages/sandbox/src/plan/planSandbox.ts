import type { GuardNode, Json, Registry, Ruling } from '@licet/core';
import { InvariantError } from '@licet/core';
import { knownPlace, patternTexts } from '@licet/effects/places';
import type { PatternInput, Place } from '@licet/effects/places';

import { collectRules } from './collectRules.ts';
import type { CollectedRules, Dimension, GuardConfinement } from './collectRules.ts';
import { openFolders } from './planFolders.ts';
import { openHosts } from './planHosts.ts';
import { GOVERNING } from './sandboxPlan.ts';
import type { PlanRule, Residual, SandboxPlan } from './sandboxPlan.ts';
import { PASSED_VARIABLES } from './variables.ts';

/** What {@link planSandbox} computes a plan from. */
export interface PlanInput extends Place {
  /** The policy as it is in force, built. */
  readonly policy: GuardNode;
  /** The nodes that the policy may name. */
  readonly registry: Registry;
  /** The ruling where no guard of the policy rules. @defaultValue pass */
  readonly default?: Ruling | undefined;
  /** Files and folders, absolute, that govern the agent and that no guard names: the policy's own files, the program. */
  readonly governing?: readonly string[];
}

/** The most processes and threads of one run: enough for the tests and builds of large projects. */
const PROCESSES = 4096;

/**
 * Computes what code may do in a sandbox under a policy. The plan is never wider than the policy. Each rule counts wherever it is in the tree; what
 * a rule says of single files, of methods or of conditions is left out and listed in `residual`.
 *
 * Throws an `InvariantError` if the project is the home folder, a folder above it, or the root: no sandbox can then keep the home closed.
 *
 * @example
 * ```ts
 * import { All, createRegistry } from '@licet/core';
 * import { FileBoundary, SecretPaths, guardDefinitions } from '@licet/guards';
 * import { planSandbox } from '@licet/sandbox';
 *
 * const root = '/project';
 * const policy = All(FileBoundary({ allow: ['src/**'], root }), SecretPaths({ root }));
 * const plan = planSandbox({ policy, registry: createRegistry(guardDefinitions), root, home: '/home/me' });
 * plan.write; // => ['/project/src']
 * plan.hosts; // => []
 * ```
 */
export function planSandbox({ policy, registry, default: fallback = 'pass', governing = [], ...given }: PlanInput): SandboxPlan {
  const place = knownPlace(given);
  const { root: project, home } = place;
  if (project === '/' || home === project || home.startsWith(`${project}/`))
    throw new InvariantError(
      'invalid_param',
      `the project \`${project}\` holds the home folder, so that a sandbox cannot keep the home closed: use a folder below it`,
    );
  const rules = collectRules(policy, registry);
  const closed = [...rules.closed, ...closedByDefault(rules, fallback)];
  const isClosed = (dimension: Dimension): boolean => closed.some(each => each.dimension === dimension);
  const write = openFolders(listsOf(rules.confinements, 'write'), place);
  const read = openFolders(listsOf(rules.confinements, 'read'), place);
  const hosts = openHosts(
    rules.confinements.flatMap(({ rule, confinement }) =>
      confinement.hosts === undefined ? [] : [{ rule, hosts: confinement.hosts }],
    ),
  );
  const readable = isClosed('read') ? [] : read.folders;
  return Object.freeze<SandboxPlan>({
    version: 1,
    project,
    home,
    write: isClosed('write')
      ? []
      : write.folders.filter(folder => readable.some(each => folder === each || folder.startsWith(`${each}/`))),
    read: readable,
    readOnly: rulesOf(rules.confinements, 'readOnly'),
    hide: rulesOf(rules.confinements, 'hide'),
    freeze: [
      ...rulesOf(rules.confinements, 'freeze'),
      ...(governing.length === 0 ? [] : [{ rule: GOVERNING, patterns: governing.map(escaped), except: [] }]),
    ],
    hosts: isClosed('hosts') ? [] : hosts.hosts,
    deniedHosts: hosts.denied,
    environment: PASSED_VARIABLES,
    limits: { processes: PROCESSES },
    residual: distinct([...closed.map(closedText), ...write.residual, ...read.residual, ...hosts.residual, ...rules.residual]),
  });
}

/** Where the policy asks or blocks by default, only what some guard always rules on is open. */
function closedByDefault({ speaks }: CollectedRules, fallback: Ruling): CollectedRules['closed'] {
  if (fallback === 'pass' || fallback === 'warn') return [];
  return (['write', 'read', 'hosts'] as const)
    .filter(dimension => !speaks.has(dimension))
    .map(dimension => ({ dimension, rule: 'default', text: `the default of the policy is ${fallback}` }));
}

const CLOSES: Readonly<Record<Dimension, string>> = {
  write: 'nothing can be changed',
  read: 'nothing can be read',
  hosts: 'there is no network',
};

const closedText = ({ rule, dimension, text }: CollectedRules['closed'][number]): Residual => ({
  rule,
  text: `${text}: ${CLOSES[dimension]}`,
});

const listsOf = (confinements: readonly GuardConfinement[], list: 'write' | 'read') =>
  confinements.flatMap(({ rule, confinement }) =>
    confinement[list] === undefined ? [] : [{ rule, patterns: confinement[list] }],
  );

function rulesOf(confinements: readonly GuardConfinement[], list: 'readOnly' | 'hide' | 'freeze'): readonly PlanRule[] {
  return confinements.flatMap(({ rule, confinement }) => {
    const patterns = textsOf(confinement[list]);
    return patterns.length === 0 ? [] : [{ rule, patterns, except: list === 'hide' ? textsOf(confinement.except) : [] }];
  });
}

const textsOf = (patterns: readonly Json[] = []): readonly string[] => patternTexts(patterns as readonly PatternInput[]);

const escaped = (path: string): string => path.replace(/[\\*?[\]()|@!+{}]/gu, String.raw`\$&`);

const distinct = (all: readonly Residual[]): readonly Residual[] => [
  ...new Map(all.map(each => [`${each.rule} ${each.text}`, each])).values(),
];
