import type { Action, Effect, Guard } from '@licet/core';
import { InvariantError, checkOptions, defineNode, param, params, pass, skip } from '@licet/core';
import { collapse, knownPlace, matcherFor } from '@licet/effects/places';
import type { KnownPlace, PathMatcher, PatternInput, Place } from '@licet/effects/places';

import { importsOf, writtenTexts } from './imports.ts';
import type { Finding } from '../judging/findings.ts';
import { shortPath, verdictOf } from '../judging/findings.ts';
import { patterns, placeParams } from '../judging/params.ts';

const layerIsolationParams = params({
  layers: param.record(patterns('the paths of the layer'), {
    doc: 'the layers, by name; a path belongs to the first that matches it',
  }),
  allow: param.optional(
    param.record(param.list(param.text()), { doc: 'which layers a layer may import from' }),
    'none but itself',
  ),
  aliases: param.optional(param.record(param.text({ empty: true }), { doc: 'import prefixes that stand for folders' })),
  ...placeParams,
});

/** What {@link LayerIsolation} takes. */
export interface LayerIsolationOptions extends Place {
  /** The layers of the project: a name and the paths that belong to it. A path belongs to the first layer that matches it. */
  readonly layers: Readonly<Record<string, readonly PatternInput[]>>;
  /** Which layers a layer may import from, besides itself. A layer that is not listed may import from none. */
  readonly allow?: Readonly<Record<string, readonly string[]>>;
  /** Import prefixes that stand for folders: `{ '@/': 'src/' }`. */
  readonly aliases?: Readonly<Record<string, string>>;
}

interface Rules {
  readonly place: KnownPlace;
  readonly layers: readonly (readonly [name: string, matcher: PathMatcher])[];
  readonly allow: ReadonlyMap<string, readonly string[]>;
  readonly aliases: readonly (readonly [string, string])[];
}

/**
 * Keeps the layers of a project apart: a file of one layer may import from the layers that it is allowed to, and no other.
 * It looks at the text that a file tool writes, before it is written.
 *
 * | the action | ruling |
 * |---|---|
 * | writes an import from a layer that is not allowed | block |
 * | writes other text to a file of a layer | pass |
 * | writes to no file of a layer | skipped |
 *
 * It knows imports of JavaScript and TypeScript (`import`, `export from`, `require`) and of Python (`from … import`, relative and
 * from the root) by their form, without parsing: an example inside a string counts too. It cannot see files that a command writes, nor
 * imports of computed names.
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
export function LayerIsolation(options: LayerIsolationOptions): Guard {
  checkOptions('layer_isolation', layerIsolationParams, options);
  const place = knownPlace(options);
  const { layers, allow = {}, aliases = {} } = options;
  const names = Object.keys(layers);
  if (names.length === 0) throw new InvariantError('invalid_param', '`layers` names no layer', { path: ['layers'] });
  for (const [from, targets] of Object.entries(allow)) {
    const unknown = [from, ...targets].find(name => !names.includes(name));
    if (unknown === undefined) continue;
    throw new InvariantError('invalid_param', `expected one of the layers \`${names.join('`, `')}\`, found \`${unknown}\``, {
      path: ['allow', from],
    });
  }
  const rules: Rules = {
    place,
    layers: Object.entries(layers).map(([name, patterns]) => [name, matcherFor(`layers.${name}`, patterns, place, 'grant')]),
    allow: new Map(Object.entries(allow)),
    aliases: Object.entries(aliases),
  };
  return Object.freeze<Guard>({
    name: 'layer_isolation',
    kind: 'layer_isolation',
    layer: 'boundary',
    needs: ['effects'],
    params: Object.freeze({ layers, ...(options.allow && { allow }), ...(options.aliases && { aliases }) }),
    check(action, ctx) {
      const files = ctx.effects.filter(effect => effect.kind === 'write' && layerOf(pathOf(effect), rules) !== undefined);
      if (files.length === 0) return skip();
      const findings = files.flatMap(effect => judge(effect, action, rules));
      return findings.length === 0 ? pass() : verdictOf(findings);
    },
  });
}

const pathOf = ({ target }: Effect): string => (target?.type === 'file' && target.glob === undefined ? target.lexical : '');

function layerOf(path: string, { layers }: Rules): string | undefined {
  return path === '' ? undefined : layers.find(([, matcher]) => matcher.match(path).length > 0)?.[0];
}

/** The file or folder that an import names, where it lies in the project. */
function placeOf(name: string, from: string, { place, aliases }: Rules): string | undefined {
  const folder = from.slice(0, from.lastIndexOf('/'));
  if (name.startsWith('.')) return collapse(`${folder}/${name}`);
  const alias = aliases.find(([prefix]) => name === prefix.replace(/\/$/, '') || name.startsWith(prefix));
  if (alias !== undefined) return collapse(`${place.root}/${alias[1]}/${name.slice(alias[0].length)}`);
  return from.endsWith('.py') ? collapse(`${place.root}/${name}`) : undefined;
}

function judge(effect: Effect, action: Action, rules: Rules): readonly Finding[] {
  const path = pathOf(effect);
  const own = layerOf(path, rules);
  const findings: Finding[] = [];
  for (const name of writtenTexts(action, path).flatMap(text => importsOf(text, path))) {
    const target = placeOf(name, path, rules);
    const other = target === undefined ? undefined : layerOf(target, rules);
    if (own === undefined || other === undefined || other === own || rules.allow.get(own)?.includes(other) === true) continue;
    const allowed = rules.allow.get(own) ?? [];
    const fix =
      allowed.length === 0
        ? `let \`${other}\` call \`${own}\` instead, or pass in what is needed`
        : `import from \`${allowed.join('`, `')}\` only, or pass in what is needed`;
    const reason = `${shortPath(path, rules.place)} in layer \`${own}\` imports from layer \`${other}\``;
    findings.push({ ruling: 'block', code: 'layer_crossed', reason, fix, effect });
  }
  return findings;
}

/** `layer_isolation` in governance.yaml. */
export const layerIsolationDefinition = defineNode({
  kind: 'layer_isolation',
  doc: 'lets a file import only from the layers of the project that its own may use',
  params: layerIsolationParams,
  rulings: [
    ['a file imports from a layer that its own may not use', 'block'],
    ['it writes no file of a layer', 'skipped'],
    ['anything else', 'pass'],
  ],
  example: "layer_isolation: { layers: { domain: ['src/domain/**'], infra: ['src/infra/**'] }, allow: { infra: [domain] } }",
  build: (given, _children, { root, home }) => LayerIsolation({ ...given, root, home }),
});
