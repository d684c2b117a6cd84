import { JSON_OUTPUT, command } from '@licet/core/command';
import type { CommandSpec } from '@licet/core/command';

const commands = () => import('../commands/bundle.ts');

/** The commands that carry a policy to many machines. */
export const bundles: CommandSpec = {
  name: 'bundle',
  group: 'Serve other programs',
  summary: 'carry a policy to many machines, signed and tested',
  commands: [
    command({
      name: 'build',
      summary: 'make one file of a policy, what it includes, its seeds and its tests',
      prints: 'the file, and how many tests passed',
      args: [['[policy]', 'the policy; by default the nearest governance.yaml']],
      options: [
        ['--name <name>', 'the name that machines ask for', { required: true }],
        ['--release <number>', 'a whole number, higher than that of the last publication', { required: true }],
        ['--min-licet <version>', 'the lowest version of Licet; by default this one'],
        ['--not-before <time>', 'from when on it may be installed'],
        ['--expires <time>', 'until when it may be installed'],
        ['--out <file>', 'the file to write; by default `NAME.bundle.json`'],
      ],
      examples: ['bundle build --name acme --release 7 --expires 2027-01-31'],
      run: async ({ args: [policy], options, terminal }) => (await commands()).build(policy, options, terminal),
    }),
    command({
      name: 'sign',
      summary: 'add the signature of a private Ed25519 key',
      prints: 'how many signatures it has',
      args: [['<bundle>', 'the file of the bundle']],
      options: [['--key <file>', 'the private key, in PEM form', { required: true }]],
      examples: ['bundle sign acme.bundle.json --key release.pem'],
      run: async ({ args: [bundle], options, terminal }) => (await commands()).sign(bundle, options, terminal),
    }),
    command({
      name: 'verify',
      summary: 'check signatures, times, digests and tests of a bundle',
      prints: 'who has signed, and how many tests passed',
      args: [['<bundle>', 'the file of the bundle']],
      options: [['--trust <file>', 'who must have signed; by default `bundle.json` beside the managed policy'], JSON_OUTPUT],
      examples: ['bundle verify acme.bundle.json --trust bundle.json'],
      run: async ({ args: [bundle], options, terminal }) => (await commands()).verify(bundle, options, terminal),
    }),
    command({
      name: 'push',
      summary: 'copy a signed bundle to the folder or file that machines pull from',
      prints: 'the file',
      args: [
        ['<bundle>', 'the file of the bundle'],
        ['<to>', 'a folder or a file'],
      ],
      examples: ['bundle push acme.bundle.json /srv/policies'],
      run: async ({ args: [bundle, to], terminal }) => (await commands()).push(bundle, to, terminal),
    }),
    command({
      name: 'pull',
      summary: 'fetch a bundle, check it, run its tests and put it into effect; the last good one stays if it is refused',
      prints: 'the version in effect, or why the bundle is refused',
      options: [
        ['--user', 'into the policy in ~/.licet, by the `bundle.json` there, and not into the managed policy'],
        ['--every <time>', 'again and again, each time up to a tenth sooner or later'],
      ],
      examples: ['bundle pull --every 15m'],
      run: async ({ options, terminal }) => (await commands()).pull(options, terminal),
    }),
  ],
};
