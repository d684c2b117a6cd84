import { alike } from '../alike.ts';
import { ofTool } from './use.ts';
import type { ToolDescriptor, ToolEffect } from './use.ts';
import type { Effect } from '@licet/core';
import { effectsOfClass } from './safetyClass.ts';
import { requestToolEffects } from './shape.ts';
import { leakOf, tellsCredential } from './foreign.ts';

/** A request with the method that a call names; without one it is what the tool makes of it. */
const asking = (effect: Effect, method: unknown): Effect =>
  effect.target?.type === 'network' && typeof method === 'string'
    ? { ...effect, target: { ...effect.target, method: method.toUpperCase() } }
    : effect;

/** A prompt may hold the addresses (those of a `web_fetch`); a call that sends a body is an upload. */
export const fetchTool: ToolDescriptor = {
  sees: ['url', 'urls', 'uri', 'href', 'id', 'prompt', 'method', 'body', 'data', 'json', 'form', 'headers'],
  inspect: (payload, judge, tool): readonly Effect[] => {
    const { url, urls, uri, href, prompt, method, body, data, json, form } = payload;
    const isUpload =
      [body, data, json, form].some(value => value !== undefined) ||
      (typeof method === 'string' && !/^(?:get|head|options)$/i.test(method));
    const given = [url, urls, uri, href].filter(value => value !== undefined && value !== null);
    const inText =
      given.length === 0 && typeof prompt === 'string' ? (prompt.match(/\b(?:https?|file):\/\/[^\s"'<>)]+/gi) ?? []) : [];
    const addresses = [...given, ...inText];
    // A service that knows its records by their numbers is asked for one.
    if (addresses.length === 0 && typeof payload['id'] === 'string' && !isUpload) return effectsOfClass('read_external', tool);
    if (addresses.length === 0) return judge('url', '');
    return [
      ...addresses.flatMap(address => judge(isUpload ? 'upload' : 'url', address)).map(effect => asking(effect, method)),
      ...requestToolEffects({ ...payload, prompt: '' }, tool),
    ];
  },
};

/** A search in the web; what it asks for may tell a credential. */
export const search: ToolDescriptor = {
  inspect: (payload, _judge, tool): readonly Effect[] => (tellsCredential(payload) ? [leakOf(tool)] : []),
  effects: [
    { kind: 'network', target: { type: 'network', direction: 'download' }, certainty: 'certain', note: 'asks a search service' },
  ],
};

/** Whose page is open is not in the call: it may be the page that is being built, or one that its user is signed in to. */
const pageChange: ToolEffect = {
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
    const sent = { kind: 'network', target: { type: 'network', direction: 'upload' }, tags: ['uploads'] } as const;
    return isNothing ? [] : [...judge('read', files), ofTool(tool, sent)];
  },
};

/** The tools of browsers (Playwright, Chrome DevTools, Puppeteer), by plain name. */
export const browserTools: Readonly<Record<string, ToolDescriptor>> = {
  ...alike('browsernavigate puppeteernavigate navigatepage newpage', navigating),
  ...alike(
    'browserclick browserfillform browsertype browserpresskey browserdrag browserselectoption browserhandledialog puppeteerclick puppeteerfill puppeteerselect',
    acting,
  ),
  ...alike(
    'browsersnapshot browserconsolemessages browsernetworkrequests browserhover browserwaitfor browsertabs browsertablist browserresize browserclose browsernavigateback browsernavigateforward puppeteerhover',
    looking,
  ),
  ...alike('browsertakescreenshot puppeteerscreenshot', saving),
  ...alike('browserevaluate puppeteerevaluate evaluatescript', scripting),
  browserfileupload: uploading,
  ...alike('click fill fillform drag presskey', { ...acting, required: ['uid', 'fromuid', 'elements', 'key', 'selector'] }),
};
