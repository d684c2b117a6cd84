import type { Effect } from '@licet/core';
import type { NamedTarget } from '@licet/core/nodes';
import type { Place } from '@licet/effects/places';

import { fileName } from './findings.ts';

/** What the general names of analysers mean to people, by category and name; one without a name means the whole category. */
const PHRASES: Readonly<Record<string, string>> = {
  'git_ref:HEAD': 'the current branch',
  'git_ref:remote': 'a branch or tag at the remote',
  'git_ref:branch': 'a branch',
  'git_ref:tag': 'a tag',
  'git_ref:stash': 'stashed work',
  'git_ref:*': 'branches and tags',
  'git_hook:checks': "the project's git hooks",
  'git_work:untracked': 'files that git does not hold',
  git_worktree: 'another worktree',
  git_transport: 'the way that git reaches a repository',
  'resource:infrastructure': 'the infrastructure',
  'resource:cluster': 'the cluster',
  'resource:hosting': 'the code host',
  'resource:cloud': 'the cloud account',
  'resource:state': 'the recorded state of the infrastructure',
  'resource:http': 'the resource at the address',
  payment: 'money, which goes to another account',
  'secret:wallet': 'the keys of a wallet',
  'resource:lock': 'a lock',
  'resource:model': 'a model',
  'database:data': 'data in the database',
  'database:project': "the project's database",
  'database:keys': 'keys in the database',
  'secret:encrypted': 'what was encrypted',
  'secret:keychain': 'the keychain',
  'secret:hosting': 'the token for the code host',
  'secret:vault': 'the vault',
  'secret:gpg': 'private keys',
  'secret:cloud': 'credentials of the cloud account',
  'secret:store': 'the password store',
  'secret:kubeconfig': 'the credentials of the cluster',
  'secret:cluster': 'secrets of the cluster',
  'variable:environment': 'the environment variables',
  'variable:*': 'the environment variables',
  'package:system': 'packages of this machine',
  'package:source': 'a source of packages',
  'package:registry': 'a package at its registry',
  'package:project': "the project's packages",
  'package:environment': 'the environment of packages',
  'environment:conda': 'an environment of conda',
  'package:index': 'the index of packages',
  'service:state': 'a service',
  'service:start': 'a service',
  'service:deployment': 'a deployment',
  'host:inventory': 'the machines of the inventory',
  'process:*': 'every process',
  'process:process': 'a process',
  'account:user': 'a user account',
  'machine:power': 'this machine',
  'machine:memory and disk': 'the memory and the disk of this machine',
  'disk:data': 'a disk',
  'disk:mount': 'what is mounted',
  'firewall:rules': 'the firewall',
  'schedule:crontab': 'the crontab',
  'schedule:agent': 'a later run of the agent',
  'agent:subagent': 'another agent',
  'agent:unguarded': 'an agent',
  'agent:settings': "the agent's settings",
  agent_setting: "the agent's settings",
  agent_memory: 'what the agent remembers',
  'web_page:the open page': 'the open page',
  'project:code': "the project's own code",
  'program:shell': 'a shell',
  'program:remote shell': 'a shell on another machine',
  'program:script': 'a script',
  'program:pager': 'a pager',
  'log:journal': 'the system log',
  'log:kernel': 'the kernel log',
  'history:shell': "the shell's history",
  'kernel:parameters': 'parameters of the kernel',
  'kernel:modules': 'modules of the kernel',
  'container:host': 'this machine, through a container',
  'container:privileged': 'this machine, through a container',
  'container:daemon': 'the container daemon',
  'container:data': 'data of containers',
  'backup:data': 'backups',
  'backup:system': 'backups of the system',
  'permissions:capabilities': 'the capabilities of a program',
};

/** How a category is spoken of before the name that the user wrote. */
const KINDS: Readonly<Record<string, string>> = {
  variable: 'the variable',
  git_ref: 'the ref',
  git_config: 'the git setting',
  package_setting: 'the setting',
  credential: 'the credentials of',
  service: 'the service',
  process: 'the process',
  database: 'the database',
  container: 'the container',
  schedule: 'the schedule',
  user: 'the user',
  token_scope: 'the scope of a token',
  host: 'the host',
  remote_file: 'the remote path',
  package: 'the package',
  setting: 'the setting',
  tool: '',
  command: '',
  text: '',
  program: '',
};

/**
 * Names what an effect acts upon, as the user knows it: a path from the project, a host, the program; a thing in words and, where
 * it has one, by the name that was written. Undefined where nothing is known of it.
 */
export function nameTarget({ target, program }: Effect, place: Pick<Place, 'root' | 'home'>): string | undefined {
  switch (target?.type) {
    case undefined:
      return program === undefined ? undefined : `\`${program}\``;
    case 'file':
      return fileName(target, place);
    case 'network':
      if (target.host !== undefined) return `\`${target.host}${target.port === undefined ? '' : `:${target.port}`}\``;
      return program === undefined ? undefined : `\`${program}\``;
    case 'program':
      return target.argv[0] === undefined ? undefined : `\`${target.argv[0]}\``;
    case 'named':
      return nameThing(target);
  }
}

function nameThing({ category, name }: NamedTarget): string {
  const phrase = PHRASES[`${category}:${name}`] ?? PHRASES[category];
  if (phrase !== undefined) return phrase;
  const [, ref, remote] = category === 'git_ref' ? (/^(\S+) of (\S+)$/.exec(name) ?? []) : [];
  if (ref !== undefined) return `\`${ref}\` of \`${remote}\``;
  const [, variable, path] = category === 'unset_variable' ? (/^(\S+) (.+)$/.exec(name) ?? []) : [];
  if (variable !== undefined) return `\`${path}\`, because the variable \`${variable}\` is set nowhere`;
  if (category === 'path') return `a path that is only known when it runs (\`${name}\`)`;
  const kind = KINDS[category] ?? category.replaceAll('_', ' ');
  return kind === '' ? `\`${name}\`` : `${kind} \`${name}\``;
}
