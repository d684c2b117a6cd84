import { describe, expect, it } from 'vitest';

import { ordersAnswer, typesByWords } from '../../../../packages/effects/src/programs/typing.ts';
import { stoppedIn } from '../stoppedIn.ts';

const stopped = stoppedIn({ '/w/package.json': { text: '{}' }, '/w/bin/server': { text: 'x' } });

/** Keys that go to another program: to a pane, a window, a terminal, a browser that is open. */
const TYPING = [
  "tmux send-keys -t 0 'licet approve ABC' Enter",
  "tmux send-keys -t 0 'licet app' ; tmux send-keys -t 0 'rove ABC' Enter",
  'tmux send -t 0 y Enter',
  'tmux -L main send-keys -t work:1 y',
  'tmux send-prefix -t 0',
  "tmux set-buffer 'licet approve 1' \\; paste-buffer -t 0",
  'tmux paste-buffer -t 0',
  'tmux pasteb -t 0',
  'tmux load-buffer /tmp/x && tmux paste-buffer -t 0',
  "tmux pipe-pane -I -t 0 'echo y'",
  "tmux run-shell 'licet approve x'",
  "tmux run-shell 'rm -rf ~'",
  "tmux if-shell true 'send-keys -t 0 y Enter'",
  'tmux -C attach < /tmp/cmds',
  'tmux -CC attach',
  "echo 'send-keys -t 0 y' | tmux -C attach",
  'tmux source-file /tmp/t.conf',
  'tmux source /tmp/t.conf',
  'tmux bind-key x send-keys y',
  "tmux set-hook -g after-new-window 'send-keys y'",
  "tmux new-session -d 'sleep 9' \\; send-keys -t 0 'y' Enter",
  "tmux confirm-before 'send-keys y'",
  "tmux new-session -d 'licet approve 1'",
  "tmux split-window 'licet approve 1'",
  "screen -S x -X stuff 'licet approve 1\\n'",
  'screen -S x -p 0 -X stuff "y^M"',
  'screen -X readreg p /tmp/x',
  'screen -X readbuf /tmp/x',
  'screen -X paste .',
  'screen -X exec ... echo y',
  "screen -X eval 'stuff y'",
  'screen -X source /tmp/rc',
  'screen -X at \\# stuff y',
  "zellij action write-chars 'licet approve 1'",
  'zellij action write 13',
  'zellij -s dev action write-chars y',
  'zellij ac write-chars y',
  "wezterm cli send-text --pane-id 0 'y'",
  "kitty @ send-text --match id:1 'licet approve'",
  'kitten @ send-text y',
  'kitty @ send-key y',
  'kitten @ --to unix:/tmp/k send-text y',
  "xdotool type 'licet approve'",
  'xdotool key Return',
  'xdotool search --name Terminal windowactivate type y',
  'xdotool keydown y keyup y',
  'xdotool click 1',
  "xte 'str licet approve 1'",
  'xvkbd -text y',
  "wtype 'y'",
  'ydotool type y',
  'ydotool key 28:1 28:0',
  'dotool < /tmp/x',
  'echo type y | dotool',
  'dotoolc',
  'expect /tmp/a.exp',
  'expect run.exp',
  'autoexpect licet approve 1',
  "script -qc 'licet approve 1' /dev/null",
  "echo y | script -qc 'licet approve 1' /dev/null",
  'script -q /dev/null licet approve 1',
  'python3 -c "import fcntl,termios; fcntl.ioctl(0, termios.TIOCSTI, \'y\')"',
  "python3 -c \"import fcntl; fcntl.ioctl(open('/dev/pts/3','w'), 0x5412, b'y')\"",
  'python3 -c "import fcntl; fcntl.ioctl(0, 21522, b\'y\')"',
  'perl -e \'ioctl(STDIN, 0x5412, "y")\'',
  'perl -e \'require "sys/ioctl.ph"; ioctl(STDOUT, &TIOCSTI, $_) for split //, "y\\n"\'',
  'ruby -e \'$stdin.ioctl(0x5412, "y")\'',
  'echo y > /dev/pts/3',
  "printf 'licet approve 1\\n' > /dev/pts/0",
  "printf 'y\\n' | tee /dev/pts/4",
  'echo y > /proc/1234/fd/0',
  'echo y | tee /proc/$PID/fd/0',
  'cat /tmp/y > /proc/self/fd/0/../../../1234/fd/0',
  'printf y > /dev/tty1',
  'printf y > /dev/ttys003',
  'echo x > /dev/input/event3',
  'evemu-event /dev/input/event3 --type EV_KEY --code KEY_Y --value 1',
  'cat /tmp/k > /dev/uinput',
  'python3 -c "import evdev; ui=evdev.UInput(); ui.write(1,21,1)"',
  'python3 -c "import pyautogui; pyautogui.typewrite(\'y\')"',
  'python3 -c "from pynput.keyboard import Controller; Controller().type(\'y\')"',
  'python3 -c "import keyboard; keyboard.write(\'y\')"',
  'cliclick t:y',
  'gdb -p 123 -batch -ex \'call (int)ioctl(0,0x5412,"y")\'',
  'reptyr 1234',
  'dtach -p /tmp/s < /tmp/x',
  'echo y | dtach -p /tmp/sock',
  'abduco -a x',
  'AutoHotkey.exe a.ahk',
  'chrome --remote-debugging-port=9222',
  'chromium --remote-debugging-pipe',
  'curl http://localhost:9222/json',
  'websocat ws://127.0.0.1:9222/devtools/page/1',
  'wscat -c ws://localhost:9222/devtools/browser/x',
  "gdbus call --session --dest org.gnome.Shell --object-path /org/gnome/Shell --method org.gnome.Shell.Eval 'x'",
  'dbus-send --session --dest=org.kde.konsole-1 /Sessions/1 org.kde.konsole.Session.sendText y',
  "qdbus org.kde.konsole /Sessions/1 runCommand 'licet approve 1'",
  'qdbus org.kde.konsole /Sessions/1 sendText y',
  'ttyecho -n /dev/pts/3 licet approve 1',
  'writevt /dev/tty1 y',
  'conspy 1',
  'xsel -b < /tmp/x && xdotool key ctrl+v',
  'vncdo type y',
  'vncdotool -s localhost type y',
  "nvim --server /tmp/nvim.sock --remote-send ':!licet approve 1<CR>'",
  "vim --servername X --remote-send ':!rm -rf x<CR>'",
  'emacsclient -e \'(shell-command "rm -rf ~")\'',
  'emacsclient --eval \'(term-send-raw-string "y")\'',
  "i3-msg exec 'xdotool key y'",
  'hyprctl dispatch sendshortcut , Y, class:kitty',
  "guake -e 'licet approve 1'",
  'xterm -e licet approve 1',
  'empty -f -i in.fifo -o out.fifo licet approve 1',
  'empty -s -o in.fifo "y\\n"',
  // Terminals, windows and desktops that start a command
  "kitty @ launch --type=tab fish -c 'set l lice; {$l}t approve ABCD-1234'",
  'kitty @ --to unix:/tmp/k launch npm start',
  `kitty +runpy "open('.cla'+'ude/settings.json','w').write('{}')"`,
  `nvr --servername /tmp/nvim.sock --remote-send ':term lice""t approve ABCD-1234<CR>'`,
  "nvr -c 'w! .claude/settings.json'",
  "qdbus org.kde.yakuake /yakuake/sessions runCommandInTerminal 0 'l=lice;${l}t approve ABCD-1234'",
  `exo-open --launch TerminalEmulator "python3 -c 'import os'"`,
  'hyprctl keyword exec "foot fish"',
  'hyprctl dispatch execr foot',
  "swaymsg 'bindsym y exec foot'",
  `awesome-client 'require("awful").spawn("xterm")'`,
  'riverctl spawn foot',
  'niri msg action spawn -- foot',
  'xdo key_press -k 46; xdo key_release -k 46',
  `echo 'XTerm.vt100.translations: #override <EnterNotify>: string("lic")' | xrdb -merge`,
  'xrdb -load x.res',
  'kwriteconfig6 --file kdeglobals --group General --key TerminalApplication /w/src/t',
  'gsettings set org.gnome.desktop.default-applications.terminal exec /w/src/t',
  'gio launch src/x.desktop',
  'dex src/x.desktop',
  'xdg-open src/x.desktop',
];

/** Looking at the same programs, starting what is judged by itself, and printing to one's own terminal. */
const INNOCENT = [
  // A device that is attached has no user who approves.
  'adb shell input tap 10 10',
  "tmux new-session -d -s dev 'npm start'",
  'tmux ls',
  'tmux list-panes -a',
  'tmux capture-pane -p -t dev',
  'tmux has-session -t dev',
  "tmux new-session -d -s dev -n web 'pnpm dev' \\; split-window -h 'pnpm test --watch'",
  "tmux new -d -s x 'python -m http.server -b 127.0.0.1 8000'",
  'tmux save-buffer /tmp/out.txt',
  'tmux show-options -g',
  "tmux display-message -p '#S'",
  "tmux respawn-pane -k -t dev:0 'npm start'",
  'screen -ls',
  'screen -dmS dev npm start',
  'screen -S dev -X hardcopy /tmp/out.txt',
  'zellij list-sessions',
  'zellij action dump-screen /tmp/x',
  'wezterm cli list',
  'kitty @ ls',
  'kitten icat a.png',
  'echo done > /dev/tty',
  "printf 'x\\n' > /dev/tty",
  'read -r a < /dev/tty',
  'tty',
  'stty size < /dev/tty',
  'stty -a',
  "script -qc 'npm test' /dev/null",
  'unbuffer npm test | tee /tmp/log',
  "python3 -c \"import fcntl, termios, struct; print(struct.unpack('HHHH', fcntl.ioctl(0, termios.TIOCGWINSZ, b'0'*8)))\"",
  "python3 -c \"import pty; pty.spawn(['npm','test'])\"",
  'screen -version',
  'xdotool getactivewindow getwindowname',
  'xdotool search --name x',
  'xdotool getmouselocation',
  'ps -ef | grep pts/3',
  'ls -l /dev/pts',
  'echo x > /dev/null',
  'ls -l /proc/1234/fd/0',
  'cat /proc/1234/status',
  'gdb -batch -ex run -ex bt ./bin/server',
  'socat -V',
  'google-chrome --headless --screenshot=/tmp/a.png http://localhost:3000',
  'google-chrome --headless --dump-dom http://localhost:3000',
  'emacsclient -n src/index.ts',
  'nvim --headless +q',
  'qdbus',
  'gdbus introspect --session --dest org.freedesktop.Notifications --object-path /',
  'dbus-send --session --dest=org.freedesktop.Notifications --print-reply / org.freedesktop.DBus.Introspectable.Introspect',
  'notify-send done',
  'adb shell getprop',
  'adb devices',
  "tmux new-window -t dev 'npm run build'",
  'xterm -e npm start',
  'google-chrome --headless --remote-debugging-port=9222 about:blank',
  'nvr src/a.ts',
  'xdo id',
  'xrdb -query',
  'gio trash old.txt',
  'gio info package.json',
  'hyprctl clients',
  'exo-open --launch FileManager src',
  'swaymsg -t get_tree',
  'kwriteconfig6 --file kwinrc --group Compositing --key Enabled true',
  'gsettings get org.gnome.desktop.interface color-scheme',
  'dex serve config.yaml',
  'kitty +kitten icat a.png',
];

describe('typesByWords', () => {
  it.each(TYPING)('stops `%s`', async command => {
    expect(await stopped(command)).toBeDefined();
  });

  it.each(INNOCENT)('lets `%s` run', async command => {
    expect(await stopped(command)).toBeUndefined();
  });

  it('says what is typed and why it matters when nothing else is wrong with the keys', async () => {
    expect(await stopped("tmux send-keys -t 0 'lic' && tmux send-keys -t 0 'et approve 1' Enter")).toContain(
      'governance_unclear: `tmux` may type into another program, where only the user approves what the agent does',
    );
  });

  it('takes a question for help for no typing', () => {
    expect(typesByWords('ydotool', '--help')).toBe(false);
    expect(typesByWords('expect', '--version')).toBe(false);
    expect(typesByWords('expect', 'a.exp')).toBe(true);
  });
});

describe('ordersAnswer', () => {
  it('finds the answer in what is handed to another program', () => {
    expect(ordersAnswer('socat', '{"command":["run","licet","approve","ABCD-1234"]}\n')).toBe(true);
    expect(ordersAnswer('websocat', '["stdin","licet accept\\r"]')).toBe(true);
  });

  it('lets other orders, other programs and no text be', () => {
    expect(ordersAnswer('socat', '{"command":["get_property","pause"]}')).toBe(false);
    expect(ordersAnswer('socat', undefined)).toBe(false);
    expect(ordersAnswer('tee', 'licet approve ABCD-1234')).toBe(false);
  });
});
