import type { Finding } from './descriptor.ts';
import { isHostFolder } from './mounts.ts';
import { effect } from './shapes.ts';

/** Files that `docker compose` takes by itself, and the ones that it takes on top. Source: its manual. */
const COMPOSE_FILES: readonly string[] = ['compose', 'docker-compose'].flatMap(name =>
  ['yaml', 'yml'].flatMap(ending => [`${name}.${ending}`, `${name}.override.${ending}`]),
);

/** Options whose value is such a file. */
const FILE_OPTION = /^(?:-f|--file|--kube-file)$/;

/** The files that say which containers a call starts: those that its options or words name, else the ones that it takes by itself. */
export function containerFilesOf(program: string, words: readonly string[]): readonly string[] {
  const said = [program, ...words].join(' ');
  const given = words.flatMap((word, at) => {
    const [, attached] = /^--file=(.*)$/s.exec(word) ?? [];
    return attached ?? (FILE_OPTION.test(words[at - 1] ?? '') ? word : []);
  });
  if (
    /^(?:(?:docker|podman|nerdctl) (?:\S+ )*compose|(?:docker|podman)-compose) (?:\S+ )*(?:up|run|create|start|watch|exec)\b/.test(
      said,
    )
  )
    return given.length > 0 ? given : COMPOSE_FILES;
  if (/^podman (?:\S+ )*(?:kube play|play kube)\b/.test(said)) return words.slice(-1);
  return /^docker (?:\S+ )*stack deploy\b/.test(said) ? given : [];
}

/** A folder of this machine before its name in a container, and a mode: `~/a:/b:ro`, `${HOME}:/h`. */
const SHORT = /(?:^|[\s"'[,])((?:~|\$\{?HOME\}?|\.\.|\/)[^\s"':,\]]*):(\/[^\s"',:\]]*)(?::(\w[\w,]*))?/gm;

/** The same with keys: `source: /a`, `device: /a`, `hostPath: { path: /a }`. */
const LONG = /\b(?:source|device|path)["']?\s*:\s*["']?((?:~|\$\{?HOME\}?|\.\.|\/)[^\s"',}\]]*)/g;

/** What takes the walls of a container down. */
const OPEN =
  /\bprivileged["']?\s*:\s*["']?true|\b(?:pid|ipc|userns_mode)["']?\s*:\s*["']?host\b|\bhostPID["']?\s*:\s*true|\b(?:SYS_ADMIN|SYS_PTRACE|SYS_MODULE)\b/;

/** Longer files are not looked through. */
const MOST_TEXT = 65_536;

/**
 * What the containers of a file see of this machine. A folder that they may write counts as written by them; one that lets them rewrite the machine, or
 * read the user's credentials, as rights that they gain. Sources: the references of Compose and of Kubernetes.
 */
export function containerFileFindings(text: string, home: string | undefined): readonly Finding[] {
  if (text.length > MOST_TEXT) return [{ kind: 'unknown', note: 'a file of containers that is too long to be looked through' }];
  const own = (path: string): string => path.replace(/^(?:~|\$\{?HOME\}?)(?=\/|$)/, home ?? '~');
  const isPod = /\bhostPath\b/.test(text);
  const mounts = [
    ...[...text.matchAll(SHORT)].map(([, from = '', , mode = '']) => ({
      from: own(from),
      mayWrite: !/(?:^|,)ro(?:,|$)/.test(mode),
    })),
    ...[...text.matchAll(LONG)]
      .filter(([whole]) => isPod || !whole.startsWith('path'))
      .map(([, from = '']) => ({ from: own(from), mayWrite: true })),
  ];
  return [
    ...mounts.flatMap(({ from, mayWrite }): readonly Finding[] => [
      ...(mayWrite
        ? [{ use: { as: 'write', recursive: true, certainty: 'possible', tags: ['unlisted'] } as const, value: from }]
        : []),
      ...(isHostFolder(from, home) || (home !== undefined && from.startsWith(`${home}/.`))
        ? [effect('privilege', 'container:host', 'privilege')]
        : []),
    ]),
    ...(OPEN.test(text) ? [effect('privilege', 'container:privileged', 'privilege')] : []),
  ];
}
