import type { Json } from '@licet/core';
import { accessLevels } from '@licet/guards';

import { caseOf } from '../cases.ts';
import type { Draft } from '../draft.ts';
import type { Source } from '../source.ts';
import { casesOf } from './aorta/cases.ts';
import { achievementsOf, factsJson } from './aorta/facts.ts';
import { factsAskedBySanctions, holdCases, limitsOf } from './aorta/limits.ts';
import { factsAskedByNorms, normsOf } from './aorta/norms.ts';
import { factsAskedByObligations, obligationsOf, partsOfObligations } from './aorta/obligations.ts';
import { closedByRoles, rolesOf } from './aorta/roles.ts';

/** Turns an org spec of aorta4llm: access, roles, norms, achievements, what counts as what, obligations, sanctions, guardrails, packs. */
export function fromAorta(source: Source): Draft {
  settings(source);
  const roles = rolesOf(source);
  const parts = partsOfObligations(source);
  const asked = [...factsAskedByNorms(source), ...factsAskedByObligations(source), ...factsAskedBySanctions(source)];
  const { facts, writes } = achievementsOf(source, asked, parts);
  const access = accessOf(source);
  const limits = limitsOf(source);
  const include = packsOf(source);
  const packCases = include.includes('own-tools') ? [caseOf({ bash: 'grep -r x .' }, 'ask')] : [];
  return {
    include,
    ...(Object.keys(facts).length > 0 && { facts: factsJson(facts) }),
    ...(Object.keys(access).length > 0 && { access }),
    nodes: [
      ...roles.nodes,
      ...limits.holds,
      { floor: {} },
      { self_protection: {} },
      ...closedByRoles(source, roles),
      ...obligationsOf(source, roles, { writes }),
      ...normsOf(source, roles),
      ...limits.others,
      ...memory(source),
    ],
    cases: [...casesOf(source, roles, access, facts), ...packCases, ...holdCases(limits)],
  };
}

/** The settings that decide nothing here, and why. */
function settings(source: Source): void {
  for (const key of ['organization', 'version', 'description', 'safe_commands']) source.take(key);
  if (source.at('bash_analysis') !== false) source.take('bash_analysis');
  else source.leave(['bash_analysis'], 'commands are always analyzed here');
  for (const [key, why] of Object.entries(DIFFERENT)) if (source.at(key) !== undefined) source.leave([key], why);
}

const DIFFERENT: Readonly<Record<string, string>> = {
  soft_block_window: 'a human says yes to one call here: no time makes a repeated call a confirmed one',
  dependencies: 'nothing is decided by them',
  rules: 'a rule in logic is not turned: write it as `when`, `file_boundary` or `requires`',
};

function accessOf(source: Source): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const path of source.keys('access')) {
    const level = source.at('access', path);
    if (typeof level !== 'string' || !accessLevels.some(known => known === level)) continue;
    source.take('access', path);
    found[path] = level;
  }
  return found;
}

/** Its own memory is open to an agent here, unless that is closed. */
function memory(source: Source): readonly Json[] {
  if (source.at('allow_memory') === undefined) return [];
  source.take('allow_memory');
  return source.at('allow_memory') === false ? [{ file_boundary: { read_only: ['~/.claude/projects/**/memory/**'] } }] : [];
}

/** The packs of aorta4llm, and what they are called here. */
const PACKS: Readonly<Record<string, string>> = { 'tool-hygiene': 'own-tools', 'git-safety': 'git-safety' };

function packsOf(source: Source): readonly string[] {
  return ['include', 'packs'].flatMap(key =>
    source.texts(key).flatMap(({ text, path }) => {
      if (!Object.hasOwn(PACKS, text)) return [];
      source.take(...path);
      return PACKS[text] ?? [];
    }),
  );
}
