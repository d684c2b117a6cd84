/** The rules of the job, as data: every engine is set up from these. */
export const BUDGET = 180;

export const TOOLS_OF: Readonly<Record<string, readonly string[]>> = {
  readonly: ['Read'],
  developer: ['Read', 'Write', 'Bash'],
  admin: ['Read', 'Write', 'Bash', 'Deploy'],
};

/** What a path may and may not be, for one tool. */
export interface PathRules {
  readonly blockedPrefixes: readonly string[];
  readonly blockedSuffixes: readonly string[];
  readonly allowedPrefixes: readonly string[];
}

export const READ: PathRules = {
  blockedPrefixes: ['/etc/', '/root/', '/proc/', '/home/user/.ssh/', '/home/user/.aws/'],
  blockedSuffixes: ['.env', '.pem', '.key'],
  allowedPrefixes: ['/home/user/', '/usr/share/', '/tmp/'],
};

export const WRITE: PathRules = {
  blockedPrefixes: ['/home/user/project/.git/', '/home/user/project/.github/', '/etc/', '/usr/', '/boot/'],
  blockedSuffixes: ['.env', '.lock', '.key'],
  allowedPrefixes: [
    '/home/user/project/src/',
    '/home/user/project/test/',
    '/home/user/project/docs/',
    '/home/user/project/.g',
    '/tmp/',
  ],
};

/** A dangerous command: as a regular expression, and as the globs that match the same of this job's commands. */
export interface Danger {
  readonly pattern: RegExp;
  readonly globs: readonly string[];
}

const danger = (pattern: RegExp, ...globs: readonly string[]): Danger => ({ pattern, globs });

export const DANGERS: readonly Danger[] = [
  danger(/\brm\s+-[a-z]*[rf]/, '*rm -rf*', '*rm -fr*', '*rm -r *'),
  danger(/\bsudo\b/, 'sudo *', '* sudo *'),
  danger(/\bcurl\b[^|]*\|\s*(?:ba|z)?sh\b/, '*curl *|*sh*'),
  danger(/\bwget\b[^|]*\|\s*(?:ba|z)?sh\b/, '*wget *|*sh*'),
  danger(/\bdd\b.*\bof=\/dev\//, '*dd *of=/dev/*'),
  danger(/\bmkfs(?:\.\w+)?\b/, '*mkfs*'),
  danger(/\bchmod\s+(?:-R\s+)?0?777\b/, '*chmod 777*', '*chmod -R 777*'),
  danger(/:\(\)\s*\{\s*:\|:&\s*\}/, '*:()*'),
  danger(/\bgit\s+push\b.*(?:--force\b|\s-f\b)/, '*git push*--force*', '*git push* -f*'),
  danger(/\bgit\s+reset\s+--hard\b/, '*git reset --hard*'),
  danger(/\bnpm\s+publish\b/, '*npm publish*'),
  danger(/\bnc\s+-l/, '*nc -l*'),
  danger(/\bssh\s+\w+@/, '*ssh *@*'),
  danger(/\bscp\s/, '*scp *'),
  danger(/\beval\s/, '*eval *'),
  danger(/\bbase64\s+(?:-d|--decode)\b[^|]*\|/, '*base64 -d*|*', '*base64 --decode*|*'),
  danger(/>\s*\/(?:etc|usr|boot)\//, '*> /etc/*', '*> /usr/*', '*> /boot/*'),
  danger(/^\s*(?:env|printenv)\s*$/, 'env', 'printenv'),
  danger(/\bhistory\s+-c\b/, '*history -c*'),
  danger(/\b(?:shutdown|reboot)\b/, '*shutdown*', '*reboot*'),
];
