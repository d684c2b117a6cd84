import { describe, expect, it } from 'vitest';

import { containerFileFindings, containerFilesOf } from '../../../../packages/effects/src/programs/composeFiles.ts';

const filesOf = (line: string): readonly string[] => {
  const [program = '', ...words] = line.split(' ');
  return containerFilesOf(program, words);
};

describe('containerFilesOf', () => {
  it('names the file that an option names, else the ones that are taken by themselves', () => {
    expect(filesOf('docker compose -f a.yaml up -d')).toEqual(['a.yaml']);
    expect(filesOf('docker compose --file=a.yaml run web')).toEqual(['a.yaml']);
    expect(filesOf('docker-compose up')).toContain('docker-compose.yml');
    expect(filesOf('docker compose up')).toContain('compose.override.yaml');
    expect(filesOf('podman kube play pod.yaml')).toEqual(['pod.yaml']);
  });

  it('names none for calls that start no container', () => {
    for (const line of ['docker compose ps', 'docker compose down', 'docker ps', 'podman kube generate x'])
      expect(filesOf(line)).toEqual([]);
  });
});

describe('containerFileFindings', () => {
  const privileges = (text: string): readonly unknown[] =>
    containerFileFindings(text, '/data/u').flatMap(found => ('kind' in found ? [found.target] : []));
  const written = (text: string): readonly unknown[] =>
    containerFileFindings(text, '/data/u').flatMap(found => ('use' in found ? [found.value] : []));

  it.each([
    "volumes: ['${HOME}:/h']",
    'volumes:\n  - ~:/h',
    'volumes:\n  - "/:/h:ro"',
    'volumes:\n  - /data:/h',
    'volumes:\n  - /var/run/docker.sock:/var/run/docker.sock',
    'volumes:\n  - type: bind\n    source: $HOME/.ssh\n    target: /s',
    'driver_opts: { type: none, o: bind, device: /home }',
    'volumes: [{ name: h, hostPath: { path: /data } }]',
  ])('says that `%s` opens the machine', text => {
    expect(privileges(text)).toEqual(['container:host']);
  });

  it.each(['privileged: true', 'pid: host', '"hostPID": true', 'cap_add: [SYS_ADMIN]'])(
    'says that `%s` takes the walls down',
    text => {
      expect(privileges(text)).toEqual(['container:privileged']);
    },
  );

  it('says which folders a container may write', () => {
    expect(written('volumes:\n  - ../other:/o\n  - /srv/x:/x\n  - ./data:/d\n  - cache:/c\n  - /etc/localtime:/l:ro')).toEqual([
      '../other',
      '/srv/x',
    ]);
    expect(privileges("image: postgres\nports: ['5432:5432']\nvolumes: ['./data:/d']")).toEqual([]);
  });
});
