import type { Evaluation } from '@licet/core';
import { memoryFiles } from '@licet/effects/places';
import { describe, expect, it } from 'vitest';

import { profileEngine } from '../../../support/profileEngine.ts';

const root = 'C:\\work\\project';
const home = 'C:\\Users\\me';
const files = memoryFiles({
  '/c:/work/project/src/a.ts': 'file',
  '/c:/work/project/.env': 'file',
  '/c:/work/project/governance.yaml': 'file',
  '/c:/Users/me/.ssh/id_ed25519': 'file',
});
const engine = profileEngine('standard', { root, home, files });
const judge = (tool: string, payload: Readonly<Record<string, unknown>>): Promise<Evaluation> =>
  engine.evaluate({ kind: 'tool', tool, cwd: root, payload });

describe('in a project on a drive, a tool', () => {
  it.each([
    ['Read', 'C:\\work\\project\\src\\a.ts'],
    ['Read', 'c:/work/project/src/a.ts'],
    ['Read', 'src\\a.ts'],
    ['Read', '/c/work/project/src/a.ts'],
    ['Write', 'C:\\work\\project\\src\\b.ts'],
    ['Write', '.\\src\\deep\\b.ts'],
    ['Write', 'C:\\work\\project\\.\\src\\..\\src\\b.ts'],
    ['Write', 'C:\\Users\\me\\AppData\\Local\\Temp\\x.txt'],
  ])('may %s %s', async (tool, path) => {
    expect(await judge(tool, { file_path: path, content: '' })).toMatchObject({ ruling: 'pass' });
  });

  it.each([
    ['Read', '.env'],
    ['Read', 'C:\\work\\project\\.env'],
    ['Read', 'C:\\WORK\\..\\work\\project\\.env'],
    ['Read', 'C:\\Users\\me\\.ssh\\id_ed25519'],
    ['Read', '~\\.ssh\\id_ed25519'],
    ['Read', '\\\\server\\share\\x'],
    ['Read', 'C:\\work\\project\\src\\a.ts::$DATA'],
    ['Write', 'C:\\work\\project\\governance.yaml'],
    ['Write', 'src\\..\\governance.yaml'],
    ['Write', 'C:\\work\\project\\.claude\\settings.json'],
    ['Write', 'C:\\Windows\\System32\\drivers\\etc\\hosts'],
    ['Write', 'C:\\work\\project\\GOVERN~1.YAM'],
  ])('may not %s %s', async (tool, path) => {
    expect(['ask', 'block']).toContain((await judge(tool, { file_path: path, content: '' })).ruling);
  });

  it.each([
    ['PowerShell', 'Get-Content C:\\work\\project\\src\\a.ts', true],
    ['PowerShell', 'Set-Content src\\b.ts x', true],
    ['Bash', 'cat src/a.ts', true],
    ['Bash', 'cat /c/work/project/src/a.ts', true],
    ['cmd', 'type src\\a.ts', true],
    ['PowerShell', 'Get-Content C:\\work\\project\\.env', false],
    ['PowerShell', 'Remove-Item -Recurse C:\\work', false],
    ['PowerShell', 'Remove-Item -Recurse D:\\', false],
    ['PowerShell', 'Remove-Item -Recurse C:\\Users\\me', false],
    ['Bash', 'rm -rf /c/Users/me', false],
    ['cmd', 'rd /s /q C:\\work', false],
  ])('%s: %s', async (tool, command, passes) => {
    expect((await judge(tool, { command })).passed).toBe(passes);
  });
});
