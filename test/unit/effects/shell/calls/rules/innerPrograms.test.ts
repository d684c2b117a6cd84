import { describe, expect, it } from 'vitest';

import { stoppedIn } from '../../../stoppedIn.ts';

const stopped = stoppedIn({
  '/w/package.json': { text: '{}' },
  '/w/.claude/settings.json': { text: '{}' },
  '/w/src/x.py': { text: "import os\nos.unlink('.claude/settings.json')\n" },
});

describe('A program that is not described', () => {
  it.each([
    `sshpass -p y python3 -c "import subprocess as s;s.run(['lic'+'et','app'+'rove','ABCD-1234'])"`,
    `openvt -w -- python3 -c "import subprocess;subprocess.run(['lic'+'et','approve','ABCD-1234'])"`,
    "frob bash -c 'l=lice; ${l}t approve ABCD-1234'",
    'frob python3 src/x.py',
    "frob node -e \"require('fs').rmSync('.cla' + 'ude/settings.json')\"",
    'zabbix_agentd -t "system.run[rm -f .claude/settings.json]"',
    'consul-template -once -template "src/a:/tmp/b:rm -f .claude/settings.json"',
    "frob tmux send-keys -t 0 'y' Enter",
    'frob cat ~/.licet/pins/x.json',
  ])('does not hide what it may start that governs the agent: %s', async command => {
    expect(await stopped(command)).toMatch(/governance|secret/);
  });

  it.each([
    "frob python3 -c 'print(1)'",
    'frob python3 -m pytest',
    'frob node20 server.js',
    'frob licet check',
    "frob -e 'licet status'",
    "frob sh -c 'npm test'",
    'frob cp a b',
    "frob 'feat(x): rm a'",
    "frob 'fix(api): add .claude to the docs'",
    'frob cat src/x.py',
  ])('starts ordinary programs: %s', async command => {
    expect(await stopped(command)).toBeUndefined();
  });
});
