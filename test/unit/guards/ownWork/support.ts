import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { PolicyEngine, memorySessions } from '@licet/core';
import type { ActionInput, Outcome } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { BashSafety } from '@licet/guards';

/** A project in which a session works: commands are judged, run by a real shell where they pass, and their outcome is reported. */
export interface WorkingSession {
  readonly root: string;
  /** Writes a file as the user would: no session hears of it. */
  userWrites(name: string, text: string): void;
  /** Judges a command, and says the ruling with its reason. */
  judge(command: string): Promise<{ readonly ruling: string; readonly reason: string | undefined }>;
  /** Judges a command and, unless it is stopped, runs it and reports the outcome. Fails where it is stopped. */
  run(command: string): Promise<void>;
  /** Lets a call with a tool for files pass, does what `act` does, and reports the outcome. */
  tool(action: ActionInput, act: () => void, outcome?: Outcome): Promise<void>;
  /** The same project and the same state, seen by another process. */
  reopened(): WorkingSession;
}

/** Opens a project with one file that git holds, and the files given, which it does not hold. */
export function workingSession(untracked: Readonly<Record<string, string>> = {}): WorkingSession {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'licet-own-')));
  const git = (...args: string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=n@e', ...args], { cwd: root });
  git('init', '-q');
  put(root, 'kept.md', 'kept\n');
  git('add', '.');
  git('commit', '-qm', 'a');
  for (const [name, text] of Object.entries(untracked)) put(root, name, text);
  return sessionOn(root, memorySessions());
}

function put(root: string, name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

function sessionOn(root: string, sessions: ReturnType<typeof memorySessions>): WorkingSession {
  const engine = new PolicyEngine(BashSafety({ root }), {
    sessions,
    effects: analyzeEffects({ root, home: '/home/u' }),
    default: 'pass',
  });
  const bash = (command: string): ActionInput => ({
    kind: 'bash',
    tool: 'Bash',
    sessionId: 's',
    cwd: root,
    payload: { command },
  });
  let calls = 0;
  const carryOut = async (action: ActionInput, act: () => void, outcome: Outcome): Promise<void> => {
    const evaluation = await engine.evaluate({ ...action, sessionId: 's', callId: `c${(calls += 1)}`, cwd: root });
    if (!evaluation.passed) throw new Error(`stopped: ${evaluation.reason}`);
    act();
    await engine.postAction(evaluation, outcome);
  };
  return {
    root,
    userWrites: (name, text) => put(root, name, text),
    judge: async command => {
      const { ruling, reason } = await engine.explain(bash(command));
      return { ruling, reason };
    },
    run: async command =>
      carryOut(bash(command), () => void execFileSync('/bin/sh', ['-c', command], { cwd: root, stdio: 'ignore' }), {
        status: 'ok',
      }),
    tool: async (action, act, outcome = { status: 'ok' }) => carryOut(action, act, outcome),
    reopened: () => sessionOn(root, sessions),
  };
}
