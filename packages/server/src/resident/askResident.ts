import { request } from 'node:http';
import { join } from 'node:path';

import type { FoundResident } from './place.ts';

/** How long a process on this machine may take to answer. */
const PATIENCE_MS = 3_000;

/** Whether a resident process answers, and knows the secret of its folder. */
export async function isResidentThere(found: FoundResident): Promise<boolean> {
  return (await ask(found, 'GET', '/status')) === `${found.answer}\n`;
}

/** Tells a resident process to end. Returns whether it said that it will. */
export async function stopResident(found: FoundResident): Promise<boolean> {
  return (await ask(found, 'POST', '/stop')) === `${found.answer}\n`;
}

async function ask({ folder, token }: FoundResident, method: string, path: string): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${token}` };
  return new Promise(resolve => {
    const sent = request({ socketPath: join(folder, 'socket'), method, path, headers, timeout: PATIENCE_MS, agent: false });
    sent.once('response', response => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.once('end', () => resolve(response.statusCode === 200 ? text : undefined));
      response.once('error', () => resolve(undefined));
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve(undefined));
    sent.end();
  });
}
