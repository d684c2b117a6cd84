import type { Effect } from '@licet/core';
import type { ToolDescriptor } from './use.ts';

/** Whose page is open is not in the call: it may be the page that is being built, or one that its user is signed in to. */
const pageChange: Omit<Effect, 'via' | 'program'> = {
  kind: 'write',
  target: { type: 'named', category: 'web_page', name: 'the open page' },
  certainty: 'possible',
  tags: ['browses'],
  note: 'acts on the page that is open in a browser',
};

const acting: ToolDescriptor = { effects: [pageChange] };

const looking: ToolDescriptor = {
  effects: [
    { kind: 'network', target: { type: 'network', direction: 'download' }, certainty: 'possible', note: 'looks at a page' },
  ],
};

const saving: ToolDescriptor = { ...looking, arguments: { filename: 'write', filepath: 'write', path: 'write' } };

/** Code in a page reaches what the page reaches; the scanner sees what it sends and where. */
const scripting: ToolDescriptor = {
  effects: [pageChange],
  arguments: { function: 'code', script: 'code', code: 'code', expression: 'code' },
  language: '=javascript',
  required: ['function', 'script', 'code', 'expression'],
};

const navigating: ToolDescriptor = { arguments: { url: 'url' }, required: ['url'] };

/** Files that lie in a project only to be uploaded by its tests. */
const MADE_TO_UPLOAD =
  /(?:^|\/)(?:fixtures?|__fixtures__|test[-_]?data|test[-_]?assets|e2e|cypress|sample[-_]?files|__mocks__|(?:specs?|tests?)\/(?:assets|files|resources|data|uploads))\/[^/]/;

const uploading: ToolDescriptor = {
  sees: ['paths', 'files'],
  effects: [pageChange],
  inspect: (payload, judge, tool): readonly Effect[] => {
    const files = payload['paths'] ?? payload['files'] ?? [];
    const isNothing = Array.isArray(files) && files.length === 0;
    const named: readonly unknown[] = Array.isArray(files) ? files : [files];
    const isMade = named.every(file => typeof file === 'string' && MADE_TO_UPLOAD.test(file));
    if (isMade) return judge('read', files);
    const sent = { kind: 'network', target: { type: 'network', direction: 'upload' } } as const;
    return isNothing
      ? []
      : [...judge('read', files), { ...sent, program: tool, via: [], certainty: 'certain', tags: ['uploads'] }];
  },
};

const all = (names: string, tool: ToolDescriptor): Readonly<Record<string, ToolDescriptor>> =>
  Object.fromEntries(names.split(' ').map(name => [name, tool]));

/** The tools of browsers (Playwright, Chrome DevTools, Puppeteer), by plain name. */
export const browserTools: Readonly<Record<string, ToolDescriptor>> = {
  ...all('browsernavigate puppeteernavigate navigatepage newpage', navigating),
  ...all(
    'browserclick browserfillform browsertype browserpresskey browserdrag browserselectoption browserhandledialog puppeteerclick puppeteerfill puppeteerselect',
    acting,
  ),
  ...all(
    'browsersnapshot browserconsolemessages browsernetworkrequests browserhover browserwaitfor browsertabs browsertablist browserresize browserclose browsernavigateback browsernavigateforward puppeteerhover',
    looking,
  ),
  ...all('browsertakescreenshot puppeteerscreenshot', saving),
  ...all('browserevaluate puppeteerevaluate evaluatescript', scripting),
  browserfileupload: uploading,
  ...all('click fill fillform drag presskey', { ...acting, required: ['uid', 'fromuid', 'elements', 'key', 'selector'] }),
};
