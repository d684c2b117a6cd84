import { isLocalAddress, requestLoses, valueLoses } from '../programs/requests.ts';
import { losesRedisData } from '../programs/documentScripts.ts';
import { plainName } from './use.ts';

/** Names of words for people, which may be about anything. */
export const PROSE_NAME =
  /^(?:content|contents|text|description|message|msg|prompt|title|thought|comment|comments|summary|plan|notes?|subject|reason|explanation|instructions?|question|answer|label|header|activeform|oldstring|newstring|oldstr|newstr|filetext|diff|patch|markdown|html|reply|draft|caption|name)$/;

/** Values that are looked at, at most. */
export const MAX_VALUES = 1500;

/** An order to a store of data, with its words beside it: `{ command: 'FLUSHALL', args: ['ASYNC'] }`. */
function ordersLoss(command: string | undefined, fields: ReadonlyMap<string, unknown>): boolean {
  const words = ['args', 'arguments', 'argv', 'params', 'keys'].flatMap(name => fields.get(name) ?? []);
  const [first = '', argument] = [
    ...(command ?? '').trim().split(/\s+/),
    ...words.map(word => (typeof word === 'string' ? word : '')),
  ];
  return LOSING_ORDER.test(first) && losesRedisData(first, argument);
}

/** Words that are orders to a store of data and hardly anything else. Source: the commands of Redis. */
const LOSING_ORDER =
  /^(?:flushall|flushdb|flush_all|del|unlink|hdel|ltrim|swapdb|getdel|shutdown|zremrangeby\w+|replicaof|slaveof)$/i;

/** Requests are judged as requests, whatever tool sends them: method, address, body, action. */
export const losesRemotely = (payload: Readonly<Record<string, unknown>>): boolean => {
  const objects: Readonly<Record<string, unknown>>[] = [payload];
  for (let at = 0; at < objects.length && at < MAX_VALUES; at++) {
    const entries = Object.entries(objects[at] ?? {});
    const fields = new Map(entries.map(([name, value]) => [plainName(name), value]));
    const texts = (...names: readonly string[]): readonly string[] =>
      names.flatMap(name => (typeof fields.get(name) === 'string' ? [fields.get(name) as string] : []));
    const [url] = texts('url', 'uri', 'endpoint', 'path', 'route', 'href');
    const [method] = texts('method', 'httpmethod', 'verb');
    if (isLocalAddress(url)) continue;
    const body = ['body', 'data', 'json', 'payload', 'params', 'query', 'form', 'variables'].flatMap(name => {
      const value = fields.get(name);
      return value === undefined || value === null ? [] : [typeof value === 'string' ? value : JSON.stringify(value)];
    });
    const isRequest = url !== undefined && (method !== undefined || /^https?:/i.test(url) || url.startsWith('/'));
    if (ordersLoss(texts('command', 'cmd', 'operation', 'action', 'op', 'verb')[0], fields)) return true;
    if (isRequest && requestLoses({ method: method ?? (body.length > 0 ? 'POST' : 'GET'), url, body })) return true;
    for (const [, value] of entries)
      if (typeof value === 'object' && value !== null) objects.push(value as Readonly<Record<string, unknown>>);
  }
  if (
    typeof payload['element'] === 'string' &&
    /\b(?:delete|destroy|remove|purge|wipe|terminate|erase)\b/i.test(payload['element'])
  )
    return true;
  const prose = Object.fromEntries(Object.entries(payload).filter(([name]) => !PROSE_NAME.test(plainName(name))));
  return (
    ![...objects].some(one => Object.values(one).some(value => typeof value === 'string' && isLocalAddress(value))) &&
    valueLoses(prose)
  );
};
