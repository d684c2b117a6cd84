import { describe, expect, it } from 'vitest';

import { stoppedIn } from '../stoppedIn.ts';

const whyStopped = stoppedIn({ '/w/src/app.ts': 'held', '/w/notes/plan.md': 'file' });

const python = (list: string, work: string): string =>
  `python3 - <<'END'\nimport os, subprocess, pathlib\nfor f in ${list}:\n  ${work}\nEND`;
const node = (list: string, work: string): string =>
  `node - <<'END'\nconst fs = require('fs'), { execSync, execFileSync, spawnSync } = require('child_process');\nfor (const f of ${list}) { ${work} }\nEND`;

const edits = 's = open(f).read(); open(f, "w").write(s.replace("a", "b"))';
const writes = "fs.writeFileSync(f, fs.readFileSync(f, 'utf8').replace('a', 'b'))";

describe('names that git or a search prints to code', () => {
  it.each([
    python('subprocess.check_output(["git", "ls-files", "src"], text=True).splitlines()', edits),
    python('subprocess.check_output(["git", "ls-files"]).decode().split("\\n")', edits),
    python('subprocess.run(["git", "ls-files", "src/*.ts"], capture_output=True, text=True).stdout.split()', edits),
    python('subprocess.getoutput("git grep -l old -- src").splitlines()', edits),
    python('subprocess.getoutput("rg -l old src").splitlines()', edits),
    python('[n for n in os.popen("git diff --name-only main").read().splitlines() if n.endswith(".ts")]', edits),
    python('subprocess.check_output(["git", "ls-files", "src"], text=True).split()', 'print(len(f))'),
    node("execFileSync('git', ['ls-files', 'src', 'scripts'], { encoding: 'utf8' }).split('\\n').filter(n => n !== '')", writes),
    node("execSync('git ls-files \"src/*.ts\"').toString().trim().split('\\n')", writes),
    node("spawnSync('grep', ['-rl', 'old', 'src']).stdout.toString().split('\\n')", writes),
  ])('are files below its places, which may be edited: %s', async command => {
    expect(await whyStopped(command)).toBeUndefined();
  });

  it.each([
    python('subprocess.check_output(["git", "ls-files", "--others", "notes"], text=True).splitlines()', 'os.remove(f)'),
    python('subprocess.check_output(["git", "ls-files", "src"], text=True).splitlines()', 'open(f, "w").write("")'),
    python('subprocess.check_output(["cat", "list.txt"], text=True).splitlines()', edits),
    python('subprocess.check_output(["git", "log", "--name-only"], text=True).splitlines()', edits),
    python('subprocess.check_output(["git", "ls-files", "--stage"], text=True).splitlines()', edits),
    python('subprocess.getoutput("git ls-files src" if os.sep else "cat list.txt").splitlines()', edits),
    python('subprocess.getoutput("git ls-files src; cat list.txt").splitlines()', edits),
    python('subprocess.check_output(["git", "ls-files", "src"], text=True).splitlines()', 'subprocess.run(["sh", "-c", f])'),
    node("execFileSync('git', ['ls-files', 'notes'], { encoding: 'utf8' }).split('\\n')", 'fs.rmSync(f)'),
    node("execFileSync('git', ['ls-files', '/etc'], { encoding: 'utf8' }).split('\\n')", writes),
  ])('are no more than that: %s', async command => {
    expect(await whyStopped(command)).toBeDefined();
  });
});
