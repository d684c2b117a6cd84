import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { notePlanted, openReceipts, readPlanted, stateFolder, ticketName } from '@licet/sandbox';
import type { Ticket } from '@licet/sandbox';
import { describe, expect, it, onTestFinished } from 'vitest';

const TICKET: Ticket = { planDigest: 'abc', command: 'make', wrapped: 'licet run -- make', words: ['sh', '-c', 'make'] };

function home(): string {
  const folder = mkdtempSync(join(tmpdir(), 'licet-receipts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('receipts', () => {
  const name = ticketName('session', 'call');

  it('prove a run of the ticket, once', () => {
    const at = home();
    const receipts = openReceipts(at);
    receipts.issue(name, TICKET);
    expect(receipts.claim(name, TICKET.words)).toEqual(TICKET);
    receipts.start(name, 'abc');
    receipts.end(name, { exitCode: 3, planted: ['/w/.env'] });

    expect(receipts.settle(name, TICKET.wrapped)).toEqual({
      ticket: TICKET,
      problem: undefined,
      end: { exitCode: 3, planted: ['/w/.env'] },
    });
    expect(receipts.settle(name, TICKET.wrapped)).toBeUndefined();
    expect(readdirSync(join(at, '.licet/sandbox/calls'))).toEqual([]);
  });

  it('prove a run that goes on in the background, and none that was not started', () => {
    const receipts = openReceipts(home());
    receipts.issue(name, TICKET);
    receipts.claim(name, TICKET.words);
    receipts.start(name, 'abc');
    expect(receipts.settle(name, TICKET.wrapped)).toMatchObject({ problem: undefined, end: undefined });

    receipts.issue(name, TICKET);
    expect(receipts.settle(name, TICKET.wrapped)?.problem).toBe('there is no receipt of the run');
    receipts.issue(name, TICKET);
    receipts.claim(name, TICKET.words);
    receipts.start(name, 'another');
    expect(receipts.settle(name, TICKET.wrapped)?.problem).toBe('the receipt is of another plan');
    receipts.issue(name, TICKET);
    receipts.claim(name, TICKET.words);
    receipts.start(name, 'abc');
    expect(receipts.settle(name, 'make')?.problem).toBe('it ran with other arguments than the policy gave it');
  });

  it('refuse a ticket that is not there, is for another command, was used, or has no name', () => {
    const receipts = openReceipts(home());
    expect(() => receipts.claim(name, TICKET.words)).toThrow('there is no such ticket');
    receipts.issue(name, TICKET);
    expect(() => receipts.claim(name, ['sh', '-c', 'make; x'])).toThrow('for another command');
    receipts.claim(name, TICKET.words);
    // The same call is decided about again while it runs.
    receipts.issue(name, { ...TICKET, words: ['x'] });
    expect(() => receipts.claim(name, TICKET.words)).toThrow('used before');
    expect(() => receipts.claim('../x', TICKET.words)).toThrow('is no ticket');
  });

  it('take a damaged file for none', () => {
    const at = home();
    const receipts = openReceipts(at);
    receipts.issue(name, TICKET);
    for (const text of ['', '[]', '{}', '{"planDigest":"abc","command":"make","wrapped":"x","words":[1]}']) {
      writeFileSync(join(at, '.licet/sandbox/calls', `${name}.ticket`), text);
      expect(() => receipts.claim(name, TICKET.words)).toThrow('there is no such ticket');
    }
    receipts.issue(name, TICKET);
    writeFileSync(join(at, '.licet/sandbox/calls', `${name}.receipt`), '7');
    writeFileSync(join(at, '.licet/sandbox/calls', `${name}.end`), '{"exitCode":"x"}');
    expect(receipts.settle(name, TICKET.wrapped)).toMatchObject({ problem: 'there is no receipt of the run', end: undefined });
  });

  it('forget calls without an outcome after a day, and remember a session until then', () => {
    const at = home();
    const receipts = openReceipts(at);
    receipts.distrust('bad');
    receipts.issue(ticketName('session', 'old'), TICKET);
    const file = join(at, '.licet/sandbox/calls', `${ticketName('session', 'old')}.ticket`);
    utimesSync(file, 0, 0);
    receipts.issue(name, TICKET);

    expect(existsSync(file)).toBe(false);
    expect([receipts.isDistrusted('bad'), receipts.isDistrusted('good')]).toEqual([true, false]);
  });
});

it('keeps planted files for as long as they are there', () => {
  const at = home();
  const project = join(at, 'project');
  mkdirSync(project);
  expect(readPlanted(at, project)).toEqual([]);
  stateFolder(at, project);
  notePlanted(at, project, []);
  const [one, two] = [join(project, '.env'), join(project, 'x.pem')];
  for (const file of [one, two]) writeFileSync(file, '');
  notePlanted(at, project, [one]);
  notePlanted(at, project, [one, two]);
  expect(readPlanted(at, project)).toEqual([one, two]);
  rmSync(one);
  expect(readPlanted(at, project)).toEqual([two]);
});
