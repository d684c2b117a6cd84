import type { Call, Mount } from './descriptor.ts';

/** A folder of the host that would let a container rewrite the host, and options that take the walls down. */
const HOST_ACCESS =
  /^(?:\/|\/(?:etc|root|home|usr|var|boot|dev|proc|sys|bin|sbin|lib)\/?|.*docker\.sock|.*containerd\.sock|\/(?:home|Users)\/[^/]+\/?|~\/?|~\/\.(?:ssh|aws|kube|gnupg).*)$/;

/** A folder of the home folder in which credentials lie. */
const keepsSecrets = (path: string, home: string | undefined): boolean =>
  home !== undefined &&
  path.startsWith(`${home}/.`) &&
  /^\.(?:ssh|aws|kube|gnupg|azure|docker|config\/(?:gcloud|gh|op|rclone)|netrc|npmrc|pypirc|git-credentials|password-store|mozilla|pgpass)(?:\/|$)/.test(
    path.slice(home.length + 1),
  );

/** Whether a program that gets this folder may rewrite the machine, or reads the user's credentials. */
export const isHostFolder = (path: string, home: string | undefined): boolean =>
  HOST_ACCESS.test(path) || path.replace(/\/$/, '') === home || holdsHome(path, home) || keepsSecrets(path, home);

/** Whether the home folder lies in a folder. */
const holdsHome = (path: string, home: string | undefined): boolean =>
  home !== undefined && path.startsWith('/') && home.startsWith(`${path.replace(/\/+$/, '')}/`);

/** The folder that a volume of the local driver shows: `device=/home/u`. */
export const deviceOf = (text: string = ''): string | undefined => /(?:^|[,"=])device=([^,"]*)/.exec(text)?.[1];

const mounted = (call: Call): readonly string[] => [
  ...call.values('-v').flatMap(({ text }) => text?.split(':')[0] ?? []),
  ...call.values('--mount').flatMap(({ text }) => /(?:^|,)(?:source|src)=([^,]*)/.exec(text ?? '')?.[1] ?? []),
  ...call.values('--mount').flatMap(({ text }) => deviceOf(text) ?? []),
];

/** The folder that the container starts in. */
export const workingFolder = (call: Call): string | undefined => call.values('-w').at(-1)?.text;

/** The folders that the container may change. */
export const writableMounts = (call: Call): readonly Mount[] => {
  const volumes = call.values('-v').flatMap(({ text }) => {
    const [from = '', to = '', mode = ''] = text?.split(':') ?? [];
    return to === '' || /(?:^|,)ro(?:,|$)/.test(mode) ? [] : [{ from, to: to.replace(/(?<=.)\/+$/, '') }];
  });
  const binds = call.values('--mount').flatMap(({ text = '' }) => {
    const from = /(?:^|,)(?:source|src)=([^,]*)/.exec(text)?.[1];
    const to = /(?:^|,)(?:target|dst|destination)=([^,]*)/.exec(text)?.[1];
    return from === undefined || to === undefined || /(?:^|,)(?:readonly|ro)(?:=true|,|$)/.test(text) ? [] : [{ from, to }];
  });
  return [...volumes, ...binds];
};

/** Whether a container sees a folder that would let it rewrite the host, or the user's credentials. */
export const opensHost = (call: Call): boolean => mounted(call).some(path => isHostFolder(path, call.home));
