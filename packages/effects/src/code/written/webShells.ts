import type { Danger } from './danger.ts';
import { inBrackets, mentions, namesOf } from './danger.ts';

/** What a request brings, in the languages of servers. */
const ASKED =
  /\$_(?:GET|POST|REQUEST|COOKIE|SERVER\[\s*["']HTTP_)|\b(?:req|request)\.(?:query|body|params|headers|args|form|values|cookies|GET|POST|data|get_json|json\()|\b(?:ctx|context)\.(?:request\.)?(?:query|body|params|headers)\b|\bc\.req\.(?:query|json|param|header)|\bevent\.(?:queryStringParameters|body)\b|\bsearchParams\.get\(|\b[rR]equest\.(?:getParameter|getHeader|QueryString|Form|Params|Query)|\b[rR]equest\[|\br\.(?:URL\.Query\(\)|FormValue\(|PostFormValue\(|Header\.Get\()|\bc\.(?:Query|PostForm|Param)\(|\bparams\[\s*[:'"]/;

/** Calls that run what their first argument says. A method of that name on something else, as `regex.exec`, is none. */
const RUNS =
  /(?<![\w.>$:])(?:system|exec|execSync|shell_exec|passthru|popen|proc_open|pcntl_exec|eval|assert|create_function|spawn|spawnSync|execFile|execFileSync|execa|execaCommand|new Function|Function|check_output|check_call|getoutput|Popen|ProcessBuilder|new ProcessBuilder)\s*(?=\()|(?:\b(?:child_process|childProcess|cp)|child_process["']\))\.(?:exec|execSync|spawn|spawnSync|execFile|execFileSync)\s*(?=\()|\bos\.(?:system|popen|exec\w+)\s*(?=\()|\bsubprocess\.(?:run|call|check_output|check_call|Popen|getoutput|getstatusoutput)\s*(?=\()|\bgetRuntime\(\)\.exec\s*(?=\()|\bexec\.Command(?:Context)?\s*(?=\()|\bvm\.run\w+\s*(?=\()|\b(?:IO\.popen|Open3\.\w+|Kernel\.(?:system|exec))\s*(?=\()|\bProcess\.Start\s*(?=\()/g;

/** A shell with the words that it runs: what follows decides as much as a first argument. */
const SHELL = /^\s*(?:ctx\s*,\s*)?\[?\s*["'](?:\/bin\/)?(?:(?:ba|z|da|k)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh)["']\s*,/i;

/** The first argument of a call, as far as it decides what runs: what comes before a text that is a program. */
function deciding(args: string): string {
  if (SHELL.test(args)) return args;
  const first = /^[^,]{0,400}/.exec(args)?.[0] ?? '';
  return /^\s*\[?\s*(?:f?["'][^"']{2,}|`\s*[\w./-]{2,})/.test(first) && !/^\s*\[?\s*`\s*\$\{/.test(first) ? '' : first;
}

/** Commands in backticks, of PHP and Ruby, that a request fills in. */
const BACKTICKS = /(?:^|[\s=(;])`[^`\n]{0,200}(?:\$\{?_(?:GET|POST|REQUEST|COOKIE)|\{\$_(?:GET|POST|REQUEST)|#\{\s*params\[)/m;

/** A function of PHP by a name that a request gives, and a file that it names. */
const NAMED_BY_REQUEST =
  /(?:^|[\s;{}])\$([A-Za-z_]\w{0,40})\s*\(|\b(?:include|require)(?:_once)?\s*\(?\s*\$_(?:GET|POST|REQUEST|COOKIE)/g;

const isNamedByRequest = (text: string, names: ReadonlySet<string>): boolean =>
  [...text.matchAll(NAMED_BY_REQUEST)].some(([, name]) => name === undefined || names.has(name));

const isCode = /\beval\s*$|Function\s*$|\bassert\s*$|create_function\s*$|\bvm\.run\w+\s*$/;

/** Code that runs what a request says. */
export function webShells(text: string, language: string): readonly Danger[] {
  const shell: readonly Danger[] = [{ kind: 'opens', note: 'anyone who sends a request says what the server runs' }];
  if (/^(?:php|rb|erb)$/.test(language) && BACKTICKS.test(text)) return shell;
  if (!ASKED.test(text)) return [];
  const names = namesOf(text, ASKED);
  for (const match of [...text.matchAll(RUNS)].slice(0, 200)) {
    const args = inBrackets(text, match.index + match[0].length);
    const said = isCode.test(match[0]) ? args : deciding(args);
    if (ASKED.test(said) || mentions(said, names)) return shell;
  }
  if (language.startsWith('ph') && isNamedByRequest(text, names)) return shell;
  const ruby = language === 'rb' && /^\s*(?:system|exec|eval)\s+params\[/m.test(text);
  return ruby ? shell : [];
}
