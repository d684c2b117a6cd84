import { inflect } from '../../../../packages/epistemic/src/graph/inflect.ts';
import { describe, expect, it } from 'vitest';

const NOUNS = `file files;index indices indexes;process processes;basis bases;database databases;directory directories;copy copies;
alias aliases;matrix matrices;vertex vertices;leaf leaves;knife knives;child children;person people;branch branches;patch patches;
hash hashes;box boxes;quiz quizzes;analysis analyses;schema schemata schemas;key keys;proxy proxies;policy policies;query queries;
cache caches;bus buses;status statuses;echo echoes;repo repos;criterion criteria;axis axes;suffix suffixes;registry registries;
half halves;roof roofs;medium media;mouse mice;permission permissions;virus viruses;crash crashes;daemon daemons`;

const VERBS = `delete deletes deleted deleting;read reads reading;write writes wrote written writing;overwrite overwrote overwritten
overwriting;run ran running runs;copy copied copying copies;pipe piped piping;unmount unmounted unmounting;uninstall uninstalled;
revoke revoked revoking;exfiltrate exfiltrated exfiltrating;bypass bypassed bypasses bypassing;stop stopped stopping;log logged logging;
commit committed committing commits;cancel cancelled canceled cancelling canceling;create created creating;move moved moving;
mimic mimicked mimicking;die died dying;tie tied tying;rebuild rebuilt rebuilding;withhold withheld;go goes went gone going;
be is was were been being;send sent sending;reset resetting resets;fix fixed fixing fixes;show showed shown showing;
push pushed pushes pushing;encrypt encrypted encrypting;debug debugged debugging;merge merged merging;fetch fetched fetches;
undo undid undone;quit quitting quits;mount mounted;tag tagged tagging;ping pinged pinging;tar tarred tarring;zip zipped zipping;
kill killed;singe singeing;see saw seen seeing;age ageing aging;agree agreed agreeing;stage staged staging;code coded coding;
rate rated rating;scare scared scaring;begin began begun beginning;panic panicked panicking;deploy deployed deploying deploys;
apply applied applying applies;map mapped mapping;grep grepped grepping;freeze froze frozen;hide hid hidden;steal stole stolen`;

const pairs = [NOUNS, VERBS]
  .flatMap(table => table.split(';'))
  .map(line => line.trim().split(/\s+/))
  .flatMap(([base, ...forms]) => forms.map(form => [form, base!] as const));

describe('inflect', () => {
  it.each(pairs)('makes %s from %s', (form, base) => {
    expect(inflect(base).has(form)).toBe(true);
  });

  it.each([
    ['pip', 'piping'],
    ['sing', 'singeing'],
    ['stag', 'staging'],
    ['cod', 'coding'],
    ['rat', 'rating'],
    ['scar', 'scaring'],
    ['database', 'databas'],
    ['dns', 'dn'],
  ])('does not take %s for the base of %s', (base, form) => {
    expect(inflect(base).has(form)).toBe(false);
  });

  it.each(['データ', 'x', '', 'a1', 'c++', '..'])('leaves %j as it is', word => {
    expect([...inflect(word)]).toEqual([word]);
  });
});
