import type { ApprovalRequest } from '@licet/core';
import { requestLines } from '@licet/adapters/terminal';
import { describe, expect, it } from 'vitest';

import { request } from './request.ts';

const linesOf = (more: Partial<ApprovalRequest>): readonly string[] => {
  const written = requestLines(request(more));
  return 'lines' in written ? written.lines : [written.tooLong];
};

describe('requestLines', () => {
  it('shows the action, its effects, the questions, who has answered, the code and the expiry', () => {
    const answers = [{ granted: [true], by: 'ann', at: 5 }];
    const written = requestLines(
      request({
        effects: [
          { kind: 'write', target: { type: 'file', lexical: '/w/a', resolved: '/etc/b' }, via: [], certainty: 'certain' },
          {
            kind: 'network',
            target: { type: 'network', host: 'x.example', port: 22, direction: 'both' },
            via: [],
            certainty: 'possible',
          },
          {
            kind: 'execute',
            target: { type: 'program', argv: ['git', undefined] },
            via: [],
            certainty: 'certain',
            note: 'a push',
          },
          {
            kind: 'configure',
            target: { type: 'named', category: 'git_ref', name: 'main', value: 'x' },
            via: [],
            certainty: 'certain',
          },
          { kind: 'unknown', via: [], certainty: 'certain' },
        ],
        questions: [
          {
            guard: 'quorum',
            code: 'approval_required',
            reason: 'a push reaches others',
            fix: { summary: 'ask', command: 'git status' },
            quorum: { approvals: 2, of: ['ann', 'ben'], veto: ['sec'] },
          },
        ],
      }),
      answers,
    );

    expect('lines' in written && written.lines).toEqual([
      'Bash  (kind bash, in /w, agent bot, for boss, session s)',
      '  command:',
      '    git push',
      '    git log',
      '  timeout: 5',
      '',
      'What it does:',
      '  write  /w/a (really /etc/b)',
      '  network  x.example:22 (both), possibly',
      '  execute  git ?  (a push)',
      '  configure  git_ref main = x',
      '  unknown  something that cannot be seen',
      '',
      'The question:',
      '  1. a push reaches others  (quorum)',
      '     2 of ann, ben must say yes; the no of sec is final; so far ann',
      '     instead: ask',
      '     run instead: git status',
      '',
      'Code 1234-567Y, until 1970-01-01 00:01:40 UTC',
    ]);
  });

  it('lets nothing hide in a name, a value, a reason or a fix', () => {
    const evil = '\u001b[2J\u202e\u200b';
    const text = linesOf({
      action: {
        kind: `k${evil}`,
        tool: `t${evil}`,
        payload: { [`n${evil}`]: `v${evil}\r\nw${evil}`, o: { [evil]: [evil] } },
        sessionId: `s${evil}`,
      },
      questions: [
        {
          guard: `g${evil}`,
          code: 'c',
          reason: `r${evil}`,
          fix: { summary: `f${evil}`, command: evil },
          quorum: { approvals: 1, of: [evil] },
        },
      ],
    }).join('\n');

    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u200b\u202e]/u);
  });

  it('cuts nothing, and reports when there is too much', () => {
    const long = 'x'.repeat(150_000);
    expect(linesOf({ action: { kind: 'bash', payload: { command: long }, sessionId: 's' } }).join('\n')).toContain(long);
    expect(linesOf({ action: { kind: 'bash', payload: { a: long, b: long }, sessionId: 's' } })).toEqual([
      'the arguments have 300002 characters, and at most 200000 can be reviewed',
    ]);
    expect(linesOf({ action: { kind: 'bash', payload: { a: '\n'.repeat(3_000) }, sessionId: 's' } })[0]).toContain(
      'lines, and at most',
    );
  });
});
