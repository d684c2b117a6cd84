import type { Finding } from './descriptor.ts';
import { loses, shows } from './shapes.ts';
import { unseen } from './clientCommands.ts';
import type { ClientScript } from './clientCommands.ts';

const dropped: Finding = loses('database:data', 'remote_change');

const passwords: Finding = shows('database');

const LOSING_MONGO =
  /\b(?:updateMany|update|replaceOne)\s*\(\s*\{\s*\}|\b(?:dropDatabase|drop|deleteMany|deleteOne|remove|dropUser|dropAllUsers\w*|dropRole|dropIndex(?:es)?|findOneAndDelete|bulkWrite|shutdownServer|renameCollection|replSetStepDown)\s*\(|["']?(?:dropDatabase|drop|delete|shutdown|\$out|\$merge)["']?\s*:/;

const LEAVING_MONGO =
  /\b(?:load|run|runProgram|require|import|eval|cat|writeFile|removeFile|child_process|process|fs|ls|cd|Function|fetch)\s*[.(]/;

/** What a script of MongoDB's shell does. */
export const mongo = (text: string): ClientScript => ({
  findings: [
    ...(LOSING_MONGO.test(text) ? [dropped] : []),
    ...(/system\.users\b|showCredentials/.test(text) ? [passwords] : []),
    ...(LEAVING_MONGO.test(text) ? [unseen('code that leaves the database')] : []),
  ],
  statements: '',
});

const LOSING_REDIS =
  /^(?:flushall|flushdb|del|unlink|shutdown|config|debug|eval|evalsha|fcall|function|script|restore|migrate|replicaof|slaveof|module|acl|hdel|ltrim|swapdb|failover|cluster|getdel|zremrangeby\w+)$/i;

/** Whether a command of Redis loses data, runs a script or changes the server. */
export function losesRedisData(command: string | undefined, argument: string | undefined): boolean {
  return (
    command === undefined ||
    (LOSING_REDIS.test(command) && !/^(?:get|help|list|info|nodes|load|exists|cat|whoami)$/i.test(argument ?? ''))
  );
}

/** Whether a command of Redis prints passwords. */
export const printsRedisPasswords = (words: string): boolean =>
  /^(?:config get (?:requirepass|masterauth|\*)|acl (?:list|getuser))\b/i.test(words);

/** What lines of Redis' client do. */
export const redis = (text: string): ClientScript => {
  const calls = text.split('\n').map(line => line.trim().split(/\s+/));
  return {
    findings: [
      ...(calls.some(([command = '', argument]) => losesRedisData(command, argument)) ? [dropped] : []),
      ...(calls.some(words => printsRedisPasswords(words.join(' '))) ? [passwords] : []),
    ],
    statements: '',
  };
};
