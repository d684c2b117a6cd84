/** Irregular verbs: base, then every form that the rules do not make. */
const VERBS = `arise arose arisen;awake awoke awoken;be am is are was were been being;bear bore borne;beat beaten;become became;
begin began begun;bend bent;bet;bid bade bidden;bind bound;bite bit bitten;bleed bled;blow blew blown;break broke broken;breed bred;
bring brought;broadcast;build built;burn burnt;burst;buy bought;cast;catch caught;choose chose chosen;cling clung;come came;cost;
creep crept;cut;deal dealt;dig dug;dive dove;do does did done;draw drew drawn;dream dreamt;drink drank drunk;drive drove driven;
dwell dwelt;eat ate eaten;fall fell fallen;feed fed;feel felt;fight fought;find found;fit;flee fled;fling flung;fly flew flown;
forbid forbade forbidden;forecast;forget forgot forgotten;forgive forgave forgiven;freeze froze frozen;get got gotten;give gave given;
go goes went gone;grind ground;grow grew grown;hang hung;have has had;hear heard;hide hid hidden;hit;hold held;hurt;input;keep kept;
kneel knelt;know knew known;lay laid;lead led;lean leant;leap leapt;learn learnt;leave left;lend lent;let;lie lay lain;light lit;
lose lost;make made;mean meant;meet met;offset;output;pay paid;prove proven;put;quit;read;rend rent;reset;rid;ride rode ridden;
ring rang rung;rise rose risen;run ran;saw sawn;say says said;see saw seen;seek sought;sell sold;send sent;set;shake shook shaken;
shed;shine shone;shoot shot;show shown;shrink shrank shrunk;shut;sing sang sung;sink sank sunk;sit sat;sleep slept;slide slid;
sling slung;slit;smell smelt;sneak snuck;sow sown;speak spoke spoken;speed sped;spell spelt;spend spent;spill spilt;spin spun;split;
spread;spring sprang sprung;stand stood;steal stole stolen;stick stuck;sting stung;stride strode stridden;strike struck stricken;
string strung;strip;strive strove striven;swear swore sworn;sweep swept;swell swollen;swim swam swum;swing swung;take took taken;
teach taught;tear tore torn;tell told;think thought;throw threw thrown;thrust;tread trod trodden;understand understood;
undertake undertook undertaken;upset;wake woke woken;wear wore worn;weave wove woven;weep wept;win won;wind wound;
wring wrung;write wrote written`;

/** Irregular nouns: singular, then plurals. */
const NOUNS = `appendix appendices;axis axes;cache caches;child children;codex codices;corpus corpora;criterion criteria;
datum data;foot feet;genus genera;goose geese;index indices;leaf leaves;life lives;louse lice;man men;matrix matrices;medium media;
mouse mice;ox oxen;person people;phenomenon phenomena;radix radices;schema schemata;stigma stigmata;
tooth teeth;vertex vertices;vortex vortices;woman women;automaton automata;virus viri;quantum quanta;helix helices;
addendum addenda;erratum errata;memorandum memoranda;spectrum spectra;stratum strata;formula formulae`;

/** Prefixes that may stand before an irregular verb and leave its pattern alone: `overwrote`, `rebuilt`, `withheld`. */
const PREFIXES: readonly string[] = 'over re un with under out fore mis up pre de inter by back'.split(' ');

function parse(table: string): ReadonlyMap<string, readonly string[]> {
  const entries = table.split(';').map(line => line.trim().split(/\s+/));
  return new Map(entries.map(([base, ...forms]) => [base!, forms]));
}

const verbs = parse(VERBS);
const nouns = parse(NOUNS);

/** What is left of a word without each prefix that it may have, and what stood before. */
const unprefixed = (word: string): readonly (readonly [head: string, rest: string])[] =>
  PREFIXES.flatMap(prefix => {
    const rest = word.startsWith(prefix) ? word.slice(prefix.length).replace(/^-/, '') : '';
    return rest === '' ? [] : [[word.slice(0, word.length - rest.length), rest] as const];
  });

/** The forms of an English word that follow no rule; empty for a regular word. A known prefix is kept in front. */
export function irregularForms(word: string): readonly string[] {
  const prefixed = unprefixed(word).flatMap(([head, base]) => (verbs.get(base) ?? []).map(form => head + form));
  return [...(verbs.get(word) ?? []), ...(nouns.get(word) ?? []), ...prefixed];
}

const bases = new Map<string, string[]>();
for (const [base, forms] of [...verbs, ...nouns]) for (const form of forms) bases.set(form, [...(bases.get(form) ?? []), base]);

/** The words whose irregular form this may be: `went` gives `go`, `overwrote` gives `overwrite`. */
export function irregularBases(form: string): readonly string[] {
  const prefixed = unprefixed(form).flatMap(([head, rest]) => (bases.get(rest) ?? []).map(base => head + base));
  return [...(bases.get(form) ?? []), ...prefixed];
}
