import { JSON_OUTPUT, OUT, commandFor } from '@licet/core/command';
import type { CommandSpec } from '@licet/core/command';

import { SEED_NAMES } from '../seeds/names.ts';
import type { ConceptProgram } from './program.ts';
import { STORE, sharing } from './sharing.ts';

export type { ConceptProgram, PeerProgram, PeerState, WorkOnGraph } from './program.ts';

const CONCEPTS = ['<concepts...>', 'names of concepts, or other words for them'] as const;
const MIN_DEPTH = ['--min-depth <depth>', 'the depth to which every concept must be known'] as const;
const SET = ['--set <key=value>', 'a property; give it several times for several', { repeats: true }] as const;

const LOADING = [
  STORE,
  ['--update', 'where it contradicts the graph, prefer the file'],
  ['--replace', 'replace the content of its concepts, and list what is lost'],
  ['--clear', 'remove everything first'],
  JSON_OUTPUT,
] as const;

const command = commandFor<ConceptProgram>();

const show = () => import('./show.ts');
const draw = () => import('./draw.ts');
const edit = () => import('./edit.ts');
const exchange = () => import('./exchange.ts');

const reading: readonly CommandSpec<ConceptProgram>[] = [
  command({
    name: 'check',
    summary: 'ground concepts, and show what is known and what is not',
    prints: 'the tree of the concepts with their depths, and each gap',
    args: [CONCEPTS],
    options: [
      STORE,
      MIN_DEPTH,
      ['--component', 'require only that the concepts are connected'],
      ['--exact', 'accept names and aliases only'],
      JSON_OUTPUT,
    ],
    examples: ['concepts check delete file --min-depth D2'],
    run: async ({ args: [concepts], options, terminal, program }) =>
      (await show()).checkConcepts(concepts, options, terminal, program),
  }),
  command({
    name: 'list',
    summary: 'list the concepts',
    prints: 'one line for each concept: its depth and the number of its edges',
    options: [STORE, JSON_OUTPUT],
    examples: ['concepts list --json'],
    run: async ({ options, terminal, program }) => (await show()).listConcepts(options, terminal, program),
  }),
  command({
    name: 'show',
    summary: 'show everything that is known of a concept',
    prints: 'its levels with their properties and edges',
    args: [['<concept>', 'its name, or another word for it']],
    options: [STORE, JSON_OUTPUT],
    examples: ['concepts show delete'],
    run: async ({ args: [name], options, terminal, program }) => (await show()).showConcept(name, options, terminal, program),
  }),
  command({
    name: 'trace',
    summary: 'print the epistemic trace, for a system message',
    prints: 'the trace as text',
    args: [CONCEPTS],
    options: [STORE, JSON_OUTPUT],
    examples: ['concepts trace delete file'],
    run: async ({ args: [concepts], options, terminal, program }) =>
      (await show()).traceConcepts(concepts, options, terminal, program),
  }),
  command({
    name: 'ask',
    summary: 'tell what is known for an action, and what is missing, before it is taken',
    prints: 'what is missing and who could teach it, and what is known and from whom; returns 2 when something is missing',
    args: [['<question>', 'the question, or the action, in your own words']],
    options: [STORE, MIN_DEPTH, JSON_OUTPUT],
    examples: ["concepts ask 'what do I need to know to deploy?'"],
    run: async ({ args: [question], options, terminal, program }) =>
      (await import('./ask.ts')).askConcepts(question, options, terminal, program),
  }),
  command({
    name: 'graph',
    summary: 'draw what the concepts are grounded on; without concepts, the whole graph',
    prints: 'the drawing, in the format that you choose',
    args: [['[concepts...]', 'names of concepts, or other words for them']],
    options: [
      STORE,
      ['--format <format>', 'how', { choices: ['mermaid', 'dot', 'svg', 'png'], default: 'mermaid' }],
      OUT,
      JSON_OUTPUT,
    ],
    examples: ['concepts graph delete file --format dot'],
    run: async ({ args: [concepts], options, terminal, program }) =>
      (await draw()).drawConcepts(concepts, options, terminal, program),
  }),
  command({
    name: 'lint',
    summary: 'report what in the graph is probably a mistake; returns 2 when there is something',
    prints: 'one line for each finding',
    options: [STORE, JSON_OUTPUT],
    examples: ['concepts lint --json'],
    run: async ({ options, terminal, program }) => (await draw()).lintConcepts(options, terminal, program),
  }),
];

const editing: readonly CommandSpec<ConceptProgram>[] = [
  command({
    name: 'add',
    summary: 'add a concept, or properties to one of its levels',
    prints: 'what was added',
    args: [['<concept>', 'its name']],
    options: [STORE, ['--depth <depth>', 'the level', { default: 'D0' }], SET],
    examples: ['concepts add delete --depth D2 --set reversible=no'],
    run: async ({ args: [name], options, terminal, program }) => (await edit()).addConcept(name, options, terminal, program),
  }),
  command({
    name: 'link',
    summary: 'add an edge',
    prints: 'the edge',
    args: [
      ['<source>', 'the concept that it begins at'],
      ['<relation>', 'what it says, such as APPLIES_TO'],
      ['<target>', 'the concept that it ends at'],
    ],
    options: [
      STORE,
      ['--depth <depth>', 'the level of the source that owns it', { required: true }],
      ['--target-depth <depth>', 'the depth that it requires of the target', { required: true }],
      SET,
    ],
    examples: ['concepts link delete APPLIES_TO file --depth D2 --target-depth D1'],
    run: async ({ args, options, terminal, program }) => (await edit()).linkConcepts(args, options, terminal, program),
  }),
  command({
    name: 'alias',
    summary: 'make another word mean a concept',
    prints: 'the word and its concept',
    args: [
      ['<word>', 'the other word'],
      ['[concept]', 'the concept'],
    ],
    options: [STORE, ['--remove', 'free the word again']],
    examples: ['concepts alias erase delete'],
    run: async ({ args, options, terminal, program }) => (await edit()).aliasConcept(args, options, terminal, program),
  }),
  command({
    name: 'rm',
    summary: 'remove a concept, or an edge',
    prints: 'what was removed',
    args: [
      ['<concept>', 'the concept, or the source of the edge'],
      ['[relation]', 'what the edge says'],
      ['[target]', 'the concept that it ends at'],
    ],
    options: [STORE],
    examples: ['concepts rm delete APPLIES_TO file'],
    run: async ({ args, options, terminal, program }) => (await edit()).removeConcept(args, options, terminal, program),
  }),
  command({
    name: 'policy',
    summary: 'show, set or remove a policy on an APPLIES_TO edge; without a source it asks for everything',
    prints: 'the policies of the edge, or the one that was written',
    args: [
      ['[source]', 'the concept that acts'],
      ['[target]', 'the concept that is acted on'],
    ],
    options: [
      STORE,
      ['--name <name>', 'the policy; without it the policies are shown'],
      ['--depth <depth>', 'the level that owns the edge, where there are several'],
      ['--no-confirm', 'block instead of asking'],
      ['--on-fail', 'ask only when the callback is not satisfied'],
      ['--cardinality <which>', 'how many objects it is about', { choices: ['always', 'single', 'multiple'], default: 'always' }],
      ['--message <text>', 'what the person reads; {action} is replaced by the source'],
      ['--callback <key>', 'the key of a callback that the host provides'],
      ['--remove', 'remove the policy'],
    ],
    examples: ["concepts policy delete file --name confirm --message 'really {action}?'"],
    run: async ({ args: [source, target], options, terminal, program }) =>
      source === undefined
        ? (await import('./askPolicy.ts')).askPolicy(options, terminal, program)
        : (await import('./policy.ts')).editPolicy(source, target, options, terminal, program),
  }),
];

const filling: readonly CommandSpec<ConceptProgram>[] = [
  command({
    name: 'seed',
    summary: 'load a graph that comes with licet',
    prints: 'how much was loaded',
    args: [['<name>', 'the graph', { choices: SEED_NAMES }]],
    options: LOADING,
    examples: ['concepts seed filesystem'],
    run: async ({ args: [name], options, terminal, program }) => (await exchange()).seedGraph(name, options, terminal, program),
  }),
  command({
    name: 'import',
    summary: 'read a YAML or JSON file into the graph',
    prints: 'how much was imported',
    args: [['<file>', 'the file; `-` for standard input']],
    options: [
      ...LOADING,
      [
        '--from <kind>',
        'the file is the address of a Neo4j server with a graph of VRE, which is only read',
        { choices: ['vre'] },
      ],
    ],
    examples: ['concepts import concepts.yaml'],
    run: async ({ args: [file], options, terminal, program }) => (await exchange()).importFile(file, options, terminal, program),
  }),
  command({
    name: 'export',
    summary: 'write the graph as YAML or JSON',
    prints: 'the graph, or the name of the file',
    args: [['[file]', 'where to; by default standard output']],
    options: [STORE, ['--format <format>', 'how; by default as the name of the file says', { choices: ['yaml', 'json'] }]],
    examples: ['concepts export concepts.yaml'],
    run: async ({ args: [file], options, terminal, program }) => (await exchange()).exportFile(file, options, terminal, program),
  }),
  command({
    name: 'pending',
    summary: 'show the edges that failures suggest, and the concepts that agents suggest',
    prints: 'one line for each, with the failure or what the agent says',
    options: [
      STORE,
      ['--accept <id>', 'put one into the graph; only at a terminal'],
      ['--reject <id>', 'drop one; only at a terminal'],
      JSON_OUTPUT,
    ],
    examples: ['concepts pending --accept concept/deploy'],
    run: async ({ options, terminal, program }) => (await draw()).pendingConcepts(options, terminal, program),
  }),
  command({
    name: 'renew',
    forHumans: true,
    summary: 'confirm that concepts which have faded are still understood',
    prints: 'one line for each concept: the depth that counts again',
    args: [CONCEPTS],
    options: [STORE, ['--all', 'also what these concepts rest on']],
    examples: ['concepts renew deploy'],
    run: async ({ args: [concepts], options, terminal, program }) =>
      (await import('./renew.ts')).renewConcepts(concepts, options, terminal, program),
  }),
  command({
    name: 'learn',
    summary: 'close the gaps of concepts by asking a person, one question after the other',
    prints: 'the questions, and what was learned',
    args: [CONCEPTS],
    options: [STORE, MIN_DEPTH],
    examples: ['concepts learn delete file'],
    run: async ({ args: [concepts], options, terminal, program }) =>
      (await import('./learn.ts')).learnConcepts(concepts, options, terminal, program),
  }),
];

/** The commands of the knowledge graph that actions are grounded in. */
export const conceptCommands: CommandSpec<ConceptProgram> = {
  name: 'concepts',
  group: 'Teach concepts',
  summary: 'manage what an agent must know before it may act: concepts, and how well each is known',
  commands: [...reading, ...editing, ...filling, ...sharing],
};
