import { describe, expect, it } from 'vitest';

import { stoppedIn } from '../../stoppedIn.ts';

const stopped = stoppedIn({
  '/w/package.json': { text: '{}' },
  '/w/.claude/settings.json': { text: '{}' },
  '/w/src/a.ts': { text: 'x' },
});

/** Commands that ssh runs on this machine, and files that it copies to it. */
const STOPPED = [
  "ssh localhost 'rm -f /w/.claude/settings.json'",
  "ssh -o HostName=127.0.0.1 box 'rm -f /w/.claude/settings.json'",
  "ssh -oHostName=localhost box 'rm -f /w/.claude/settings.json'",
  "ssh -o 'HostName 127.0.0.1' box 'rm -f /w/.claude/settings.json'",
  "ssh u@127.0.0.1 'rm -f /w/.claude/settings.json'",
  "ssh 127.1 'rm -f /w/.claude/settings.json'",
  "ssh ::1 'rm -f /w/.claude/settings.json'",
  "ssh ssh://u@localhost:22 'rm -f /w/.claude/settings.json'",
  "ssh 0.0.0.0 'rm -f /w/.claude/settings.json'",
  "ssh $(hostname) 'rm -f /w/.claude/settings.json'",
  "ssh $HOSTNAME 'rm -f /w/.claude/settings.json'",
  "ssh -J localhost localhost 'rm -f /w/.claude/settings.json'",
  "ssh -o ProxyCommand='nc 127.0.0.1 22' box 'rm -f /w/.claude/settings.json'",
  "ssh -p 2222 localhost 'rm -f /w/.claude/settings.json'",
  "slogin localhost 'rm -f /w/.claude/settings.json'",
  "echo 'rm -f /w/.claude/settings.json' | ssh localhost",
  "ssh localhost 'licet approve ABC'",
  'scp src/a.ts localhost:/w/.claude/settings.json',
  'rsync src/a.ts localhost:/w/.claude/settings.json',
  // The debugger of a program that runs
  'kill -USR1 $(pgrep -f resident.cjs)',
  'kill -s USR1 $(pgrep -f resident.cjs)',
  'kill -s SIGUSR1 $(pgrep -f resident.cjs)',
  'kill -10 $(pgrep -f resident.cjs)',
  'pkill -USR1 -f resident.cjs',
  'pkill --signal USR1 -f resident.cjs',
  'node inspect -p 4242',
  `echo 'exec("1")' | node inspect -p 4242`,
  `echo 'exec("require(1)")' | node inspect src/a.js`,
  'node inspect localhost:9229',
  'node inspect 127.0.0.1:9230',
  `echo '{"id":1,"method":"Runtime.evaluate","params":{"expression":"1"}}' | websocat ws://127.0.0.1:9229/abc`,
  'curl http://localhost:9229/json',
];

const INNOCENT = [
  "ssh localhost 'ls /w/src'",
  'ssh localhost true',
  "ssh dev.example.com 'ls'",
  "ssh -J bastion.example.com localhost 'ls'",
  'kill -USR1 12345',
  'kill -USR2 $(pgrep -f gunicorn)',
  'node --inspect src/a.js',
  'curl http://localhost:3000/json',
];

describe('this machine', () => {
  it.each(STOPPED)('stops `%s`', async command => {
    expect(await stopped(command)).toBeDefined();
  });

  it.each(INNOCENT)('lets `%s` run', async command => {
    expect(await stopped(command)).toBeUndefined();
  });
});
