import type { Effect } from '@licet/core';
import { browserTools } from './browserTools.ts';
import type { ToolDescriptor } from './use.ts';
import { agentTool, remoteTrigger } from './agentTools.ts';
import { fetchTool, search } from './webTools.ts';

const shell: ToolDescriptor = {
  arguments: { command: 'shell', cmd: 'shell', script: 'shell', commands: 'shell' },
  required: ['command', 'cmd', 'script', 'commands'],
};

const input: ToolDescriptor = { arguments: { chars: 'input', input: 'input', keys: 'input', text: 'input', data: 'input' } };

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
