import { memoryFiles } from '@licet/effects/places';
import { describe, expect, test } from 'vitest';

import { stopping } from '../../../../support/stopping.ts';

const files = memoryFiles({
  '/w/.env': 'file',
  '/w/.env.local': 'file',
  '/w/src/a.ts': 'file',
  '/w/.eslintrc.cjs': 'file',
  '/w/e2e.ts': 'file',
});

describe('a list of names that only secrets have', () => {
  test.each([
    `find . -name '*nv' | xargs cat`,
    `find . -iname '*ENV*' -print0 | xargs -0 cat`,
    `find . -path '*env*' -exec cat {} +`,
    `find . -name '*nv' | while read -r f; do cat "$f"; done`,
    `cat "$(find . -name '*nv' | head -1)"`,
    `fd -H env | xargs cat`,
    `ls -a | grep env | xargs cat`,
    `ls -a | awk '/env/' | xargs cat`,
    `ls -a | sed -n '/env/p' | xargs cat`,
    `ls -la | awk '{print $9}' | grep '^\\.e' | xargs cat`,
    `ls ~/.ssh | grep id_ | sed 's|^|/home/u/.ssh/|' | xargs cat`,
    `printf '%s\\n' .e* | xargs cat`,
    `for f in .e*; do cat "$f"; done`,
    `python3 -c "import os;[print(open(f).read()) for f in os.listdir('.') if f.startswith('.e')]"`,
    `python3 -c "import os\nfor f in os.listdir('.'):\n  if 'env' in f: print(open(f).read())"`,
    `python3 -c "import os,re\nfor f in os.listdir('.'):\n  if re.search('nv$', f): print(open(f).read())"`,
    `python3 -c "from pathlib import Path\nfor p in Path('.').iterdir():\n  if p.name == '.env': print(p.read_text())"`,
    `node -e "const fs=require('fs');for(const f of fs.readdirSync('.'))if(f.startsWith('.e'))console.log(fs.readFileSync(f,'utf8'))"`,
    `node -e "const fs=require('fs');fs.readdirSync('.').filter(f=>/env/.test(f)).forEach(f=>console.log(fs.readFileSync(f,'utf8')))"`,
    `node -e "const fs=require('fs');console.log(fs.readFileSync(fs.readdirSync('.').find(f=>f.includes('env')),'utf8'))"`,
  ])('is read when %s', async command => {
    expect(await stopping(command, { files })).toContain('read secret');
  });

  test.each([
    `find . -name '*.ts' | xargs cat`,
    `find . -name '*nv' | xargs ls -l`,
    `find . -name '*_*' | xargs cat`,
    `ls -a | grep eslint | xargs cat`,
    `ls -a | grep -i readme | xargs cat`,
    `ls | grep env | xargs cat`,
    `ls -a | grep env`,
    `fd -e ts | xargs cat`,
    `for f in src/*; do head -5 "$f"; done`,
    `python3 -c "import os;print([f for f in os.listdir('.') if f.startswith('.e')])"`,
    `python3 -c "import os\nfor f in os.listdir('.'):\n  if f.startswith('.env') or f == 'dist': continue\n  print(len(open(f).read()))"`,
    `python3 -c "import os\nfor f in os.listdir('src'):\n  for l in open('src/'+f):\n    if 'env' in l: print(l)"`,
    `node -e "const fs=require('fs');fs.readdirSync('src').filter(f=>!f.startsWith('.env')).forEach(f=>console.log(fs.readFileSync('src/'+f,'utf8').split('x').filter(l=>l.includes('env')).length))"`,
    `node -e "for(const f of ['a.md','b.md'])console.log(require('fs').readFileSync(f,'utf8').length)"`,
  ])('is ordinary when %s', async command => {
    expect(await stopping(command, { files })).toEqual([]);
  });
});
