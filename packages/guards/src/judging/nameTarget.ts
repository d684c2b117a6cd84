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
  'git_ref:unreachable': 'commits that no branch holds',
  'git_config:submodule': 'a submodule',
  'resource:infrastructure': 'the infrastructure',
  'resource:cluster': 'the cluster',
  'resource:hosting': 'the code host',
  'resource:cloud': 'the cloud account',
  'resource:state': 'the recorded state of the infrastructure',
  'resource:http': 'the resource at the address',
  'resource:service': 'a resource of a service',
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
  'secret:service': 'secrets of a service',
  'secret:project': 'secrets of the project',
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
  'service:name': 'a service',
  'service:startup': 'services that start with the machine',
  'service:machine': 'this machine',
  'host:inventory': 'the machines of the inventory',
  'process:*': 'every process',
  'process:process': 'a process',
  'account:user': 'a user account',
  'machine:power': 'this machine',
  'machine:memory and disk': 'the memory and the disk of this machine',
  'machine:data': 'the data of a machine',
  'machine:disk': 'a disk',
  'machine:settings': 'settings of this machine',
  'machine:configuration': 'the configuration of this machine',
  network_setting: 'settings of the network',
  'disk:data': 'a disk',
  'disk:mount': 'what is mounted',
  'disk:swap': 'the swap space',
  'disk:backups': 'backups on the disk',
  'firewall:rules': 'the firewall',
  'schedule:crontab': 'the crontab',
  'schedule:agent': 'a later run of the agent',
  'schedule:at': 'a command that runs later',
  'schedule:task': 'a scheduled task',
  'setting:system': 'a setting of the system',
  'editor:extension': 'an extension of the editor',
  'code:elsewhere': 'code from another place',
  'image:every one': 'every image',
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
  protection: '',
  security: '',
  tool: '',
  command: '',
  text: '',
  program: '',
};

/** How a thing is spoken of that has only the name of the program which reaches it. */
const THROUGH: Readonly<Record<string, string>> = { database: 'data in a database, through', secret: 'secrets of' };

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
      return target.name === program && THROUGH[target.category] !== undefined
        ? `${THROUGH[target.category]} \`${program}\``
        : nameThing(target);
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
  if (category === 'resource' && name.includes(' ')) return `what \`${name}\` acts on`;
  const kind = KINDS[category] ?? `the ${category.replaceAll('_', ' ')}`;
  return kind === '' ? `\`${name}\`` : `${kind} \`${name}\``;
}
