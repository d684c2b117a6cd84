import { describe, expect, test } from 'vitest';
import { analyzeEffects } from '@licet/effects';

const analyze = analyzeEffects({ root: '/w', home: '/home/u', files: false });

const secretsOf = async (command: string): Promise<readonly unknown[]> => {
  const found = await analyze({ kind: 'bash', tool: 'Bash', payload: { command }, sessionId: 's', cwd: '/w' });
  return found.flatMap(({ kind, target, tags }) =>
    kind === 'read' && tags?.includes('secret') === true ? [target?.type === 'file' ? target.lexical : target?.type] : [],
  );
};

describe('code that reads a file by a name that is not followed', () => {
  test.each([
    [`python3 -c "def f(p): return open(p).read()\nf('.env')"`, ['/w/.env']],
    [`python3 -c "def f(p): return open(p).read()\nf('.e' + 'nv')"`, ['/w/.env']],
    [`python3 -c "def f(p): return open(p).read()\nfor x in ['a', '.env']: f(x)"`, ['/w/.env']],
    [`node -e "const r = p => require('fs').readFileSync(p); r('.env')"`, ['/w/.env']],
    [`node -e "const r = p => require('fs').readFileSync(p); r('.env.' + process.argv[1])"`, ['named', '/w/.env.']],
  ])('may read each secret that it names: %s', async (command, secrets) => {
    expect(await secretsOf(command)).toEqual(secrets);
  });

  test.each([
    `python3 -c "def f(p): return open(p).read()\nif n != '.env': f(n)"`,
    `python3 -c "def f(p): return open(p).read()\nif not n.endswith('.env'): f(n)"`,
    `node -e "const r = p => require('fs').readFileSync(p); if (!n.includes('.env')) r(n)"`,
  ])('reads no name that it only compares with: %s', async command => {
    expect(await secretsOf(command)).toEqual([]);
  });
});
