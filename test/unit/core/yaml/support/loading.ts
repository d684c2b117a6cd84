import { createRegistry, guard, pass } from '@licet/core';
import { defineNode } from '@licet/core/nodes';
import type { AnyDefinition } from '@licet/core/nodes';
import { PolicyLoadError, loadPolicy } from '@licet/core/yaml';
import type { LoadOptions, LoadedPolicy, PolicyIssue } from '@licet/core/yaml';

/** A leaf with params of every sort, so that the loader can be tested without the guard library. */
const limits = defineNode<{ readonly maxItems?: number; readonly byTool?: Readonly<Record<string, number>> }>({
  kind: 'limits',
  doc: 'a leaf for tests',
  params: z =>
    z.strictObject({
      maxItems: z.int().min(1).exactOptional(),
      perUnit: z.enum(['session', 'agent']).exactOptional(),
      byTool: z.record(z.string(), z.int()).exactOptional(),
      nested: z
        .strictObject({ innerName: z.string(), evenDeeper: z.array(z.strictObject({ lastOne: z.boolean() })) })
        .exactOptional(),
    }) as never,
  build: params => guard('limits', () => pass(), { kind: 'limits', params }),
});

const named = defineNode<{ readonly fact: string }>({
  kind: 'named',
  doc: 'a leaf with a short form',
  params: z => z.strictObject({ fact: z.string().min(1) }),
  bare: 'fact',
  build: params => guard('named', () => pass(), { kind: 'named', params }),
});

const testDefinitions: readonly AnyDefinition[] = [limits, named];

export const options: LoadOptions = {
  registry: createRegistry(testDefinitions),
  root: '/project',
  home: '/home/me',
  file: 'governance.yaml',
};

export const load = (text: string, more: Partial<LoadOptions> = {}): LoadedPolicy => loadPolicy(text, { ...options, ...more });

/** Returns the issues of a policy that must not load. */
export function issuesOf(text: string, more: Partial<LoadOptions> = {}): readonly PolicyIssue[] {
  try {
    load(text, more);
  } catch (error) {
    if (error instanceof PolicyLoadError) return error.issues;
    throw error;
  }
  throw new Error('the policy loaded');
}
