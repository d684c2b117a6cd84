import { spawnSync } from 'node:child_process';

/** Returns the variables that name the author of a commit: the settings of the user are not in a sandbox, since they name programs too. */
export function gitIdentity(): Readonly<Record<string, string>> {
  const [name, email] = [globalSetting('user.name'), globalSetting('user.email')];
  return {
    ...(name !== '' && { GIT_AUTHOR_NAME: name, GIT_COMMITTER_NAME: name }),
    ...(email !== '' && { GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_EMAIL: email }),
  };
}

const globalSetting = (name: string): string =>
  spawnSync('git', ['config', '--global', '--get', name], { encoding: 'utf8', timeout: 10_000 }).stdout?.trim() ?? '';
