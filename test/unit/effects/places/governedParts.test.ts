import { describe, expect, it } from 'vitest';

import { governedPartsOf } from '../../../../packages/effects/src/places/governed.ts';
import { stoppedIn } from '../stoppedIn.ts';
import { boundedCost } from '../../../support/boundedCost.ts';

const stopped = stoppedIn({
  '/w/governance.yaml': { text: 'version: 1' },
  '/w/.claude/settings.json': { text: '{}' },
  '/w/.licet/state.db': 'file',
  '/w/src/index.ts': { text: 'export {}' },
  '/w/vendor': 'folder',
  '/w/dist': 'folder',
  '/w/data': 'folder',
  '/w/fix.patch': { text: '--- a/src/index.ts\n+++ b/src/index.ts\n@@ -1 +1 @@\n-export {}\n+export { }\n' },
  '/w/unseen.tar': 'file',
  '/w/unseen.tgz': 'file',
  '/w/unseen.zip': 'file',
  '/w/unseen.7z': 'file',
  '/w/unseen.rar': 'file',
  '/w/unseen.jar': 'file',
  '/w/unseen.xar': 'file',
  '/w/unseen.a': 'file',
  '/w/x.sqfs': 'file',
  '/tmp/unseen.tar': 'file',
  '/tmp/unseen.zip': 'file',
  '/tmp/x.tar': 'file',
  '/tmp/x.zip': 'file',
  '/tmp/x.cpio': 'file',
  '/tmp/x': 'file',
  '/tmp/l': 'file',
});

/** Files that govern the agent, in positions that are not described: a constructor, a connection string, an address, a part of a word, the input. */
const NAMED = [
  'foo .claude/settings.json',
  'foo --out=.claude/settings.json',
  'foo -c key=.claude/settings.json',
  'foo file:.claude/settings.json',
  'foo file:///w/.claude/settings.json',
  'foo sqlite:.licet/state.db',
  'foo sqlite:///.licet/state.db',
  "foo 'sqlite:////w/.licet/state.db?mode=rw'",
  'foo --url sqlite://.licet/state.db',
  "foo 'file:.licet/state.db?mode=rwc'",
  'foo jdbc:sqlite:.licet/state.db',
  'DATABASE_URL=file:../.licet/state.db npx prisma db execute --file x.sql',
  'DATABASE_URL=sqlite:.licet/state.db dbmate up',
  'dbmate --url sqlite:.licet/state.db up',
  'npx prisma db push --url file:.licet/state.db',
  'npx drizzle-kit push --dialect sqlite --url .licet/state.db',
  'npx drizzle-kit push --dialect=sqlite --url=file:.licet/state.db',
  "sqlite3 .licet/state.db 'update x set y=1'",
  'sqlite3 \'file:.licet/state.db?mode=rw\' "insert into approvals values(1)"',
  'sqlite3 :memory: "attach \'.licet/state.db\' as a; update a.x set y=1"',
  'sqlite3 /tmp/a.db ".restore .licet/state.db"',
  'sqlcipher .licet/state.db "update x set y=1"',
  'litecli .licet/state.db -e "update x set y=1"',
  'duckdb -c "attach \'.licet/state.db\' as s (type sqlite); update s.x set y=1"',
  "usql sqlite3://.licet/state.db -c 'update x set y=1'",
  'sqlite-utils insert .licet/state.db approvals x.json',
  "node -e \"new (require('node:sqlite').DatabaseSync)('.licet/state.db').exec('update x set y=1')\"",
  "node -e \"const {DatabaseSync:D}=require('node:sqlite'); new D('.licet/state.db').exec('update x')\"",
  "node -e \"const D=require('better-sqlite3'); D('.licet/state.db').exec('update x')\"",
  "node -e \"const D=require('better-sqlite3'); new D('.licet/' + 'state.db').exec('update x')\"",
  "node -e \"new (require('sqlite3').Database)('.licet/state.db').run('update x')\"",
  "node -e \"require('@libsql/client').createClient({url:'file:.licet/state.db'}).execute('update x')\"",
  "node -e \"require('knex')({client:'sqlite3',connection:{filename:'.licet/state.db'}})('x').update({})\"",
  "node -e \"new (require('sequelize').Sequelize)('sqlite:.licet/state.db')\"",
  "bun -e \"import {Database} from 'bun:sqlite'; new Database('.licet/state.db').run('update x')\"",
  "deno eval \"import {DB} from 'https://deno.land/x/sqlite/mod.ts'; new DB('.licet/state.db').query('update x')\"",
  "deno eval \"import {Database} from 'jsr:@db/sqlite'; new Database('.licet/state.db').exec('update x')\"",
  "python3 -c \"import sqlite3; sqlite3.connect('.licet/state.db').execute('update x')\"",
  "python3 -c \"import apsw; apsw.Connection('.licet/state.db').execute('update x')\"",
  "python3 -c \"import sqlalchemy; sqlalchemy.create_engine('sqlite:///.licet/state.db').execute('x')\"",
  'python3 -c "import duckdb; duckdb.connect().execute(\\"attach \'.licet/state.db\' as s\\")"',
  'python3 -c "import foo; foo.open_it(\'.licet/state.db\')"',
  'python3 -c "import foo; foo.Conn(path=\'.claude/settings.json\')"',
  'python3 -c "import dataset; dataset.connect(\'sqlite:///.licet/state.db\')"',
  'python3 -c "import pandas as pd; pd.DataFrame().to_json(\'.claude/settings.json\')"',
  "python3 -c \"p='.licet'; q=p+'/state.db'; import apsw; apsw.Connection(q)\"",
  "ruby -e \"require 'sqlite3'; SQLite3::Database.new('.licet/state.db').execute('update x')\"",
  "perl -e \"use DBI; DBI->connect('dbi:SQLite:dbname=.licet/state.db')->do('update x')\"",
  "php -r \"\\$d=new SQLite3('.licet/state.db'); \\$d->exec('update x');\"",
  'php -r "new PDO(\'sqlite:.licet/state.db\');"',
  'foo < .licet/state.db > .licet/state.db',
  'foo -o.claude/settings.json',
  'foo -Dconfig=.claude/settings.json',
  'foo --set a.b=.claude/settings.json',
  'foo \'{"path":".claude/settings.json"}\'',
  'foo "[.claude/settings.json]"',
  'foo x,.claude/settings.json,y',
  'foo 100644,abc,.claude/settings.json',
  'foo @.claude/settings.json',
  'foo <<< .claude/settings.json',
  'foo <<EOF\n.claude/settings.json\nEOF',
  'echo .claude/settings.json | foo',
  'sqlite3 x.db ".output .claude/settings.json" "select 1"',
];

/** The same programs and libraries on other files, and reading what governs. */
const INNOCENT = [
  'foo src/index.ts',
  'foo --config=vite.config.ts',
  'foo sqlite:dev.db',
  "sqlite3 dev.db 'select 1'",
  'DATABASE_URL=file:./dev.db npx prisma migrate dev',
  "node -e \"new (require('node:sqlite').DatabaseSync)('dev.db').exec('select 1')\"",
  "python3 -c \"import sqlite3; print(sqlite3.connect('dev.db').execute('select 1').fetchall())\"",
  'cat governance.yaml',
  'grep -n all governance.yaml',
  'cat .claude/settings.json | jq .',
  'git diff governance.yaml',
  'git log -- governance.yaml',
  'git add governance.yaml .claude/settings.json && git commit -m x',
  "git commit -m 'edit .claude/settings.json'",
  "echo 'see .claude/settings.json'",
  'npx prettier --check governance.yaml',
  'wc -l governance.yaml',
  'yamllint governance.yaml',
  'python3 -c "import json; print(json.load(open(\'.claude/settings.json\')))"',
  "node -e \"console.log(require('fs').readFileSync('governance.yaml','utf8'))\"",
  'npx vitest run -t "reads .claude/settings.json"',
  'gh issue comment 1 --body "see .claude/settings.json"',
];

describe('a governed path in a position that is not described', () => {
  it.each(NAMED)('stops `%s`', async command => {
    expect(await stopped(command)).toBeDefined();
  });

  it.each(INNOCENT)('lets `%s` run', async command => {
    expect(await stopped(command)).toBeUndefined();
  });
});

describe('governedPartsOf', () => {
  it('finds a path behind a scheme, a key, an option, and in brackets', () => {
    expect(governedPartsOf('sqlite:///.licet/state.db')).toEqual(['/.licet/state.db', '.licet/state.db']);
    expect(governedPartsOf('100644,0a1b,.mcp.json')).toEqual(['.mcp.json']);
    expect(governedPartsOf('{"path":".claude/settings.json"}')).toEqual(['.claude/settings.json']);
    expect(governedPartsOf('-o.mcp.json')).toEqual(['.mcp.json']);
  });

  it('takes a name among words for prose, and one that a sign sets off for a path', () => {
    expect(governedPartsOf('see governance.yaml for more')).toEqual([]);
    expect(governedPartsOf("attach '.licet/state.db' as s")).toEqual(['.licet/state.db']);
    expect(governedPartsOf('a line\n.mcp.json\n')).toEqual(['.mcp.json']);
  });

  it('is done with a long text in no time', () => {
    const within = boundedCost();
    governedPartsOf('a.b,'.repeat(100_000));
    governedPartsOf('.'.repeat(100_000));
    governedPartsOf(' x'.repeat(100_000));
    within(100);
  });
});
