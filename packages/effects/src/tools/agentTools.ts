import type { Effect } from '@licet/core';
import { isSecretPath } from '../places/secrets.ts';
import type { ToolDescriptor } from './use.ts';

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
export const agentTool: ToolDescriptor = {
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

/** Starts an agent somewhere else, at once or at set times; listing what there is only asks. */
export const remoteTrigger: ToolDescriptor = {
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
