import type { Mount } from './mounts.ts';
import type { SystemView } from './systemFolders.ts';

/** Everything that the arguments of bubblewrap are made of. Paths are absolute. */
export interface BubblewrapInput {
  readonly system: SystemView;
  readonly mounts: readonly Mount[];
  /** The folder that the command starts in. */
  readonly cwd: string;
  readonly home: string;
  /** The folder that replaces the home folder. */
  readonly privateHome: string;
  /** A file without rights, mounted over closed files. */
  readonly closedFile: string;
  readonly env: Readonly<Record<string, string>>;
  /** Files of the way to the proxy, each with its place inside. */
  readonly inside: readonly (readonly [source: string, place: string])[];
  /** The file descriptor of the filter of system calls. */
  readonly seccomp?: number;
  /** The file descriptor to which bubblewrap writes the process id of the command's first process, and its exit code if it was started. */
  readonly status?: number;
}

/**
 * Returns the arguments of bubblewrap up to the command. All namespaces are new, there is no network but the loopback device, and nothing of the machine is
 * visible but system folders, toolchains and the mounts.
 */
export function bubblewrapArguments(input: BubblewrapInput): readonly string[] {
  const { system, mounts, home, privateHome, closedFile, env, inside, cwd, seccomp, status } = input;
  return [
    ...'--unshare-user --unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup --disable-userns'.split(' '),
    ...'--new-session --die-with-parent --cap-drop ALL --hostname sandbox --clearenv'.split(' '),
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...'--proc /proc --dev /dev --tmpfs /tmp --tmpfs /var/tmp --tmpfs /run'.split(' '),
    ...system.links.flatMap(([path, text]) => ['--symlink', text, path]),
    '--bind',
    privateHome,
    home,
    ...system.bound.flatMap(path => ['--ro-bind', path, path]),
    ...mounts.flatMap(mount => argumentsOf(mount, closedFile)),
    ...inside.flatMap(([source, place]) => ['--ro-bind', source, place]),
    ...(seccomp === undefined ? [] : ['--seccomp', String(seccomp)]),
    ...(status === undefined ? [] : ['--json-status-fd', String(status)]),
    '--chdir',
    cwd,
  ];
}

function argumentsOf({ path, as }: Mount, closedFile: string): readonly string[] {
  switch (as) {
    case 'writable':
      return ['--bind', path, path];
    case 'readOnly':
      return ['--ro-bind', path, path];
    case 'emptyFile':
      return ['--ro-bind', closedFile, path];
    case 'emptyFolder':
      return ['--perms', '0555', '--tmpfs', path, '--remount-ro', path];
  }
}
