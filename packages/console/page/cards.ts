import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';

/** How long the buttons rest when cards come, or when one is settled: a second press meets none of another card. */
const REST_MS = 1_000;

const resting = signal(false);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Whether the buttons of cards rest. */
export const isResting: ReadonlySignal<boolean> = resting;

/** Lets the buttons of all cards rest for a second. */
export function rest(): void {
  resting.value = true;
  clearTimeout(timer);
  timer = setTimeout(() => (resting.value = false), REST_MS);
}

/** Something that waits for a person, as the page shows it. */
export interface Card<Item> {
  readonly item: Item;
  /** What became of it, once it waits no longer. */
  readonly outcome?: string;
}

/** Cards that keep their places, also when they wait no longer. */
export interface Cards<Item> {
  readonly shown: ReadonlySignal<readonly Card<Item>[]>;
  /** Leaves out what waits no longer: for a view that a person has just opened. */
  readonly clear: () => void;
  /** Takes what waits now: new cards come last. */
  readonly take: (waiting: readonly Item[]) => void;
  /** Says what became of a card. */
  readonly settle: (id: string, outcome: string) => void;
}

/** Makes the cards of one view. `outcomeOf` finds out what became of something that was answered elsewhere. */
export function makeCards<Item extends { readonly id: string }>(
  outcomeOf: (item: Item) => Promise<string> = async () => 'it no longer waits',
): Cards<Item> {
  const shown = signal<readonly Card<Item>[]>([]);
  const settle = (id: string, outcome: string): void => {
    shown.value = shown.value.map(card => (card.item.id === id ? { ...card, outcome } : card));
    rest();
  };
  const take = (waiting: readonly Item[]): void => {
    const found = new Map(waiting.map(item => [item.id, item]));
    const known = new Set(shown.value.map(({ item }) => item.id));
    const gone = shown.value.filter(({ item, outcome }) => outcome === undefined && !found.has(item.id));
    const fresh = waiting.filter(({ id }) => !known.has(id)).map(item => ({ item }));
    if (gone.length + fresh.length > 0) rest();
    shown.value = [...shown.value.map(card => ({ ...card, item: found.get(card.item.id) ?? card.item })), ...fresh];
    for (const { item } of gone) {
      settle(item.id, 'it no longer waits');
      void outcomeOf(item).then(outcome => settle(item.id, outcome));
    }
  };
  return { shown, settle, take, clear: () => (shown.value = shown.value.filter(({ outcome }) => outcome === undefined)) };
}
