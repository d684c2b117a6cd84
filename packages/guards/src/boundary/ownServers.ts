import type { Action, Effect, NetworkTarget } from '@licet/core';
import type { KnownPlace } from '@licet/effects/places';

import type { Finding } from '../judging/findings.ts';
import { compileHost, embeddedAddress } from './hostPattern.ts';
import type { HostPattern } from './hostPattern.ts';

/** Names and addresses under which this machine is reached from itself, from a container, and by public names that lead back to it. */
const OWN_HOSTS =
  'localhost *.localhost 127.0.0.0/8 0.0.0.0 [::1] [::] ip6-localhost ip6-loopback localhost.localdomain localtest.me *.localtest.me lvh.me *.lvh.me host.docker.internal host.containers.internal gateway.docker.internal'.split(
    ' ',
  );

/** What every caller may see: no token opens more there. */
const PUBLIC_PATH = /^\/(?:health|openapi\.json|\.well-known\/[\w/-]*)(?![\w/.-])/;

/** Paths that no other server has. */
const CONSOLE_PATH = /\/v1\/console\/pair/;

/** Longer texts are not looked through. */
const MOST_TEXT = 200_000;

/** Judges requests to running servers of Licet. They are what a person or a runtime asks there, as the commands for humans are. */
export function ownServerJudge(place: KnownPlace): (action: Action, effects: readonly Effect[]) => readonly Finding[] {
  let own: readonly HostPattern[] | undefined;
  const isOwn = (host: string | undefined): boolean => {
    if (host === undefined) return true;
    own ??= OWN_HOSTS.map(name => compileHost(name, []));
    return [host, embeddedAddress(host) ?? host].some(name => own?.some(pattern => pattern.matches(name, undefined)));
  };
  return (action, effects) => {
    const asking = effects.filter(({ target }) => target?.type === 'network' && target.direction !== 'listen');
    if (asking.length === 0) return [];
    const text = JSON.stringify(action.payload).slice(0, MOST_TEXT);
    const ports = runningPorts(place);
    return asking.flatMap(effect => {
      const target = effect.target as NetworkTarget;
      const port = isOwn(target.host) ? portOf(target, ports, text) : ports.find(each => throughOwn(each).test(text));
      if (port === undefined && !isOwn(target.host)) return [];
      const isConsole = CONSOLE_PATH.test(text);
      if ((port === undefined || asksOnlyPublic(text, port)) && !isConsole) return [];
      return [finding(port, effect)];
    });
  };
}

/** The port of a server that a request goes to. A client whose port is not described has it among its words. */
function portOf({ port }: NetworkTarget, ports: readonly number[], text: string): number | undefined {
  if (port !== undefined) return ports.includes(port) ? port : undefined;
  return ports.find(each => new RegExp(`(?<![\\d.])${each}(?!\\d)`).test(text));
}

/** Another address that a client is led to: a proxy, or `--connect-to`. */
const throughOwn = (port: number): RegExp =>
  new RegExp(`(?:localhost|\\b127(?:\\.\\d{1,3}){1,3}|\\[::1\\]|0\\.0\\.0\\.0):${port}(?!\\d)`);

/** Whether every mention of the port in the action is an address that needs no token. */
function asksOnlyPublic(text: string, port: number): boolean {
  const paths = text.split(`:${port}`).slice(1);
  return paths.length > 0 && paths.every(path => PUBLIC_PATH.test(path));
}

/** The ports of servers that have left word in the home folder. */
function runningPorts({ home, files }: KnownPlace): readonly number[] {
  const run = `${home}/.licet/run`;
  return (files.list(run) ?? []).flatMap(({ name }) => {
    const [, url] = /:(\d{1,5})(?=["/])/.exec(files.text?.(`${run}/${name}/server.json`) ?? '') ?? [];
    const own = files.text?.(`${run}/${name}/port`)?.trim();
    return [url, own].flatMap(port => (port === undefined || port === '' ? [] : [Number(port)]));
  });
}

function finding(port: number | undefined, effect: Effect): Finding {
  const where = port === undefined ? 'the page of Licet' : `port ${port} of this machine`;
  return {
    ruling: 'block',
    code: 'governance_protected',
    reason: `it asks ${where}, where Licet answers to the user and to runtimes, not to agents`,
    fix: 'use `licet check`, `licet status` or `licet approvals list`, or ask the user',
    effect,
  };
}
