import { fitsCall } from './callPatterns.ts';
import type { CallPatterns } from './callPatterns.ts';

const { raw } = String;

/** Calls whose words hold code, or let a document run code, in programs that do more than interpret. Sources: their manuals. */
const INLINE: CallPatterns = [
  ['nim nimble', raw`(?:.* )?--?eval[:=]`],
  ['picolisp pil pil21 plisp', raw`(?:.* )?-\W`],
  ['ros', raw`(?:.* )?(?:-e|--eval|-r|--restart|-E|--entry)\b`],
  ['dotnet', raw`script eval\b|fsi (?:.* )?--(?:exec|eval)\b`],
  ['dotnet-script', raw`eval\b`],
  ['swift', raw`(?:-\S+ )*-e\b`],
  ['rust-script', raw`(?:-\S+ )*(?:-e|--expr|-l|--loop)\b`],
  ['cargo', raw`(?:script|eval) (?:.* )?(?:-e|--expr)\b`],
  ['kotlinc', raw`(?:.* )?-(?:e|expression)\b`],
  ['scala-cli', raw`(?:.* )?(?:-e|--script-snippet|--execute-script\S*|--scala-snippet|--java-snippet)\b`],
  ['uiua', raw`eval\b`],
  ['genius', raw`(?:.* )?--exec\b`],
  ['calc', raw`.*\b(?:system|f?open|eval|write|read|cmdbuf)\s*\(`],
  // Programs for pictures, models and circuits
  ['gimp gimp-console', raw`(?:.* )?(?:-b|--batch)\b`],
  ['krita kritarunner', raw`(?:.* )?(?:-s|--script)\b`],
  ['freecad freecadcmd FreeCAD FreeCADCmd', raw`(?:.* )?(?:-c|--console) .*\(`],
  ['yosys', raw`(?:.* )?(?:-p|-c) .*(?:!|\b(?:exec|tcl|script|python)\b)`],
  ['openocd vsim quartus_sh', raw`(?:.* )?(?:-c|-do|--command|--tcl_eval) .*(?:!|\b(?:exec|open|file|source)\b)`],
  // Documents that may run commands
  ['groff troff nroff pic gpic gtroff grog pdfroff', raw`(?:.* )?-[a-zA-Z]*U|.*--unsafe\b`],
  ['gpp', raw`(?:.* )?-x\b`],
  // Terminals and desktops that start what a word, a file or a setting names
  ['kitty', raw`\+ ?(?:runpy|launch)\b`],
  [
    'zellij',
    raw`(?:.* )?(?:--layout|-l|--new-session-with-layout|-n|--config|-c)[ =](?!(?:compact|default|disable-status-bar|strider|classic|welcome)(?: |$))`,
  ],
  ['zellij', raw`(?:.* )?(?:override-layout|--layout-string|launch-(?:or-focus-)?plugin|start-or-reload-plugin|plugin|pipe)\b`],
  ['exo-open', raw`(?:.* )?--launch\W+TerminalEmulator\b`],
  ['gio', raw`launch\b`],
  ['dex dex-autostart', raw`.*\.desktop\b|(?:.* )?(?:-a|--autostart)\b`],
  ['xdg-open exo-open kde-open kde-open5 gnome-open kioclient kioclient5 kioclient6 kfmclient mimeopen open', raw`.*\.desktop\b`],
  ['open', raw`.*\.(?:terminal|command|tool|workflow|scpt|applescript|inetloc|fileloc|shortcut|kmmacros|alfredworkflow)\b`],
  ['kwriteconfig kwriteconfig5 kwriteconfig6', raw`.*\b(?:\w*Application|Exec\w*|\w*Command|Terminal\w*|Shell\w*)\b`],
  ['gsettings xfconf-query gconftool-2', raw`(?:.* )?(?:set|-s|--set)\b.*(?:exec|command|terminal|keybinding|shell)`],
  ['dconf', raw`(?:write\b.*(?:exec|command|terminal|keybinding|shell)|load\b)`],
  // Programs with their own commands, some of which run a shell
  ['r2 radare2 rizin', raw`(?:.* )?-\w*c .*(?:[!>|]|#!)`],
  ['r2 radare2 rizin', raw`(?:.* )?-\w*[iI] `],
  ['vifm', raw`(?:.* )?(?:-c |\+|--remote(?:-expr)?\b)`],
  ['ranger', raw`(?:.* )?--cmd\b`],
  ['lf', raw`(?:.* )?-(?:command|remote)\b`],
  ['xplr clifm', raw`(?:.* )?(?:-C|-c|--(?:extra-)?config|--cmd)\b`],
  ['basex saxon zorba xidel', raw`(?:.* )?\S*\b(?:file|proc|db):\w+\(`],
  ['gomplate', raw`.*\bfile\.(?:Write|Delete)\b`],
  ['tshark', raw`(?:.* )?-X ?lua_script`],
  ['msfconsole', raw`(?:.* )?(?:-x|-r|--execute-command|--resource)\b`],
];

/** Calls that take their standard input for code. */
const FED: CallPatterns = [
  ['gp pari sage maxima giac icas', raw`(?:-\S+ ?)*$`],
  ['r2 radare2 rizin', ''],
  ['dotnet', raw`fsi(?: -\S+)*$`],
  ['node nodejs', raw`(?:-\S+ )*inspect\b`],
  ['evcxr inim gore ghci stack-ghci utop sml poly mosml clj-repl bwbasic basic yabasic bc4', raw`(?:-\S+ ?)*-?$`],
  ['openocd ngspice msfconsole', raw`(?:-\S+ ?)*$`],
];

/** Calls that start a shell, which takes the standard input for its commands. Sources: their manuals. */
const SHELL_FED: CallPatterns = [
  ['newgrp sg login', raw`(?!.*(?:^| )(?:-c|--command)\b)`],
  ['asciinema', raw`(?:rec|record|stream|session)\b(?!.* (?:-c|--command)\b)`],
  ['ttyrec termrec ovh-ttyrec t-rec', raw`(?!.*(?:^| )-e\b)`],
  ['poetry pipenv hatch pixi devbox', 'shell$'],
  ['toolbox', raw`enter\b`],
  ['distrobox', raw`enter\b(?!.* (?:--|-e)(?: |$))`],
  ['systemd-run', raw`(?:.* )?(?:-\w*S|--shell)\b`],
  ['machinectl', raw`shell(?: \.host| \S*@\.host|$)`],
  ['nix-shell', raw`(?!.*--(?:run|command)\b)`],
  ['nix', raw`(?:develop|shell)\b(?!.* (?:-c|--command)\b)`],
];

/** Whether a call starts a shell that takes the standard input for its commands. */
export const startsShellOnInput = (name: string, words: string): boolean => fitsCall(SHELL_FED, name, words, 's');

/** Whether the words of a call hold code that Licet does not read, or let a document run code. */
export const holdsInlineCode = (name: string, words: string): boolean => fitsCall(INLINE, name, words, 's');

/** Whether a call takes its standard input for code that Licet does not read. */
export const readsCodeFromInput = (name: string, words: string): boolean => fitsCall(FED, name, words, 's');
