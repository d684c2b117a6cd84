import type { Field } from '../words/field.ts';
import { emit } from '../words/emit.ts';
import type { Frame } from '../words/frame.ts';

/** A program that nobody describes and that says that it deploys, or by its name that it removes something. */
export function emitDeployment(name: string, args: readonly Field[], frame: Frame): void {
  const words = args.filter(({ text }) => !text.startsWith('-')).slice(0, 3);
  const removes = /(?:^|[-_.])(?:uninstall|destroy|wipe|purge|teardown|factory-?reset)(?:[-_.]|$)/i.test(name);
  const deploys = words.some(({ text }) => /^(?:deploy|ship|promote|rollout|release)$/.test(text));
  if (asksForHelp(args) || args.some(({ text }) => /^--?dry-?run/.test(text)) || (!removes && !deploys)) return;
  const target = { type: 'named', category: 'resource', name: `${name} ${words.map(({ text }) => text).join(' ')}` } as const;
  if (removes) emit(frame, { kind: 'delete', target, program: name, possible: true, tags: ['destructive', 'unlisted'] });
  else emit(frame, { kind: 'configure', target, program: name, possible: true, tags: ['remote_change', 'unlisted'] });
}

const LOSING =
  /^(?:delete|destroy|drop|purge|wipe|erase|nuke|truncate|terminate|teardown|flush|rm|del|deprovision|decommission|deregister|undeploy|unpublish|yank|revoke|obliterate|expunge|undefine|unregister\w*|factory-?reset|hard-?reset|(?:delete|destroy|drop|purge|wipe|erase|nuke|force-?(?:delete|remove|reset))[-_:]?(?:all|[-_:]\w+)?|(?:delete|terminate|destroy)[-_:]?\w+|rm(?:r|pool|dir)|(?:db|database|migrate|migration|migrations|schema|cache)[-_:](?:drop|reset|wipe|fresh|refresh|rollback|clean|clear)|\w+[-_:](?:delete|destroy|purge|wipe|erase)|[\w-]+:(?:remove|reset|drop|destroy-all|rollback))$/i;

/** Words that turn these into a loss: `migrate reset --force`. */
const RESETTING =
  /^(?:reset|fresh|refresh|prune|restore|rollback|revert|downgrade|overwrite|replace|rebuild|reinit|reinitialize|stop|disable|detach|cancel|evict|drain|kill|failover|gc|leave|push|apply|sync|deploy|update|zap|remove|uninstall|archive|migrate|import|clear)$/i;

/** Databases and their schema, and what undoes them. */
const DATA =
  /^(?:db|database|databases|migrat\w*|schema|dag|queue|tables?|index|indices|collections?|buckets?|topics?|keyspace|volumes?|snapshots?|backups?|dataset|osd|pool)$/i;

const UNDOING =
  /^(?:reset|fresh|refresh|rollback|downgrade|undo|revert|zero|clean|clear|remove|down|down-to|redo|restore|prune|rm|empty)$/i;

/** Options with which nobody is asked any more. */
const FORCING =
  /^(?:--force\w*|-f|--yes\w*|-y|--noinput|--no-input|--auto-approve|--no-prompt|--non-?interactive|--skip-?confirm\w*|--confirm|--assume-?yes|--really\w*|-skipTrash|--prod|--production|--live|--allow-live|--purge|--cascade)$/i;

/** Asks an unlisted program for its help, and nothing else: all other words are subcommands. */
function asksForHelp(args: readonly Field[]): boolean {
  const options = args.filter(({ text }) => text.startsWith('-'));
  return args.length <= 4 && options.length === 1 && /^--(?:help|version)$/.test(args.at(-1)?.text ?? '');
}

/** Records that a program nobody describes destroys something, when one of its first words says so. */
export function emitLosingVerb(name: string, args: readonly Field[], frame: Frame): void {
  if (asksForHelp(args)) return;
  const words = args
    .slice(0, 3)
    .map(arg => (/^--?[a-z]{2}/.test(arg.text) ? { ...arg, text: arg.text.replace(/^-+/, '') } : arg));
  // Django asks nothing before it migrates.
  const isQuiet = name.endsWith('manage.py') && args[0]?.text === 'migrate' && !args.some(({ text }) => text === 'zero');
  const forced = args.some(({ text }) => FORCING.test(text) && !(isQuiet && /^--no-?input$/.test(text)));
  const undoes = words.some(({ text }, i) => UNDOING.test(text) && words.slice(0, i).some(word => DATA.test(word.text)));
  if (!undoes && !words.some(({ text }) => LOSING.test(text) || (forced && RESETTING.test(text)))) return;
  const said = [name, ...args.map(({ source }) => source)].join(' ').slice(0, 200);
  const target = { type: 'named', category: 'resource', name: said } as const;
  emit(frame, { kind: 'delete', target, program: name, possible: true, tags: ['destructive', 'unlisted'] });
}
