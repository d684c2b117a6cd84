/** Words of an undescribed program that say that it pays. Sources: manuals of wallets, exchanges and payment services. */
export const PAYING =
  /^(?:pay|pay-?(?:to|many|invoice|req|out|outs)|payments?|payouts?|send-?(?:payment|coins|tx|transaction|all|many|money|to-?address|raw-?transaction)|withdraw(?:al|als)?|(?:wire-?)?transfers?|transfer-?funds|charges?|refunds?|broadcast-?(?:tx|transaction)|place-?order|buy|sell|trade|sweep)$/i;

/** Verbs before or behind such a word with which nothing is paid. */
export const LOOKS_AT_PAYMENTS =
  /^(?:ls|list|get|show|view|describe|info|status|decode\w*|help|search|history|estimate\w*|simulate|quote|fees?|retrieve|config|test|validate|export|report|count|schema)$/i;
