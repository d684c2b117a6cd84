import type { Command } from 'commander';

import type { Run } from '../run.ts';
import type { Terminal } from '../text/terminal.ts';
import type { GatewayCommand } from '../mcp/gateway.ts';
import type { ImportToolsOptions } from '../mcp/importTools.ts';
import { showTools } from '../mcp/tools.ts';
import type { ToolsOptions } from '../mcp/tools.ts';

/**
 * Adds the command and those below it, a file each. An option that the gateway has too is read with its options, also behind the name
 * of a command below.
 */
export function addMcp(program: Command, run: Run, terminal: Terminal): void {
  const mcp = program
    .command('mcp')
    .description('put the policy in front of a server of the Model Context Protocol, for any client')
    .usage('[options] -- COMMAND…  |  [options] --url URL')
    .argument('[command...]', 'the program that is the server, with its arguments, behind `--`')
    .option('--url <url>', 'the server, where it is reached over HTTP')
    .option('--header <name=variable...>', 'headers for it, each with the environment variable that holds its value')
    .option('--name <name>', 'what the server is called in the policy: its tools are `mcp__NAME__tool`')
    .option('--policy <file>', 'the policy; otherwise the nearest governance.yaml')
    .action((command: readonly string[], options: GatewayCommand) =>
      run(async () => (await import('../mcp/gateway.ts')).runGateway(command, options, terminal)),
    );
  mcp
    .command('tools')
    .description('show what the tools of the servers are pinned to, and what has changed since')
    .argument('[name]', 'the server, as `--name` has it')
    .option('--accept', 'pin them to what they are now')
    .option('--yes', 'do not ask')
    .option('--policy <file>', 'the policy; otherwise the nearest governance.yaml')
    .option('--json', 'print JSON')
    .action((name: string | undefined, _own: ToolsOptions, command: Command) =>
      run(() => showTools(name, command.optsWithGlobals<ToolsOptions>(), terminal)),
    );
  mcp
    .command('import')
    .description('print a catalogue of capabilities for the tools that a server lists')
    .argument('<file>', 'what it answers to `tools/list`, as JSON; `-` reads standard input')
    .option('--name <name>', 'what the server is called in the policy: its tools are `mcp__NAME__tool`')
    .option('--trusted', 'believe what it says of tools that only read')
    .option('--json', 'print JSON')
    .action((file: string, _own: ImportToolsOptions, command: Command) =>
      run(async () =>
        (await import('../mcp/importTools.ts')).importTools(file, command.optsWithGlobals<ImportToolsOptions>(), terminal),
      ),
    );
}
