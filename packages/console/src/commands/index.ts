import { JSON_OUTPUT, POLICY, commandFor } from '@licet/core/command';

import type { ServeProgram } from './program.ts';

export type { Purpose, ServeOptions, ServeProgram } from './program.ts';

const command = commandFor<ServeProgram>();

/** `licet serve`. */
export const serveCommand = command({
  name: 'serve',
  group: 'Serve other programs',
  summary: 'answer other programs over HTTP: AuthZEN, the REST interface of OPA, and our own',
  prints: 'the address and the file of the token; with `--status`, the server and the daemons that answer hooks',
  options: [
    POLICY,
    ['--listen <address>', 'the address to listen on; by default the loopback interface, and any other one needs TLS'],
    ['--port <number>', 'the port; by default a free one'],
    ['--public-url <url>', 'the address that callers know, where the server is behind a proxy'],
    ['--allow-host <name...>', 'more names that callers may use for the server; one without a port fits every port'],
    ['--tls-cert <file>', 'the certificate, in PEM'],
    ['--tls-key <file>', 'its key, in PEM'],
    ['--token-file <file>', 'the token that callers show; by default one is made'],
    ['--tokens <file>', 'more tokens, one for each machine, with its rights, as JSON'],
    ['--status', 'show the server of the policy, and the daemons that answer hooks'],
    ['--stop', 'end them; the daemons of other projects go on'],
    JSON_OUTPUT,
  ],
  examples: ['serve --port 8181'],
  run: async ({ options, terminal, program }) => (await import('./serve.ts')).serve(options, terminal, program),
});

/** `licet console`. */
export const consoleCommand = command({
  name: 'console',
  group: 'See what happened',
  isMain: true,
  summary: 'open the page that shows what agents do and what waits for you',
  prints: 'the address of the page, and the code for this terminal',
  forHumans: true,
  options: [
    POLICY,
    ['--port <number>', 'the port, where no server runs yet; by default a free one'],
    ['--no-open', 'print the address only'],
    JSON_OUTPUT,
  ],
  examples: ['console --no-open'],
  run: async ({ options, terminal, program }) => (await import('./serve.ts')).openConsole(options, terminal, program),
});
