import type { Effect, GuardNode, Ruling } from '@licet/core';
import { skip } from '@licet/core';
import { checkOptions, compareBy, defineNode, params } from '@licet/core/nodes';
import type { JudgedMark } from '@licet/effects/marks';
import { knownPlace } from '@licet/effects/places';
import type { KnownPlace, Place } from '@licet/effects/places';

import { markFindings } from '../judging/markWords.ts';
import { verdictOf } from '../judging/findings.ts';
import { hostPlace, placeParams } from '../judging/params.ts';

const onlyCatastrophes = (mark: JudgedMark): Ruling => (mark === 'catastrophic' ? 'block' : 'pass');

const floorParams = params({
  ...placeParams,
});

/**
 * The catastrophic set, which no project has a use for: destroying the root or the home folder, system folders, disks, or
 * the whole project. Belongs into the outer `all`, so that no exception below it can lift it.
 *
 * | the action | ruling |
 * |---|---|
 * | destroys one of these | block |
 * | has no effects | skipped |
 * | anything else | pass |
 *
 * What it cannot see it does not stop: that is for `bash_safety`.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { analyzeEffects } from '@licet/effects';
 * import { Floor } from '@licet/guards';
 *
 * const engine = new PolicyEngine(Floor({ root: '/project' }), { effects: analyzeEffects({ root: '/project' }) });
 * (await engine.evaluate({ kind: 'bash', cwd: '/project', payload: { command: 'cd / && rm -rf *' } })).ruling; // => 'block'
 * ```
 */
export function Floor(options: Place = {}): GuardNode {
  checkOptions('floor', floorParams, options);
  const place = knownPlace(options);
  return Object.freeze<GuardNode>({
    name: 'floor',
    kind: 'floor',
    layer: 'boundary',
    floor: true,
    needs: ['effects'],
    params: Object.freeze({}),
    check: (_action, ctx) =>
      ctx.effects.length === 0
        ? skip()
        : verdictOf(ctx.effects.flatMap(effect => markFindings(raised(effect, place), place, onlyCatastrophes))),
  });
}

/** Deleting the project's root, or a folder above it, is catastrophic wherever the project lies. */
function raised(effect: Effect, { root, home }: KnownPlace): Effect {
  const { target, kind, tags = [] } = effect;
  if (kind !== 'delete' || target?.type !== 'file' || tags.includes('catastrophic') || tags.includes('metadata')) return effect;
  const above = (path: string): boolean =>
    [root, home].some(kept => kept === path || kept.startsWith(path === '/' ? path : `${path}/`));
  const whole =
    target.glob === undefined ? target.recursive === true : /\/\*+$/.test(target.glob) && !/[*?[{].*\//.test(target.glob);
  return whole && (above(target.lexical) || above(target.resolved)) ? { ...effect, tags: [...tags, 'catastrophic'] } : effect;
}

/** `floor` in governance.yaml. */
export const floorDefinition = defineNode({
  kind: 'floor',
  doc: 'blocks the destruction of the root, the home, system folders, disks, or the whole project',
  floor: true,
  params: floorParams,
  rulings: [
    ['it destroys the root, the home, a system folder, a disk, or the whole project', 'block'],
    ['it has no effects', 'skipped'],
    ['anything else', 'pass'],
  ],
  example: 'floor: {}',
  analysis: {
    compare: compareBy({}),
    range: () => ({ rulings: ['pass', 'block'], applies: 'with_effects', fails: 'without_effects' }),
  },
  build: (_given, _children, context) => Floor(hostPlace(context)),
});
