import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import type { Socket } from 'node:net';
import { join } from 'node:path';

import { humanEnv } from './cli.ts';
import { runLeanLater } from './lean.ts';
import { gone, portIn, stops } from './residentProject.ts';
import type { ResidentProject } from './residentProject.ts';

/** What judges the calls of a project. */
export interface Judging {
  /** The process that lives on between calls; undefined where each call has a new one. */
  readonly pid?: number;
  /** The folder of its secrets. */
  readonly folder?: string;
  /** Whether a call is stopped: by the enforcer, whatever answer it gets. */
  readonly stopped: (call: object, patienceMs?: number) => Promise<boolean>;
  /** A connection of somebody who says this, and reads nothing. */
  readonly connect?: (text: string) => Promise<Socket>;
  /** What a caller shows. */
  readonly token?: string;
  end(): Promise<void>;
}

/** The ways by which a call reaches the policy. */
export const WAYS = {
  'a process for every call': async (project: ResidentProject): Promise<Judging> => ({
    async stopped(call) {
      const args = ['hook', 'claude-code', '--policy', project.policy];
      const own = { command: process.execPath, args: [project.program, ...args], input: project.event(call) };
      return stops(await runLeanLater({ ...own, ...place(project) }));
    },
    end: async () => undefined,
  }),
  'the script and the process that stays': async (project: ResidentProject): Promise<Judging> => {
    const { pid, folder, token } = await project.warm();
    return {
      pid,
      folder,
      token,
      stopped: async call => stops(await project.send(project.event(call))),
      connect: async text => saying(createConnection(portIn(folder), '127.0.0.1'), text),
      end: async () => undefined,
    };
  },
  'licet serve': served,
} as const;

/** A way by which a call reaches the policy. */
export type WayName = keyof typeof WAYS;

/** How long a caller of a server waits for an answer. */
const PATIENCE_MS = 60_000;

async function served(project: ResidentProject): Promise<Judging> {
  const { child, url, tokenFile } = await startServer(project);
  const token = readFileSync(tokenFile, 'utf8').trim();
  const { hostname, port } = new URL(url);
  return {
    pid: child.pid ?? 0,
    folder: join(tokenFile, '..'),
    token,
    async stopped(call, patienceMs = PATIENCE_MS) {
      const { tool_name: tool, tool_input: payload } = call as Record<string, unknown>;
      const { session_id: sessionId, tool_use_id: callId, cwd } = JSON.parse(project.event()) as Record<string, string>;
      try {
        const response = await fetch(`${url}/v1/evaluate`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify({ action: { kind: 'bash', tool, payload, cwd, sessionId, callId } }),
          signal: AbortSignal.timeout(patienceMs),
        });
        return response.status !== 200 || ((await response.json()) as { readonly passed: unknown }).passed !== true;
      } catch {
        return true;
      }
    },
    connect: async text => saying(createConnection(Number(port), hostname), text),
    async end() {
      child.kill('SIGCONT');
      child.kill('SIGKILL');
      await gone(child.pid ?? 0);
    },
  };
}

/** Returns what a process prints up to the end of a line. Rejects with its complaint where it ends before. */
export function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let [text, complaint] = ['', ''];
    child.stderr?.on('data', part => void (complaint += String(part)));
    child.stdout?.on('data', part => {
      text += String(part);
      if (text.includes('\n')) resolve(text);
    });
    child.once('exit', () => reject(new Error(complaint)));
  });
}

/** Starts `licet serve` and waits until it says where it is; rejects with its complaint. */
export async function startServer(
  project: ResidentProject,
): Promise<{ readonly child: ChildProcess; readonly url: string; readonly tokenFile: string }> {
  const child = spawn(process.execPath, [project.program, 'serve', '--json'], place(project));
  return { child, ...(JSON.parse(await firstLine(child)) as { readonly url: string; readonly tokenFile: string }) };
}

const place = ({ root, home }: ResidentProject) => ({
  cwd: root,
  env: { ...humanEnv(), HOME: home, NO_COLOR: '1', LICET_RESIDENT: '0' },
});

async function saying(socket: Socket, text: string): Promise<Socket> {
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  if (text !== '') socket.write(text);
  return socket;
}
