import { PRINT_TARGETS } from '@licet/sandbox';
import type { PresentPaths, PrintTarget, SandboxPlan } from '@licet/sandbox';
import { describe, expect, it } from 'vitest';

const plan: SandboxPlan = {
  version: 1,
  project: '/home/me/shop',
  home: '/home/me',
  write: ['/home/me/shop'],
  read: ['/home/me/shop'],
  readOnly: [],
  hide: [{ rule: 'secret_paths', patterns: ['.env'], except: [] }],
  freeze: [{ rule: 'self_protection', patterns: ['governance.yaml'], except: [] }],
  hosts: [
    { pattern: 'registry.example', uploads: true },
    { pattern: 'docs.example', uploads: false },
    { pattern: '10.0.0.0/8', uploads: true },
    { pattern: 'api.example:8443', uploads: true },
  ],
  deniedHosts: ['169.254.0.0/16', 'metadata.example'],
  environment: ['LANG', 'LC_*'],
  limits: { processes: 100 },
  residual: [{ rule: 'budget', text: 'judges the command that starts the program, not what the program does' }],
};

const now: PresentPaths = {
  hidden: ["/home/me/shop/it's/.env", '/home/me/shop/private'],
  fixed: ['/home/me/shop/governance.yaml', '/home/me/shop/.mcp.json'],
  mounts: [
    { path: '/home/me/shop', as: 'writable' },
    { path: '/home/me/shop/governance.yaml', as: 'readOnly' },
    { path: '/home/me/shop/private', as: 'emptyFolder' },
    { path: "/home/me/shop/it's", as: 'writable' },
    { path: "/home/me/shop/it's/.env", as: 'emptyFile' },
  ],
  bubblewrap: ['--unshare-user', '--bind', "/home/me/shop/it's", "/home/me/shop/it's", '--', '"$@"'],
};

const targets = Object.keys(PRINT_TARGETS) as PrintTarget[];

describe('a plan for other sandboxes', () => {
  it.each(targets)('is printed for %s, with what that cannot express', target => {
    expect(PRINT_TARGETS[target](plan, now)).toMatchSnapshot();
  });

  it.each(['claude-code', 'codex', 'srt'] as const)('leaves out hosts for %s that it would open wider', target => {
    const { text } = PRINT_TARGETS[target](plan, now);
    expect(text).toContain('registry.example');
    expect(text).not.toMatch(/docs\.example|10\.0\.0\.0|api\.example/u);
  });

  it('closes in a profile of macOS what the rules close, also later, and nothing else', () => {
    const rules = {
      ...plan,
      hide: [
        { rule: 'secret_paths', patterns: ['.env', '*.pem', '**/secrets/', '~/.ssh/', 'a[0-9].{key,txt}'], except: ['cert.pem'] },
      ],
    };
    const { text } = PRINT_TARGETS.seatbelt(rules, now);
    const [, hidden = '', open = ''] =
      /deny file-read\* file-write\* \(require-all \(require-any (.*?)\) \(require-not \(require-any (.*)\)\)\)\)$/mu.exec(
        text,
      ) ?? [];
    const matches = (list: string, path: string): boolean =>
      Array.from(
        list.matchAll(/#"((?:[^"\\]|\\.)*)"/gu),
        ([, regex = '']) => new RegExp(regex.replaceAll('\\\\', '\\'), 'u'),
      ).some(regex => regex.test(path));
    const isHidden = (path: string): boolean => matches(hidden, path) && !matches(open, path);
    const closed = [
      '/home/me/shop/.ENV',
      '/home/me/shop/a/.env',
      '/home/me/shop/x/tls.pem',
      '/home/me/shop/a/secrets/x',
      '/home/me/.ssh/id',
      '/home/me/shop/a1.key',
    ];
    const free = [
      '/home/me/shop/.envrc2',
      '/home/me/shop/a.env.js',
      '/home/me/shop/cert.pem',
      '/home/me/shop/ab.key',
      '/home/me/shop/secretsx',
    ];

    expect(closed.filter(path => !isHidden(path))).toEqual([]);
    expect(free.filter(isHidden)).toEqual([]);
  });

  it('is not printed where the target would be wider', () => {
    const narrow = { ...plan, write: ['/home/me/shop/src'] };
    expect(PRINT_TARGETS['claude-code'](narrow, now).wider).toEqual([
      expect.stringContaining('can always change the folder that it starts in'),
    ]);
    expect(PRINT_TARGETS.srt(narrow, now).wider).toEqual([]);
    expect(PRINT_TARGETS.srt({ ...plan, read: ['/home/me/shop/src'] }, now).wider).toEqual([
      expect.stringContaining('reads every folder'),
    ]);
  });
});
