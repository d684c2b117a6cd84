import { holdsOpaqueData } from '../programs/opaqueAddress.ts';
import type { Effect, NetworkTarget } from '@licet/core';
import { holdsCredential } from '../programs/credentialShapes.ts';
import { isLocalAddress } from '../programs/requests.ts';
import type { ToolContext } from './use.ts';
import { fileEffects, malformed } from './files.ts';

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'ws:': 80, 'wss:': 443, 'ftp:': 21, 'ssh:': 22 };

/** What is known of an address: host and port of a URL, or of `host:port`; nothing when it is neither. */
const readAddress = (text: string): { readonly host: string; readonly port?: number } | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.hostname === '') {
    const plain = /^([A-Za-z0-9.-]+\.[A-Za-z]{2,}|localhost|\d{1,3}(?:\.\d{1,3}){3})(?::(\d{1,5}))?(?:\/|$)/.exec(text);
    if (plain?.[1] === undefined) return undefined;
    return { host: plain[1].toLowerCase(), ...(plain[2] === undefined ? {} : { port: Number(plain[2]) }) };
  }
  const port = url.port === '' ? PORTS[url.protocol] : Number(url.port);
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return { host, ...(port === undefined ? {} : { port }) };
};

/** The effects of asking an address, or of sending something to it. `file:` addresses are files, `data:` and `about:` nothing. */
export const addressEffects = (
  value: unknown,
  direction: NetworkTarget['direction'],
  method: string | undefined,
  context: ToolContext,
): readonly Effect[] => {
  const text = typeof value === 'string' ? value.trim() : '';
  if (/^(?:data|about|blob):/i.test(text)) return [];
  if (/^file:/i.test(text)) return fileEffects(text, { kind: direction === 'upload' ? 'write' : 'read' }, context);
  const address = readAddress(text);
  const sends = direction === 'upload' || holdsCredential(text);
  const sent = isLocalAddress(address?.host) ? 'both' : 'upload';
  const target: NetworkTarget = {
    type: 'network',
    direction: sends ? sent : direction,
    ...address,
    ...(method === undefined ? {} : { method }),
  };
  const isOpaque = !isLocalAddress(address?.host) && holdsOpaqueData(text);
  const tags = isOpaque ? { tags: ['opaque_address'] } : {};
  const base = { program: context.tool, via: [], certainty: 'certain', ...tags } as const;
  if (address !== undefined) return [{ ...base, kind: 'network', target }];
  return [{ ...malformed('an address that cannot be read', context), target }];
};
