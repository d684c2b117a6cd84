import type { CallPatterns } from './callPatterns.ts';
import { fitsCall, isOneOf } from './callPatterns.ts';
import { saysHumanCommand } from '../places/humanCommands.ts';
import { otherKeyboard } from '../places/terminals.ts';
import { effect } from './shapes.ts';
import type { FixedEffect } from './descriptor.ts';

const { raw } = String;

/** Keys, clicks or orders go to another program, which takes them for those of its user. */
export const typesElsewhere: FixedEffect = effect('write', `${otherKeyboard.category}:${otherKeyboard.name}`);

/** Calls that type into another program, or that answer the questions of one as its user would. Sources: their manuals. */
const TYPING: CallPatterns = [
  // Multiplexers and terminals
  ['screen', raw`(?:\S+ )*-\w*X (?:stuff|readreg|readbuf|readkey|paste|process|register|exec|eval|source|at|bind|bindkey)\b`],
  ['zellij', raw`(?:\S+ )*(?:action|ac) (?:write|write-chars|paste|send-keys)\b`],
  ['wezterm wezterm-gui', raw`(?:\S+ )*cli (?:\S+ )*send-(?:text|key)\b`],
  ['kitty kitten', raw`(?:\S+ )*(?:send[-_](?:text|key)|remote-control)\b`],
  ['kitty kitten', raw`@\S*(?: \S+)*? (?:launch|new-window|run|action|kitten|load-config)\b`],
  ['guake tilda', raw`(?:\S+ )*(?:-e|--execute-command|-c)\b`],
  ['dtach abduco', raw`(?:\S+ )*-\w*[aAp]\b`],
  ['vhs', raw`(?!(?:new|themes|manual|validate|publish|help|man|completion)\b)\S`],
  ['doitlive', raw`play\b`],
  ['minicom runscript', raw`(?:.* )?(?:-S|--script)\b|\S+$`],
  ['loadkeys', ''],
  ['empty', raw`(?:\S+ )*-\w*s\b`],
  ['reptyr conspy writevt ttyecho ttysend kibitz', ''],
  // Keyboards, pointers and screens
  ['xdotool', raw`(?:\S+ )*(?:type|key|keydown|keyup|click|mousedown|mouseup)\b|(?:-|\S*[./]\S*)$`],
  ['wtype dotool dotoolc xte xvkbd eitype cliclick autokey-run autokey-headless evemu-event evemu-play vncdo vncdotool', ''],
  ['ydotool', raw`(?:type|key|click|stdin|bakers)\b`],
  ['wlrctl', raw`(?:keyboard|pointer)\b`],
  ['AutoHotkey AutoHotkey.exe AutoHotkey64 AutoHotkey32 AutoHotkeyU64 autohotkey AutoIt3 sendkeys dogtail-run-headless', ''],
  ['xdo', raw`(?:key|button)_(?:press|release)\b|pointer_motion\b`],
  ['xrdb', raw`(?!(?:\S+ )*-(?:q\w*|get|symbols|n|help|version)\b)`],
  [
    'hyprctl',
    raw`(?:\S+ )*(?:dispatch (?:exec\w*|sendshortcut|sendkeystate|pass)|keyword "?(?:exec|bind|source|exec-once)\w*)\b`,
  ],
  ['i3-msg swaymsg', raw`(?:.*\W)?(?:exec|bindsym|bindcode)\b`],
  ['riverctl', raw`(?:spawn|map)\b`],
  ['niri', raw`msg (?:\S+ )*action spawn\S*`],
  ['herbstclient bspc', raw`(?:spawn|keybind)\b`],
  ['qtile', raw`cmd-obj .*\b(?:spawn|eval)\b`],
  ['awesome-client xmonadctl', ''],
  // Programs that answer others
  ['expect autoexpect', ''],
  ['vim vi nvim gvim mvim vimx', raw`(?:\S+ )*--remote-(?:send|expr)\b`],
  ['nvr', raw`(?:.* )?(?:--remote-(?:send|expr)|-cc?|\+\S+)(?: |$)`],
  ['emacsclient', raw`(?:\S+ )*(?:-\w*e|--eval)\b`],
  // The bus of the desktop
  [
    'qdbus qdbus6 qdbus-qt5 gdbus dbus-send busctl',
    raw`.*\b(?:sendText|runCommand\w*|sendInput|org\.gnome\.Shell\.Eval|Shell Eval|RemoteDesktop|Notify(?:Keyboard|Pointer)\w*|GenerateKeyboardEvent|GenerateMouseEvent|DeviceEventController)\b`,
  ],
  // Browsers that are open, through the port for their debugger. A headless one is no user's.
  [
    'google-chrome google-chrome-stable chrome chromium chromium-browser chrome.exe msedge microsoft-edge brave brave-browser vivaldi opera firefox electron open',
    raw`(?!.*--headless\b)(?:.* )?--(?:remote-debugging-(?:port|pipe|address)|remote-allow-origins|start-debugger-server)\b`,
  ],
  // Addresses by which a desktop runs something at once. Sources: the manuals of these programs.
  [
    'open xdg-open',
    raw`.*(?:^|[ '"])(?:kmtrigger|hammerspoon|hs|raycast|alfred\d?|shortcuts|btt|iterm2|warp|keyboardmaestro|launchbar|x-man-page|telnet|ssh):`,
  ],
  [
    'curl wget http https xh websocat wscat nc ncat socat',
    raw`.*(?:\b(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0)[: ]|\[::1\]:|TCP\w*:localhost:)(?:9222|9229)\b|.*/devtools/(?:page|browser)/`,
  ],
  // The debugger of a program that runs: at this signal Node.js opens a port for it
  [
    'kill',
    raw`(?:-(?:s|n|-signal)[ =]?|-)(?:(?:SIG)?USR1|10|30) .*(?:\bnode(?:js)?\b|\.[cm]?[jt]sx?\b|\b(?:vite|next|nuxt|npm|licet)\b)`,
  ],
  ['node nodejs bun', raw`(?:-\S+ )*inspect (?:-\S+ )*(?:-p|--pid|[\w.[\]-]*:\d+|ws:)`],
];

/** True when the words of a call say that it types into another program. Asking for help or a version does not. */
export const typesByWords = (name: string, words: string): boolean =>
  fitsCall(TYPING, name, words) && !/^--?(?:help|version|h|V)$/.test(words);

/** Programs that give another one its own terminal, on which it takes its input for the user's answers. */
const LENDERS = /^(?:script|unbuffer|socat|faketty|pty)$/;

/** True when a call gives a terminal to a program that is not known: it may be one that asks its user. */
export const lendsUnknown = (name: string, areWordsKnown: boolean): boolean => !areWordsKnown && LENDERS.test(name);

/** Programs that hand their input to another program, which may take it for an order: through sockets, pipes, a bus or a queue. */
const RELAYS = 'socat nc ncat netcat websocat wscat telnet mosquitto_pub redis-cli nats kcat kafkacat';

/** True when a text tells another program to answer for a human: what is written to a player's socket, a chat's pipe, a terminal of a server. */
export const ordersAnswer = (name: string, text: string | undefined): boolean =>
  text !== undefined && isOneOf(RELAYS, name) && saysHumanCommand(text);
