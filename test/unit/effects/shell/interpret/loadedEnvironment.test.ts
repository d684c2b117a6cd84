import { analyzeShell } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { describe, expect, test } from 'vitest';

import { showEffect } from '../../showEffect.ts';

const files = memoryFiles({
  '/w/.env': { text: 'API_KEY=1' },
  '/w/.env.production': { text: 'API_KEY=2' },
  '/w/package.json': {
    held: true,
    text: JSON.stringify({
      scripts: {
        dump: 'dotenv -e .env.production -- printenv',
        migrate: 'dotenv -e .env.production -- prisma migrate deploy',
        rest: 'dotenv -e .env.production -- prisma migrate deploy && printenv HOME',
      },
    }),
  },
  '/w/Makefile': { held: true, text: 'dump:\n\t@set -a; . ./.env; set +a; env | sort\nrun:\n\tset -a; . ./.env; ./serve\n' },
  '/w/print.sh': { held: true, text: 'set -a\n[ -f .env ] && . ./.env\nset +a\nnode -p process.env\n' },
  '/w/load.sh': { text: '. ./.env\nnpm start\n' },
  '/w/compose.yaml': { text: 'services:\n  api:\n    env_file:\n      - .env\n    image: a\n' },
  '/w/other/compose.yaml': { text: 'services:\n  api:\n    image: a\n' },
});

const printed = (command: string): readonly string[] =>
  analyzeShell(command, { cwd: '/w', root: '/w', home: '/home/u', env: {}, files })
    .filter(({ target, tags = [] }) => target?.type === 'file' && tags.includes('secret'))
    .map(effect => showEffect(effect));

describe('an environment that a file of secrets was loaded into', () => {
  test.each([
    ['npm run dump', '/w/.env.production'],
    ['make dump', '/w/.env'],
    ['bash print.sh', '/w/.env'],
    ["bun -e 'console.log(Bun.env)'", '/w/.env'],
    ['docker compose config', '/w/.env'],
    ['docker compose config --format json | jq .services', '/w/.env'],
  ])('is a secret when %s prints it, though git holds the script', (command, path) => {
    expect(printed(command)).toContain(`read ${path}`);
  });

  test.each([
    'npm run migrate',
    'npm run rest',
    'make run',
    'bash load.sh',
    "cd other && bun -e 'console.log(Bun.env)'",
    'docker compose config -q',
    'docker compose config --services',
    'cd other && docker compose config',
    'npm run migrate && env',
  ])('is no matter when nothing prints it: %s', command => {
    expect(printed(command)).toEqual([]);
  });
});
