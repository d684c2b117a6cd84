import type { Argument, Finding } from './descriptor.ts';
import { effect } from './shapes.ts';

/** Commands of ex by what becomes of the rest of their line, as vim's manual writes them: `w[rite]` is `w`, `wr`, … `write`. */
const COMMANDS = {
  writes:
    'w[rite] wq x[it] exi[t] sav[eas] up[date] wn[ext] wN[ext] wp[revious] wu[ndo] wv[iminfo] wsh[ada] mk[exrc] mks[ession] mkv[imrc] mkvie[w] mksp[ell] f[ile]',
  redirects: 'redi[r] ha[rdcopy]',
  opens:
    'e[dit] ene[w] vie[w] vi[sual] sp[lit] vs[plit] new vne[w] tabe[dit] tabnew fin[d] sf[ind] tabf[ind] sv[iew] dr[op] ped[it] arge[dit] ar[gs] n[ext] arga[dd] bad[d]',
  reads: 'r[ead]',
  enters: 'cd lc[d] tcd chd[ir] lch[dir] tch[dir]',
  shells: 'te[rminal] ter[minal]',
  sets: 'se[t] setl[ocal] setg[lobal]',
  profiles: 'prof[ile]',
  executes: 'exe[cute]',
  types: 'norm[al]',
  around:
    'sil[ent] uns[ilent] verb[ose] noa[utocmd] keepa[lt] kee[pmarks] keepj[umps] keepp[atterns] lockm[arks] loc[kmarks] conf[irm] bro[wse] san[dbox] vert[ical] abo[veleft] lefta[bove] rightb[elow] bel[owright] to[pleft] bo[tright] tab hid[e] argdo bufdo windo tabdo cdo ldo cfdo lfdo try if',
  globals: 'g[lobal] v[global]',
  runs: 'py[thon] py3 python3 pyx pythonx pyf[ile] py3f[ile] pyxf[ile] pydo py3do pyxdo lua luad[o] luaf[ile] pe[rl] perld[o] rub[y] rubyd[o] rubyf[ile] tc[l] tcld[o] tclf[ile] mz[scheme] mzf[ile] so[urce] ru[ntime] pa[ckadd] packl[oadall] sh[ell] st[op] mak[e] lmak[e] gr[ep] grepa[dd] lgr[ep] lgrepa[dd] cs[cope] lcs[cope] scs[cope] cal[l] eval ev[al] au[tocmd] com[mand] fu[nction] def ma[p] nm[ap] no[remap] nn[oremap] im[ap] ino[remap] difp[atch]',
} as const;

type Kind = keyof typeof COMMANDS;

const isNamed = (name: string, list: string): boolean =>
  list.split(' ').some(one => {
    const [short = '', rest = ''] = one.replace(']', '').split('[');
    return name.length >= short.length && `${short}${rest}`.startsWith(name);
  });

const kindOf = (name: string): Kind | undefined =>
  (Object.keys(COMMANDS) as readonly Kind[]).find(kind => isNamed(name, COMMANDS[kind]));

/** Functions that run something, change files or work out the name of a function. */
const CALLS =
  /\b(?:system(?:list)?|delete|writefile|rename|mkdir|chdir|call|execute|eval|function|funcref|(?:lua|py3?|pyx|perl|ruby|mz)eval|libcall(?:nr)?|feedkeys|term_start|job_?start|termopen|ch_\w+|timer_start|chansend|rpc\w+|nvim_(?:command|exec2?|cmd|call_\w+))\s*\(|\bos\.execute|\|\s*!|\blet\s+&/;

/** Options that name a file which vim writes, and options that name a program or code which it runs. */
const FILE_OPTION = /^(?:verbosefile|vfile|viminfofile|vif|shadafile|sdf|makeef|mef|debugfile)$/;
const INFO_OPTION = /^(?:viminfo|vi|shada|sd)$/;
const RUN_OPTION =
  /^(?:shell|sh|shellcmdflag|shcf|shellredir|srr|shellpipe|sp|equalprg|ep|formatprg|fp|keywordprg|kp|charconvert|ccv|patchexpr|pex|diffexpr|dex|runtimepath|rtp|packpath|pp)$/;

/** The addresses of lines before a command. */
const RANGE = /^(?:\s|:|\d+|[.$%,;*]|'\S|\/(?:[^/\\]|\\.)*\/|\?(?:[^?\\]|\\.)*\?|[+-]\d*)+/;

const unread: Finding = effect('unknown', 'text:editor command', 'runs_code', 'inline_code');

/** What becomes of the names of files: the folder that vim is in, the first file, and whether a command writes the file that is open. */
interface Editing {
  folder: string;
  readonly file: string | undefined;
  readonly saves: boolean;
}

/** A use of a file that a command names; unknown when the name is computed. */
function fileFinding(use: 'read' | 'write' | 'update', rest: string, { folder, file }: Editing): readonly Finding[] {
  const given = rest
    .replace(/^(?:\+\+\S+\s+|\+\S*\s+)+/, '')
    .replace(/\\ /g, ' ')
    .trim();
  const name = given.replace(/^[%#](?![:<\w])/, () => file ?? '%');
  if (name === '') return [];
  if (/[`$]|^[%#]|<\w+>/.test(name) || (folder === '?' && !/^[/~]/.test(name))) return [unread];
  return [{ use, value: /^[/~]/.test(name) || folder === '' ? name : `${folder}/${name}` }];
}

function setFindings(rest: string, editing: Editing): readonly Finding[] {
  return rest.split(/(?<!\\)\s+/).flatMap((word): readonly Finding[] => {
    const [, name = '', value = ''] = /^(\w+)[+^-]?[=:](.*)$/s.exec(word) ?? [];
    if (RUN_OPTION.test(name)) return [unread];
    const file = FILE_OPTION.test(name) ? value : INFO_OPTION.test(name) ? (/(?:^|,)n(.+)$/.exec(value)?.[1] ?? '') : '';
    return file === 'NONE' ? [] : fileFinding('write', file, editing);
  });
}

/** What is executed, when it is one text without escapes. */
const literalOf = (rest: string): string | undefined =>
  /^\s*(?:"([^"\\]*)"|'([^']*)')\s*$/
    .exec(rest)
    ?.slice(1)
    .find(text => text !== undefined);

type Reading = (rest: string, editing: Editing) => readonly Finding[];

const readings: Readonly<Record<Kind, Reading>> = {
  writes: (rest, editing) => fileFinding('write', rest.replace(/^\s*>*\s*/, ''), editing),
  redirects: (rest, editing) => fileFinding('write', /^\s*>+\s*([^=@>].*)$/s.exec(rest)?.[1] ?? '', editing),
  opens: (rest, editing) => fileFinding(editing.saves ? 'update' : 'read', rest, editing),
  reads: (rest, editing) => fileFinding('read', rest, editing),
  enters: (rest, editing) => {
    const name = rest.trim();
    const isPlain = /^[\w./~+-]+$/.test(name) && name !== '-' && editing.folder !== '?';
    editing.folder = !isPlain ? '?' : /^[/~]/.test(name) || editing.folder === '' ? name : `${editing.folder}/${name}`;
    return [];
  },
  shells: rest => (rest.trim() === '' ? [] : [{ use: { as: 'shell', tags: ['runs_code'] }, value: rest.trim() }]),
  sets: setFindings,
  profiles: (rest, editing) => fileFinding('write', /^\s*start\s+(.*)$/s.exec(rest)?.[1] ?? '', editing),
  executes: (rest, editing) => {
    const text = literalOf(rest);
    return text === undefined ? [unread] : commandFindings(text, editing);
  },
  types: rest => (/[:!@]/.test(rest) ? [unread] : []),
  around: (rest, editing) => commandFindings(rest.replace(/^\s*\d+/, ''), editing),
  globals: (rest, editing) => commandFindings(rest.replace(/^\s*([^\w\s])(?:(?!\1)[^\\]|\\.)*\1?/, ''), editing),
  runs: () => [unread],
};

/** What the first command of a line does, and then the ones after each bar. */
function commandFindings(line: string, editing: Editing): readonly Finding[] {
  const text = line.replace(RANGE, '');
  const outside = /^(?:r(?:ead?)?\s*|w(?:rite?)?\s+)?!(.*)$/s.exec(text)?.[1];
  if (outside !== undefined) return [{ use: { as: 'shell', tags: ['runs_code'] }, value: outside }];
  if (/^[@*]/.test(text)) return [unread];
  const [, name = '', digits = '', rest = ''] = /^([A-Za-z]*)(3?)!?(.*)$/s.exec(text) ?? [];
  const kind = kindOf(`${name}${digits}`) ?? kindOf(name);
  const bar = kind === 'globals' || kind === 'around' || kind === 'shells' ? -1 : rest.search(/(?<!\\)\|/);
  const own = bar < 0 ? rest : rest.slice(0, bar);
  const found = kind === undefined ? [] : readings[kind](own, editing);
  return bar < 0 ? found : [...found, ...commandFindings(rest.slice(bar + 1), editing)];
}

/** What commands of ex do, one after the other: `!` runs, `w file` writes, `r file` reads; scripting languages are not read. */
export function exFindings(commands: readonly Argument[], file: string | undefined): readonly Finding[] {
  const saves = commands.some(({ text = 'w' }) => /(?:^|[|:\s])(?:w|wq|x|xa|wa|wqa|up|update|ZZ)(?:!|\b)/.test(text));
  const editing: Editing = { folder: '', file, saves };
  return commands.flatMap(({ text }): readonly Finding[] => {
    if (text === undefined) return [effect('unknown', 'text:editor command', 'dynamic', 'runs_code')];
    const found = text
      .slice(0, 4096)
      .split('\n')
      .flatMap(line => commandFindings(line, editing));
    return CALLS.test(text) && !found.includes(unread) ? [...found, unread] : found;
  });
}
