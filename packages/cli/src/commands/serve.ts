import type { Command } from 'commander';

import type { Run } from '../run.ts';
import type { Terminal } from '../text/terminal.ts';
import type { ConsoleCommand } from '../serve/console.ts';
import type { ServeOptions } from '../serve/start.ts';

/** Adds the commands. The server is loaded only when it is wanted. */
export function addServe(program: Command, run: Run, terminal: Terminal): void {
  program
    .command('serve')
    .description('answer other programs over HTTP: AuthZEN, the REST interface of OPA, and one of our own')
    .option('--policy <file>', 'the policy; otherwise the nearest governance.yaml')
    .option('--listen <address>', 'the address to listen on; otherwise the loopback interface, and any other one needs TLS')
    .option('--port <number>', 'the port; otherwise a free one')
    .option('--public-url <url>', 'the address that callers know, where the server stands behind a proxy')
    .option('--allow-host <name...>', 'more names that callers may use for the server')
    .option('--tls-cert <file>', 'the certificate, in PEM')
    .option('--tls-key <file>', 'its key, in PEM')
    .option('--token-file <file>', 'the token that callers show; otherwise one is made')
    .option('--status', 'say how the server of the policy stands, and the processes that answer hooks')
    .option('--stop', 'end them; what answers the hooks of another project goes on')
    .option('--json', 'print JSON')
    .action((options: ServeOptions) => run(async () => (await import('../serve/serve.ts')).serve(options, terminal)));
  program
    .command('console')
    .description('open the page that shows what the agent does, and what waits for you')
    .option('--policy <file>', 'the policy; otherwise the nearest governance.yaml')
    .option('--port <number>', 'the port, where no server runs yet; otherwise a free one')
    .option('--no-open', 'print the address only')
    .option('--json', 'print JSON')
    .action((options: ConsoleCommand) => run(async () => (await import('../serve/serve.ts')).openConsole(options, terminal)));
}
