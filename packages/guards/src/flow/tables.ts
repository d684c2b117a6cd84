/** What an argument of a call is: who reads it, what is acted on, a detail that is never checked, or what is sent. */
export type ArgumentKind = 'dest' | 'object' | 'detail' | 'content';

const keys = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Fields that outsiders can write, where nothing is declared. */
export const UNTRUSTED_KEYS = keys(
  'body subject description content contents text message messages comment comments review reviews note notes title summary html markdown snippet readme location',
);

/** Fields that people know a record by, where nothing is declared. */
export const LABEL_KEYS = keys('subject title name filename file_name label');

/** Arguments that say who reads what is sent. */
export const DEST_KEYS = keys(
  'to recipient recipients cc bcc participant participants attendee attendees invitee invitees guest guests channel channels url uri link href webhook webhook_url endpoint repo repository remote email emails email_address user_email mail address user user_id username member members assignee assignees reviewer reviewers host hostname domain server bucket phone phone_number destination target audience room chat chat_id group team',
);

/** Arguments that say what is acted on. */
export const OBJECT_KEYS = keys(
  'id file file_name filename file_path path folder account account_number iban hotel restaurant company package branch order name key password',
);

/** Arguments that are never checked: when, how much, how. */
export const DETAIL_KEYS = keys(
  'date day time start end start_time end_time start_day end_day new_start_time new_end_time start_date end_date due due_date deadline amount price quantity count n limit offset page permission permissions role status type kind format priority recurring language currency timezone size sort order_by mode',
);

/** Arguments that are sent. */
export const CONTENT_KEYS = new Set([
  ...UNTRUSTED_KEYS,
  'reason',
  'value',
  'data',
  'payload',
  'query',
  'caption',
  'heading',
  'line',
  'lines',
]);

/** Arguments that hold the address of a page. */
export const ADDRESS_KEYS = keys('url uri link href page address website');

/** Tools of agent hosts themselves: they plan, ask the user or start a sub-agent of the same session, and reach no one else. */
export const HOST_TOOLS = keys(
  'Agent Task TaskCreate TaskGet TaskList TaskOutput TaskStop TaskUpdate TodoRead TodoWrite EnterPlanMode ExitPlanMode AskUserQuestion Skill SlashCommand ToolSearch BashOutput KillBash KillShell StructuredOutput',
);

/** Tools of hosts that return what a sub-agent says. */
export const REPORTING_TOOLS = keys('Agent Task TaskOutput');

const READ_VERBS = keys(
  'get list search read find fetch check show describe query view lookup count browse look open visit download preview',
);
const FETCH_VERBS = keys('get fetch read browse open visit view download preview check');

/** Verbs whose calls need a word of their act in the prompt even where the user named what they act on. */
export const GRAVE_VERBS = keys('delete remove cancel update share reschedule');

/** What tells verbs which act on something that the call itself makes. */
export const MAKING_VERBS = keys('create send add make new post write schedule reserve book');

/** Services whose name servers put before what their tools do. */
const SERVICES = keys(
  'slack jira confluence notion github gitlab bitbucket linear asana trello brave tavily exa firecrawl gmail gdrive outlook teams discord sentry zendesk intercom figma postgres mysql sqlite redis mongodb supabase playwright puppeteer perplexity',
);

/** Returns the words of a tool's name, without the name of its service: `mcp__mail__sendMail` is `send`, `mail`. */
export function toolWords(tool: string): readonly string[] {
  const parts = tool.split(/__|[.:/]/u).filter(part => part !== '');
  const words = wordsOfName(parts.at(-1) ?? tool);
  const [first = ''] = words;
  const isService = words.length > 1 && (SERVICES.has(first) || (parts.length > 2 && parts.at(-2)?.toLowerCase() === first));
  return isService ? words.slice(1) : words;
}

function wordsOfName(name: string): readonly string[] {
  return name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '');
}

/** The first word of a tool's name. */
export const verbOf = (tool: string): string => toolWords(tool)[0] ?? '';

/** Whether a tool only reads, by the first word of its name. What a server says about its tools loosens nothing. */
export const isReadingTool = (tool: string): boolean => READ_VERBS.has(verbOf(tool)) || isPlainFetchName(tool);

/** Whether `flow` takes a tool for one that acts, by the first word of its name alone. */
export const actsByName = (tool: string): boolean => !isReadingTool(tool);

const isPlainFetchName = (tool: string): boolean => tool === 'WebFetch' || tool === 'WebSearch';

/** Whether what a tool is asked for goes to a search engine. */
export function isWebSearch(tool: string): boolean {
  const words = toolWords(tool);
  return words.includes('web') && words.includes('search');
}

/** Whether a tool that reads may be one that fetches a page. */
export const isFetchVerb = (tool: string): boolean => FETCH_VERBS.has(verbOf(tool)) || tool === 'WebFetch';

/** Whether the name of a tool says what it does. */
export const isKnownVerb = (verb: string): boolean => READ_VERBS.has(verb) || MAKING_VERBS.has(verb) || Object.hasOwn(ACTS, verb);

/** Words by which a prompt asks for an act, by the verb of the tool: each is the beginning of a word. */
const ACTS: Readonly<Record<string, string>> = {
  add: 'add invit includ append insert put',
  append: 'append add insert writ updat put',
  archive: 'archiv',
  book: 'book reserv',
  cancel: 'cancel delet remov',
  delete: 'delet remov eras drop trash clean clear discard wip purg',
  forward: 'forward send shar',
  grant: 'grant giv shar allow',
  invite: 'invit add',
  merge: 'merg',
  move: 'move moving moved put transfer',
  pay: 'pay transfer send refund wire',
  post: 'post send shar publish writ announc tell messag reply repli ask',
  publish: 'publish releas post',
  remove: 'remov delet kick drop unsubscrib',
  reply: 'reply repli answer respond writ send tell',
  reschedule: 'reschedul move moving moved postpon shift chang delay',
  reserve: 'reserv book',
  schedule: 'schedul set plan arrang pay',
  send: 'send mail email messag writ tell forward notif reply repli answer ask contact shar post pay refund transfer congrat inform invit',
  set: 'set chang updat',
  share: 'shar send giv invit',
  transfer: 'transfer pay send wire refund',
  update: 'updat chang edit modif adjust set correct replac move moving moved new renam',
  write: 'writ add sav post creat updat put edit',
};

const NOUN_FORMS: Readonly<Record<string, string>> = {
  event: 'event meeting calendar appointment remind invit',
  file: 'file document docx txt note',
  issue: 'issue ticket bug',
  email: 'mail',
  message: 'messag',
};

/**
 * The beginnings of words of which the prompt must have one, for a tool that nothing is declared of. A tool that creates needs what it
 * creates. Undefined for a verb without an entry: its own beginning counts.
 */
export function actWordsOf(tool: string): readonly string[] {
  const [verb = '', ...nouns] = toolWords(tool);
  const known = Object.hasOwn(ACTS, verb) ? ACTS[verb] : undefined;
  if (known !== undefined) return known.split(' ');
  if (verb !== 'create' && verb !== 'make' && verb !== 'new') return [stemOf(verb)];
  return nouns.flatMap(noun => (NOUN_FORMS[noun] ?? stemOf(noun)).split(' '));
}

const INFLECTIONS = /^(?:s|d|ed|ing|[a-z]?(?:ed|ing))?$/u;

/** Whether a word begins with the beginning of another: a short beginning counts only where an inflection follows it. */
export const isFormOf = (word: string, beginning: string): boolean =>
  word.startsWith(beginning) && (beginning.length > 3 || INFLECTIONS.test(word.slice(beginning.length)));

/** A word without what inflection adds to it. */
const stemOf = (word: string): string => (word.length > 4 ? word.replace(/(?:ies|es|s|e|y|ing|ed)$/u, '') : word);
