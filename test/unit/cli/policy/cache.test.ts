import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { cacheFile, keep, readKept } from 'licet/source/policy/cache.ts';
import { compilePolicy } from 'licet/source/policy/compile.ts';
import { VERSION } from 'licet/source/version.ts';
import { describe, expect, it } from 'vitest';

describe('a kept policy', () => {
  const text = 'version: 1\ndefault: pass\npolicy: { secret_paths: {} }\n';

  it('belongs to one version of the program, and leaves that of another one alone', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'licet-cache-')), 'governance.yaml');
    writeFileSync(file, text);
    const compiled = compilePolicy(text, file);
    if ('issues' in compiled) throw new Error('the policy does not load');
    keep(file, compiled);
    const other = cacheFile(file, 'disk', '99.0.0');
    writeFileSync(other, 'of another version');
    keep(file, compiled);

    expect(cacheFile(file)).toContain(VERSION);
    expect(readFileSync(other, 'utf8')).toBe('of another version');
    expect(readKept(file, text)?.version).toBe(VERSION);
    expect(readKept(file, `${text}# changed\n`)).toBeUndefined();
  });
});
