import type { Action, Effect, GuardNode, Json } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { InvariantError, pass, skip } from '@licet/core';
import { checkOptions, compareBy, defineNode, param, params } from '@licet/core/nodes';
import { collapse, knownPlace, matcherFor } from '@licet/effects/places';
import type { KnownPlace, PathMatcher } from '@licet/effects/places';

import { importsOf, writtenTexts } from './imports.ts';
import type { Finding } from '../judging/findings.ts';
import { fileName, shortPath, verdictOf } from '../judging/findings.ts';
import { hostPlace, patterns, placeParams, withoutPlace } from '../judging/params.ts';

const layerIsolationParams = params({
  /** The layers, by name; a path belongs to the first that matches it. */
  layers: param.record(patterns('the paths of the layer'), {
    doc: 'the layers, by name; a path belongs to the first that matches it',
  }),
  /** Which layers a layer may import from. */
  allow: param.optional(
    param.record(param.list(param.text()), { doc: 'which layers a layer may import from' }),
    'none but itself',
  ),
  /** The layer that the agent works in: it changes no other, and reads those that this one may import from. */
  within: param.optional(
    param.text({ doc: 'the layer that the agent works in: it changes no other, and reads those that this one may import from' }),
    'any',
  ),
  /** Import prefixes that mean folders. */
  aliases: param.optional(param.record(param.text({ empty: true }), { doc: 'import prefixes that mean folders' })),
  ...placeParams,
});

/**
 * What {@link LayerIsolation} takes. `aliases` are written `{ '@/': 'src/' }`. Without `within` only what goes from one layer into
 * another is judged.
 */
export type LayerIsolationOptions = ParamsOf<typeof layerIsolationParams>;

interface Rules {
  readonly place: KnownPlace;
  readonly layers: readonly (readonly [name: string, matcher: PathMatcher])[];
  readonly allow: ReadonlyMap<string, readonly string[]>;
  readonly aliases: readonly (readonly [string, string])[];
  readonly within: string | undefined;
}

/**
 * Keeps the layers of a project apart: a file of one layer may import from the layers that it is allowed to, and no other.
 * It looks at what is written before it is written, in whichever way: a file tool, a patch, a shell command, a file that is moved or copied.
 *
 * | the action | ruling |
 * |---|---|
 * | writes an import from a layer that is not allowed | block |
 * | moves or copies a file from a layer that is not allowed | block |
 * | with `within`: changes another layer, or reads one that is not allowed | block |
 * | does anything else to files of a layer | pass |
 * | touches no file of a layer | skipped |
 *
 * It knows imports of JavaScript and TypeScript (`import`, `export from`, `require`) and of Python (`from … import`, relative and
 * from the root) by their form, without parsing: an example inside a string counts too. It cannot see what a script or a formatter writes
 * by itself, nor imports of computed names.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { analyzeEffects } from '@licet/effects';
 * import { LayerIsolation } from '@licet/guards';
 *
 * const layers = { domain: ['src/domain/'], infra: ['src/infra/'] };
 * const guard = LayerIsolation({ layers, allow: { infra: ['domain'] }, root: '/project' });
 * const engine = new PolicyEngine(guard, { effects: analyzeEffects({ root: '/project' }) });
 * const payload = { file_path: '/project/src/domain/order.ts', content: "import { db } from '../infra/db.ts';" };
 * engine.evaluateSync({ kind: 'write', tool: 'Write', payload }).ruling; // => 'block'
 * ```
 */
export function LayerIsolation(options: LayerIsolationOptions): GuardNode {
  checkOptions('layer_isolation', layerIsolationParams, options);
  const place = knownPlace(options);
  const { layers, allow = {}, aliases = {} } = options;
  const { within } = options;
  checkNames(Object.keys(layers), { ...allow, ...(within !== undefined && { [within]: allow[within] ?? [] }) });
  const rules: Rules = {
    place,
    layers: Object.entries(layers).map(([name, patterns]) => [name, matcherFor(`layers.${name}`, patterns, place, 'grant')]),
    allow: new Map(Object.entries(allow)),
    aliases: Object.entries(aliases),
    within,
  };
  return Object.freeze<GuardNode>({
    name: 'layer_isolation',
    kind: 'layer_isolation',
    layer: 'boundary',
    needs: ['effects'],
    params: withoutPlace(options),
    check(action, ctx) {
      const files = ctx.effects.filter(effect => FILE_KINDS.has(effect.kind) && effect.target?.type === 'file');
      const inside = files.filter(effect => layersOf(effect, rules).length > 0);
      if (inside.length === 0) return skip();
      const written = inside.filter(({ kind }) => kind === 'write');
      const findings = [
        ...inside.flatMap(effect => judgeAccess(effect, rules)),
        ...written.flatMap(effect => judgeOrigins(effect, files, rules)),
        ...written.flatMap(effect => judgeImports(effect, action, rules)),
      ];
      return findings.length === 0 ? pass() : verdictOf(findings);
    },
  });
}

const FILE_KINDS: ReadonlySet<string> = new Set(['read', 'write', 'delete']);

function checkNames(names: readonly string[], allow: Readonly<Record<string, readonly string[]>>): void {
  if (names.length === 0) throw new InvariantError('invalid_param', '`layers` names no layer', { path: ['layers'] });
  for (const [from, targets] of Object.entries(allow)) {
    const unknown = [from, ...targets].find(name => !names.includes(name));
    if (unknown === undefined) continue;
    throw new InvariantError('invalid_param', `expected one of the layers \`${names.join('`, `')}\`, found \`${unknown}\``, {
      path: ['allow', from],
    });
  }
}

const pathOf = ({ target }: Effect): string => (target?.type === 'file' && target.glob === undefined ? target.lexical : '');

function layerOf(path: string, { layers }: Rules): string | undefined {
  return path === '' ? undefined : layers.find(([, matcher]) => matcher.match(path).length > 0)?.[0];
}

/** Every layer that a file, a folder or a glob of an effect reaches. */
function layersOf({ target }: Effect, { layers, place }: Rules): readonly string[] {
  if (target?.type !== 'file') return [];
  if (target.glob === undefined && target.recursive !== true) {
    const found = [target.lexical, target.resolved].flatMap(
      path => layers.find(([, matcher]) => matcher.match(path).length > 0)?.[0] ?? [],
    );
    return [...new Set(found)];
  }
  return layers.flatMap(([name, matcher]) => (matcher.touches(target, place.files).length > 0 ? [name] : []));
}

const mayUse = (own: string, other: string, { allow }: Rules): boolean =>
  own === other || allow.get(own)?.includes(other) === true;

const crossed = (effect: Effect, reason: string, fix: string): Finding => ({
  ruling: 'block',
  code: 'layer_crossed',
  reason,
  fix,
  effect,
});

const nameOf = ({ target }: Effect, { place }: Rules): string => (target?.type === 'file' ? fileName(target, place) : 'a file');

/** What an agent that works in one layer does in another. */
function judgeAccess(effect: Effect, rules: Rules): readonly Finding[] {
  const { within } = rules;
  if (within === undefined) return [];
  const reads = effect.kind === 'read';
  const strange = layersOf(effect, rules).find(layer => (reads ? !mayUse(within, layer, rules) : layer !== within));
  if (strange === undefined) return [];
  const verb = reads ? 'reads' : 'changes';
  const reason = `it ${verb} ${nameOf(effect, rules)} in layer \`${strange}\`, and works in layer \`${within}\``;
  return [crossed(effect, reason, `work in layer \`${within}\`, or ask the user`)];
}

/** The files that the same program reads or takes away, and does not write: what it copies or moves. */
function originsOf(written: Effect, files: readonly Effect[]): readonly Effect[] {
  const call = JSON.stringify([written.program, written.via]);
  const own = files.filter(({ program, via }) => written.program !== undefined && JSON.stringify([program, via]) === call);
  const isWritten = (effect: Effect): boolean => own.some(other => other.kind === 'write' && pathOf(other) === pathOf(effect));
  const sources = own.filter(({ kind }) => kind !== 'write');
  return sources.some(isWritten) ? [] : sources;
}

/** What is moved or copied into a layer brings along where it comes from. */
function judgeOrigins(written: Effect, files: readonly Effect[], rules: Rules): readonly Finding[] {
  return originsOf(written, files).flatMap(source => {
    const pair = layersOf(written, rules)
      .flatMap(own => layersOf(source, rules).map(other => [own, other] as const))
      .find(([own, other]) => !mayUse(own, other, rules));
    if (pair !== undefined) {
      const reason = `it takes ${nameOf(source, rules)} of layer \`${pair[1]}\` into layer \`${pair[0]}\``;
      return [crossed(written, reason, 'leave the file in its layer, and pass in what is needed')];
    }
    const text = rules.place.files.text?.(pathOf(source));
    return text === undefined ? [] : judgeText(text, written, rules);
  });
}

/** The file or folder that an import names, where it lies in the project. */
function placeOf(name: string, from: string, { place, aliases }: Rules): string | undefined {
  const folder = from.slice(0, from.lastIndexOf('/'));
  if (name.startsWith('.')) return collapse(`${folder}/${name}`);
  const alias = aliases.find(([prefix]) => name === prefix.replace(/\/$/, '') || name.startsWith(prefix));
  if (alias !== undefined) return collapse(`${place.root}/${alias[1]}/${name.slice(alias[0].length)}`);
  return from.endsWith('.py') ? collapse(`${place.root}/${name}`) : undefined;
}

function judgeImports(effect: Effect, action: Action, rules: Rules): readonly Finding[] {
  return writtenTexts(action, pathOf(effect)).flatMap(text => judgeText(text, effect, rules));
}

function judgeText(text: string, effect: Effect, rules: Rules): readonly Finding[] {
  const path = pathOf(effect);
  const own = layerOf(path, rules);
  return importsOf(text, path).flatMap(name => {
    const target = placeOf(name, path, rules);
    const other = target === undefined ? undefined : layerOf(target, rules);
    if (own === undefined || other === undefined || mayUse(own, other, rules)) return [];
    const allowed = rules.allow.get(own) ?? [];
    const fix =
      allowed.length === 0
        ? `let \`${other}\` call \`${own}\` instead, or pass in what is needed`
        : `import from \`${allowed.join('`, `')}\` only, or pass in what is needed`;
    return [crossed(effect, `${shortPath(path, rules.place)} in layer \`${own}\` imports from layer \`${other}\``, fix)];
  });
}

/** `layer_isolation` in governance.yaml. */
export const layerIsolationDefinition = defineNode({
  kind: 'layer_isolation',
  doc: 'keeps the layers of a project apart: imports, moves and copies, and the layer that an agent works in',
  params: layerIsolationParams,
  rulings: [
    ['a file imports from a layer that its own may not use', 'block'],
    ['it moves or copies a file from such a layer', 'block'],
    ['it changes another layer than `within`, or reads one that it may not use', 'block'],
    ['it touches no file of a layer', 'skipped'],
    ['anything else', 'pass'],
  ],
  patterns: ({ layers }) => ({ named: Object.values(layers as { readonly [name: string]: Json }) }),
  example: "layer_isolation: { layers: { domain: ['src/domain/**'], infra: ['src/infra/**'] }, allow: { infra: [domain] } }",
  analysis: {
    compare: compareBy({}),
  },
  build: (given, _children, context) => LayerIsolation({ ...given, ...hostPlace(context) }),
});
