import type { Effect } from '@licet/core';
import { browserTools, fetchTool, search } from './webTools.ts';
import { alike } from '../alike.ts';
import { ofTool, plainName } from './use.ts';
import type { JudgeArgument, ToolDescriptor, ToolEffect } from './use.ts';
import { isSecretPath } from '../places/secrets.ts';

/** Words of a prompt that say that something is sent to somebody. */
const SENDING = /\b(?:up-?load|send|post|curl|wget|scp|rsync|exfiltrate|transmit|transfer|paste|e-?mail)\w*\b/i;

const DESTINATION =
  /\b(?:https?|ftp|s3|gs|wss?):\/\/(?!localhost\b|127\.)|\b(?!127\.)\d{1,3}(?:\.\d{1,3}){3}\b|[\w.+-]+@[\w-]+\.\w+/i;

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
    return [ofTool(tool, { kind: 'network', target, certainty: 'possible', tags: ['uploads'], note })];
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

/** Starts an agent somewhere else, at once or at set times; listing what there is only asks. */
const remoteTrigger: ToolDescriptor = {
  sees: ['action', 'body'],
  inspect: ({ action }, _judge, tool): readonly Effect[] =>
    typeof action === 'string' && /^(?:list|get)$/.test(action)
      ? []
      : [
          ofTool(tool, {
            kind: 'configure',
            target: { type: 'named', category: 'schedule', name: 'remote agent' },
            tags: ['persistence', 'detached', 'remote_change'],
            note: 'starts or plans the run of another agent',
          }),
        ],
};

/**
 * Several commands: in one shell or each in its own, which may be milder or not, and without blanks perhaps the words of one. Only as a whole do they
 * prove anything, since a later one hides how an earlier one ended.
 */
function severalCommands(value: unknown, judge: JudgeArgument): readonly Effect[] {
  if (!Array.isArray(value) || !value.every(each => typeof each === 'string')) return judge('shell', value);
  const whole = judge('shell', value.join('\n'));
  if (value.length < 2) return whole;
  const ways = [...value, ...(value.some(text => /\s/.test(text)) ? [] : [value])];
  return [...whole, ...ways.flatMap(way => judge('shell', way)).map(({ evidence: _evidence, ...effect }) => effect)];
}

const shell: ToolDescriptor = {
  arguments: alike('command cmd script', 'shell'),
  required: ['command', 'cmd', 'script', 'commands'],
  sees: ['commands'],
  inspect: (payload, judge) =>
    Object.entries(payload).flatMap(([name, value]) => (plainName(name) === 'commands' ? severalCommands(value, judge) : [])),
};

const input: ToolDescriptor = { arguments: alike('chars input keys text data', 'input') };

/** A tool that sets something up which stays when the call is over. */
const sets = (category: string, name: string, more: Omit<ToolEffect, 'kind' | 'target' | 'certainty'>): ToolEffect => ({
  kind: 'configure',
  target: { type: 'named', category, name },
  certainty: 'certain',
  ...more,
});

const memory: ToolDescriptor = { effects: [sets('agent_memory', 'memory', { note: 'is read again in later sessions' })] };

const setting: ToolDescriptor = {
  effects: [{ ...sets('agent_setting', 'settings', { tags: ['persistence'] }), certainty: 'possible' }],
};

const schedule: ToolDescriptor = { effects: [sets('schedule', 'agent', { tags: ['persistence', 'detached'] })] };

const worktree: ToolDescriptor = {
  effects: [{ kind: 'write', target: { type: 'named', category: 'git_worktree', name: 'worktree' }, certainty: 'certain' }],
};

const code: ToolDescriptor = {
  arguments: alike('code source script', 'code'),
  language: 'language',
  required: ['code', 'source', 'script'],
};

const python: ToolDescriptor = { ...code, language: '=python' };

/** What it carries out is text of others that the call does not show. */
const instructions = (name: string): ToolDescriptor => ({
  arguments: { command: 'text' },
  effects: [{ kind: 'execute', target: { type: 'named', category: 'skill', name }, certainty: 'certain' }],
});

/** A tool whose command is text for a shell of Windows. */
const windowsShell = (program: readonly string[]): ToolDescriptor => ({
  sees: ['command', 'cmd', 'script'],
  inspect: ({ command, cmd, script }, judge): readonly Effect[] => {
    const text = command ?? cmd ?? script;
    return judge(typeof text === 'string' ? 'shell' : 'unknown', typeof text === 'string' ? [...program, text] : text);
  },
});

/** Watches a command or a web socket, and hands every line to the agent. */
const monitor: ToolDescriptor = {
  arguments: { command: 'shell' },
  sees: ['ws'],
  inspect: ({ ws }, judge): readonly Effect[] => {
    const address = typeof ws === 'object' && ws !== null && 'url' in ws ? ws.url : ws;
    return ws === undefined || ws === null ? [] : judge('upload', address);
  },
};

/** Tools that keep notes, ask, wait, or show what another call has started. */
const HARMLESS =
  'todowrite todoread updateplan updatetodo writetodos taskcreate taskupdate tasklist taskget taskoutput taskstop ' +
  'bashoutput killshell killbash readbash stopbash getterminaloutput exitplanmode enterplanmode askuserquestion ' +
  'askuser question toolsearch lsp geterrors readlints sendmessage think listmcpresourcestool listmcpresources ' +
  'sequentialthinking brief sleep cronlist';

/** Tools on anything but files, by plain name. */
export const otherTools: Readonly<Record<string, ToolDescriptor>> = {
  ...alike('bash shell sh zsh localshell containerexec execcommand unifiedexec executecommand runcommand exec', shell),
  ...alike('runshellcommand runcommands runterminalcmd runterminalcommand runinterminal terminal', shell),
  ...alike('writestdin writebash sendkeys sendinput sendterminalinput', input),
  ...alike('powershell pwsh', windowsShell(['powershell', '-Command'])),
  cmd: windowsShell(['cmd', '/c']),
  ...alike('python runpython executepython ipython codeexecution', python),
  ...alike('javascript runjavascript executejavascript', { ...code, language: '=javascript' }),
  ...alike('executecode runcode codeinterpreter', code),
  ...alike('webfetch fetch fetchwebpage httprequest browse', fetchTool),
  ...alike('websearch googlewebsearch', search),
  ...browserTools,
  ...alike('task agent delegatetoagent spawnagent runsubagent', agentTool),
  ...alike('skill activateskill', instructions('skill')),
  slashcommand: instructions('command'),
  ...alike('savememory memory', memory),
  ...alike('config crondelete', setting),
  ...alike('croncreate schedulewakeup', schedule),
  monitor,
  remotetrigger: remoteTrigger,
  ...alike('structuredoutput reportintent', { data: true }),
  ...alike('enterworktree exitworktree', worktree),
  ...alike('readmcpresourcetool readmcpresource', { arguments: { uri: 'url' } }),
  ...alike(HARMLESS, {}),
};
