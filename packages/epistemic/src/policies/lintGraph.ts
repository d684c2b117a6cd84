import type { GraphSnapshot } from '../graph/snapshot.ts';
import { edgeRelation, edgeSourceDepth, edgeTargetDepth } from '../graph/snapshot.ts';
import { depthLabel } from '../model/depth.ts';
import type { DepthLevel } from '../model/depth.ts';
import { foldConceptName } from '../model/name.ts';
import type { Primitive } from '../model/primitive.ts';
import { grounds } from '../model/primitive.ts';
import type { PolicyRegistry } from './registry.ts';
import { visible } from '../render/escape.ts';

/** What a finding is about. They are stable: programs may branch on them. */
export type LintCode =
  | 'empty_depth'
  | 'gated_edge'
  | 'hole'
  | 'inert_policy'
  | 'missing_callback'
  | 'no_existence'
  | 'orphan_policy'
  | 'shallow_target'
  | 'under_declared'
  | 'unreachable';

/** Something in a graph that is probably not meant. */
export interface LintFinding {
  readonly code: LintCode;
  /** The concept, or the policy, it is about. */
  readonly subject: string;
  readonly message: string;
}

/** What else is known when a graph is examined. */
export interface LintOptions {
  /** The code side of the policies: placements without an edge, and keys without a callback, are findings. */
  readonly registry?: PolicyRegistry;
  /** Lists of concepts that guards declare: one that leaves out the object of a policied edge is a finding. */
  readonly declarations?: readonly (readonly string[])[];
}

/** Examines a graph for what grounding will stumble over. In order of concepts by name; the same graph gives the same list. */
export function lintGraph(snapshot: GraphSnapshot, options: LintOptions = {}): LintFinding[] {
  const reached = new Set<number>(snapshot.edgeTarget);
  const findings = snapshot.names.flatMap((_, index) => lintConcept(snapshot, index, reached, options));
  const orphans = (options.registry?.orphans(snapshot) ?? []).map(({ name, source, target, reason }) =>
    finding('orphan_policy', name, `it is placed on ${visible(source)} → ${visible(target)}: ${reason}`),
  );
  return [...findings, ...orphans, ...(options.declarations ?? []).flatMap(declared => lintDeclaration(snapshot, declared))];
}

const finding = (code: LintCode, subject: string, message: string): LintFinding => ({ code, subject, message });

function lintConcept(snapshot: GraphSnapshot, index: number, reached: ReadonlySet<number>, options: LintOptions): LintFinding[] {
  const primitive = snapshot.primitive(index);
  const hasEdges = snapshot.edgeStart[index + 1]! > snapshot.edgeStart[index]!;
  const alone = finding('unreachable', primitive.name, 'no edge leads to it or from it');
  return [
    ...lintLevels(primitive, snapshot.depths[index]!),
    ...lintEdges(snapshot, index),
    ...lintPolicies(primitive, options.registry),
    ...(hasEdges || reached.has(index) ? [] : [alone]),
  ];
}

function lintLevels(primitive: Primitive, contiguous: number): LintFinding[] {
  const findings: LintFinding[] = [];
  const { name, depths } = primitive;
  if (contiguous < 0) findings.push(finding('no_existence', name, 'it has no D0, so nothing of it counts'));
  for (const depth of depths) {
    if (!grounds(depth))
      findings.push(finding('empty_depth', name, `${depthLabel(depth.level)} holds nothing and does not count`));
    else if (depth.level > contiguous && contiguous >= 0)
      findings.push(finding('hole', name, `${depthLabel(depth.level)} is cut off: D${contiguous + 1} is missing`));
  }
  return findings;
}

function lintEdges(snapshot: GraphSnapshot, index: number): LintFinding[] {
  const findings: LintFinding[] = [];
  for (let slot = snapshot.edgeStart[index]!; slot < snapshot.edgeStart[index + 1]!; slot += 1) {
    const info = snapshot.edgeInfo[slot]!;
    const target = snapshot.edgeTarget[slot]!;
    const edge = `${edgeRelation(info)} ${visible(snapshot.names[target]!)}`;
    const depth = snapshot.depths[target]!;
    if (edgeSourceDepth(info) > snapshot.depths[index]!) {
      findings.push(
        finding('gated_edge', snapshot.names[index]!, `${edge} is owned by D${edgeSourceDepth(info)}, which is cut off`),
      );
    } else if (edgeTargetDepth(info) > depth) {
      const known = depthLabel(depth < 0 ? null : (depth as DepthLevel));
      findings.push(
        finding('shallow_target', snapshot.names[index]!, `${edge} asks for D${edgeTargetDepth(info)}, found ${known}`),
      );
    }
  }
  return findings;
}

const lintPolicies = (primitive: Primitive, registry: PolicyRegistry | undefined): LintFinding[] =>
  primitive.depths
    .flatMap(depth => depth.relata)
    .flatMap(({ relation, policies }) =>
      policies.flatMap(({ name, callback }) => {
        if (relation !== 'APPLIES_TO')
          return [finding('inert_policy', name, `it hangs on a ${relation} edge of ${visible(primitive.name)}`)];
        const isMissing = registry !== undefined && callback !== null && registry.callback(callback) === undefined;
        return isMissing ? [finding('missing_callback', name, `there is no callback \`${visible(callback)}\``)] : [];
      }),
    );

function lintDeclaration(snapshot: GraphSnapshot, declared: readonly string[]): LintFinding[] {
  const roots = new Set(declared.map(name => snapshot.byName.get(foldConceptName(name))));
  return [...roots].flatMap(root => {
    const primitive = root === undefined ? undefined : snapshot.primitive(root);
    const acts = primitive?.depths.flatMap(depth => depth.relata).filter(each => each.relation === 'APPLIES_TO') ?? [];
    const isNamed = (id: string): boolean => [...roots].some(each => each !== undefined && snapshot.ids[each] === id);
    const isPolicied = acts.some(each => each.policies.length > 0);
    if (primitive === undefined || !isPolicied || acts.some(each => isNamed(each.targetId))) return [];
    return [
      finding(
        'under_declared',
        primitive.name,
        `[${declared.map(visible).join(', ')}] names no object of it, though policies hang on its edges`,
      ),
    ];
  });
}
