import { lossTags } from '../../places/losses.ts';
import type { Call } from '../call.ts';
import { effect } from '../shapes.ts';
import type { Finding, Listens } from '../use.ts';
import { holds } from './condition.ts';

/** An address that only this machine reaches, with or without a scheme and a port. */
const OWN_MACHINE = /^(?:[a-z]+:\/\/)?(?:localhost|127(?:\.\d+){1,3}|\[?::1\]?|unix:.*|\/.*)(?:[:/]|$)/i;

/** Whether a value is an address; a port alone is none. */
const isHost = (text: string | undefined): boolean => text === undefined || !/^(?:[a-z]+:\/\/)?:?\d{1,5}$/i.test(text);

/** Folders that are made to be looked at. */
const PUBLIC = /(?:^|\/)(?:public|docs?|sites?|www|static|html|examples?|demos?|book)(?:\/|$)/;

/** Whether a folder holds what was built or is meant for others: serving it shows nothing else. */
const isBuilt = (folder: string | undefined): boolean =>
  folder !== undefined &&
  (PUBLIC.test(folder) ||
    lossTags(folder.startsWith('/') ? folder : `/w/${folder}`, undefined, true, { cwd: '/w' }).includes('regenerable'));

const folderOf = ({ folder }: Listens, call: Call): string | undefined => {
  if (folder === 'operands') return call.operands.find(({ text }) => !/^\d+$/.test(text ?? ''))?.text;
  return folder === undefined ? undefined : call.values(folder)[0]?.text;
};

/**
 * What a server of files opens. Everyone in the network is let in where the call asks for it, and where it names no address, if the program
 * listens on all of them then. It is everyday work to look at what was built: such a folder may be served without one.
 *
 * | call, with `{ at: '-a', isOpen: true, folder: 'operands' }` | lets everyone in |
 * |---|---|
 * | `serve -a 0.0.0.0 .`, `serve .` | yes |
 * | `serve -a 127.0.0.1 .`, `serve dist` | no |
 */
export function findListening(rule: Listens, call: Call): readonly Finding[] {
  if (rule.when !== undefined && !holds(rule.when, call)) return [];
  const hosts = call.values(rule.at).filter(({ text }) => isHost(text));
  const isOpen = hosts.some(({ text }) => text === undefined || !OWN_MACHINE.test(text));
  const isAll = isOpen || (hosts.length === 0 && rule.isOpen === true && !isBuilt(folderOf(rule, call)));
  return [effect('network', 'network:listen', ...(isAll ? (['shares', 'weakens'] as const) : []))];
}
