import type { Json } from '@licet/core';
import { compareBy, paramOrder } from '@licet/core/nodes';
import type { Comparison, ParamOrder } from '@licet/core/nodes';
import { canonicalJson, matchesWildcard } from '@licet/core/text';

type Params = { readonly [name: string]: Json };

const SELECTING = {
  safety: paramOrder.permits(),
  sensitivity: paramOrder.permits(),
  capability: paramOrder.permits(matchesWildcard),
};

const selects = compareBy(SELECTING);

/**
 * Compares guards that are about some capabilities only: being about more of them makes a guard apply to more actions, and being about fewer makes it
 * apply to fewer, whatever it says of them. `applies` says whether params without the selection make the guard apply at all.
 */
export function compareSelected(
  orders: Readonly<Record<string, ParamOrder>>,
  applies: (params: Params) => boolean = () => true,
): (older: Params, newer: Params) => Comparison {
  const own = compareBy(orders);
  return (older, newer) => {
    const judged = own(without(older), without(newer));
    const chosen = selects(only(older), only(newer));
    if (chosen === 'equal' && applies(older) === applies(newer)) return judged;
    const grows = (chosen === 'wider' || chosen === 'equal') && (applies(newer) || !applies(older));
    const shrinks = (chosen === 'narrower' || chosen === 'equal') && (applies(older) || !applies(newer));
    if (grows && (judged === 'equal' || judged === 'narrower')) return 'narrower_or_newly';
    return shrinks && (judged === 'equal' || judged === 'wider') ? 'wider_or_no_longer' : 'unknown';
  };
}

const pick = (params: Params, isWanted: (name: string) => boolean): Params =>
  Object.fromEntries(Object.entries(params).filter(([name]) => isWanted(name)));

const without = (params: Params): Params => pick(params, name => !(name in SELECTING));

const only = (params: Params): Params => pick(params, name => name in SELECTING);

/** Who may: the fewer the stricter. `fallback` counts where no name is given. */
export const whoMay =
  (...fallback: readonly string[]): ParamOrder =>
  (older = fallback, newer = fallback) =>
    paramOrder.permits()(older, newer);

/** What must be so, by name: the more the stricter. Other values under a name are in no order. */
export const demands: ParamOrder = (older = {}, newer = {}) => {
  const [was, is] = [textsOf(older), textsOf(newer)];
  return paramOrder.forbids()(was, is);
};

const textsOf = (value: Json): readonly string[] => Object.entries(value as object).map(entry => canonicalJson(entry));

/** Numbers by name, such as factors: the lower the stricter, as long as the names are the same. */
export const limits: ParamOrder = (older = {}, newer = {}) => {
  const [was, is] = [older, newer] as [Params, Params];
  const names = Object.keys(was);
  if (names.length !== Object.keys(is).length || !names.every(name => Object.hasOwn(is, name))) return 'unknown';
  return compareBy(Object.fromEntries(names.map(name => [name, paramOrder.limit])))(was, is);
};

/**
 * Rules of which the first that fits decides: one more that denies is stricter, wherever it is, and one more that allows is milder.
 * Names and reasons decide nothing.
 */
export const orderedRules: ParamOrder = (older, newer) => {
  const [was, is] = [rulesOf(older), rulesOf(newer)];
  if (was.length === is.length) return was.every((rule, index) => rule.text === is[index]?.text) ? 'equal' : 'unknown';
  const [few, many] = was.length < is.length ? [was, is] : [is, was];
  const more = added(few, many);
  const denies = more?.every(({ action }) => action === 'deny');
  const allows = more?.every(({ action }) => action === 'allow');
  if (denies !== true && allows !== true) return 'unknown';
  return (denies === true) === (many === is) ? 'narrower' : 'wider';
};

interface Rule {
  readonly action: Json | undefined;
  readonly text: string;
}

function rulesOf(value: Json | undefined): readonly Rule[] {
  if (!Array.isArray(value)) return [];
  return value.map((rule: Params) => {
    const { name: _name, reason: _reason, ...decides } = rule;
    return { action: rule['action'], text: canonicalJson(decides) };
  });
}

/** The rules of the longer list that the shorter one lacks, where those that both have stand in the same order. */
function added(few: readonly Rule[], many: readonly Rule[]): readonly Rule[] | undefined {
  const more: Rule[] = [];
  let next = 0;
  for (const rule of many) {
    if (rule.text === few[next]?.text) next++;
    else more.push(rule);
  }
  return next === few.length ? more : undefined;
}
