/** What a text that is written into a file does when it runs, or lets others do. */
export type Danger =
  /** Anyone who knows a word of the text gets in, or anyone at all. */
  | { readonly kind: 'opens'; readonly note: string }
  /** It sends a secret of its environment to another machine. */
  | { readonly kind: 'leaks'; readonly host: string; readonly note: string }
  /** It fetches code from a bare address and runs it. */
  | { readonly kind: 'fetches'; readonly host: string; readonly note: string };

/** A name as code writes it: `user.name`, `$user`, `self.name`. */
export const NAME = String.raw`[$@]?[A-Za-z_][\w$]{0,64}(?:(?:\.|->|::)[A-Za-z_]\w{0,64}){0,4}`;

/** The text between a bracket and the one that closes it; all that is there where none does. */
export function inBrackets(text: string, open: number, most = 2_000): string {
  let depth = 0;
  const end = Math.min(text.length, open + most);
  for (let at = open; at < end; at += 1) {
    const sign = text[at] ?? '';
    if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign) && (depth -= 1) === 0) return text.slice(open + 1, at);
  }
  return text.slice(open + 1, end);
}

/** Functions that give what they are given, in another form. */
const KEEPS =
  /^(?:.*\.)?(?:stringify|String|str|strip|trim|toString|from|btoa|b64encode|encode\w*|URLSearchParams|FormData|dict|dumps|format|Sprintf|decode|concat|quote|escape|append|Bytes|bytes)$/;

/** What asks for a part of what is in front of it: the end of a call or an index, a member, a call with a fixed word. */
const BEHIND = String.raw`(?:["'][^"'\n]{0,60}["']\s*[\])])?(?:\.\w{1,30}|\[[^\]\n]{0,60}\]|\(\s*["'][^()\n]{0,60}\)){0,4}`;

/** A value in which what is looked for is used as itself, and not as what a call makes of it. */
function carries(value: string, sought: RegExp, names: ReadonlySet<string>): boolean {
  let rest = value
    .replace(new RegExp(`(?:${sought.source})${BEHIND}`, 'g'), ' \u0001 ')
    .replace(NAMED, (whole, name: string) => (names.has(name) ? ' \u0001 ' : whole));
  for (let round = 0; round < 4 && rest.includes('('); round += 1)
    rest = rest.replace(/([\w.$]{1,80})\s*\(([^()]{0,400})\)/g, (_call, name: string, args: string) =>
      KEEPS.test(name) ? ` ${args} ` : ' ',
    );
  return rest.includes('\u0001');
}

/** The names that a text gives to what fits an expression: directly, in an object or a text, or by another name in turn. */
export function namesOf(text: string, source: RegExp, rounds = 3): ReadonlySet<string> {
  const names = new Set<string>();
  const assignments = [...text.matchAll(ASSIGNMENT)].slice(0, 500);
  for (let round = 0; round < rounds; round += 1) {
    const before = names.size;
    for (const [, list, single, value = ''] of assignments) {
      const given = (list ?? single ?? '').match(/[A-Za-z_$]\w*(?=\s*(?:[,}\]:]|$))/g) ?? [];
      if ((source.test(value) || mentions(value, names)) && carries(value, source, names))
        for (const name of given) names.add(name);
    }
    if (names.size === before) break;
  }
  return names;
}

/** `const a = …`, `const { a, b } = …`, `a := …`, `a = …` up to the end of the statement. */
const ASSIGNMENT =
  /(?:(?:const|let|var|final|val|my|String|auto)\s+)?(?:\{([^{}]{1,200})\}|[$@]?([A-Za-z_]\w{0,64}))(?:\s*:\s*[\w<>[\]., |]{1,60})?\s*(?::=|(?<![=!<>])=(?![=>]))\s*((?:[^;\n]|\n(?=\s*[.})\]"'`]|\s{2,}\w+\s*[,:])){1,600})/g;

const NAMED = /(?<![\w.])[$@]?([A-Za-z_]\w*)/g;

/** Whether a text holds one of some names as a separate word, and not only as the name of a member. */
export const mentions = (text: string, names: ReadonlySet<string>): boolean =>
  names.size > 0 && [...text.matchAll(NAMED)].some(([, name = '']) => names.has(name));
