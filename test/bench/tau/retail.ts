import type { Arguments, Tables, ToolCall } from './data.ts';
import type { Tools } from './desk.ts';
import { ofOther, row } from './rows.ts';
import type { Mutation } from './rows.ts';

/** The tools that change the database. */
export const retailWrites: ReadonlySet<string> = new Set([
  'cancel_pending_order',
  'modify_pending_order_items',
  'modify_pending_order_address',
  'modify_pending_order_payment',
  'return_delivered_order_items',
  'exchange_delivered_order_items',
  'modify_user_address',
]);

const orderOf = (db: Tables, { order_id: id }: Arguments): Record<string, unknown> => row(db, 'orders', id);

const STATUS: Readonly<Record<string, string>> = {
  cancel_pending_order: 'cancelled',
  modify_pending_order_items: 'pending (item modified)',
  return_delivered_order_items: 'return requested',
  exchange_delivered_order_items: 'exchange requested',
};

/** Answers and changes as the shop's own tools do, as far as the policy looks at it. */
export const retailTools: Tools = (db, { name, arguments: args }) => {
  if (name === 'get_user_details') return row(db, 'users', args['user_id']);
  if (name === 'get_order_details') return orderOf(db, args);
  if (name.startsWith('find_user_id')) return userBy(db, args) ?? 'Error: user not found';
  const status = STATUS[name];
  if (status !== undefined) orderOf(db, args)['status'] = status;
  return 'done';
};

function userBy(db: Tables, { email, first_name: first, last_name: last, zip }: Arguments): string | undefined {
  return Object.entries(db['users'] ?? {}).find(([, user]) => {
    const [name, address] = [user['name'] as Record<string, unknown>, user['address'] as Record<string, unknown>];
    return email === undefined
      ? name['first_name'] === first && name['last_name'] === last && address['zip'] === zip
      : user['email'] === email;
  })?.[0];
}

/** The customer that a call is about. */
export const retailUser = (db: Tables, { arguments: args }: ToolCall): string =>
  String(args['user_id'] ?? orderOf(db, args)['user_id']);

/** What the policy says to look at before a call. */
export const retailReads = (_db: Tables, { arguments: args }: ToolCall): readonly ToolCall[] =>
  args['order_id'] === undefined ? [] : [{ name: 'get_order_details', arguments: { order_id: args['order_id'] } }];

/** What a customer's desk begins with. */
export function retailStart(db: Tables, user: string): readonly ToolCall[] {
  return [
    { name: 'find_user_id_by_email', arguments: { email: row(db, 'users', user)['email'] } },
    { name: 'get_user_details', arguments: { user_id: user } },
  ];
}

const changed = (what: string, call: ToolCall, args: Arguments, world?: (db: Tables) => void): Mutation => ({
  what,
  call: { ...call, arguments: { ...call.arguments, ...args } },
  ...(world !== undefined && { world }),
});

/** A call with one thing in it that the policy forbids. */
export function retailMutations(db: Tables, call: ToolCall, user: string): readonly Mutation[] {
  const { name, arguments: args } = call;
  const other = Object.keys(db['users'] ?? {}).find(each => each !== user);
  if (args['order_id'] === undefined) return [changed('a foreign customer', call, { user_id: other })];
  const status = (value: string) => (tables: Tables) => void (orderOf(tables, args)['status'] = value);
  const isPending = name.includes('pending');
  const foreign = changed('a foreign order', call, { order_id: ofOther(db, 'orders', user) });
  const wrong = changed(
    isPending ? 'an order that is not pending' : 'an order that was not delivered',
    call,
    {},
    status(isPending ? 'delivered' : 'pending'),
  );
  const more: Mutation[] = [];
  if (args['payment_method_id'] !== undefined)
    more.push(changed('a foreign payment', call, { payment_method_id: 'credit_card_1' }));
  if (args['item_ids'] !== undefined) {
    more.push({ what: 'the same order again', call, before: [call] });
    more.push(
      changed('an item of another order', call, {
        item_ids: ['1'],
        ...(args['new_item_ids'] !== undefined && { new_item_ids: ['2'] }),
      }),
    );
  }
  if (args['new_item_ids'] !== undefined)
    more.push(changed('two items for one', call, { new_item_ids: [...(args['new_item_ids'] as string[]), '1'] }));
  if (name === 'cancel_pending_order') more.push(changed('another reason', call, { reason: 'found it cheaper' }));
  return [foreign, wrong, ...more];
}
