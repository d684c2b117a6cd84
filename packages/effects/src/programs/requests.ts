import { LOSING_VERBS } from './verbWords.ts';

/** What a request asks of a service. */
export interface Request {
  /** In any case; nothing when the program chooses it. */
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Header lines `Name: value`. */
  readonly headers?: readonly string[];
  /** The parts of the body that are known. */
  readonly body?: readonly string[];
}

/** A name of a function or an action that destroys: `deleteUser`, `volume_delete`, `TerminateInstances`, `users.purge`. */
const LOSING_NAME = new RegExp(
  String.raw`(?:^|[._:/#-]|[a-z\d](?=[A-Z])|_)(?:${LOSING_VERBS}|${LOSING_VERBS.replace(/(?:^|\|)([a-z])/g, (whole, letter: string) => whole.replace(letter, letter.toUpperCase()))})(?:s?$|[A-Z_./:\d-]|All\b)`,
);

const LOSING_FIRST = new RegExp(`^(?:${LOSING_VERBS})(?:[_ -]|$)`, 'i');

/** Whether the name of an action, a function or a remote procedure says that it destroys something. */
export function namesLoss(name: string): boolean {
  const last = name.trim().slice(0, 256);
  return LOSING_NAME.test(last) || LOSING_FIRST.test(last);
}

const ACTION_KEYS =
  /^(?:action|operation|op|method|command|cmd|verb|type|mutation|function|fn|api|event|intent|call|procedure|operationname|_method|target)$/i;

const LOSING_PATH = new RegExp(
  String.raw`/(?:${LOSING_VERBS}|force-?delete|hard-?delete|rebuild|reinstall|reimage|reboot|power-?(?:off|cycle)|poweroff|force-?stop|halt|failover|rollback|reset|restore|refunds?|payouts?|cancel|suspend|deactivate|disable|ban|block|rotate|detach|evict|drain|void|chargebacks?|transfers?|withdraw(?:als?)?|stop|kill|abort|undeploy|prune|factory-?reset|impersonate|delete[-_]?all|reset-?database)(?:-[\w-]+)?(?:[/?#]|$)|/_(?:delete_by_query|close|forcemerge)\b|[:/](?:delete|batchDelete|bulkDelete|destroy|undeploy|terminate)(?:[?#]|$)`,
  'i',
);

/** A name of a mutation that stops, takes back or pays back what others have: `bulkCancelOrders`, `refund_payment`. */
const TAKES_BACK =
  /(?:^|_|[a-z\d](?=[A-Z]))(?:[Cc]ancel|[Rr]efund|[Cc]hargeback|[Ss]uspend|[Dd]eactivate|[Dd]isable|[Bb]an|[Vv]oid|[Rr]ollback|[Ee]xpire)(?=[A-Z_]|(?:ed|s)?$)/;

/** The last names in a mutation: the fields that it calls. */
function mutationLoses(query: string): boolean {
  const start = /\bmutation\b/.exec(query);
  if (start === null) return false;
  const bare = query.slice(start.index).replace(/"""(?:\\"""|[\s\S])*?"""|"(?:[^"\\\n]|\\.)*"|#[^\n]*/g, '""');
  return [...bare.matchAll(/(?:^|[\s{,:}])([A-Za-z_]\w*)\s*(?=[({]|$|[\s}])/g)].some(
    ([, name = '']) => namesLoss(name) || TAKES_BACK.test(name.slice(0, 256)),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const MOST_NODES = 500;

/** Whether a value of a request says that something is destroyed: a mutation, an action by its name, a key that is an order. */
export function valueLoses(value: unknown): boolean {
  const pending: [key: string, value: unknown][] = [['', value]];
  for (let seen = 0; pending.length > 0 && seen < MOST_NODES; seen++) {
    const [key, current] = pending.pop() ?? ['', undefined];
    if (typeof current === 'string') {
      if (/^(?:query|mutation|document|graphql|)$/i.test(key) && mutationLoses(current)) return true;
      if (ACTION_KEYS.test(key) && current.length < 128 && namesLoss(current)) return true;
    } else if (Array.isArray(current)) pending.push(...current.map((one): [string, unknown] => [key, one]));
    else if (typeof current === 'object' && current !== null) {
      for (const [name, inner] of Object.entries(current)) {
        if (
          /^\$(?:out|merge)$|^(?:delete|destroy|purge|drop|remove|update_?by_?query|deleteMany|deleteAll)$/i.test(name) &&
          inner !== null &&
          inner !== false
        )
          return true;
        pending.push([name, inner]);
      }
    }
  }
  return false;
}

function bodyLoses(text: string): boolean {
  const parsed = parse(text);
  if (parsed !== undefined && typeof parsed === 'object') return valueLoses(parsed);
  if (mutationLoses(text)) return true;
  return [...text.matchAll(/(?:^|[&\s?])([\w.-]+):?=([^&\s]*)/g)].some(([, key = '', value = '']) =>
    valueLoses({ [key]: value }),
  );
}

const LOOPBACK =
  /^(?:[a-z][\w+.-]*:\/\/)?(?:[^/@]*@)?(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0|host\.docker\.internal|[\w.-]+\.localhost)(?:[:/]|$)|^:\d+/i;

/** The source of an expression for addresses that are not on this machine. */
export const NOT_LOCAL: string = `(?i)^(?!(?:${LOOPBACK.source}))`;

/** Ports at which databases and search engines listen. Sources: their manuals. */
const KEEPS_DATA =
  /:(?:9200|9300|9201|5984|8086|6333|8123|7474|8529|8983|8500|2379|15672|8428|3100|9000|19530|7700|8108)(?=[/?#]|$)/;

/** A request that empties a database on this machine: a whole index or collection, or everything by a pattern. */
export function losesLocalData(method: string, url: string | undefined): boolean {
  if (url === undefined) return false;
  const path = url
    .replace(/^[a-z][\w+.-]*:\/\//i, '')
    .replace(/^[^/]*/, '')
    .replace(/[?#].*$/s, '');
  if (/\/_delete_by_query\b/.test(path)) return true;
  if (method.toUpperCase() !== 'DELETE') return false;
  return (
    /\/(?:_all|\*|[^/]*\*[^/]*)(?:\/|$)/.test(path) ||
    (KEEPS_DATA.test(url) && path.split('/').filter(part => part !== '').length <= 2)
  );
}

/** What one asks of a service over and over, and which changes nothing there. */
const ASKING =
  /\/(?:search|_search|query|graphql|validate|token|tokens|login|oauth2?|auth|session|completions?|embeddings|messages|responses|generate|predict|infer(?:ence)?|translate|moderations|transcriptions|rerank|classify|chat|count|_count|lookup|preview|render|markdown|verify|introspect|batchGet|rpc|jsonrpc|health|ping|echo|post|put|patch|anything)(?:[/?#:]|$)|:(?:generateContent|predict|embed)|[./-](?:staging|dev|test|sandbox|preview|local|internal)[./:-]/i;

/** Orders in a path, which services of the same network carry out for whoever asks: of builds, machines, clusters and people on call. */
const ORDERING =
  /\/(?:dispatches|build(?:WithParameters)?|(?:safe)?restart|safe-?exit|quietdown|leave|seal|step-down|purge_cache|scale|deploy(?:ments?)?|redeploy|promote|trigger|reindex|migrate|shutdown|formation|incidents|invitations?|publish|merge)(?:[/?#]|$)/i;

/** Addresses at which a text is put before people. */
const WEBHOOK =
  /^(?:https?:\/\/)?(?:hooks\.slack\.com|(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks|[\w.-]+\.webhook\.office\.com|api\.telegram\.org\/bot|chat\.googleapis\.com)\b/i;

/** A host of what is in production: inside of its network nobody may ask who calls. */
const IN_PRODUCTION = /(?:^|[.-])(?:prod(?:uction)?|prd|live)\d*(?:[.-]|$)/i;

const CREDENTIAL = /^(?:authorization|x-[\w-]*(?:token|key|auth)[\w-]*|private-token|api-?key|circle-token|dd-api-key)\s*:/i;

/**
 * Whether a request may change something at a service: it sends, and not to where one only asks. Without credentials only what orders
 * something counts, at a host with a name of the internet, and what replaces something in production.
 */
export function requestChanges({ method = 'GET', url = '', headers = [] }: Request): boolean {
  if (!/^(?:POST|PUT|PATCH)$/i.test(method) || ASKING.test(url)) return false;
  if (WEBHOOK.test(url)) return true;
  if (headers.some(line => CREDENTIAL.test(line))) return /^(?:https:\/\/|[\w-]+\.)/i.test(url);
  const [, host, path = ''] = /^(?:https?:\/\/)?([\w-]+(?:\.[\w-]+)+)(?::\d+)?(\/.*)?$/is.exec(url) ?? [];
  return host !== undefined && (ORDERING.test(path) || (IN_PRODUCTION.test(host) && !/^POST$/i.test(method)));
}

/** Whether an address is on this machine. */
export function isLocalAddress(url: string | undefined): boolean {
  return url !== undefined && LOOPBACK.test(url);
}

/**
 * Whether a request destroys something at a service: by its method, by what its path orders, by an action in its query, headers
 * or body, by the fields of a GraphQL mutation. A page that is only fetched is not destroyed by its name.
 */
export function requestLoses({ method = 'GET', url, headers = [], body = [] }: Request): boolean {
  const verb = method.toUpperCase();
  if (/^(?:DELETE|PURGE|BAN|UNLINK)$/.test(verb)) return true;
  if (headers.some(line => /^x-(?:http-)?method(?:-override)?\s*:\s*(?:delete|purge)/i.test(line))) return true;
  const target = headers.map(line => /^x-amz-target\s*:\s*(.*)$/i.exec(line)?.[1]).find(found => found !== undefined);
  if (target !== undefined && namesLoss(target)) return true;
  const [path = '', query = ''] = (url ?? '').split(/\?(.*)/s);
  if (query !== '' && bodyLoses(query)) return true;
  const sends = !/^(?:GET|HEAD|OPTIONS)$/.test(verb) || body.length > 0;
  const isPage =
    !/(?:^|\/\/|\.)api\b|\/(?:api|rest|graphql|v\d+|admin)\//i.test(path) ||
    /^(?:https?:\/\/)?(?:docs?|help|support|developers?|www)\./i.test(path);
  const withoutHost = path.replace(/^[a-z][\w+.-]*:\/\/[^/]*/i, '');
  if ((sends || !isPage) && LOSING_PATH.test(withoutHost)) return verb !== 'HEAD';
  return body.some(bodyLoses);
}
