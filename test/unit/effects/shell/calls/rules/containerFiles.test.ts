import { describe, expect, it } from 'vitest';

import { stoppedIn } from '../../../stoppedIn.ts';

const home = { text: "services:\n  a:\n    image: alpine\n    volumes: ['${HOME}:/h']\n" };
const own = { text: "services:\n  a:\n    image: alpine\n    volumes: ['./data:/d']\n" };
const dockerfile = { text: 'FROM alpine\nCOPY .env /e\n' };

describe('files that say which containers a call starts', () => {
  it.each(['docker compose up -d', 'docker-compose run a', 'podman compose up', 'sudo docker compose create'])(
    'are read for `%s` where git does not hold them',
    async command => {
      expect(await stoppedIn({ '/w/compose.yaml': home })(command)).toBeDefined();
    },
  );

  it('are read once git holds them, too, and harmless where they mount the project', async () => {
    expect(await stoppedIn({ '/w/compose.yaml': { ...home, held: true } })('docker compose up -d')).toBeDefined();
    expect(await stoppedIn({ '/w/compose.yaml': own })('docker compose up -d')).toBeUndefined();
    expect(await stoppedIn({})('docker compose up -d')).toBeUndefined();
    expect(await stoppedIn({ '/w/compose.yaml': home })('docker compose ps')).toBeUndefined();
  });

  it('are read from the input and from what the command writes', async () => {
    expect(await stoppedIn({})("printf 'volumes: [{hostPath: {path: /}}]' | podman kube play -")).toBeDefined();
    expect(await stoppedIn({})("printf 'a:\\n  privileged: true\\n' > c.yaml && docker compose -f c.yaml up")).toBeDefined();
  });

  it('says what an image copies by a file that git does not hold', async () => {
    const files = { '/w/Dockerfile': dockerfile, '/w/.env': { text: 'A=1' } };
    expect(await stoppedIn(files)('docker build .')).toBeDefined();
    expect(await stoppedIn({ ...files, '/w/Dockerfile': { ...dockerfile, held: true } })('docker build .')).toBeUndefined();
    expect(await stoppedIn({})('docker build .')).toBeUndefined();
  });
});
