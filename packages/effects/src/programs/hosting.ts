import type { CommandDescriptor, Condition, Family, Finding, Keyword, OptionValue } from './descriptor.ts';
import { setsUp } from './output.ts';
import { always, does, downloads, effect, ifSaid, loses, option, sends, sets, sharing, shows } from './shapes.ts';

const proposed: Finding = sets('resource:hosting', 'shares');
const published: Finding = sets('resource:hosting', 'shares', 'remote_change');
const removed: Finding = loses('resource:hosting', 'remote_change');
const token: Finding = shows('hosting');

const LOOKING =
  '^(?:(?:item|field|asset)-list|ports|check|list|ls|view|show|status|diff|checks|browse|search|download|clone|checkout|watch|get|verify|help|log|logs|blame|trace|lint)$';

/** What is only offered to other people and can be taken back. */
const PROPOSING = '^(?:create|comment|edit|review|ready|reopen|close|note|new|develop|update-branch)$';

const LOSING = '^(?:delete|remove|rm|archive|cancel|destroy|purge)$';

/** Closing what a list names closes other people's work, and a branch that goes with it is gone for them too. */
const closesOthers: Condition = {
  first: '^close$',
  either: [{ any: ['-d', '--delete-branch'] }, { words: '^close .*(?<= )[?*](?: |$)' }],
};

const verbs: readonly Keyword[] = [
  { when: { first: `^$|${LOOKING}` }, effects: [downloads], ends: true },
  { when: closesOthers, effects: [published], ends: true },
  { when: { first: LOSING }, effects: [removed], ends: true },
  { when: { first: PROPOSING, verb: '^(?:pr|issue|mr|label|discussion|pulls)$' }, effects: [proposed], ends: true },
  always(published),
];

const api = (): CommandDescriptor => ({
  options: {
    '-X --method': 'text',
    '-f -F --field --raw-field': 'text',
    '--input': { value: 'read', effects: [sends('uploads')] },
    '-H --header -q --jq -t --template --hostname --cache -p --preview': 'text',
  },
  inspect: call => {
    const method = call.values('-X').at(-1);
    const verb =
      method === undefined
        ? call.values('-f').length > 0 && call.operands[0]?.text !== 'graphql'
          ? 'POST'
          : 'GET'
        : (method.text ?? 'DELETE').toUpperCase();
    const isKnown = method === undefined || method.text !== undefined;
    const request: Finding = { kind: 'network', target: 'network:both', ...(isKnown && { method: verb }) };
    if (verb === 'DELETE') return [request, removed];
    const mutates =
      call.operands[0]?.text === 'graphql' && call.values('-f').some(({ text = 'mutation' }) => /\bmutation\b/.test(text));
    return verb === 'GET' && !mutates ? [{ ...downloads, method: verb }] : [request, published];
  },
});

const group = (): CommandDescriptor => ({
  options: {
    '-R --repo -t --title -b --body -B --base -H --head -l --label -a --assignee -r --reviewer -m --milestone -L --limit -s --state --json -q --jq -S --search --template -o --org -e --env -u --user -w --workflow -p --pattern -D --dir -f --field':
      'text',
    '-F --body-file --notes-file': 'read',
  },
  keyword: verbs,
});

const local = (): CommandDescriptor => ({ effects: [downloads] });

/**
 * `gh auth refresh -s delete_repo`: from then on every command may do what the scope says. These delete, or govern an organization or an
 * account. Source: GitHub's list of scopes.
 */
const widensToken: OptionValue = {
  of: '-s',
  split: ',',
  fits: '^(?:delete_repo|delete:\\w+|site_admin|admin:\\w+|manage_\\w+:?\\w*|user|write:(?:public_key|gpg_key|ssh_signing_key))$',
  effects: [effect('privilege', 'token_scope:{0}', 'privilege')],
};

/** Hosting services for code. */
export const hosting: Family = {
  gh: () => ({
    prints: setsUp('completion'),
    options: { '-R --repo --hostname': 'text' },
    subcommands: {
      'pr issue release run workflow label project ruleset cache org codespace discussion': group,
      repo: () => ({ ...group(), clones: 'address' }),
      gist: () => ({ ...group(), clones: 'name' }),
      api,
      auth: () => ({
        options: {
          '-h --hostname': 'text',
          '-s --scopes': 'text',
          '--with-token': 'flag',
          '-t --show-token': option(shows('hosting')),
        },
        subcommands: {
          token: () => ({ keyword: [always(token)] }),
          'status switch setup-git': local,
          'login logout refresh': () => ({ effects: [sets('setting:hosting')], optionValue: [widensToken] }),
        },
      }),
      'secret variable ssh-key gpg-key': () => ({
        ...group(),
        keyword: [
          { when: { first: LOOKING }, ends: true },
          { when: { first: LOSING }, effects: [removed], ends: true },
          always(sets('secret:hosting', 'remote_change', 'persistence')),
        ],
      }),
      'config alias extension': () => ({
        subcommands: {
          'list get search browse': local,
          'install upgrade': does(effect('network', 'network:download', 'untrusted_code', 'persistence')),
          set: () => ({
            options: { '-s --shell': option(sets('setting:hosting', 'persistence')), '-h --host': 'text' },
            keyword: [
              { when: { verb: '^alias$', word: '^(?:!|[?]$)' }, effects: [sets('setting:hosting', 'persistence')], ends: true },
              always(sets('setting:hosting')),
            ],
          }),
          'create remove delete import exec': does(sets('setting:hosting', 'persistence')),
        },
      }),
      'browse status search completion attestation help version': local,
    },
  }),
  ...sharing('glab tea', () => ({
    subcommands: {
      api,
      repo: () => ({ ...group(), clones: 'address' }),
      'mr issue release pipeline ci job label snippet project pr pulls releases': group,
      auth: () => ({ options: { '-t --show-token': option(shows('hosting')) }, keyword: [ifSaid(/^token(?: |$)/, token)] }),
      config: () => ({ keyword: [{ when: { first: '^get$', second: 'token' }, effects: [token] }] }),
      'variable token deploy-key ssh-key': group,
    },
  })),
  hub: () => ({
    subcommands: {
      clone: () => ({ clones: 'address' }),
      'pull-request create release fork delete gist sync issue': () => ({
        keyword: [{ when: { verb: '^delete$' }, effects: [removed], ends: true }, always(published)],
      }),
    },
  }),
};
