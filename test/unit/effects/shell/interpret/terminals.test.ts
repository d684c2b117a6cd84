import { describe, expect, it } from 'vitest';

import { stoppedIn } from '../../stoppedIn.ts';

const stopped = stoppedIn({
  '/w/package.json': { text: '{}' },
  '/w/.claude/settings.json': { text: '{}' },
  '/w/src/t.conf': { text: "set -g mouse on\nrun-shell 'rm -f .cla*/settings.json'\n" },
  '/w/src/b.conf': { text: "bind x run-shell 'rm -f .cla*/settings.json'\n" },
  '/w/src/good.conf': { text: "# colors\nset -g mouse on\nbind r display-message 'x'\nset -g status-right '#(date)'\n" },
});

/** Orders to a multiplexer that write a file of the agent or run a command. */
const STOPPED = [
  "tmux set-buffer '{}' \\; save-buffer .claude/settings.json",
  'tmux saveb -a .claude/settings.json',
  "tmux display-message -p '#(rm -f .cla*/settings.json)'",
  "tmux set -g status-right '#(rm -f .cla*/settings.json)'",
  "tmux set -g status-right 'a #(echo (x) && rm -f .cla*/settings.json) b'",
  "tmux list-panes -F '#(rm -f .cla*/settings.json)'",
  `tmux set -g default-command "fish -c 'set l lice; {\\$l}t approve ABCD-1234'"`,
  "tmux set-option -g default-command 'rm -rf .claude'",
  "tmux set -g command-alias[0] 'x=run-shell'",
  'tmux source-file src/t.conf',
  'tmux source src/b.conf',
  'tmux -f src/t.conf new -d',
  'screen -S main -X writebuf .claude/settings.json',
  'screen -S main -X hardcopy .claude/settings.json',
  'screen -S main -X hardcopy -h .claude/settings.json',
  'screen -S main -X logfile .claude/settings.json',
  'screen -S main -X screen rm -rf .claude',
  'screen -S main -X screen -t x rm -rf .claude',
  'zellij action new-tab --layout src/l.kdl',
  'zellij --layout src/l.kdl',
  'zellij action launch-plugin file:x.wasm',
];

const INNOCENT = [
  'tmux save-buffer /tmp/out.txt',
  'tmux save-buffer - | head',
  "tmux display-message -p '#S #{pane_id}'",
  "tmux set -g status-right '#(date)'",
  'tmux set -g mouse on',
  'tmux set -g default-shell /bin/bash',
  'tmux source-file src/good.conf',
  'tmux -f /dev/null new -d',
  'screen -S main -X hardcopy /tmp/out.txt',
  'screen -S main -X log on',
  'screen -S main -X screen npm start',
  'zellij run -- npm test',
  'zellij --layout compact',
  'zellij list-sessions',
];

describe('terminals', () => {
  it.each(STOPPED)('stops `%s`', async command => {
    expect(await stopped(command)).toBeDefined();
  });

  it.each(INNOCENT)('lets `%s` run', async command => {
    expect(await stopped(command)).toBeUndefined();
  });
});
