import type { Condition, Family, FixedEffect, CommandDescriptor } from './descriptor.ts';
import { effect, sharing } from './shapes.ts';

const files = (isOpen?: true): CommandDescriptor => ({
  options: {
    '-a -b -i --address --bind --host --hostname --interface --interfaces --ip -l --listen --addr': 'text',
    '-p --port -c -C -K -P -r -e -m --cors --proxy --mount --auth -t --timeout --title --index --spa': 'text',
  },
  operands: { rest: { as: 'read', recursive: true, tags: ['metadata'], certainty: 'possible' } },
  listens: { at: '-a', ...(isOpen && { isOpen }), folder: 'operands' },
});

const opened: FixedEffect = effect('network', 'network:listen');

/** An endpoint of Twisted that only this machine reaches. */
const HERE: Condition = { value: { '--listen': 'interface=(?:127|localhost)' } };

/** Programs that let others reach this machine: servers of files, and tunnels. */
export const serving: Family = {
  ...sharing(
    'http-server live-server serve servor local-web-server ws simple-http-server miniserve dufs updog goshs darkhttpd webfsd httplz static-server easy-http-server',
    () => files(true),
  ),
  // They listen on this machine where nothing is said. Source: their manual.
  ...sharing('sirv sirv-cli', () => files()),
  ...sharing('python -m http.server,python -m SimpleHTTPServer', () => ({
    options: { '-d --directory': { as: 'read', recursive: true }, '-b --bind': 'text', '-p --protocol': 'text' },
    listens: { at: '-b', isOpen: true, folder: '-d' },
  })),
  ...sharing('python -m smtpd,python -m wsgiref.simple_server,python -m xmlrpc.server', () => ({
    options: { '-b --bind -p --protocol': 'text' },
    effects: [opened],
  })),
  httpd: () => ({
    options: {
      '-p': 'text',
      '-h': { as: 'read', recursive: true, tags: ['metadata'] },
      '-c -u -r -m -e -d': 'text',
      '-f -i -v': 'flag',
    },
    listens: { at: '-p', isOpen: true, folder: '-h', when: { any: ['-f', '-p', '-h'] } },
  }),
  twistd: () => ({
    subcommands: {
      web: () => ({
        options: { '--path': { as: 'read', recursive: true, tags: ['metadata'] }, '--listen --port -p': 'text' },
        keyword: [{ when: HERE, effects: [opened] }],
        listens: { at: '--no-such', isOpen: true, when: { not: HERE } },
      }),
    },
    otherwise: 'unknown',
  }),
  caddy: () => ({
    subcommands: {
      'file-server respond reverse-proxy': () => ({
        options: { '-l --listen -r --root -d --domain --from --to -t': 'text', '-b --browse': 'flag' },
        listens: { at: '-l', isOpen: true, folder: '-r' },
      }),
      'fmt validate adapt version list-modules environ hash-password build-info help run start stop reload trust untrust':
        () => ({}),
    },
  }),
  ...sharing(
    'ngrok cloudflared lt localtunnel bore frpc pagekite serveo chisel gotty ttyd zrok inlets gost devtunnel pinggy tunnelmole tmole holesail localxpose loclx telebit packetriot rathole sish jprq tunnelto',
    () => ({
      effects: [effect('network', 'network:listen', 'shares', 'remote_change', 'weakens')],
      informational: ['--help', '--version', 'version'],
    }),
  ),
};
