import type { Call, Family, Finding, FixedEffect, ProgramDescriptor } from './descriptor.ts';
import { effect, sharing } from './shapes.ts';

/** An address that only this machine reaches, with or without a scheme and a port. */
const OWN_MACHINE = /^(?:[a-z]+:\/\/)?(?:localhost|127(?:\.\d+){1,3}|\[?::1\]?|unix:.*|\/.*)(?:[:/]|$)/i;

/** What stands for an address; a port alone does not. */
const isHost = (text: string | undefined): boolean => text === undefined || !/^(?:[a-z]+:\/\/)?:?\d{1,5}$/i.test(text);

/**
 * What a server of files opens: everybody in the network is let in where the call says so. Without a word most programs do that too, and it is
 * everyday work to look at what was built.
 */
export function serves(call: Call, option: string): readonly Finding[] {
  const isOpen = call.values(option).some(({ text }) => isHost(text) && (text === undefined || !OWN_MACHINE.test(text)));
  return [effect('network', 'network:listen', ...(isOpen ? (['shares', 'weakens'] as const) : []))];
}

const files = (): ProgramDescriptor => ({
  summary: 'serves the files of a folder',
  options: {
    '-a -b -i --address --bind --host --hostname --interface --interfaces --ip -l --listen --addr': 'text',
    '-p --port -c -C -K -P -r -e -m --cors --proxy --mount --auth -t --timeout --title --index --spa': 'text',
  },
  operands: { rest: { as: 'read', recursive: true, tags: ['metadata'], certainty: 'possible' } },
  inspect: call => serves(call, '-a'),
  match: {
    'http-server -a 0.0.0.0': 'network listen #weakens',
    'http-server dist': 'network listen',
    'serve -l tcp://0.0.0.0:3000': 'network listen #weakens',
  },
  notMatch: {
    'http-server -a 127.0.0.1 dist': '* #shares; unknown',
    'serve -l tcp://localhost:3000 dist': '* #shares',
    'serve -l 3000 dist': '* #weakens',
  },
});

const tunnel = (): ProgramDescriptor => ({
  summary: 'opens a port of this machine to the network',
  effects: [effect('network', 'network:listen', 'shares', 'remote_change', 'weakens')],
  informational: ['--help', '--version', 'version'],
  match: { 'ngrok http 80': 'network listen #remote_change' },
});

const opened: FixedEffect = effect('network', 'network:listen');

/** Programs that let others reach this machine: servers of files, and tunnels. */
export const serving: Family = {
  ...sharing(
    'http-server live-server serve servor sirv sirv-cli local-web-server ws simple-http-server miniserve dufs updog goshs darkhttpd webfsd httplz static-server easy-http-server',
    files,
  ),
  ...sharing('python -m http.server,python -m SimpleHTTPServer', () => ({
    summary: 'serves the files of a folder',
    options: { '-d --directory': { as: 'read', recursive: true }, '-b --bind': 'text', '-p --protocol': 'text' },
    inspect: call => serves(call, '-b'),
    match: { 'python3 -m http.server -b 0.0.0.0 80': 'network listen #weakens', 'python3 -m http.server': 'network listen' },
    notMatch: { 'python3 -m http.server --bind 127.0.0.1': '* #shares' },
  })),
  ...sharing('python -m smtpd,python -m wsgiref.simple_server,python -m xmlrpc.server', () => ({
    summary: 'serves requests',
    options: { '-b --bind -p --protocol': 'text' },
    effects: [opened],
  })),
  httpd: () => ({
    summary: 'serves the files of a folder',
    options: {
      '-p': 'text',
      '-h': { as: 'read', recursive: true, tags: ['metadata'] },
      '-c -u -r -m -e -d': 'text',
      '-f -i -v': 'flag',
    },
    cases: [{ when: { any: ['-f', '-p', '-h'] }, effects: [opened] }],
  }),
  ...sharing(
    'ngrok cloudflared lt localtunnel bore frpc pagekite serveo chisel gotty ttyd zrok inlets gost devtunnel pinggy tunnelmole tmole holesail localxpose loclx telebit packetriot rathole sish jprq tunnelto',
    tunnel,
  ),
};
