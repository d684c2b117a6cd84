import type { Argument, Call, Finding } from './descriptor.ts';
import { isLocalAddress, losesLocalData, requestChanges, requestLoses } from './requests.ts';
import { effect, loses, sets } from './shapes.ts';

const lost: Finding = loses('resource:http', 'remote_change');

/** The bodies of a request; `@-` is the standard input. */
export const bodiesOf = (call: Call, ...options: readonly string[]): readonly Argument[] =>
  options
    .flatMap(option => call.values(option))
    .map(value => (value.text === '@-' ? { text: call.input ?? '', glob: false } : value));

const known = (values: readonly Argument[]): readonly string[] => values.flatMap(({ text }) => text ?? []);

/** A request that destroys something on another machine; a method that is only known at run time may. */
export function losing(
  call: Call,
  method: Argument | undefined,
  urls: readonly Argument[],
  headers: string,
  bodies: readonly Argument[],
): readonly Finding[] {
  const addresses = urls.map(({ text, begins }) => text ?? begins);
  if (addresses.length > 0 && addresses.every(isLocalAddress) && call.isTunnelled !== true)
    return addresses.some(url => losesLocalData(method?.text ?? (bodies.length > 0 ? 'POST' : 'GET'), url)) ? [lost] : [];
  if (method !== undefined && method.text === undefined) return [effect('unknown', 'text:request method', 'dynamic')];
  const body = known(bodies);
  const said = method?.text ?? (bodies.length > 0 ? 'POST' : 'GET');
  const loses = (addresses.length === 0 ? [undefined] : addresses).some(url =>
    requestLoses({ method: said, url, headers: known(call.values(headers)), body }),
  );
  if (loses) return [lost];
  const signsIn = call.has('-u') || call.has('--oauth2-bearer');
  const given = [
    ...known(call.values(headers)),
    ...call.values(headers).flatMap(({ begins }) => begins ?? []),
    ...(signsIn || call.isTunnelled === true ? ['authorization: x'] : []),
  ];
  // Who answers behind a tunnel knows the caller by it.
  const behind = (url = ''): string => (isLocalAddress(url) ? url.replace(/^(?:\w+:\/\/)?[^/]*/, 'https://tunnel') : url);
  const changes = addresses.some(url => requestChanges({ method: said, url: behind(url), headers: given }));
  return changes ? [sets('resource:http', 'remote_change')] : [];
}

/** The method of a request: the one that is given, unless it is only known at run time, else what the other options make of it. */
export function methodOf(given: Argument | undefined, otherwise: string): string | undefined {
  return given === undefined ? otherwise : given.text?.toUpperCase();
}

/** The name under which a file at an address is kept. */
export const nameIn = (url: string): string => url.replace(/[?#].*$/s, '').replace(/^.*\//s, '');

/** Folders of installed programs, which run when something else is started: no one looks at what is put there. */
const INSTALLED = /(?:^|\/)(?:node_modules|\.?venv|site-packages|vendor\/bundle)\//;

/** A download that takes the place of an installed program, or joins them. */
export const replacing = (files: readonly Argument[]): readonly Finding[] =>
  files.some(({ text = '' }) => INSTALLED.test(text)) ? [effect('execute', 'project:code', 'downloaded_code')] : [];
