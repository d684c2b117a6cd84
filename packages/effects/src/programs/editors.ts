import { exFindings } from './exCommands.ts';
import type { Call, Family, Finding, CommandDescriptor, Use } from './descriptor.ts';
import { effect, sets, sharing } from './shapes.ts';

/** A command in front of another, which is then done in each file. */
const EVERY_FILE = /^[:\s]*(?:silent!?\s+)?(?:arg|buf|win|tab)do!?\s+/;

/** Files that options make vim write: `-V9file`, and `-i file`, where it keeps what it remembers. */
const ownFiles = (call: Call): readonly Finding[] => [
  ...call.values('-V').flatMap(({ text = '' }): readonly Finding[] => {
    const name = text.replace(/^\d+/, '');
    return name === '' ? [] : [{ use: 'write', value: name }];
  }),
  ...call.values('-i').flatMap((value): readonly Finding[] => (value.text === 'NONE' ? [] : [{ use: 'write', value }])),
];

function vimFindings(call: Call): readonly Finding[] {
  const plus = call.operands
    .filter(({ text }) => text?.startsWith('+') === true)
    .map(({ text, glob }) => ({ text: text?.slice(1), glob }));
  const files = call.operands.filter(({ text }) => text?.startsWith('+') !== true);
  const isScript = call.has('-e') || call.path[0] === 'ex';
  const input = isScript && call.input !== undefined ? [{ text: call.input, glob: false }] : [];
  const orders = [...call.values('-c'), ...plus, ...input];
  const commands = orders.flatMap(({ text = '' }) => text.split('|').map(each => each.replace(EVERY_FILE, '').trim()));
  const empties =
    commands.some(text =>
      /^:?(?:%|1,\$)\s*d(?:elete)?!?(?:\s+_)?$|^:?g(?:lobal)?[/!]\^?\.?\*?\/\s*d|^:?norm(?:al)?!?\s+gg(?:"_)?dG/.test(text),
    ) && commands.some(text => /^:?(?:w|x|wq|up|ZZ)/.test(text));
  const use: Use = call.has('-R') || call.has('-M') ? 'read' : empties ? { as: 'update', tags: ['destructive'] } : 'update';
  return [...exFindings(orders, files[0]?.text), ...ownFiles(call), ...files.map((value): Finding => ({ use, value }))];
}

const vim = (isLineEditor = false): CommandDescriptor => ({
  options: {
    '-c --cmd': 'text',
    ...(isLineEditor ? {} : { '-s': 'execute' }),
    '-S -u -U -l': { as: 'execute', language: 'vim' },
    '-w -W --startuptime': 'write',
    '-V': { value: 'text', attachedOnly: true },
    '-i -t -T -q -r -L --servername --remote-expr --remote-send --listen --server': 'text',
    '-e -E -es -Es -Nes -nes -NEs -nEs': 'flag',
    '-n -N -d -o -O -p -b --headless --clean --not-a-term --noplugin': 'flag',
  },
  inspect: vimFindings,
});

/** Editors and pagers, and what their batch modes run. */
export const editors: Family = {
  ...sharing('vim vi nvim view vimtutor rvim gvim vis vimdiff gvimdiff nvimdiff', () => vim()),
  ex: () => vim(true),
  ...sharing('ed red', () => ({
    options: { '-p': 'text' },
    operands: { first: ['update'] },
    stdin: { as: 'code', language: 'ed' },
  })),
  ...sharing('emacs emacsclient', () => ({
    options: {
      '--eval --execute -eval': { as: 'code', language: 'elisp' },
      '-l --load -script --script': 'execute',
      '-f --funcall -e -L --directory -t -T -u': 'text',
    },
    operands: { rest: 'update' },
  })),
  ...sharing('nano pico micro joe mcedit hx helix kak jed ne mg tilde', () => ({
    options: {
      '-s --speller': { as: 'program', tags: ['runs_code', 'dynamic'] },
      '-Y --syntax -T --tabsize -r -f --rcfile -C --backupdir -o --operatingdir': 'text',
    },
    operands: { rest: 'update' },
  })),
  ...sharing(
    'code codium code-insiders cursor windsurf zed subl atom mate gedit kate notepad idea webstorm pycharm goland xed bbedit',
    () => ({
      options: { '--install-extension': { value: 'text', effects: [effect('network', 'network:download', 'package_scripts')] } },
      operands: { rest: { as: 'read', tags: ['metadata'] } },
      cases: [
        {
          when: { operand: '^(?:tunnel|serve-web)$' },
          effects: [{ kind: 'network', target: 'network:listen', tags: ['shares', 'remote_change', 'weakens'] }],
        },
      ],
      packageSource: [{ is: 'package', of: '--install-extension' }],
      optionValue: [
        {
          of: '--install-extension',
          fits: '[.]vsix$',
          unless: '://',
          use: { as: 'read', tags: ['untrusted_code'] },
          effects: [sets('editor:extension', 'persistence', 'untrusted_code')],
        },
      ],
    }),
  ),
  ...sharing('less more most pg', () => ({
    prints: 'lines',
    showsText: true,
    options: {
      '-o -O --log-file --LOG-FILE': 'write',
      '-k --lesskey-file --lesskey-src': { as: 'program', tags: ['runs_code', 'dynamic'] },
      '-p -P -b -h -j -t -T -x -y -z --pattern --prompt --tabs': 'text',
    },
    optionValue: [
      { fits: '^[+]{1,2}!', take: ['^[+]{1,2}!', ''], use: { as: 'shell', tags: ['runs_code'] } },
      { unless: '^[+]', use: 'read' },
    ],
  })),
  ...sharing('man info tldr cheat', () => ({
    options: {
      '-P --pager': { as: 'shell', tags: ['runs_code'] },
      '-H --html': { value: { as: 'program', tags: ['runs_code', 'dynamic'] }, attachedOnly: true },
      '-C --config-file': 'read',
      '-l --local-file': { operands: { rest: 'read' } },
      '-M -S -s -L -m -e -r -E -p': 'text',
    },
  })),
};
