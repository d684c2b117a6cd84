import { analyzeShell } from '@licet/effects';
import { describe, expect, test } from 'vitest';

import { isStatement, sqlEffects } from '../../../../packages/effects/src/programs/statements.ts';
import { sqlFiles } from '../../../../packages/effects/src/programs/sqlFiles.ts';
import { effectText, place } from '../shell/effectText.ts';

const kindsOf = (text: string, language?: string): string =>
  sqlEffects(text, 'db', language)
    .map(({ kind, tags = [] }) => [kind, ...tags].join(' '))
    .join('; ');
const shellOf = (command: string): string => analyzeShell(command, place).map(effectText).join('; ');

describe('a statement that runs another one', () => {
  test.each([
    ["select query_to_xml('delete from users', true, false, '')", 'delete destructive'],
    ["select * from crosstab('delete from users returning 1,2,3') as c(a int)", 'delete destructive'],
    ["select * from external_query('c', 'drop table users')", 'delete destructive'],
    ["select query_to_xml('select query_to_xml(''x'')', true, false, '')", 'read'],
    ["select dbms_xmlgen.getxml('truncate table users') from dual", 'delete destructive'],
    ["select eval('update users set a = 1')", 'delete destructive'],
    ["prepare s from 'drop table users'; execute s", 'delete destructive'],
    ["set @q = 'drop table users'; prepare s from @q", 'delete destructive'],
    ['prepare s from @q', 'unknown dynamic'],
    ["select query_to_xml('insert into a values (1)', true, false, '')", 'write'],
    ["select query_to_xml('select rolpassword from pg_authid', true, false, '')", 'read secret'],
  ])('%s: %s', (text, kinds) => {
    expect(kindsOf(text).split('; ')).toContain(kinds);
  });

  test.each([
    "select coalesce(note, 'delete from users') from logs",
    "select * from logs where lower(q) like 'drop table%'",
    "select format('delete from %I', name) from tables",
    "select replace(q, 'drop table x', '') from logs",
    "select count(*) filter (where q in ('delete from a', 'drop table b')) from logs",
  ])('data that looks like one is data: %s', text => {
    expect(kindsOf(text)).toBe('read');
  });
});

describe('a statement that leaves the database', () => {
  test.each([
    ["copy into 's3://b/x' from t", 'network uploads'],
    ["copy t to 'gcs://b/x'", 'network uploads'],
    ["unload ('select 1') to 's3://b/x'", 'network uploads'],
    ["export data options(uri='gs://b/x*') as select 1", 'network uploads'],
    ["backup table t to s3('https://x', 'a', 'b')", 'network uploads'],
    ["select aws_s3.query_export_to_s3('select 1', 'b')", 'unknown runs_code'],
    ["select sys_eval('id')", 'unknown runs_code'],
    ["create function f returns string soname 'x.so'", 'unknown runs_code'],
    ["install plugin x soname 'y.so'", 'unknown runs_code'],
    ["select pg_file_write('/tmp/x', 'y', false)", 'unknown runs_code'],
    ["select * from openquery(s, 'delete from users')", 'unknown runs_code'],
    ["call postgres_execute('p', 'delete from users')", 'unknown runs_code'],
    ["begin utl_file.fopen('D', 'f', 'w'); end;", 'unknown runs_code'],
    ["select httpuritype('http://x').getclob() from dual", 'unknown runs_code'],
    ["select cron.schedule('a', '* * * * *', 'vacuum')", 'unknown runs_code'],
    ["select net.http_post('http://x', '{}')", 'unknown runs_code'],
    ['select delete_all_users()', 'delete destructive'],
    ['select lo_unlink(1)', 'delete destructive'],
    ["select pg_drop_replication_slot('s')", 'delete destructive'],
    ["select setval('s', 1)", 'write'],
  ])('%s: %s', (text, kinds) => {
    expect(kindsOf(text).split('; ')).toContain(kinds);
  });

  test.each([
    'select array_remove(a, 1) from t',
    "select to_char(now(), 'YYYY')",
    'select date_trunc(d, 1) from t',
    'select * from drop_log',
  ])('reads: %s', text => {
    expect(kindsOf(text)).toBe('read');
  });
});

describe('what a text or a comment seems to hide', () => {
  test.each([
    ["select '/*'; drop table orders; select '*/'"],
    ["select '--'; drop table orders"],
    ['select "--" from a; drop table orders'],
    ['select "/*" from a; drop table orders; select "*/" from a'],
    ['select $$--$$; drop table orders'],
    ["select $a$ it's $$ $a$; drop table orders; select $a$ it's $a$"],
    ["do $a$ begin execute $b$select '$b$; drop table orders; execute $b$'$b$; end $a$"],
    ["select E'\\''; drop table orders; --'"],
    ["select '\\''; drop table orders; -- '"],
    ["select '\\'; drop table orders; --'"],
    ['select `--`; drop table orders'],
    ["select `'`; drop table orders; select '`'"],
    ['select [x--] from a; drop table orders'],
    ["select [it's] from a; drop table orders; select [that's] from a"],
    ['select [a]];drop table orders;--]'],
    ["select 1 # '\n; drop table orders; # '"],
    ["select a #> '{x}'; drop table orders"],
    ['select 5--1; drop table orders'],
    ['/* /* */ drop table orders /* */ */'],
    ['/* a /* b */ c */ drop table orders'],
    ['select 1 /*! ; drop table orders */'],
    ['/*!50001 drop table orders */'],
    ['/*M!100100 drop table orders */'],
    ["select q'[it's -- ]' from dual; drop table orders; --'"],
    ["select nq'!'!' from dual; drop table orders; --'"],
    ["select '''it's'''; drop table orders; select '''it's'''"],
    ['select 1 // it"s\n; drop table orders // "'],
    ["select 'a; drop table orders"],
    ['/* a; drop table orders'],
    ['update "orders" set paid = true'],
  ])('%s', text => {
    expect(kindsOf(text)).toContain('delete destructive');
  });

  test.each([
    ['psql', "select E'\\''; drop table orders; --'"],
    ['psql', "select '\\'; drop table orders; --'"],
    ['psql', "select $a$ it's $$ $a$; drop table orders; select $a$ it's $a$"],
    ['psql', "do $a$ begin execute $b$select '$b$; drop table orders; execute $b$'$b$; end $a$"],
    ['psql', "select a #> '{x}'; drop table orders"],
    ['psql', "/* /* */ ' */ drop table orders; select '"],
    ['psql', "copy a from stdin;\nit's\n\\.\nselect '/*'; drop table orders -- '*/"],
    ['mysql', "select '\\''; drop table orders; -- '"],
    ['mysql', "select `'`; drop table orders; select '`'"],
    ['mysql', "select 1 # '\n; drop table orders; # '"],
    ['mysql', 'select 5--1; drop table orders'],
    ['mysql', '/* /* */ drop table orders /* */'],
    ['mysql', 'select 1 /*! ; drop table orders */'],
    ['psql', "select $$'$$; drop table orders; select $$'$$"],
    ['sqlite', "select [it's] from a; drop table orders; select [that's] from a"],
    ['sqlite', 'select [a]];drop table orders;--]'],
    ['sqlcmd', "select [it's]]] from a; drop table orders; select [that's] from a"],
    ['sqlplus', "select q'[it's -- ]' from dual; drop table orders; --'"],
    ['cql', "select 1 // it's\n; drop table orders // '"],
    ['sql', "select '''it's'''; drop table orders; select '''it's''' # '"],
  ])('from %s: %s', (language, text) => {
    expect(kindsOf(text, language)).toContain('delete destructive');
  });

  test.each([
    ["with a as (select '--') , b as (delete from orders returning *) select '*/'"],
    ["select '/*'; drop table orders; select '*/'"],
    ["/* ' */ delete from orders where 'a' = 'a'"],
  ])('so that it is a statement: %s', text => {
    expect(isStatement(text)).toBe(true);
  });

  test('so that other things count too', () => {
    expect(kindsOf('select * from "pg_authid"')).toContain('read secret');
    expect(kindsOf(`select "pg_read_file" /* */ ('/etc/passwd')`)).toContain('unknown runs_code');
    expect(kindsOf("match (n) where n.a = '//' detach delete n")).toBe('delete destructive');
    expect(kindsOf('match (n) /* a */ detach delete n // all')).toBe('delete destructive');
    expect(kindsOf('call db.job(4 // 2); drop table orders')).toBe('read; delete destructive');
    expect(kindsOf('select 1; shutdown')).toBe('unknown unlisted');
    expect(sqlFiles("select '--', * from read_csv($$secrets/a.csv$$)")).toEqual([{ use: 'read', path: 'secrets/a.csv' }]);
    expect(sqlFiles(`select '/*'; copy t from 'secrets/*.csv' -- '`)).toEqual([{ use: 'read', path: 'secrets/*.csv' }]);
    expect(sqlFiles('select read_text(chr(46)), read_csv(?), readfile(:name)')).toEqual([
      { use: 'read', isParameter: false },
      { use: 'read', isParameter: true },
      { use: 'read', isParameter: true },
    ]);
    expect(sqlFiles(`from ".env"`, 'duckdb')).toEqual([{ use: 'read', path: '.env' }]);
  });
});

describe('what is in a text or a comment', () => {
  test.each([
    ["select '/* drop table orders */'"],
    ["select 'it''s; drop table orders'"],
    ['-- drop table orders\nselect 1'],
    ['--drop table orders\nselect 1'],
    ['select 1 /* drop table orders */'],
    ['select "drop" from a'],
    ["select * from a where b = 'delete'"],
    ['match (n) // delete it later\nreturn n'],
    ["match (n {a: 'it\\'s', b: 'delete'}) return n"],
  ])('is none: %s', text => {
    expect(kindsOf(text)).toBe('read');
  });

  test.each([
    ['mysql', '# drop table orders\nselect 1'],
    ['mysql', "select 'it\\'s; drop table orders'"],
    ['psql', "select 'C:\\' as a, 'drop table orders' as b"],
    ['psql', '/* a /* b */ drop table orders */ select 1'],
    ['sqlcmd', 'select [drop] from a'],
    ['sqlplus', "select q'[it's a; drop table orders]' from dual"],
    ['cql', 'select 1 // drop table orders'],
  ])('is none for %s: %s', (language, text) => {
    expect(kindsOf(text, language)).toBe('read');
  });
});

describe('commands of a client', () => {
  test.each([
    [`echo "select \\"'\\" \\! rm a '" | psql db`, 'delete /w/a'],
    [`echo "/* ' */ \\! rm a '" | psql db`, 'delete /w/a'],
    [`psql db <<'E'\nselect '\n' \\! rm a '\nE`, 'delete /w/a'],
    [`psql db <<'E'\n\\x \\\\ drop table orders;\nE`, 'delete database:psql #destructive'],
    [`psql db <<'E'\ncopy t from stdin;\nit's\n\\.\nselect '/*'; \\! rm a\nE`, 'delete /w/a'],
    [`psql -c "\\copy (select ')' /* ( */ from a) to program 'rm a'"`, 'delete /w/a'],
    [`mysql -e 'delete/*\\T/tmp/x */from orders'`, 'delete database:mysql #destructive'],
    [`mysql -e '/*\\T/tmp/x */ drop table orders'`, 'delete database:mysql #destructive'],
    [`sqlite3 a.db "select '\n.print x'; drop table orders"`, 'delete database:sqlite3 #destructive'],
    [`sqlcmd -Q "/*\n:out x */ drop table orders"`, 'delete database:sqlcmd #destructive'],
  ])('%s', (command, wanted) => {
    expect(shellOf(command)).toContain(wanted);
  });

  test.each([[`psql -c "select 'a\\!rm a'"`], [`mysql -e "select '\\! rm a'"`], [`sqlite3 a.db "select '\n.shell rm a'"`]])(
    'are none within a text: %s',
    command => {
      expect(shellOf(command)).not.toContain('delete');
    },
  );
});
