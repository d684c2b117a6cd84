import { alike } from '../../alike.ts';
import {
  NotUnderstood,
  bare,
  isBareWord,
  isShell,
  quoted,
  render,
  renderPath,
  renderProgram,
  textOf,
  environment,
} from './words.ts';
import type { Word, Piece } from './words.ts';

/** A word, or a sign between commands. */
type Token = Word | { readonly sign: string };

const SIGNS = /^(?:&&|\|\||&|\||\(|\)|\d?>>|\d?>&\d|\d?>|<)/u;

/** The words and signs of a line. A caret takes the sense of the sign behind it away. */
export function tokensOf(line: string): readonly Token[] {
  const tokens: Token[] = [];
  let pieces: Piece[] | undefined;
  const end = (): void => {
    if (pieces !== undefined) tokens.push({ pieces });
    pieces = undefined;
  };
  const add = (piece: Piece): void => {
    const last = pieces?.at(-1);
    if (last !== undefined && 'text' in last && 'text' in piece && last.isBare === piece.isBare)
      pieces = [...(pieces ?? []).slice(0, -1), { text: last.text + piece.text, isBare: piece.isBare }];
    else pieces = [...(pieces ?? []), piece];
  };
  for (let at = 0, open = false; at < line.length || open;) {
    const here = line.slice(at);
    const sign = open || (pieces !== undefined && /^\d/u.test(here)) ? undefined : SIGNS.exec(here)?.[0];
    const variable = /^%(?:%?~?([A-Za-z])(?!\w*%)|(\w+(?:\(\w+\))?)%|([*\d]))/u.exec(here);
    if (here === '' || /^(?:%\w+:|!\w+!)/u.test(here)) throw new NotUnderstood(`\`${here.slice(0, 20)}\``);
    if (here[0] === '"') open = !open;
    if (here[0] === '"' && pieces === undefined) pieces = [{ text: '', isBare: false }];
    if (sign !== undefined) {
      end();
      tokens.push({ sign });
    } else if (variable !== null)
      add(variable[2] === undefined ? { expansion: `\${cmd_${variable[1] ?? variable[3]}}` } : environment(variable[2]));
    else if (!open && here[0] === '^') add({ text: here[1] ?? '', isBare: false });
    else if (!open && /^[\s,;]/u.test(here)) end();
    else if (here[0] !== '"') add({ text: here[0] ?? '', isBare: !open });
    at += sign?.length ?? variable?.[0].length ?? (!open && here[0] === '^' ? 2 : 1);
  }
  end();
  return tokens;
}

/** The switches (`/s`, in lower case and without what is behind a colon) and the other words of a call. */
interface Given {
  readonly has: (name: string) => boolean;
  readonly words: readonly Word[];
  /** The words as paths, joined. */
  readonly paths: string;
}

const removes = ({ has, paths }: Given): string => `rm ${has('/s') ? '-r ' : ''}-f ${paths}`;
const prints = ({ words }: Given): string => `printf '%s\\n' ${words.map(word => render(word, 'text')).join(' ')}`;
const nothing = (): string => 'true';

function robocopy({ words, has }: Given): string {
  const [from = bare(''), to = bare('')] = words;
  const copies = `cp -r ${render(from, 'path')} ${render(to, 'path')}`;
  if (has('/mir') || has('/purge')) return `${copies}; rm -r ${render(to, 'path')}`;
  return has('/move') || has('/mov') ? `${copies}; rm -r ${render(from, 'path')}` : copies;
}

function sets({ words, has }: Given): string {
  if (has('/p')) return 'true';
  if (words.length === 0) return 'printenv';
  const pieces = words.flatMap(({ pieces: found }, at) => (at === 0 ? found : [{ text: ' ', isBare: false }, ...found]));
  const [first, ...others] = pieces;
  const [, name, value] = /^(\w+)=(.*)$/su.exec(first !== undefined && 'text' in first ? first.text : '') ?? [];
  if (name === undefined)
    return words.length === 1 && textOf(words[0] ?? bare('')) !== undefined
      ? `printenv ${quoted(textOf(words[0] ?? bare('')) ?? '')}`
      : 'true';
  return `export ${name.toUpperCase()}=${render({ pieces: [{ text: value ?? '', isBare: false }, ...others] }, 'either')}`;
}

/** A program that `start` opens. A first word in quotes is the title of a window. */
function starts({ words }: Given): string {
  const [first] = words;
  const rest = first !== undefined && !isBareWord(first) && words.length > 1 ? words.slice(1) : words;
  const isAddress = rest.length === 1 && /^https?:/iu.test(textOf(rest[0] ?? bare('')) ?? '');
  if (isAddress) return `xdg-open ${render(rest[0] ?? bare(''), 'text')}`;
  return rest.length === 0 ? 'true' : oneCommand(rest);
}

/** The commands of cmd, in the words of a POSIX shell. Programs that are none of them stay what they are. */
const COMMANDS: Readonly<Record<string, (given: Given) => string>> = {
  del: removes,
  erase: removes,
  rd: ({ has, paths }) => (has('/s') ? `rm -r ${paths}` : `rmdir ${paths}`),
  rmdir: ({ has, paths }) => (has('/s') ? `rm -r ${paths}` : `rmdir ${paths}`),
  type: ({ paths }) => `cat ${paths}`,
  more: ({ paths }) => `cat ${paths}`,
  dir: ({ paths, has }) => `ls ${has('/s') ? '-R ' : ''}${paths}`,
  tree: ({ paths }) => `ls -R ${paths}`,
  copy: ({ paths, words }) => `cp ${paths}${words.length < 2 ? ' .' : ''}`,
  xcopy: ({ paths, words }) => `cp -r ${paths}${words.length < 2 ? ' .' : ''}`,
  robocopy,
  move: ({ paths, words }) => `mv ${paths}${words.length < 2 ? ' .' : ''}`,
  ren: ({ paths }) => `mv ${paths}`,
  rename: ({ paths }) => `mv ${paths}`,
  md: ({ paths }) => `mkdir -p ${paths}`,
  mkdir: ({ paths }) => `mkdir -p ${paths}`,
  cd: ({ paths }) => (paths === '' ? 'pwd' : `cd ${paths}`),
  chdir: ({ paths }) => (paths === '' ? 'pwd' : `cd ${paths}`),
  pushd: ({ paths }) => `cd ${paths}`,
  mklink: ({ words }) =>
    `ln -s ${[...words]
      .toReversed()
      .map(word => render(word, 'path'))
      .join(' ')}`,
  fc: ({ paths }) => `cmp ${paths}`,
  comp: ({ paths }) => `cmp ${paths}`,
  find: ({ words: [pattern = bare(''), ...files] }) => `grep ${render(pattern, 'text')} ${files.flatMap(renderPath).join(' ')}`,
  findstr: ({ words: [pattern = bare(''), ...files], has }) =>
    has('/c')
      ? `grep x ${[pattern, ...files].flatMap(renderPath).join(' ')}`
      : `grep ${render(pattern, 'text')} ${files.flatMap(renderPath).join(' ')}`,
  where: ({ words }) => `which ${words.map(word => render(word, 'text')).join(' ')}`,
  set: sets,
  start: starts,
  call: ({ words }) => (words.length === 0 ? 'true' : oneCommand(words)),
  echo: prints,
  sort: ({ paths }) => `sort ${paths}`,
  ...alike(
    'rem cls ver vol title color prompt popd pause exit setlocal endlocal timeout choice date time chcp path hostname ipconfig systeminfo tasklist driverquery getmac help @echo',
    nothing,
  ),
};

/** Commands whose words beginning with `/` are switches, and not paths. */
const isSwitch = (word: Word): boolean => /^\/[A-Za-z?-][\w-]*(?::.*)?$/u.test(textOf(word) ?? '') && isBareWord(word);

/**
 * A text of cmd in the words of a POSIX shell. Throws {@link NotUnderstood} where it is not plain: labels, delayed expansion,
 * and substrings of variables.
 */
export function fromCmd(text: string): string {
  return text
    .split(/\r?\n/u)
    .map(line => fromLine(line.replace(/^\s*@/u, '')))
    .filter(line => line !== '')
    .join('\n');
}

/** `for /f "…" %i in ('command') do`: the lines that a command prints, or that files hold, become values of a variable. */
const LINES_OF = /\bfor\s+\/f\s+(?:"(?<options>[^"]*)"\s+)?%%?(?<name>[A-Za-z])\s+in\s*\(\s*(?<from>.*?)\s*\)\s*do\s+/iu;

/** One line. What a loop over lines reads is a value that is not known. */
function fromLine(line: string): string {
  const loop = LINES_OF.exec(line);
  if (loop === null) return joined(tokensOf(line));
  const { options = '', name = '', from = '' } = loop.groups ?? {};
  const isBackward = /\busebackq\b/iu.test(options);
  const [, command] = (isBackward ? /^`(.*)`$/su : /^'(.*)'$/su).exec(from) ?? [];
  const isText = (isBackward ? /^'.*'$/su : /^".*"$/su).test(from);
  const lines = command === undefined ? (isText ? 'printf x' : `cat ${wordsOf(from)}`) : fromCmd(command.replaceAll('^', ''));
  const parts = [joined(tokensOf(line.slice(0, loop.index))), `cmd_${name}="$(${lines})"`];
  return [...parts, fromLine(line.slice(loop.index + loop[0].length))].filter(part => part !== '').join('\n');
}

/** Names of files as paths. */
const wordsOf = (text: string): string =>
  tokensOf(text)
    .flatMap(token => ('sign' in token ? [] : renderPath(token)))
    .join(' ');

/** The commands of a line with what joins them. Brackets group, and each group may happen. */
function joined(tokens: readonly Token[]): string {
  let text = '';
  let words: Word[] = [];
  const flush = (): void => {
    if (words.length > 0) text += `${oneCommand(words)} `;
    words = [];
  };
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) continue;
    if (!('sign' in token)) {
      words.push(token);
      continue;
    }
    const isList = token.sign === '(' && /^for$/iu.test(textOf(words[0] ?? bare('')) ?? '');
    if (isList) {
      at = tokens.findIndex((each, i) => i > at && 'sign' in each && each.sign === ')');
      if (at < 0) throw new NotUnderstood('`for`');
      continue;
    }
    flush();
    if (/^\d?>&\d$/u.test(token.sign)) text += '2>&1 ';
    else if (/[<>]/u.test(token.sign)) {
      const to = tokens[++at];
      if (to === undefined || 'sign' in to) throw new NotUnderstood('a redirection to nowhere');
      const isNull = /^nul$/iu.test(textOf(to) ?? '');
      text += `${token.sign} ${isNull ? '/dev/null' : render(to, 'path')} `;
    } else text += token.sign === '&' || token.sign === '(' || token.sign === ')' ? '\n' : `${token.sign} `;
  }
  flush();
  return text.replaceAll(/\n\s*(?=\n)/gu, '').trim();
}

/** One command. What `if` and `for` would do is judged as if they did it. */
function oneCommand(words: readonly Word[]): string {
  const [first = bare(''), ...rest] = words;
  const written = (textOf(first) ?? '').replace(/^@/u, '');
  const name = written.toLowerCase().replace(/\.exe$/u, '');
  if (/^(?:echo[.:(]|echo$)/u.test(name)) return prints({ words: rest, has: () => false, paths: '' });
  if (name === 'if') return oneCommand(afterCondition(rest));
  if (name === 'else' || name === 'do') return rest.length === 0 ? 'true' : oneCommand(rest);
  if (name === 'for') {
    if (rest.some(word => /^\/f$/iu.test(textOf(word) ?? ''))) throw new NotUnderstood('`for /f`');
    const body = rest.findIndex(word => /^do$/iu.test(textOf(word) ?? ''));
    return body < 0 ? 'true' : oneCommand(rest.slice(body + 1));
  }
  if (/^(?:goto|:|shift)/u.test(name)) throw new NotUnderstood(`\`${written}\``);
  const glued = /^(cd|chdir|rd|md|del|dir|type)([\\/.].*)$/iu.exec(written);
  if (glued !== null) return oneCommand([bare(glued[1] ?? ''), bare(glued[2] ?? ''), ...rest]);
  const does = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (does === undefined)
    return [renderProgram(first), ...rest.map(word => render(word, isShell(first) ? 'text' : 'either'))].join(' ');
  const separate = rest.flatMap(splitSwitches);
  const switches = separate.filter(isSwitch).map(word => textOf(word)?.toLowerCase().replace(/:.*$/su, '') ?? '');
  const others = separate.filter(word => !isSwitch(word));
  if (others.length === 0 && NEEDS_FILES.test(name) && !switches.includes('/?'))
    throw new NotUnderstood(`\`${written}\` without a file`);
  return does({ has: option => switches.includes(option), words: others, paths: others.flatMap(renderPath).join(' ') });
}

/** Commands that do nothing without a file. A path of a POSIX system may look like a switch: `rd /s /q /root`. */
const NEEDS_FILES = /^(?:del|erase|rd|rmdir|type|copy|xcopy|robocopy|move|ren|rename|mklink)$/u;

/** `/s/q` is two switches. */
function splitSwitches(word: Word): readonly Word[] {
  const text = isBareWord(word) ? textOf(word) : undefined;
  return text !== undefined && /^(?:\/[A-Za-z])+$/u.test(text) ? (text.match(/\/[A-Za-z]/gu) ?? []).map(bare) : [word];
}

/** The command behind the condition of `if`. */
function afterCondition(words: readonly Word[]): readonly Word[] {
  const texts = words.map(word => textOf(word)?.toLowerCase());
  let at = 0;
  while (texts[at] === '/i' || texts[at] === 'not') at += 1;
  if (/^(?:exist|defined|errorlevel|cmdextversion)$/u.test(texts[at] ?? '')) at += 2;
  else if (/^(?:equ|neq|lss|leq|gtr|geq|==)$/u.test(texts[at + 1] ?? '')) at += 3;
  else if (words[at]?.pieces.some(piece => 'text' in piece && piece.text.includes('==')) === true) at += 1;
  else throw new NotUnderstood('the condition of `if`');
  return at >= words.length ? [bare('rem')] : words.slice(at);
}
