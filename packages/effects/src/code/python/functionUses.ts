import type { NetworkTarget } from '@licet/core';
import { isTrue, unseen } from '../calls.ts';
import type { CodeCall, FunctionUse } from '../calls.ts';
import type { CodeUse } from '../../uses.ts';
import { optionsOf, textOf, unknownValue } from '../value.ts';
import type { Value } from '../value.ts';

/** A list of words, or with `shell` a command line. */
export const program: FunctionUse = {
  decide: ({ named }) => {
    const use: CodeUse = isTrue(named.get('shell') ?? named.get('**')) ? 'shell' : 'command';
    return { args: [use], named: { args: use } };
  },
};

/** A command line. */
export const shell: FunctionUse = { args: ['shell'], named: { cmd: 'shell', command: 'shell' } };

/** `exec` and `spawn` with the arguments in a list (`v`) or one by one (`l`); the first of them is the program's own name. */
export const replaceProcess = (at: number): FunctionUse => ({
  values: ({ args }) => {
    const [program = unknownValue, ...rest] = args.slice(at);
    const given = rest[0]?.type === 'list' ? rest[0].items : rest.filter(({ type }) => type !== 'record');
    return [['command', { type: 'list', items: [program, ...given.slice(1)] }]];
  },
});

/** A program with its arguments one by one. */
export const spread: FunctionUse = { values: ({ args }) => [['command', { type: 'list', items: args }]] };

/** Unpacks into a folder, the current one when none is named. */
export const unpack: FunctionUse = {
  values: ({ args, named }) => [['write_tree', args[0] ?? named.get('path') ?? { type: 'text', text: '.' }]],
};

/** A file that is read or changed by its mode. */
export const openFile: FunctionUse = {
  decide: ({ args, named }: CodeCall): FunctionUse => {
    const given = args[1] ?? named.get('mode');
    const modes = given === undefined ? ['r'] : optionsOf(given).map(textOf);
    const use: CodeUse = modes.every(mode => mode !== undefined && /^[rbtU]+$/.test(mode))
      ? 'read'
      : modes.some(mode => mode === undefined || /[+ax]/.test(mode))
        ? 'update'
        : 'write';
    return { args: [use], named: { file: use } };
  },
};

/** A request that sends something where it is given data. */
export const ask: FunctionUse = {
  decide: ({ named, args }) => ({
    args: [named.has('data') || args.length > 1 ? 'upload' : 'url'],
    named: { url: named.has('data') ? 'upload' : 'url' },
  }),
};

const fetch: FunctionUse = { args: ['url'], named: { url: 'url' } };

/** A request that sends something. */
export const send: FunctionUse = { args: ['upload'], named: { url: 'upload' } };

/** A request by a method that is named first. */
export const request: FunctionUse = {
  decide: ({ args }) => ({
    args: ['text', /^(?:get|head|options)$/i.test(textOf(args[0]) ?? '') ? 'url' : 'upload'],
    named: { url: 'upload' },
  }),
};

/** A host to connect to. */
export const host: FunctionUse = { args: ['host'], named: { host: 'host' } };

/** A host, or a host with its port. */
export const endpoint: FunctionUse = {
  decide: ({ args }) =>
    args[0]?.type === 'list' ? { effects: [{ kind: 'network', target: endpointOf(args[0].items) }] } : { args: ['host'] },
};

const endpointOf = ([name, port]: readonly Value[]): NetworkTarget => {
  const [hostText, portText] = [textOf(name), textOf(port)];
  return {
    type: 'network',
    direction: 'both',
    ...(hostText === undefined ? {} : { host: hostText }),
    ...(portText === undefined ? {} : { port: Number(portText) }),
  };
};

/** By which names the arguments of the standard library are given, in their order. Source: its reference. */
const keywords = [
  'path src name file filename source top base_name url fd',
  'dst destination target target_path extract_dir',
  'root_dir',
].map(names => names.split(' '));

/** Arguments by place, or by the names that go with their uses. */
export const uses = (...args: readonly CodeUse[]): FunctionUse => ({
  args,
  named: Object.fromEntries(args.flatMap((use, at) => (keywords[at] ?? []).map(name => [name, use]))),
});

/** Data that may bring its own code. */
export const load = unseen('loads an object that may run code');

/** A library that is not Python. */
export const native = unseen('loads native code');

/** The functions of an HTTP client. */
export const httpClient = (name: string): Readonly<Record<string, FunctionUse>> => ({
  [`${name}.get`]: fetch,
  [`${name}.head`]: fetch,
  [`${name}.options`]: fetch,
  [`${name}.stream`]: request,
  [`${name}.request`]: request,
  [`${name}.post`]: send,
  [`${name}.put`]: send,
  [`${name}.patch`]: send,
  [`${name}.delete`]: send,
});
