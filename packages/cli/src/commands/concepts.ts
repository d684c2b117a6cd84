import { SEEDS } from '@licet/epistemic';
import type { Command } from 'commander';

import type { Run } from '../run.ts';
import type { Terminal } from '../text/terminal.ts';
import { askPolicy } from '../concepts/askPolicy.ts';
import { checkConcepts, listConcepts, showConcept, traceConcepts } from '../concepts/show.ts';
import { drawConcepts, lintConcepts, pendingConcepts } from '../concepts/draw.ts';
import { addConcept, aliasConcept, linkConcepts, removeConcept } from '../concepts/edit.ts';
import { exportFile, importFile, seedGraph } from '../concepts/exchange.ts';
import { learnConcepts } from '../concepts/learn.ts';
import { pairOption } from '../concepts/options.ts';
import { editPolicy } from '../concepts/policy.ts';

const STORE = [
  '--store <store>',
  'a graph of the policy, a SQLite file, or the address of a Neo4j server (default: the graph of the policy, else .licet/concepts.db)',
] as const;

/** Adds `licet concepts` with its commands: the knowledge graph that actions are grounded in. */
export function addConcepts(program: Command, run: Run, terminal: Terminal): void {
  const group = program
    .command('concepts')
    .description('what an agent must know before it may act: concepts, and how well each is known');
  const add = (usage: string, description: string): Command =>
    group
      .command(usage)
      .description(description)
      .option(...STORE);

  add('check <concepts...>', 'ground concepts and show what is known and what is not')
    .option('--min-depth <depth>', 'the depth every concept must be known to')
    .option('--component', 'ask only that the concepts are connected')
    .option('--exact', 'accept names and aliases only')
    .option('--json', 'print data')
    .action((concepts: string[], options: object) => run(() => checkConcepts(concepts, options, terminal)));
  add('list', 'list the concepts')
    .option('--json', 'print data')
    .action((options: object) => run(() => listConcepts(options, terminal)));
  add('show <concept>', 'show everything that is known of a concept')
    .option('--json', 'print data')
    .action((name: string, options: object) => run(() => showConcept(name, options, terminal)));
  addEdits(add, run, terminal);
  addFiles(add, run, terminal);
  add('lint', 'report what in the graph is probably not meant')
    .option('--json', 'print data')
    .action((options: object) => run(() => lintConcepts(options, terminal)));
  add('pending', 'show the edges that failures have suggested')
    .option('--accept <id>', 'put one into the graph')
    .option('--reject <id>', 'drop one')
    .option('--json', 'print data')
    .action((options: object) => run(() => pendingConcepts(options, terminal)));
  add('learn <concepts...>', 'close the gaps of concepts, one question after the other')
    .option('--min-depth <depth>', 'the depth every concept must be known to')
    .action((concepts: string[], options: object) => run(() => learnConcepts(concepts, options, terminal)));
  for (const command of group.commands) command.copyInheritedSettings(program);
}

type Add = (usage: string, description: string) => Command;

function addEdits(add: Add, run: Run, terminal: Terminal): void {
  add('add <concept>', 'add a concept, or properties to one level of it')
    .option('--depth <depth>', 'the level', 'D0')
    .option('--set <key=value>', 'a property of the level; repeatable', pairOption)
    .action((name: string, options: Parameters<typeof addConcept>[1]) => run(() => addConcept(name, options, terminal)));
  add('link <source> <relation> <target>', 'add an edge')
    .requiredOption('--depth <depth>', 'the level of the source that owns it')
    .requiredOption('--target-depth <depth>', 'the depth it asks of the target')
    .option('--set <key=value>', 'metadata; repeatable', pairOption)
    .action((source: string, relation: string, target: string, options: Parameters<typeof linkConcepts>[1]) =>
      run(() => linkConcepts([source, relation, target], options, terminal)),
    );
  add('alias <word> [concept]', 'let another word stand for a concept')
    .option('--remove', 'free the word again')
    .action((word: string, name: string | undefined, options: object) =>
      run(() => aliasConcept([word, name], options, terminal)),
    );
  add('rm <concept> [relation] [target]', 'remove a concept, or an edge').action(
    (name: string, relation: string | undefined, target: string | undefined, options: object) =>
      run(() => removeConcept([name, relation, target], options, terminal)),
  );
  addPolicy(add, run, terminal);
}

function addPolicy(add: Add, run: Run, terminal: Terminal): void {
  add('policy [source] [target]', 'show, set or remove a policy on an APPLIES_TO edge; asks for everything without a source')
    .option('--name <name>', 'the policy; without it the policies are shown')
    .option('--depth <depth>', 'the level that owns the edge, where there are several')
    .option('--no-confirm', 'block instead of asking')
    .option('--on-fail', 'ask only when the callback is not satisfied')
    .option('--cardinality <which>', 'always, single or multiple', 'always')
    .option('--message <text>', 'what the human reads; {action} stands for the source')
    .option('--callback <key>', 'the key of a callback that the host provides')
    .option('--remove', 'remove the policy')
    .action((source: string | undefined, target: string | undefined, options: Parameters<typeof editPolicy>[2]) =>
      run(() => (source === undefined ? askPolicy(options, terminal) : editPolicy(source, target, options, terminal))),
    );
}

function addFiles(add: Add, run: Run, terminal: Terminal): void {
  add('trace <concepts...>', 'print the epistemic trace, for a system message')
    .option('--json', 'print data')
    .action((concepts: string[], options: object) => run(() => traceConcepts(concepts, options, terminal)));
  importing(add('seed <name>', `load a graph that comes with licet: ${Object.keys(SEEDS).join(', ')}`)).action(
    (name: string, options: object) => run(() => seedGraph(name, options, terminal)),
  );
  importing(add('import <file>', 'read a YAML or JSON file into the graph; `-` for standard input'))
    .option('--from <kind>', 'vre: the file is the address of a Neo4j server with a graph of VRE, which is only read')
    .action((file: string, options: object) => run(() => importFile(file, options, terminal)));
  add('export [file]', 'write the graph as YAML or JSON, by default to standard output')
    .option('--format <format>', 'yaml or json; by the name of the file when absent')
    .action((file: string | undefined, options: object) => run(() => exportFile(file, options, terminal)));
  add('graph [concepts...]', 'draw what the concepts are grounded on')
    .option('--format <format>', 'mermaid, dot, svg, png', 'mermaid')
    .option('--out <file>', 'write it to a file; a PNG goes there or into a pipe')
    .option('--json', 'print data')
    .action((concepts: string[], options: Parameters<typeof drawConcepts>[1]) =>
      run(() => drawConcepts(concepts, options, terminal)),
    );
}

/** What loading takes, wherever the concepts come from. */
function importing(command: Command): Command {
  return command
    .option('--update', 'take its word where it contradicts what is known')
    .option('--replace', 'give its concepts exactly its content, and list what is lost')
    .option('--clear', 'remove everything first')
    .option('--json', 'print data');
}
