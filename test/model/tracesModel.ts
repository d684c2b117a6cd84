// Rules over what happened before, as a newcomer would write them down: every question looks through the list of all calls.

/** A call that went ahead, with what is known of its end. */
export interface Call {
  readonly at: number;
  readonly tool: string;
  readonly order: string;
  readonly amount: number;
  readonly session: string;
  end: 'open' | 'ok' | 'error' | 'denied';
}

/** A rule over what happened before, as data. Times are milliseconds. */
export type Rule =
  | {
      readonly rule: 'budget';
      readonly tool: string;
      readonly max: number;
      readonly byOrder: boolean;
      readonly window?: number;
      readonly isSum: boolean;
      readonly isShared: boolean;
      readonly refunds: boolean;
    }
  | {
      readonly rule: 'rate';
      readonly tool: string;
      readonly max: number;
      readonly window: number;
      readonly byOrder: boolean;
      readonly isShared: boolean;
    }
  | {
      readonly rule: 'distinct';
      readonly tool: string;
      readonly max: number;
      readonly window: number;
      readonly isShared: boolean;
    }
  | { readonly rule: 'once'; readonly tool: string }
  | { readonly rule: 'fact'; readonly tool: string; readonly after: string; readonly window: number; readonly byOrder: boolean }
  | {
      readonly rule: 'happened';
      readonly tool: string;
      readonly after: string;
      readonly window: number;
      readonly outcome?: 'ok' | 'error';
      readonly byOrder: boolean;
      readonly isShared: boolean;
    }
  | {
      readonly rule: 'count' | 'sum';
      readonly tool: string;
      readonly of: string;
      readonly max: number;
      readonly window?: number;
      readonly outcome?: 'ok' | 'error';
      readonly byOrder: boolean;
      readonly isShared: boolean;
    };

/** A reservation of a budget lapses when the outcome of the call is not reported. */
const LAPSES = 600_000;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Whether a rule lets a call go ahead after others. Calls that were denied are not among them. */
export function lets(rule: Rule, call: Call, past: readonly Call[]): boolean {
  if (rule.tool !== call.tool) return true;
  const now = call.at;
  const within = (each: Call, window: number | undefined): boolean => window === undefined || each.at > now - window;
  const shared = (each: Call, isShared: boolean): boolean => isShared || each.session === call.session;
  const sameOrder = (each: Call, byOrder: boolean): boolean => !byOrder || each.order === call.order;
  switch (rule.rule) {
    case 'budget': {
      const lasts = (each: Call): boolean => each.end !== 'open' || now < each.at + LAPSES;
      const counted = past.filter(
        each =>
          each.tool === rule.tool &&
          shared(each, rule.isShared) &&
          sameOrder(each, rule.byOrder) &&
          within(each, rule.window) &&
          lasts(each) &&
          !(rule.refunds && each.end === 'error'),
      );
      return sum(counted.map(({ amount }) => (rule.isSum ? amount : 1))) + (rule.isSum ? call.amount : 1) <= rule.max;
    }
    case 'rate':
      return (
        past.filter(
          each =>
            each.tool === rule.tool && shared(each, rule.isShared) && sameOrder(each, rule.byOrder) && within(each, rule.window),
        ).length < rule.max
      );
    case 'distinct': {
      const known = past.filter(each => each.tool === rule.tool && shared(each, rule.isShared) && within(each, rule.window));
      return (
        new Set([...known.map(({ order }) => order), call.order]).size <= rule.max ||
        known.some(({ order }) => order === call.order)
      );
    }
    case 'once':
      return !past.some(each => each.tool === rule.tool && each.order === call.order && each.session === call.session);
    case 'fact':
      // A fact holds to the last moment of its time.
      return past.some(
        each =>
          each.tool === rule.after &&
          each.end === 'ok' &&
          each.session === call.session &&
          sameOrder(each, rule.byOrder) &&
          now - each.at <= rule.window,
      );
    default: {
      const tool = rule.rule === 'happened' ? rule.after : rule.of;
      const found = past.filter(
        each =>
          each.tool === tool &&
          shared(each, rule.isShared) &&
          sameOrder(each, rule.byOrder) &&
          within(each, rule.window) &&
          (rule.outcome === undefined || each.end === rule.outcome),
      );
      if (rule.rule === 'happened') return found.length > 0;
      return rule.rule === 'count' ? found.length < rule.max : sum(found.map(({ amount }) => amount)) < rule.max;
    }
  }
}
