import { fold, wordsOf } from '../words.ts';

/** An act of a program or tool: the words of a call that say it, and those of a prompt that ask for it. */
interface Act {
  readonly said: RegExp;
  readonly asked: RegExp;
  /** Whether a prompt that says to answer asks for it too. */
  readonly answers?: true;
}

/** The first act that one of the words of a call says is meant: `gh issue comment` comments. */
const ACTS: readonly Act[] = [
  { said: /^(?:approve|approval)$/u, asked: /\bapprov|\blgtm|\bmerg|\baccept/u },
  {
    said: /^(?:comments?|notes?|repl(?:y|ies)|discussions?)$/u,
    asked:
      /\bcomment(?!s? (?:in|of|above|below|on (?:line|the (?:code|function))))|\brepl(?:y|ies)|\b(?:answer|tell) (?!me|us|my|our|whether|if|how|why|what)|\brespon(?:d|se to)|\bleave a note|\bpost(?:ing)? (?:it|the|a|an|your|this|that|them|to|on|in|back)\b|\blet (?!me|us).{1,30} know|\bthank|\b(?:link|put|mention|write|add) (?:(?:it|that|this|them|the|a|its|links?|address|results?) ){1,3}(?:in|on|to|into) (?:the|that|this) (?:issue|ticket|pr|mr|pull request|merge request|thread|discussion)\b/u,
  },
  { said: /^(?:reviews?)$/u, asked: /\breview|\bapprov/u },
  { said: /^merge$/u, asked: /\bmerg(?!e[ -]?requests?)|\bland\b/u },
  {
    said: /^(?:delete|remove|destroy|teardown|drop|prune|purge|rm)$/u,
    asked: /\bdelet|\bremov|\bclean|\bdrop\b|\bdestroy|\bpurg|\btear|\bprun|\breset|\bget rid/u,
  },
  { said: /^(?:closed?|reopen|wontfix)$/u, asked: /\bclos|\breopen/u },
  { said: /^(?:releases?)$/u, asked: /\breleas|\bpublish|\bship\b/u },
  { said: /^(?:gists?|snippets?|paste)$/u, asked: /\bgist|\bsnippet|\bpaste/u },
  { said: /^(?:secrets?|variables?)$/u, asked: /\bsecret|\bvariable/u },
  { said: /^(?:workflows?|run|runs|rerun|dispatch)$/u, asked: /\bworkflow|\bactions?\b|\bpipeline|\btrigger|\bre-?run|\brun\b/u },
  {
    said: /^(?:deploy|deployment|rollout|apply|ship|promote)$/u,
    asked: /\bdeploy|\bship\b|\broll|\brelease|\bappl(?:y|ied)|\bgo live/u,
  },
  { said: /^(?:publish|upload|twine)$/u, asked: /\bpublish|\breleas|\bship\b|\bupload/u },
  {
    said: /^(?:visibility|collaborators?|fork|transfer|archive|deploykey|keys?)$/u,
    asked: /\bvisib|\bpublic|\bcollaborator|\bfork|\btransfer|\barchiv|\bkeys?\b|\binvit/u,
  },
  {
    said: /^(?:edit|label|assign|assignees?|labels|update|transition|move|set)$/u,
    asked:
      /\bedit|\bupdat|\bchang|\blabel|\bassign|\brenam|\btriag|\bset\b|\bmark|\bmov(?:e|ing)\b|\btransition|\bdone\b|\bresolv|\bcomplet/u,
  },
  { said: /^(?:prs?|mrs?|pulls?|pullrequest)$/u, asked: /\bprs?\b|\bmrs?\b|\bpulls?\b|\bpull[ -]?request|\bmerge[ -]?request/u },
  {
    said: /^(?:issues?|tickets?|bugs?)$/u,
    asked:
      /\b(?:fil(?:e|ing)|creat\w*|mak(?:e|ing)(?= (?:an?|new|one|it|this|that)\b)|open(?:ing)?(?= (?:an?|new|up|the|one|follow))|new|report|rais\w*|log|submit|add)\b.{0,50}\b(?:issues?|tickets?|bugs?|tasks?)\b/u,
  },
  { said: /^(?:repos?|repository|project)$/u, asked: /\brepo|\bproject/u },
  {
    said: /^(?:mail|mailx|sendmail|mutt|msmtp|email|swaks)$/u,
    asked:
      /\be-?mail|\bsend\b|\bnotif|\bforward|(?:^|[.,;:!?\n]\s*|\b(?:and|then|please|also|or|to) )mail (?!(?:from|in|about|is|was|says|servers?|clients?)\b)/u,
    answers: true,
  },
  {
    said: /^(?:messages?|chat|slack|dm|post|send|notify|webhook|telegram|discord)$/u,
    asked:
      /\bmessag|\bslack|\bpost(?:ing)? (?:it|the|a|an|your|this|that|them|to|on|in)\b|\bnotif|\btell (?!me|us)|\bannounc|\bsend\b|\bping\b|\bshar|\bdiscord|\blet (?!me|us).{1,30} know/u,
    answers: true,
  },
  {
    said: /^(?:push|files?|commit|branch)$/u,
    asked:
      /\bpush|\bcommit|\bupload|\bpublish|\bpr\b|\bpull[ -]?request|\bbranch|\bmerge[ -]?request|\bupdat|\bfix|\badd\b|\bchang|\bwrite\b|\bimplement/u,
  },
];

/** Words of a prompt that tell the agent to answer somebody other than the user. */
export const ASKS_TO_ANSWER =
  /\b(?:answer|respond|repl(?:y|ies)) (?!(?:me|us|my|our|whether|if|how|why|what|(?:the|this|that|these|those) questions?)\b)/u;

/** What a prompt forbids, or only asks about. */
const NOT_MEANT =
  /\b(?:do not|don['’]?t|never|without|not to|no need to|avoid|instead of)\b[^.,;:\n]{0,60}|\b\p{L}+ (?:(?:to|on|in) )?(?:nothing|nobody|no one)\b|\b(?:safe|ready|ok|okay|fine|good|possible|likely|supposed|(?:wants?|wanted|asks?|asked|says?|told) (?:us|me|you)?) ?to \p{L}+/gu;

let last = { names: '', meant: '' };

/** Returns the prompts without what they forbid, or only ask about. */
export function meantOf(names: string): string {
  if (last.names !== names) last = { names, meant: names.replaceAll(NOT_MEANT, ' ') };
  return last.meant;
}

/** Whether a prompt asks for what the words of a call say. Without a known act, one of these words must be in it. */
export function isActAsked(words: readonly string[], names: string): boolean {
  const said = words.flatMap(word => wordsOf(fold(word)));
  const meant = meantOf(names);
  const act = ACTS.find(each => said.some(word => each.said.test(word)));
  if (act !== undefined) return act.asked.test(meant) || (act.answers === true && ASKS_TO_ANSWER.test(meant));
  return said.some(word => word.length > 3 && wordsOf(meant).includes(word));
}

/** Words of a prompt that ask for code from elsewhere to be run. */
export const ASKS_TO_RUN =
  /\b(?:run|runs|running|test|tests|testing|build|builds|building|install\w*|start|starts|launch\w*|set(?:ting)? ?up|setup|execut\w*|benchmark\w*|reproduc\w*|repro|demo|compil\w*|try|try it|bootstrap\w*|deploy\w*|verify|get it (?:running|working))\b|\bclon(?:e|ing)\b[^.\n]{0,200}\b(?:fix|add|implement|change|debug|work on|contribut\w*|upgrade|update|migrate|refactor)\b/u;

/** Words of a prompt that tell the agent to do what a page or a text says. */
export const ASKS_TO_FOLLOW =
  /\b(?:follow\w*|instructions?|guide|tutorial|quick ?start|getting started|according to|as described|as documented|steps|set ?up|setting up|install\w*|docs say|per the)\b/u;

/** Words of a prompt that tell the agent to repeat what an issue says. */
export const ASKS_TO_REPEAT =
  /\b(?:run|running|reproduc\w*|repro|set(?:ting)? ?up|setup|install\w*|execut\w*|steps|follow\w*)\b/u;

/** Words of a prompt that ask for files to be sent. */
export const ASKS_TO_SEND =
  /\b(?:upload\w*|send\w*|post\w*|deploy\w*|cop(?:y|ies|ied)|sync\w*|scp|rsync|push\w*|publish\w*|submit\w*|shar\w*|transfer\w*|report\w*|import\w*|attach\w*|put|back ?up)\b/u;

/** Words of a prompt that ask for an encoded text. */
export const ASKS_TO_ENCODE = /\bbase-?64|\bencod|\bdecod|\bhex\b|\bhexadecimal|\bjwt|\bblob/u;

/** Words of a prompt that ask for data of a database to be changed. */
export const ASKS_TO_CHANGE_DATA =
  /\badd|\binsert|\bupdat|\bupsert|\bchang|\bset\b|\bsets\b|\bsetting\b|\bfill|\bbackfill|\bseed|\bmigrat|\bcreat|\bimport|\bload\b|\bdelet|\bremov|\bclean|\bdrop\b|\btruncat|\bpurg|\bwrit|\bfix|\brepair|\bcorrect|\brenam|\bmerg|\bdedup|\bmark|\bclos|\bassign|\bstor(?:e|ing)\b|\bsav(?:e|ing)\b|\bnormali[sz]/u;

/** Words of a prompt that ask for rights to be given. */
export const ASKS_TO_GRANT = /\bgrant|\bgiv(?:e|ing)\b|\ballow|\bpermit|\bauthori[sz]|\bset(?:ting)? ?up\b/u;

/** Words of a prompt that ask for the history of a remote to be changed. */
export const ASKS_TO_REWRITE = /\bforce|\brewrit|\brebas|\bsquash|\bamend|\bdelet|\bremov|\bclean/u;

/** Words of a prompt that ask for something that takes the rights of another user. */
export const ASKS_FOR_RIGHTS = /\bsudo|\broot\b|\badmin|\bpermission|\bsystem|\binstall|\bservice|\bprivileg/u;

/** Words of a prompt that ask for work of the project to be thrown away. */
export const ASKS_TO_DISCARD =
  /\bdiscard|\brevert|\breset|\bundo|\bthrow|\bdrop\b|\bdelet|\bremov|\bclean|\bwip(?:e|ing)|\bget rid|\bstart over|\broll(?:ing)?[ -]?back|\bfresh|\bprun|\beras|\bpurg|\babandon|\breplac|\bmov(?:e|ing)\b|\brenam|\brestor/u;

/** Words of a prompt that speak of credentials, so that looking for one is ordinary work. */
export const ASKS_FOR_CREDENTIALS =
  /\bsecrets?\b|\btokens?\b|\bcredential|\bpasswords?\b|\b(?:api|ssh|gpg|private|public|access|deploy|signing)[ -]?keys?\b|\bkeys?\b|\blog(?:ged)? ?in|\bauth|\bleak|\bhard-?coded|(?:^|[\s/`'"])\.env|\bcertificates?\b|\bssh\b|\bsecurity (?:audit|scan|review)/u;
