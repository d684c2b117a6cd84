import { isOption, optionOf, readCall } from './call.ts';
import type { Cmdlet } from './call.ts';
import { FILE_CMDLETS } from './fileCmdlets.ts';
import { NotUnderstood, bare, quoted, render, renderProgram, textOf, isShell } from './words.ts';
import type { Word } from './words.ts';
import { OTHERS } from './otherCmdlets.ts';

const BY_NAME: ReadonlyMap<string, Cmdlet> = new Map(
  [...FILE_CMDLETS, ...OTHERS].flatMap(one => one.names.split(' ').map(name => [name, one] as const)),
);

/** Programs of other systems with the name of an alias. With options that the cmdlet does not have, the program is meant. */
const ALSO_PROGRAMS =
  /^(?:rm|rmdir|cp|mv|ls|cat|ps|kill|sort|curl|wget|echo|tee|diff|man|sleep|mkdir|dir|cd|type|pwd|where|compare|select)$/u;

/** Aliases of cmdlets that are not described and change something. Where PowerShell has such an alias, no program of that name runs. */
const UNDESCRIBED =
  /^(?:asnp|clp|cli|clv|cnsn|cpp|dbp|dcsv|dnsn|ebp|epal|epsn|etsn|icim|ihy|ipal|ipsn|ise|iwmi|mp|nal|ncim|nmo|npssc|nsn|nv|r|rbp|rcim|rcjb|rcsn|rmo|rnp|rp|rsn|rsnp|rujb|rv|rwmi|sal|sbp|scim|set|si|sp|stz|sv|swmi|trcm)$/u;

/** A call with every command inside its words: one that the translation has no use for happens all the same. */
function withAll(translated: string, words: readonly Word[]): string {
  if (words.some(({ block }) => block !== undefined && !translated.includes(block))) throw new NotUnderstood('a script block');
  const inner = words.flatMap(({ pieces }) => pieces).flatMap(piece => ('expansion' in piece ? piece.expansion : []));
  const lost = inner.filter(text => text.startsWith('$(') && !translated.includes(text));
  return lost.length === 0 ? translated : `{ true ${lost.map(text => `"${text}"`).join(' ')}\n${translated}\n}`;
}

/** What a provider other than the file system holds behind a path: the registry, variables, certificates. */
function providerCall(name: string, words: readonly Word[]): string | undefined {
  const path = words
    .map(textOf)
    .find(text => /^(?:Microsoft\.PowerShell\.Core\\)?(?:HK[A-Z]+:|Registry::|HKEY_|Cert:|WSMan:)/iu.test(text ?? ''));
  if (path === undefined) return undefined;
  if (/^(?:get-|test-|dir$|ls$|gci$|gi$|gp$|gpv$|resolve-|cd$|set-location$|sl$)/u.test(name))
    return `printf '%s\\n' ${quoted(path)}`;
  return `reg ${/^(?:remove-|ri$|rm$|del$|erase$|rd$|rp$|clear-)/u.test(name) ? 'delete' : 'add'} ${quoted(path)}`;
}

/**
 * A call of PowerShell in the words of a POSIX shell: a cmdlet that is described as the program that does the same, every other name as a
 * program with its words.
 */
export function translateCall(
  args: readonly (readonly Word[])[],
  fed: string | undefined,
  translate: (text: string) => string,
): string {
  const [[first = bare('')] = [], ...rest] = args;
  const written = textOf(first);
  const name = written?.toLowerCase().replace(/^(?:microsoft\.powershell\.(?:management|utility|core)\\)/u, '') ?? '';
  const words = rest.flat();
  const provided = providerCall(name, words);
  if (provided !== undefined) return withAll(provided, words);
  const cmdlet = BY_NAME.get(name);
  const knowsAll =
    cmdlet?.options === '*' ||
    rest.every(
      ([word]) =>
        word === undefined || !isOption(word) || (cmdlet !== undefined && optionOf(cmdlet, textOf(word) ?? '') !== undefined),
    );
  if (cmdlet !== undefined && (knowsAll || !ALSO_PROGRAMS.test(name)))
    return withAll(cmdlet.does(readCall(cmdlet, rest, fed, translate)), words);
  if (words.some(({ block }) => block !== undefined)) throw new NotUnderstood(`a script block for \`${written ?? ''}\``);
  if (UNDESCRIBED.test(name)) throw new NotUnderstood(`the alias \`${written ?? ''}\``);
  return [renderProgram(first), ...words.map(word => render(word, isShell(first) ? 'text' : 'either'))].join(' ');
}
