import { createRegistry } from '@licet/core';
import { celCondition } from '@licet/core/cel';
import { buildPolicy } from '@licet/core/policy';
import type { BuiltPolicy, CompiledPolicy } from '@licet/core/policy';
import type { PolicyIssue } from '@licet/core/yaml';
import { loadPolicy, PolicyLoadError } from '@licet/core/yaml';
import { guardDefinitions, includePack, packs, shortForms } from '@licet/guards';

import { FILES, PLACE, POLICY_FILE } from './place.ts';

/** The guards that a policy of the playground may name. */
export const registry = createRegistry(guardDefinitions);

/** One thing that is wrong or doubtful in a policy, with its line. */
export interface Remark {
  readonly line: number;
  readonly text: string;
  readonly isError: boolean;
}

/** A policy that was read: as data, undefined if it does not load, and everything that is wrong or doubtful. */
export interface ReadPolicy {
  readonly compiled: CompiledPolicy | undefined;
  readonly remarks: readonly Remark[];
}

const OTHER_GUARDS = 'if it is a guard for knowledge graphs or capabilities, only the command line has it';

function remarkOf(issue: PolicyIssue, isError: boolean): Remark {
  const { line, message, suggestion, code } = issue;
  const meant = suggestion === undefined ? '' : `: did you mean \`${suggestion}\`?`;
  const elsewhere = code === 'unknown_node' && suggestion === undefined ? `; ${OTHER_GUARDS}` : '';
  return { line, text: `${message.split('\n')[0] ?? ''}${meant}${elsewhere}`, isError };
}

/** Reads the text of a policy. It never throws for what a person can type. */
export function readPolicy(text: string): ReadPolicy {
  try {
    const { compiled, warnings } = loadPolicy(text, {
      registry,
      ...PLACE,
      file: POLICY_FILE,
      include: name => includePack(name),
      includeNames: Object.keys(packs),
      shortForms,
    });
    return { compiled, remarks: warnings.map(issue => remarkOf(issue, false)) };
  } catch (error) {
    if (error instanceof PolicyLoadError)
      return { compiled: undefined, remarks: error.issues.map(issue => remarkOf(issue, true)) };
    throw error;
  }
}

/** Builds a policy for the pretended machine, without the stores that it names: the playground keeps nothing. */
export function build(
  compiled: CompiledPolicy,
  place: Partial<Parameters<typeof buildPolicy>[1]> = { ...PLACE, files: FILES },
): BuiltPolicy {
  const { settings, ...built } = buildPolicy(compiled, { ...PLACE, registry, conditions: celCondition, ...place });
  const { sessions: _sessions, audit: _audit, approvals: { store: _store, ...approvals } = {}, ...rest } = settings;
  return { ...built, settings: { ...rest, approvals } };
}
