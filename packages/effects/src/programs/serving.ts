import { lossTags } from '../places/losses.ts';
import type { Call, Family, Finding, FixedEffect, ProgramDescriptor } from './descriptor.ts';
import { effect, sharing } from './shapes.ts';

/** An address that only this machine reaches, with or without a scheme and a port. */
const OWN_MACHINE = /^(?:[a-z]+:\/\/)?(?:localhost|127(?:\.\d+){1,3}|\[?::1\]?|unix:.*|\/.*)(?:[:/]|$)/i;

/** What stands for an address; a port alone does not. */
const isHost = (text: string | undefined): boolean => text === undefined || !/^(?:[a-z]+:\/\/)?:?\d{1,5}$/i.test(text);

/** Folders that are made to be looked at. */
const PUBLIC = /(?:^|\/)(?:public|docs?|sites?|www|static|html|examples?|demos?|book)(?:\/|$)/;

/** Whether a folder holds what was built or is meant for others: serving it shows nothing else. */
const isBuilt = (folder: string | undefined): boolean =>
  folder !== undefined &&
  (PUBLIC.test(folder) ||
    lossTags(folder.startsWith('/') ? folder : `/w/${folder}`, undefined, true, { cwd: '/w' }).includes('regenerable'));

/**
 * What a server of files opens. Everyone in the network is let in where the call says so, and where it names no address, since these programs
 * listen on all of them then. It is everyday work to look at what was built: such a folder may be served without one.
 */
export function serves(call: Call, option: string, isOpenByDefault: boolean = false, folder?: string): readonly Finding[] {
  const hosts = call.values(option).filter(({ text }) => isHost(text));
  const isOpen = hosts.some(({ text }) => text === undefined || !OWN_MACHINE.test(text));
  const isAll = isOpen || (hosts.length === 0 && isOpenByDefault && !isBuilt(folder));
  return [effect('network', 'network:listen', ...(isAll ? (['shares', 'weakens'] as const) : []))];
}

const files = (isOpenByDefault: boolean) => (): ProgramDescriptor => ({
  summary: 'serves the files of a folder',
  options: {
    '-a -b -i --address --bind --host --hostname --interface --interfaces --ip -l --listen --addr': 'text',
    '-p --port -c -C -K -P -r -e -m --cors --proxy --mount --auth -t --timeout --title --index --spa': 'text',
  },
  operands: { rest: { as: 'read', recursive: true, tags: ['metadata'], certainty: 'possible' } },
  inspect: call => serves(call, '-a', isOpenByDefault, call.operands.find(({ text }) => !/^\d+$/.test(text ?? ''))?.text),
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
    'http-server live-server serve servor local-web-server ws simple-http-server miniserve dufs updog goshs darkhttpd webfsd httplz static-server easy-http-server',
    () => ({
      ...files(true)(),
      match: {
        'http-server -a 0.0.0.0': 'network listen #weakens',
        'http-server dist': 'network listen',
        'serve -l tcp://0.0.0.0:3000': 'network listen #weakens',
        'serve .': 'network listen #weakens',
      },
      notMatch: {
        'http-server -a 127.0.0.1 .': '* #shares; unknown',
        'serve -l tcp://localhost:3000 .': '* #shares',
        'serve -l 3000 dist': '* #weakens',
      },
    }),
  ),
  // They listen on this machine where nothing is said. Source: their manual.
  ...sharing('sirv sirv-cli', () => ({ ...files(false)(), notMatch: { 'sirv .': '* #weakens' } })),
  ...sharing('python -m http.server,python -m SimpleHTTPServer', () => ({
    summary: 'serves the files of a folder',
    options: { '-d --directory': { as: 'read', recursive: true }, '-b --bind': 'text', '-p --protocol': 'text' },
    inspect: call => serves(call, '-b', true, call.values('-d')[0]?.text),
    match: {
      'python3 -m http.server -b 0.0.0.0 80': 'network listen #weakens',
      'python3 -m http.server': 'network listen #weakens',
    },
    notMatch: { 'python3 -m http.server --bind 127.0.0.1': '* #shares', 'python3 -m http.server -d docs/_build': '* #weakens' },
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
    inspect: call =>
      ['-f', '-p', '-h'].some(option => call.has(option)) ? serves(call, '-p', true, call.values('-h')[0]?.text) : [],
    match: { 'busybox httpd -f -p 8080': 'network listen #weakens' },
    notMatch: { 'busybox httpd -f -p 127.0.0.1:8080': '* #weakens' },
  }),
  twistd: () => ({
    summary: 'serves over the network',
    subcommands: {
      web: () => ({
        options: { '--path': { as: 'read', recursive: true, tags: ['metadata'] }, '--listen --port -p': 'text' },
        inspect: call =>
          call.values('--listen').some(({ text = '' }) => /interface=(?:127|localhost)/.test(text))
            ? [opened]
            : serves(call, '--no-such', true),
      }),
    },
    otherwise: 'unknown',
    match: { 'twistd web --path .': 'network listen #weakens' },
  }),
  caddy: () => ({
    summary: 'serves over the network',
    subcommands: {
      'file-server respond reverse-proxy': () => ({
        options: { '-l --listen -r --root -d --domain --from --to -t': 'text', '-b --browse': 'flag' },
        inspect: call => serves(call, '-l', true, call.values('-r')[0]?.text),
      }),
      'fmt validate adapt version list-modules environ hash-password build-info help run start stop reload trust untrust':
        () => ({}),
    },
    match: { 'caddy file-server --listen 0.0.0.0:8080': 'network listen #weakens' },
    notMatch: { 'caddy file-server --listen 127.0.0.1:8080': '* #weakens' },
  }),
  ...sharing(
    'ngrok cloudflared lt localtunnel bore frpc pagekite serveo chisel gotty ttyd zrok inlets gost devtunnel pinggy tunnelmole tmole holesail localxpose loclx telebit packetriot rathole sish jprq tunnelto',
    tunnel,
  ),
};
