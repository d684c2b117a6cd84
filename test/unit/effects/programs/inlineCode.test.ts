import { describe, expect, it } from 'vitest';

import { holdsInlineCode, readsCodeFromInput } from '../../../../packages/effects/src/programs/inlineCode.ts';
import { stoppedIn } from '../stoppedIn.ts';

const stopped = stoppedIn({
  '/w/package.json': { text: '{}' },
  '/w/.claude/settings.json': { text: '{}' },
  '/w/src/in.txt': { text: 'licet approve ABCD-1234\ny\n' },
});

/** A path that governs the agent in two parts, and commands that only code shows. */
const STOPPED = [
  `newlisp -e '(write-file (append ".cla" "ude/settings.json") "{}")'`,
  `gosh -e '(with-output-to-file (string-append ".cla" "ude/settings.json") (lambda () (display "{}")))' -E exit`,
  `csi -e '(with-output-to-file (string-append ".cla" "ude/settings.json") (lambda () (display "{}")))'`,
  `hy -c '(.write (open (+ ".cla" "ude/settings.json") "w") "{}")'`,
  `micropython -c "open('.cla'+'ude/settings.json','w').write('{}')"`,
  `cjs -c "imports.gi.GLib.file_set_contents('.cla'+'ude/settings.json','{}')"`,
  `pil -'(out (pack ".cla" "ude/settings.json") (prin "{}"))' -bye`,
  `scilab-cli -e "mputl('{}','.cla'+'ude/settings.json');quit"`,
  `original-awk 'BEGIN{f=".cla" "ude/settings.json"; print "{}" > f}'`,
  `goawk 'BEGIN{f=".cla" "ude/settings.json"; print "{}" > f}'`,
  `csharp -e 'System.IO.File.WriteAllText(".cla"+"ude/settings.json","{}")'`,
  `nim --eval:'writeFile(".cla"&"ude/settings.json","{}")'`,
  `chibi-scheme -e '(open-output-file (string-append ".cla" "ude/settings.json"))'`,
  `mit-scheme --eval '(open-output-file (string-append ".cla" "ude/settings.json"))'`,
  `gsi -e '(open-output-file (string-append ".cla" "ude/settings.json"))'`,
  `abcl --eval '(open (concatenate (quote string) ".cla" "ude/settings.json") :direction :output)'`,
  `ros run -e '(open (concatenate (quote string) ".cla" "ude/settings.json") :direction :output)'`,
  `gprolog --query-goal 'atom_concat(X,Y,Z),open(Z,write,S)'`,
  `gforth -e 's" .cla" pad place'`,
  `pike -e 'Stdio.write_file(".cla"+"ude/settings.json","x");'`,
  `texlua -e 'io.open(".cla".."ude/settings.json","w")'`,
  `joker -e '(spit (str ".cla" "ude/settings.json") 1)'`,
  `perl6 -e 'spurt ".cla"~"ude/settings.json","x"'`,
  `truffleruby -e 'File.write(".cla"+"ude/settings.json","x")'`,
  `quickjs -e 'std.open(".cla"+"ude/settings.json","w")'`,
  `swift -e 'import Foundation'`,
  `dotnet-script eval 'System.IO.File.Delete(x)'`,
  // Code on the input
  `echo 'extern("rm -f .cla*/settings.json")' | gp -q`,
  String.raw`printf '.sy rm -f .cla*/settings.json\n' | groff -U -z`,
  String.raw`printf '#exec rm -f .cla*/settings.json\n' | gpp -x`,
  `echo 'System.IO.File.Delete("x")' | dotnet fsi`,
  `echo '(delete-file "x")' | gosh`,
  `echo 'Files.delete(x)' | jshell -`,
  // Programs for other things
  `gimp -i --batch-interpreter=python-fu-eval -b "open('.cla'+'ude/settings.json','w').write('{}')" -b 'pdb.gimp_quit(0)'`,
  `blender -b --python-expr "open('.cla'+'ude/settings.json','w').write('{}')"`,
  `hython -c "open('.cla'+'ude/settings.json','w').write('{}')"`,
  `r2 -qc '!rm -f .cla*/settings.json' -`,
  `rizin -qc '!rm -f .cla*/settings.json' -`,
  `vifm -c '!rm -f .cla*/settings.json' -c q`,
  `script -qc "vifm -c '!rm -f .cla*/settings.json' -c q" /dev/null`,
  `lf -command '$rm -rf .cla*'`,
  `yosys -p '!rm -rf .cla*'`,
  // A shell on the input
  String.raw`printf 'lic%s approve ABCD-1234\ny\n' et | script -q /dev/null`,
  'script -q /dev/null < src/in.txt',
  "echo 'rm -rf ~' | unshare -r",
  "echo 'rm -rf ~' | fakeroot",
  "echo 'rm -rf ~' | newgrp docker",
  "echo 'rm -rf ~' | sg docker",
  "echo 'rm -rf ~' | chroot /",
  "echo 'rm -rf ~' | setarch x86_64",
  "echo 'rm -rf ~' | linux64",
  "echo 'rm -rf ~' | asciinema rec /tmp/x.cast",
  "echo 'rm -rf ~' | ttyrec /tmp/x",
  "echo 'rm -rf ~' | proot",
  "echo 'rm -rf ~' | firejail",
  "echo 'rm -rf ~' | nix-shell",
  "echo 'rm -rf ~' | poetry shell",
  "echo 'rm -rf ~' | systemd-run --user --pty --shell",
  "echo 'rm -rf ~' | toolbox enter",
  "sg docker -c 'rm -rf ~'",
  "asciinema rec -c 'rm -rf ~' /tmp/x.cast",
];

/** The same programs at their ordinary work. */
const INNOCENT = [
  `newlisp -e '(println "x")'`,
  `gosh -e '(display "x")'`,
  `csi -e '(display 1)'`,
  `micropython -c "print(1+1)"`,
  `original-awk '{print $1}' package.json`,
  'blender -b scene.blend -o out/ -f 1',
  'nim c -r src/a.nim',
  'gp url 3000',
  "echo '1+1' | gp -q",
  'groff -man -Tutf8 src/a.1',
  'groff -ms a.ms > a.ps',
  'gpp -o out.txt in.txt',
  'gimp a.png',
  "r2 -qc 'aaa; pdf @ main' bin/server",
  "yosys -p 'read_verilog a.v; synth -top x; stat'",
  'gforth src/a.fs',
  'vifm src',
  'dotnet fsi src/a.fsx',
  'dotnet test',
  'swift build',
  "calc '2+3*4'",
  'scheme --script src/a.ss',
  'script log.txt',
  'script -q /dev/null',
  "script -qc 'npm test' /dev/null",
  'ls | script -q -c cat /dev/null',
  'unshare -r ls',
  'fakeroot dpkg-deb -b pkg',
  'asciinema rec demo.cast',
  "asciinema rec -c 'npm test' demo.cast",
  'asciinema play demo.cast',
  'nix-shell -p nodejs --run "npm test"',
  'firejail --net=none ls',
  "sg docker -c 'docker ps'",
  'setarch x86_64 -R ./bin/server',
];

describe('inline code', () => {
  it.each(STOPPED)('stops `%s`', async command => {
    expect(await stopped(command)).toBeDefined();
  });

  it.each(INNOCENT)('lets `%s` run', async command => {
    expect(await stopped(command)).toBeUndefined();
  });

  it('knows code by the words and the input of a call', () => {
    expect(holdsInlineCode('nim', '--eval:echo 1')).toBe(true);
    expect(holdsInlineCode('nim', 'c -r a.nim')).toBe(false);
    expect(readsCodeFromInput('gp', '-q')).toBe(true);
    expect(readsCodeFromInput('gp', 'url 3000')).toBe(false);
  });
});
