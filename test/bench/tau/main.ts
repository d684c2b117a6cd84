import {
  airlineMutations,
  airlineReads,
  airlineRefused,
  airlineStart,
  airlineTools,
  airlineUser,
  airlineWrites,
} from './airline.ts';
import { domains } from './data.ts';
import type { Domain, Tables, ToolCall } from './data.ts';
import { openDesk } from './desk.ts';
import type { Desk, Tools } from './desk.ts';
import { retailMutations, retailReads, retailStart, retailTools, retailUser, retailWrites } from './retail.ts';
import type { Mutation } from './rows.ts';

/** What users can rely on: the bench fails where a number is worse. */
const LEAST = { airline: { passed: 54, stopped: 1 }, retail: { passed: 175, stopped: 1 } } as const;

const NO_GROUND =
  'Otherwise, flight can be cancelled if any of the following is true: booked within the last 24 hrs, cancelled by airline, a business flight, insured for the reason';
const OTHER_METHOD = 'The refund must either go to the original payment method, or an existing gift card.';

/** Reference writes that the text of the policy forbids, each with the sentence that it contradicts. The shop's own tools refuse its three, too. */
const AGAINST_THE_TEXT: ReadonlyMap<string, string> = new Map([
  ['airline 7 cancel_reservation XEHM4B', `${NO_GROUND} (booked two weeks before, economy, no insurance)`],
  ['retail 12 return_delivered_order_items paypal_9497703', `${OTHER_METHOD} (paid by credit card)`],
  ['retail 13 return_delivered_order_items paypal_9497703', `${OTHER_METHOD} (paid by credit card)`],
  [
    'retail 64 exchange_delivered_order_items paypal_1261484',
    "An order can only be exchanged if its status is 'delivered' (it is pending)",
  ],
]);

interface Play {
  readonly tools: Tools;
  readonly writes: ReadonlySet<string>;
  readonly userOf: (db: Tables, call: ToolCall) => string;
  readonly reads: (db: Tables, call: ToolCall) => readonly ToolCall[];
  readonly start: (db: Tables, user: string) => readonly ToolCall[];
  readonly mutations: (db: Tables, call: ToolCall, user: string) => readonly Mutation[];
  readonly refused: Readonly<Record<string, { readonly user: string; readonly call: ToolCall }>>;
}

const PLAYS: Readonly<Record<'airline' | 'retail', Play>> = {
  airline: {
    tools: airlineTools,
    writes: airlineWrites,
    userOf: airlineUser,
    reads: airlineReads,
    start: airlineStart,
    mutations: airlineMutations,
    refused: airlineRefused,
  },
  retail: {
    tools: retailTools,
    writes: retailWrites,
    userOf: retailUser,
    reads: retailReads,
    start: retailStart,
    mutations: retailMutations,
    refused: {},
  },
};

/** What one domain came to. */
interface Row {
  writes: number;
  passed: number;
  against: number;
  againstStopped: number;
  violations: number;
  stopped: number;
  refused: number;
  refusedStopped: number;
}

const prints = process.argv.includes('--print');

/** Opens a desk and looks at what the policy says to look at first. */
async function begun(name: string, play: Play, db: Tables, user: string, calls: readonly ToolCall[]): Promise<Desk> {
  const desk = openDesk(name, db, play.tools);
  for (const call of play.start(desk.db, user)) await desk.call(call);
  for (const call of calls) {
    for (const read of play.reads(desk.db, call)) await desk.call(read);
    await desk.call(call);
  }
  return desk;
}

async function readAndCall(play: Play, desk: Desk, call: ToolCall, says?: boolean): Promise<boolean> {
  for (const read of play.reads(desk.db, call)) await desk.call(read);
  return desk.call(call, says);
}

async function measure(name: 'airline' | 'retail', { tasks, db }: Domain): Promise<Row> {
  const play = PLAYS[name];
  const row: Row = {
    writes: 0,
    passed: 0,
    against: 0,
    againstStopped: 0,
    violations: 0,
    stopped: 0,
    refused: 0,
    refusedStopped: 0,
  };
  for (const {
    id,
    evaluation_criteria: { actions },
  } of tasks) {
    const writes = (actions ?? []).filter(each => play.writes.has(each.name));
    const [first] = writes;
    if (first === undefined) continue;
    const user = play.userOf(db, first);
    const desk = await begun(name, play, db, user, []);
    for (const [index, call] of writes.entries()) {
      const isThrough = await readAndCall(play, desk, call);
      const { payment_method_id: method, reservation_id: reservation } = call.arguments;
      if (AGAINST_THE_TEXT.has(`${name} ${id} ${call.name} ${String(method ?? reservation)}`)) {
        row.against += 1;
        row.againstStopped += isThrough ? 0 : 1;
        continue;
      }
      row.writes += 1;
      row.passed += isThrough ? 1 : 0;
      if (prints && !isThrough) console.log(`  ${name} ${id}: stopped ${call.name}: ${desk.why()}`);
      const before = writes.slice(0, index);
      const mutations: readonly Mutation[] = [{ what: 'no yes of the customer', call }, ...play.mutations(db, call, user)];
      for (const { what, call: wrong, world, before: more = [] } of mutations) {
        const other = await begun(name, play, db, user, before);
        for (const each of more) await readAndCall(play, other, each);
        world?.(other.db);
        const isLet = await readAndCall(play, other, wrong, what !== 'no yes of the customer');
        row.violations += 1;
        row.stopped += isLet ? 0 : 1;
        if (prints && isLet) console.log(`  ${name} ${id}: let through ${wrong.name}: ${what}`);
      }
    }
  }
  for (const [id, { user, call }] of Object.entries(play.refused)) {
    const desk = await begun(name, play, db, user, []);
    const isLet = await readAndCall(play, desk, call);
    row.refused += 1;
    row.refusedStopped += isLet ? 0 : 1;
    if (isLet) console.log(`  ${name} ${id}: the task refuses it, and it goes ahead: ${call.name}`);
  }
  return row;
}

console.log(
  'domain   reference writes that pass   those against the text that stop   violations that stop   asked for in refusing tasks, and stops',
);
let isWorse = false;
for (const [name, domain] of Object.entries(domains()) as ['airline' | 'retail', Domain][]) {
  const { writes, passed, against, againstStopped, violations, stopped, refused, refusedStopped } = await measure(name, domain);
  const share = ((100 * stopped) / violations).toFixed(1);
  const cells = [
    name.padEnd(8),
    `${passed} of ${writes}`.padEnd(28),
    `${againstStopped} of ${against}`.padEnd(33),
    `${stopped} of ${violations} (${share} %)`.padEnd(22),
    `${refusedStopped} of ${refused}`,
  ];
  console.log(cells.join(' '));
  isWorse ||= passed < LEAST[name].passed || stopped / violations < LEAST[name].stopped;
}
console.log('\nReference writes against the text, and the sentence that each contradicts:');
for (const [call, sentence] of AGAINST_THE_TEXT) console.log(`  ${call}: ${sentence}`);
console.log(`
Not expressed, because no call and no answer of a tool tells it: the reason of a cancellation, whether the airline cancelled a flight of this reservation,
whether a flight has been flown, that origin and destination stay the same, the number of free bags and that bags are not taken away, balances and prices, how much
a compensation is for how many passengers, that a new item is of the same product and available, and everything about what the agent says.`);
process.exitCode = isWorse ? 1 : 0;
