import { JSON_OUTPUT, commandFor } from '@licet/core/command';
import type { CommandSpec } from '@licet/core/command';

import type { ConceptProgram } from './program.ts';

/** Which graph a command works on. */
export const STORE = [
  '--store <store>',
  'a graph of the policy, a SQLite file, or the address of a Neo4j server (default: the graph of the policy, else .licet/concepts.db)',
] as const;

const command = commandFor<ConceptProgram>();

const peers = () => import('./peers.ts');

/** The commands for what teams share. */
export const sharing: readonly CommandSpec<ConceptProgram>[] = [
  command({
    name: 'peers',
    summary: 'list the graphs of other teams that the graph may rest on, and the key that signs this one',
    prints: 'one line for each peer: whether its knowledge counts, and how old it is',
    options: [STORE, JSON_OUTPUT],
    examples: ['concepts peers'],
    run: async ({ options, terminal, program }) => (await peers()).listPeers(options, terminal, program),
  }),
  command({
    name: 'pull',
    summary: 'fetch the signed knowledge of peers; what is kept stays where that fails, and the command returns 2',
    prints: 'one line for each peer',
    args: [['[peer]', 'its name; by default each']],
    options: [STORE],
    examples: ['concepts pull company'],
    run: async ({ args: [name], options, terminal, program }) => (await peers()).pullPeers(name, options, terminal, program),
  }),
  command({
    name: 'diff',
    summary: 'compare the concepts that rest on peers with what the peers know; returns 2 when something does not count',
    prints: 'one line for each concept: the depth that counts, or why none does',
    args: [['[peer]', 'only this one']],
    options: [STORE, JSON_OUTPUT],
    examples: ['concepts diff company'],
    run: async ({ args: [name], options, terminal, program }) => (await peers()).diffPeers(name, options, terminal, program),
  }),
  command({
    name: 'sign',
    summary: 'write the graph as a signed file that other teams can rest on',
    prints: 'the name of the file, and the key that other teams put into their policy',
    args: [['<file>', 'where to']],
    options: [STORE],
    examples: ['concepts sign production.json'],
    run: async ({ args: [file], options, terminal, program }) => (await peers()).signGraph(file, options, terminal, program),
  }),
];
