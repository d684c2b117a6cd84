import type { Effect } from '@licet/core';
import { requestToolEffects } from './shape.ts';
import type { ToolDescriptor } from './use.ts';
import { leakOf, tellsCredential } from './told.ts';

/** A request with the method that a call names; without one it is what the tool makes of it. */
const asking = (effect: Effect, method: unknown): Effect =>
  effect.target?.type === 'network' && typeof method === 'string'
    ? { ...effect, target: { ...effect.target, method: method.toUpperCase() } }
    : effect;

/** A prompt may hold the addresses (those of a `web_fetch`); a call that sends a body is an upload. */
export const fetchTool: ToolDescriptor = {
  sees: ['url', 'urls', 'uri', 'href', 'prompt', 'method', 'body', 'data', 'json', 'form', 'headers'],
  inspect: (payload, judge, tool): readonly Effect[] => {
    const { url, urls, uri, href, prompt, method, body, data, json, form } = payload;
    const isUpload =
      [body, data, json, form].some(value => value !== undefined) ||
      (typeof method === 'string' && !/^(?:get|head|options)$/i.test(method));
    const given = [url, urls, uri, href].filter(value => value !== undefined && value !== null);
    const inText =
      given.length === 0 && typeof prompt === 'string' ? (prompt.match(/\b(?:https?|file):\/\/[^\s"'<>)]+/gi) ?? []) : [];
    const addresses = [...given, ...inText];
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
