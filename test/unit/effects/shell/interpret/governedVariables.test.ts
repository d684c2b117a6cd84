import { describe, expect, it } from 'vitest';

import { stoppedIn } from '../../stoppedIn.ts';

const stopped = stoppedIn({
  '/w/governance.yaml': { text: 'version: 1' },
  '/w/.claude/settings.json': { text: '{}' },
  '/w/src/a.ts': { text: 'export {}' },
});

const NAMED = [
  'GIT_TRACE=/w/.claude/settings.json git status',
  'GIT_TRACE2_EVENT=/w/.claude/settings.json git log',
  'FFREPORT=file=.claude/settings.json ffmpeg -version',
  'PIP_LOG=.claude/settings.json pip list',
  'GST_DEBUG_FILE=.claude/settings.json GST_DEBUG=3 gst-inspect-1.0',
  'ANY_NAME_AT_ALL=.claude/settings.json git status',
  'env GIT_TRACE=/w/.claude/settings.json git status',
  'sudo GIT_TRACE=/w/.claude/settings.json git status',
  'npx cross-env GIT_TRACE=/w/.claude/settings.json git status',
  'export GIT_TRACE=/w/.claude/settings.json; git status',
  'declare -x GIT_TRACE=/w/.claude/settings.json; git status',
  'GIT_TRACE=/w/.claude/settings.json; export GIT_TRACE; git status',
  'set -a; GIT_TRACE=/w/.claude/settings.json; git status',
  'set -o allexport; GIT_TRACE=/w/.claude/settings.json; git status',
  "CLAUDE_CODE_SIMPLE=1 claude -p 'empty the file a' --allowedTools Bash,Write,Edit",
  'export CLAUDE_CODE_SIMPLE=1; claude -p hi',
  "dbus-update-activation-environment --systemd 'PROMPT_COMMAND=rm -rf /w'",
  'dbus-update-activation-environment --systemd GIT_TRACE=/w/.claude/settings.json',
];

const INNOCENT = [
  'f=.claude/settings.json; cat "$f"',
  'for f in governance.yaml .claude/settings.json; do cat "$f"; done',
  'f=governance.yaml; grep -n version "$f" | head',
  'GIT_TRACE=1 git status',
  'GIT_TRACE=/tmp/trace.log git status',
  'PIP_LOG=pip.log pip list',
  'export LOG=out.log; node src/a.ts',
  'NODE_ENV=test npx vitest run',
  "MSG='edit governance.yaml' git commit -m x",
  'CLAUDE_CODE_SIMPLE= claude --version',
  'dbus-update-activation-environment --systemd DISPLAY WAYLAND_DISPLAY',
  'set -a; LOG=out.log; git status',
];

describe('a variable of a command that names a file which governs the agent', () => {
  it.each(NAMED)('stops `%s`', async command => {
    expect(await stopped(command)).toBeDefined();
  });

  it.each(INNOCENT)('lets `%s` run', async command => {
    expect(await stopped(command)).toBeUndefined();
  });
});
