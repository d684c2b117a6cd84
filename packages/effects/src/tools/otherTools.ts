import type { Effect } from '@licet/core';
import { isSecretPath } from '../places/secrets.ts';
import { browserTools } from './browserTools.ts';
import { requestToolEffects } from './shape.ts';
import { leakOf, tellsCredential } from './told.ts';
import type { ToolDescriptor } from './use.ts';

const shell: ToolDescriptor = {
  arguments: { command: 'shell', cmd: 'shell', script: 'shell', commands: 'shell' },
  required: ['command', 'cmd', 'script', 'commands'],
};

const input: ToolDescriptor = { arguments: { chars: 'input', input: 'input', keys: 'input', text: 'input', data: 'input' } };

/** Words of a prompt that say that something is sent to somebody. */
const SENDING = /\b(?:up-?load|send|post|curl|wget|scp|rsync|exfiltrate|transmit|transfer|paste|e-?mail)\w*\b/i;
const DESTINATION =
  /\b(?:https?|ftp|s3|gs|wss?):\/\/(?!localhost\b|127\.)|\b(?!127\.)\d{1,3}(?:\.\d{1,3}){3}\b|[\w.+-]+@[\w-]+\.\w+/i;

/** Files of secrets that a text names. */
const namesSecrets = (text: string): boolean => {
  const words = new Set(text.match(/[\w.~/*-]*[/.][\w.~/*-]+/g));
  if (words.size > MOST_NAMES) return true;
  return [...words].some(word => isSecretPath(word.replace(/^~/, '/home/user').replace(/[.,:;]+$/, ''), undefined, undefined));
};

/** Most names of files that are looked at; more may have any among them. */
const MOST_NAMES = 1024;

/** What another agent is told is carried out by that agent; a prompt that names secrets and where to send them is looked at by a human. */
const agentTool: ToolDescriptor = {
  inspect: (payload, _judge, tool): readonly Effect[] => {
    const texts = ['prompt', 'description', 'task', 'instructions', 'message'].map(name => payload[name]);
    const text = texts.filter(value => typeof value === 'string').join('\n');
    if (!SENDING.test(text) || !DESTINATION.test(text) || !namesSecrets(text)) return [];
    const target = { type: 'network', direction: 'upload' } as const;
    const note = 'tells another agent to send secrets';
    return [{ kind: 'network', target, program: tool, via: [], certainty: 'possible', tags: ['uploads'], note }];
  },
  effects: [
    {
      kind: 'execute',
      target: { type: 'named', category: 'agent', name: 'subagent' },
      certainty: 'certain',
      note: 'starts another agent',
    },
  ],
};

/** A request with the method that a call names; without one it is what the tool makes of it. */
const asking = (effect: Effect, method: unknown): Effect =>
  effect.target?.type === 'network' && typeof method === 'string'
    ? { ...effect, target: { ...effect.target, method: method.toUpperCase() } }
    : effect;

/** A prompt may hold the addresses (Gemini's `web_fetch`); a call that sends a body is an upload. */
const fetchTool: ToolDescriptor = {
  sees: ['url', 'urls', 'uri', 'href', 'prompt', 'method', 'body', 'data', 'json', 'form', 'headers'],
  inspect: (payload, judge, tool): readonly Effect[] => {
    const { url, urls, uri, href, prompt, method, body, data, json, form } = payload;
    const isUpload =
      [body, data, json, form].some(value => value !== undefined) ||
      (typeof method === 'string' && !/^(?:get|head|options)$/i.test(method));
    const given = [url, urls, uri, href].filter(value => value !== undefined && value !== null);
    const inText =
      given.length === 0 && typeof prompt === 'string' ? (prompt.match(/\b(?:https?|file):\/\/[^\s"'<>)]+/gi) ?? []) : [];
    const addresses = [...given, ...inText];
    if (addresses.length === 0) return judge('url', '');
    return [
      ...addresses.flatMap(address => judge(isUpload ? 'upload' : 'url', address)).map(effect => asking(effect, method)),
      ...requestToolEffects({ ...payload, prompt: '' }, tool),
    ];
  },
};

const search: ToolDescriptor = {
  inspect: (payload, _judge, tool): readonly Effect[] => (tellsCredential(payload) ? [leakOf(tool)] : []),
  effects: [
    { kind: 'network', target: { type: 'network', direction: 'download' }, certainty: 'certain', note: 'asks a search service' },
  ],
};

const memory: ToolDescriptor = {
  effects: [
    {
      kind: 'configure',
      target: { type: 'named', category: 'agent_memory', name: 'memory' },
      certainty: 'certain',
      note: 'is read again in later sessions',
    },
  ],
};

const setting: ToolDescriptor = {
  effects: [
    {
      kind: 'configure',
      target: { type: 'named', category: 'agent_setting', name: 'settings' },
      certainty: 'possible',
      tags: ['persistence'],
    },
  ],
};

const schedule: ToolDescriptor = {
  effects: [
    {
      kind: 'configure',
      target: { type: 'named', category: 'schedule', name: 'agent' },
      certainty: 'certain',
      tags: ['persistence', 'detached'],
    },
  ],
};

const worktree: ToolDescriptor = {
  effects: [{ kind: 'write', target: { type: 'named', category: 'git_worktree', name: 'worktree' }, certainty: 'certain' }],
};

const code: ToolDescriptor = {
  arguments: { code: 'code', source: 'code', script: 'code' },
  language: 'language',
  required: ['code', 'source', 'script'],
};

/** A tool whose command is text for a shell of Windows. */
const windowsShell = (program: readonly string[]): ToolDescriptor => ({
  sees: ['command', 'cmd', 'script'],
  inspect: ({ command, cmd, script }, judge): readonly Effect[] => {
    const text = command ?? cmd ?? script;
    return judge(typeof text === 'string' ? 'shell' : 'unknown', typeof text === 'string' ? [...program, text] : text);
  },
});

const harmless: ToolDescriptor = {};

/** Watches a command or a web socket, and hands every line to the agent. */
const monitor: ToolDescriptor = {
  arguments: { command: 'shell' },
  sees: ['ws'],
  inspect: ({ ws }, judge): readonly Effect[] => {
    const address = typeof ws === 'object' && ws !== null && 'url' in ws ? ws.url : ws;
    return ws === undefined || ws === null ? [] : judge('upload', address);
  },
};

/** Starts an agent somewhere else, at once or at set times; listing what there is only asks. */
const remoteTrigger: ToolDescriptor = {
  sees: ['action', 'body'],
  inspect: ({ action }, _judge, tool): readonly Effect[] =>
    typeof action === 'string' && /^(?:list|get)$/.test(action)
      ? []
      : [
          {
            kind: 'configure',
            target: { type: 'named', category: 'schedule', name: 'remote agent' },
            program: tool,
            via: [],
            certainty: 'certain',
            tags: ['persistence', 'detached', 'remote_change'],
            note: 'starts or plans the run of another agent',
          },
        ],
};

const HARMLESS_NAMES = [
  'todowrite',
  'todoread',
  'updateplan',
  'updatetodo',
  'writetodos',
  'taskcreate',
  'taskupdate',
  'tasklist',
  'taskget',
  'taskoutput',
  'taskstop',
  'bashoutput',
  'killshell',
  'killbash',
  'readbash',
  'stopbash',
  'getterminaloutput',
  'exitplanmode',
  'enterplanmode',
  'askuserquestion',
  'askuser',
  'question',
  'toolsearch',
  'lsp',
  'geterrors',
  'readlints',
  'sendmessage',
  'think',
  'listmcpresourcestool',
  'listmcpresources',
  'sequentialthinking',
  'brief',
  'sleep',
];

/** Tools on anything but files, by plain name. */
export const otherTools: Readonly<Record<string, ToolDescriptor>> = {
  bash: shell,
  shell,
  sh: shell,
  zsh: shell,
  localshell: shell,
  containerexec: shell,
  execcommand: shell,
  unifiedexec: shell,
  executecommand: shell,
  runcommand: shell,
  runshellcommand: shell,
  runterminalcmd: shell,
  runterminalcommand: shell,
  runinterminal: shell,
  terminal: shell,
  writestdin: input,
  writebash: input,
  sendkeys: input,
  sendinput: input,
  sendterminalinput: input,
  powershell: windowsShell(['powershell', '-Command']),
  pwsh: windowsShell(['powershell', '-Command']),
  cmd: windowsShell(['cmd', '/c']),
  python: { ...code, language: '=python' },
  runpython: { ...code, language: '=python' },
  executepython: { ...code, language: '=python' },
  ipython: { ...code, language: '=python' },
  javascript: { ...code, language: '=javascript' },
  runjavascript: { ...code, language: '=javascript' },
  executejavascript: { ...code, language: '=javascript' },
  executecode: code,
  runcode: code,
  codeinterpreter: code,
  codeexecution: { ...code, language: '=python' },
  webfetch: fetchTool,
  fetch: fetchTool,
  fetchwebpage: fetchTool,
  httprequest: fetchTool,
  ...browserTools,
  websearch: search,
  googlewebsearch: search,
  browse: fetchTool,
  task: agentTool,
  agent: agentTool,
  delegatetoagent: agentTool,
  spawnagent: agentTool,
  runsubagent: agentTool,
  skill: {
    arguments: { command: 'text' },
    effects: [{ kind: 'execute', target: { type: 'named', category: 'skill', name: 'skill' }, certainty: 'certain' }],
  },
  activateskill: {
    arguments: { command: 'text' },
    effects: [{ kind: 'execute', target: { type: 'named', category: 'skill', name: 'skill' }, certainty: 'certain' }],
  },
  slashcommand: {
    arguments: { command: 'text' },
    effects: [{ kind: 'execute', target: { type: 'named', category: 'skill', name: 'command' }, certainty: 'certain' }],
  },
  savememory: memory,
  memory,
  config: setting,
  croncreate: schedule,
  crondelete: setting,
  cronlist: harmless,
  monitor,
  remotetrigger: remoteTrigger,
  structuredoutput: { data: true },
  reportintent: { data: true },
  schedulewakeup: schedule,
  enterworktree: worktree,
  exitworktree: worktree,
  readmcpresourcetool: { arguments: { uri: 'url' } },
  readmcpresource: { arguments: { uri: 'url' } },
  ...Object.fromEntries(HARMLESS_NAMES.map(name => [name, harmless])),
};
