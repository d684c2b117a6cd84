import { describe, expect, it } from 'vitest';

import { stoppedIn } from '../stoppedIn.ts';

const whyStopped = stoppedIn({ '/w/src/app.ts': 'file' });

const python = (code: string): string => `python3 - <<'END'\nimport os, subprocess\n${code}\nEND`;
const node = (code: string): string =>
  `node - <<'END'\nconst fs = require('fs'), { execSync, spawnSync } = require('child_process');\n${code}\nEND`;

const queries = 'd = {"a": "select 1", "b": "select 2"}\n';
const sql = 'subprocess.run(["psql", "-h", "localhost", "-d", "shop_test", "-Atc", f"explain (analyze) {q}"])';
const runs = 'subprocess.run(v, shell=True)';

/** Loops over what the code has written itself, and beside them those that run what it has not, or harm. */
const loops: Readonly<Record<string, readonly [harmless: readonly string[], harmful: readonly string[]]>> = {
  'in Python': [
    [
      `${queries}for n, q in d.items():\n  ${sql}`,
      `${queries}for q in d.values():\n  ${sql}`,
      `${queries}for n in d:\n  q = d[n]\n  ${sql}`,
      'for v in sorted({"ls": 1, "pwd": 2}.keys()): subprocess.run([v])',
      'from pathlib import Path\nfor n, pairs in {"src/app.ts": [("a", "b")], "src/b.ts": []}.items():\n  p = Path(n)\n  s = p.read_text()\n  for old, new in pairs: s = s.replace(old, new)\n  p.write_text(s)',
      'from pathlib import Path\nfor n in ["a.ts", "b.ts"]:\n  p = Path("src") / n\n  p.write_text(p.read_text())',
      'for i, v in enumerate(["ls", "pwd"]): subprocess.run([v])',
      'for i, (k, v) in enumerate(sorted({"ls": "x", "cat": "y"}.items())): subprocess.run([k, v])',
      'for a, b in zip(["ls", "cat"], ("x", "y")): subprocess.run([a, b])',
      'for a, b in [("ls", "x"), ("cat", "y")]: subprocess.run([a, b])',
      `for v in list([f"cat {b}" for a, b in {"a": "x", "b": "y"}.items()]): ${runs}`,
    ],
    [
      `def fill(d): d["b"] = open("/etc/x").read()\nq = {"a": "ls"}\nfill(q)\nfor k, v in q.items(): ${runs}`,
      `def fill(d): d.append(open("/etc/x").read())\nq = ["ls"]\nfill(d=q)\nfor v in q: ${runs}`,
      `for k, v in {"a": "ls", "b": "rm -rf src"}.items(): ${runs}`,
      'from pathlib import Path\nfor n in ["src/app.ts", ".env"]: print(Path(n).read_text())',
      'import shutil\nfor n in ["a", "src"]: shutil.rmtree(os.path.join(".", n))',
      `for v in {"ls": 1, "rm -rf src": 2}: ${runs}`,
      'for a in ["x", "src"]: subprocess.run(["rm", "-rf", a])',
      'for a, b in zip(["ls", "rm"], ["x", "src"]): subprocess.run([a, "-rf", b])',
      'for k, f in {"a": os.system}.items(): f("rm -rf src")',
      `d = {"a": "ls"}\nd["b"] = open("x").read()\nfor v in d.values(): ${runs}`,
      `d = {"a": "ls"}\nd.update(other())\nfor v in d.values(): ${runs}`,
      `d = {"a": "ls"}\ne = d\ne["b"] = open("x").read()\nfor v in d.values(): ${runs}`,
      `d = ["ls"]\ne = d\nf = e\nf.append(open("x").read())\nfor v in d: ${runs}`,
      `d = {"a": "ls", **other()}\nfor k, v in d.items(): ${runs}`,
      `for v in {"1": open("x").read(), 1: "ls"}.values(): ${runs}`,
      `for k, v in {"a": "ls", "b": input()}.items(): ${runs}`,
      'a, b = [*other(), "ls"]\nsubprocess.run(b, shell=True)',
    ],
  ],
  'in JavaScript': [
    [
      "const show = d => console.log(d);\nconst q = { a: 'ls' }; show(q);\nfor (const [k, v] of Object.entries(q)) execSync(v);",
      'const o = { a: "ls", b: "pwd" };\nfor (const [k, v] of Object.entries(o)) execSync(v);',
      'const o = { a: "ls", b: "pwd" };\nObject.entries(o).forEach(([k, v]) => { execSync(`cat ${k}`); execSync(v); });',
      'for (const v of Object.values({ a: "ls" })) execSync(v);\nObject.keys({ ls: 1, pwd: 2 }).forEach(k => execSync(k));',
      'const m = new Map([["a", "ls"], ["b", "pwd"]]);\nfor (const [k, v] of m.entries()) execSync(v);\nfor (const [k, v] of m) execSync(v);',
      'const m = new Map([["a", "ls"], ["b", "pwd"]]);\nfor (const v of m.values()) execSync(v);\nm.forEach(v => execSync(v));',
      'for (const [i, v] of ["ls", "pwd"].entries()) execSync(v);',
      'for (const v of ["x", "y"]) spawnSync("cat", [v]);',
    ],
    [
      "const fill = d => { d.b = fs.readFileSync('/etc/x', 'utf8'); };\nconst q = { a: 'ls' }; fill(q);\nfor (const [k, v] of Object.entries(q)) execSync(v);",
      "function fill(d) { d.push(fs.readFileSync('/etc/x', 'utf8')); }\nconst q = ['ls']; fill(q);\nfor (const v of q) execSync(v);",
      'for (const [k, v] of Object.entries({ a: "ls", b: "rm -rf src" })) execSync(v);',
      'for (const v of ["x", "src"]) spawnSync("rm", ["-rf", v]);',
      'for (const [k, f] of Object.entries({ a: execSync })) f("rm -rf src");',
      'new Map([["a", execSync]]).forEach(f => f("rm -rf src"));',
      'new Map([["ls", "rm -rf src"]]).forEach(v => execSync(v));',
      'const o = { a: "ls" };\no.b = fs.readFileSync("x", "utf8");\nfor (const v of Object.values(o)) execSync(v);',
      'const o = { a: "ls" };\nconst e = o;\ne.b = fs.readFileSync("x", "utf8");\nfor (const v of Object.values(o)) execSync(v);',
      'const o = { a: "ls", ...other() };\nfor (const v of Object.values(o)) execSync(v);',
      'const m = new Map([["a", "ls"]]);\nm.set("b", fs.readFileSync("x", "utf8"));\nfor (const [k, v] of m) execSync(v);',
      'for (const [k, v] of new Map([["1", fs.readFileSync("x", "utf8")], [1, "ls"]])) execSync(v);',
      'const o = { ls: 1, keys() { return [fs.readFileSync("x", "utf8")]; } };\nfor (const k of o.keys()) execSync(k);',
    ],
  ],
};

describe.each(Object.entries(loops))('loops over values that the code has written, %s', (where, [harmless, harmful]) => {
  const write = where === 'in Python' ? python : node;

  it.each(harmless)('are left alone: %s', async code => {
    expect(await whyStopped(write(code))).toBeUndefined();
  });

  it.each(harmful)('are stopped when they harm or run what cannot be seen: %s', async code => {
    expect(await whyStopped(write(code))).toBeDefined();
  });
});
