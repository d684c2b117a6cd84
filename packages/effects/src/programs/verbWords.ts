/** Verbs that destroy what they name, wherever they stand: in the name of a function, a tool, an address or a subcommand. */
export const LOSING_VERBS =
  'delete|destroy|remove|purge|drop|truncate|terminate|wipe|erase|nuke|revoke|teardown|uninstall|deregister|deprovision|decommission|flush|empty|unpublish|archive|shutdown|trash';

/** Verbs that stop, take back or undo what they name: less than a loss, and as little to be done by itself. */
export const UNDOING_VERBS =
  'disable|reset|rm|del|stop|kill|detach|disassociate|cancel|undeploy|reboot|suspend|pause|evict|drain|rollback|undo|revert|downgrade|restore|prune|abort|failover|halt|clear|expire|deactivate|lock|block|ban|void|forget|obliterate|invalidate|rotate|unassign|unlink|demote|zero|rebuild';
