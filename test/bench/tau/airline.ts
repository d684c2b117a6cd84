import type { Arguments, Tables, ToolCall } from './data.ts';
import type { Tools } from './desk.ts';
import { ofOther, row } from './rows.ts';
import type { Mutation } from './rows.ts';

/** The tools that change the database. */
export const airlineWrites: ReadonlySet<string> = new Set([
  'book_reservation',
  'cancel_reservation',
  'update_reservation_flights',
  'update_reservation_baggages',
  'update_reservation_passengers',
  'send_certificate',
]);

const reservationOf = (db: Tables, { reservation_id: id }: Arguments): Record<string, unknown> => row(db, 'reservations', id);

/** Answers and changes as the airline's own tools do, as far as the policy looks at it. */
export const airlineTools: Tools = (db, { name, arguments: args }) => {
  if (name === 'get_user_details') return row(db, 'users', args['user_id']);
  if (name === 'get_reservation_details') return reservationOf(db, args);
  const reservation = reservationOf(db, args);
  if (name === 'cancel_reservation') reservation['status'] = 'cancelled';
  if (name === 'update_reservation_flights') Object.assign(reservation, { cabin: args['cabin'], flights: args['flights'] });
  if (name === 'update_reservation_passengers') reservation['passengers'] = args['passengers'];
  return 'done';
};

/** The customer that a call is about. */
export const airlineUser = (db: Tables, { arguments: args }: ToolCall): string =>
  String(args['user_id'] ?? reservationOf(db, args)['user_id']);

/** What the policy says to look at before a call. */
export function airlineReads(_db: Tables, { arguments: args }: ToolCall): readonly ToolCall[] {
  return args['reservation_id'] === undefined
    ? []
    : [{ name: 'get_reservation_details', arguments: { reservation_id: args['reservation_id'] } }];
}

/** What a customer's desk begins with. */
export const airlineStart = (_db: Tables, user: string): readonly ToolCall[] => [
  { name: 'get_user_details', arguments: { user_id: user } },
];

const changed = (what: string, call: ToolCall, args: Arguments, world?: (db: Tables) => void): Mutation => ({
  what,
  call: { ...call, arguments: { ...call.arguments, ...args } },
  ...(world !== undefined && { world }),
});

/** A call with one thing in it that the policy forbids. */
export function airlineMutations(db: Tables, call: ToolCall, user: string): readonly Mutation[] {
  const { name, arguments: args } = call;
  const foreign = ofOther(db, 'reservations', user);
  const own = args['reservation_id'] === undefined ? [] : [changed('a foreign reservation', call, { reservation_id: foreign })];
  const set = (values: Record<string, unknown>) => (tables: Tables) => void Object.assign(reservationOf(tables, args), values);
  const passengers = (args['passengers'] ?? []) as readonly unknown[];
  const payments = (args['payment_methods'] ?? []) as readonly unknown[];
  const one = passengers[0];
  switch (name) {
    case 'book_reservation':
      return [
        changed('a sixth passenger', call, { passengers: Array.from({ length: 6 }, () => one) }),
        changed('no passenger', call, { passengers: [] }),
        changed('a second certificate', call, {
          payment_methods: [...payments, { payment_id: 'certificate_1', amount: 1 }, { payment_id: 'certificate_2', amount: 1 }],
        }),
        changed('a foreign payment', call, { payment_methods: [{ payment_id: 'credit_card_1', amount: 1 }] }),
        changed('a foreign customer', call, { user_id: Object.keys(db['users'] ?? {}).find(each => each !== user) }),
      ];
    case 'cancel_reservation':
      return [
        ...own,
        changed(
          'a cancellation without a ground',
          call,
          {},
          set({ cabin: 'economy', insurance: 'no', created_at: '2024-05-01T00:00:00' }),
        ),
      ];
    case 'update_reservation_flights':
      return [
        ...own,
        changed(
          'other flights in basic economy',
          call,
          { flights: [{ flight_number: 'HAT999', date: '2024-05-30' }] },
          set({ cabin: 'basic_economy' }),
        ),
        changed('a foreign payment', call, { payment_id: 'credit_card_1' }),
        changed('a certificate for a change', call, { payment_id: 'certificate_1' }),
      ];
    case 'update_reservation_baggages':
      return [...own, changed('a foreign payment', call, { payment_id: 'credit_card_1' })];
    case 'update_reservation_passengers':
      return [...own, changed('another number of passengers', call, { passengers: [...passengers, one] })];
    default:
      return [
        changed('an amount that no rule gives', call, { amount: 75 }),
        changed('a foreign customer', call, { user_id: Object.keys(db['users'] ?? {}).find(each => each !== user) }),
      ];
  }
}

const cancel = (user: string, reservation: string) => ({
  user,
  call: { name: 'cancel_reservation', arguments: { reservation_id: reservation } },
});
const move = (user: string, reservation: string, payment: string) => ({
  user,
  call: {
    name: 'update_reservation_flights',
    arguments: {
      reservation_id: reservation,
      cabin: 'basic_economy',
      flights: [{ flight_number: 'HAT001', date: '2024-05-29' }],
      payment_id: payment,
    },
  },
});

/** What the tasks ask for that end without a write: the calls by their texts, written by hand. Those that no call can be written for are not here. */
export const airlineRefused: Readonly<Record<string, { readonly user: string; readonly call: ToolCall }>> = {
  '0': cancel('emma_kim_9957', 'EHGLP3'),
  '1': cancel('raj_sanchez_7340', 'Q69X3R'),
  '4': {
    user: 'sophia_silva_7557',
    call: { name: 'send_certificate', arguments: { user_id: 'sophia_silva_7557', amount: 100 } },
  },
  '5': { user: 'mei_brown_7075', call: { name: 'send_certificate', arguments: { user_id: 'mei_brown_7075', amount: 50 } } },
  '28': cancel('amelia_rossi_1297', 'SI5UKW'),
  '36': move('lucas_brown_4047', 'EUJUY6', 'credit_card_1'),
  '45': cancel('sophia_taylor_9065', 'PEP4E0'),
  '47': cancel('sophia_silva_7557', 'H8Q05L'),
  '48': cancel('anya_garcia_5901', '3RK2T9'),
  '49': cancel('anya_garcia_5901', '3RK2T9'),
};
