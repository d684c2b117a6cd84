import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

import { BUNDLE, humanEnv } from '../support/cli.ts';

const folder = join(import.meta.dirname, '..', '..', 'integrations', 'container');
const text = (name: string): string => readFileSync(join(folder, name), 'utf8');

interface Container {
  readonly image: string;
  readonly args?: readonly string[];
  readonly command?: readonly string[];
  readonly securityContext: object;
  readonly resources: { readonly limits: object; readonly requests: object };
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly readinessProbe?: {
    readonly httpGet: {
      readonly path: string;
      readonly httpHeaders: readonly { readonly name: string; readonly value: string }[];
    };
  };
}

interface Manifest {
  readonly kind: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly automountServiceAccountToken: boolean;
        readonly securityContext: object;
        readonly initContainers: readonly Container[];
        readonly containers: readonly [Container];
        readonly volumes: readonly { readonly name: string }[];
      };
    };
  };
}

const manifests = parseAllDocuments(text('kubernetes.yaml')).map(document => document.toJS() as Manifest);
const manifest = (kind: string): Manifest => {
  const found = manifests.find(each => each.kind === kind);
  if (found === undefined) throw new Error(`no ${kind}`);
  return found;
};
const pod = manifest('Deployment').spec.template.spec;
const [server] = pod.containers;
const compose = parse(text('compose.yaml')) as {
  readonly services: { readonly licet: Readonly<Record<string, unknown>> & { readonly command: readonly string[] } };
};

/** Folders that stand for those of the container, with a certificate for the name `licet`. */
function folders(): Readonly<Record<string, string>> {
  const root = mkdtempSync(join(tmpdir(), 'licet-container-'));
  const made = {
    '/policy': join(root, 'policy'),
    '/home/licet': join(root, 'home'),
    '/run/licet': join(root, 'run'),
    '/run/secrets': join(root, 'run'),
  };
  for (const path of [join(root, 'policy', '.licet'), join(root, 'home'), join(root, 'run')])
    mkdirSync(path, { recursive: true });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'tls.key'];
  const names = ['-subj', '/CN=licet', '-addext', 'subjectAltName=DNS:licet,DNS:localhost'];
  execFileSync('openssl', ['req', '-x509', ...key, '-out', 'tls.crt', '-days', '1', ...names], {
    cwd: join(root, 'run'),
    stdio: 'ignore',
  });
  writeFileSync(join(root, 'run', 'token'), 'a-secret-that-is-hard-to-guess-0123456789');
  writeFileSync(join(root, 'policy', 'governance.yaml'), manifest('ConfigMap').data?.['governance.yaml'] ?? '');
  return made;
}

/** A port of loopback that no program listens on. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}

/** Starts the words of a container here, and returns the port of the server once it listens. */
async function start(words: readonly string[], made: Readonly<Record<string, string>>): Promise<number> {
  const port = await freePort();
  const here = words.map(word => Object.entries(made).reduce((all, [from, to]) => all.replace(from, () => to), word));
  const args = here.map(word => (word === '8181' ? String(port) : word === '0.0.0.0' ? '127.0.0.1' : word));
  const child = spawn(process.execPath, [BUNDLE, ...args], {
    cwd: made['/policy'],
    env: { ...humanEnv(), HOME: made['/home/licet'] },
  });
  onTestFinished(() => void child.kill());
  let said = '';
  child.stderr.on('data', (part: Buffer) => void (said += part.toString()));
  return new Promise((resolve, reject) => {
    child.stdout.once('data', () => resolve(port));
    child.once('exit', code => reject(new Error(`ended with ${code}: ${said}`)));
  });
}

/** Asks as a probe does: by the address, with the name in a header. */
const ask = async (
  port: number,
  path: string,
  host: string,
  made: Readonly<Record<string, string>>,
): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const ca = readFileSync(join(made['/run/licet'] ?? '', 'tls.crt'));
    request({ port, path, host: '127.0.0.1', ca, servername: 'licet', headers: { host } }, response => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });

describe('the manifests for Kubernetes', () => {
  it('start a server that the probe finds healthy, by the words of the manifest', async () => {
    const made = folders();
    const [init] = pod.initContainers;
    const [program = '', ...args] = (init?.command ?? []).map(word =>
      word.replace('/run/licet', () => made['/run/licet'] ?? '').replace('/home/licet', () => made['/home/licet'] ?? ''),
    );
    execFileSync(program, args);
    const port = await start(server.args ?? [], made);
    const probe = server.readinessProbe?.httpGet;

    expect(await ask(port, probe?.path ?? '', probe?.httpHeaders[0]?.value ?? '', made)).toBe(200);
    expect(await ask(port, '/v1/status', 'licet', made)).toBe(401);
  });

  it('give each container as little as it needs', () => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    for (const each of [...pod.initContainers, ...pod.containers]) {
      expect(each.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(Object.keys(each.resources)).toEqual(['requests', 'limits']);
    }
    expect(server).toHaveProperty('livenessProbe');
    expect(server).toHaveProperty('startupProbe');
  });

  it('mount every volume that they name, and name every volume that they mount', () => {
    const mounted = [...pod.initContainers, ...pod.containers].flatMap(({ volumeMounts }) =>
      volumeMounts.map(({ name }) => name),
    );

    expect(new Set(mounted)).toEqual(new Set(pod.volumes.map(({ name }) => name)));
    expect(manifests.map(({ kind }) => kind)).toEqual([
      'ConfigMap',
      'PersistentVolumeClaim',
      'Deployment',
      'Service',
      'NetworkPolicy',
    ]);
  });
});

describe('the compose file', () => {
  it('starts a server that its callers reach by its names', async () => {
    const made = folders();
    chmodSync(join(made['/run/secrets'] ?? '', 'token'), 0o400);
    const port = await start(compose.services.licet.command, made);

    expect(await ask(port, '/health', 'licet', made)).toBe(200);
  });

  it('gives the container as little as it needs, and its port to this machine alone', () => {
    expect(compose.services.licet).toMatchObject({
      read_only: true,
      user: '65532:65532',
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      ports: ['127.0.0.1:8181:8181'],
    });
  });
});

describe('the Dockerfile', () => {
  const steps = text('Dockerfile')
    .split('\n')
    .filter(line => /^[A-Z]+ /u.test(line));
  const last = steps.slice(steps.findLastIndex(line => line.startsWith('FROM')));

  it('takes everything along that the package has for the program', () => {
    const { files } = JSON.parse(readFileSync(join(folder, '..', '..', 'packages', 'cli', 'package.json'), 'utf8')) as {
      readonly files: readonly string[];
    };
    const needed = new Set(
      files.filter(file => !/^(?:\.|!|(?:gemini|hooks|opencode)$)/u.test(file)).map(file => file.split('/')[0]),
    );
    const copied = new Set(last.flatMap(line => /^COPY --from=build \/source\/packages\/cli\/([\w.]+)/u.exec(line)?.[1] ?? []));

    expect(copied).toEqual(new Set([...needed, 'package.json']));
  });

  it('gives its user a name, under which it records what it does', () => {
    expect(text('Dockerfile')).toContain('useradd --uid 65532 --gid licet');
  });

  it('runs as a user without rights, and listens on loopback until it is told otherwise', () => {
    expect(last.find(line => line.startsWith('USER'))).toBe('USER 65532:65532');
    expect(last.find(line => line.startsWith('CMD'))).toBe('CMD ["serve", "--port", "8181"]');
  });
});
