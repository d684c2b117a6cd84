import type { Condition, Family, Keyword, CommandDescriptor } from './descriptor.ts';
import { sets, shows, sourceOf, tabled } from './shapes.ts';

/** Money goes to another account, which gives nothing back. */
const paid = sets('payment:money', 'remote_change');

/** The keys of a wallet: with them, all that is in it. */
const keys = shows('wallet');

/** Networks whose money is worth nothing, or that run on this machine. */
const PLAY = String.raw`(?i)^(?:regtest|signet|testnet\d?|devnet|stagenet|simnet|sepolia|holesky|hoodi|preprod|preview|shadownet|ghostnet|sandbox|local(?:host|net)?|anvil|hardhat|https?://(?:localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0|host\.docker\.internal|anvil|hardhat|ganache|geth|[\w.-]*\.?(?:devnet|testnet|sepolia|holesky)[\w.-]*)(?::\d+)?(?:/.*)?)$`;

const NETWORK = '--network --chain -chain --url -u --rpc-url -r --rpcurl --fork-url --node --endpoint --cluster -n';

/** Options by whose name alone the network is one of tests. */
const PLAY_OPTION = '^--?(?:regtest|signet|testnet\\d?|devnet|stagenet|simnet|testnet-magic|dry-?run|sandbox)$';

const isPlay: Condition = { either: [{ value: { [NETWORK]: PLAY } }, { unlisted: PLAY_OPTION }] };

/** What the words of a wallet pay, and what shows its keys. */
interface Wallet {
  readonly pays: RegExp;
  readonly shows?: RegExp;
  /** It pays only when this option is given. */
  readonly onlyWith?: string;
}

const word = (words: string): RegExp => new RegExp(`(?:^| )(?:${words})(?: |$)`);

const WALLETS: Readonly<Record<string, Wallet>> = {
  'bitcoin-cli litecoin-cli dogecoin-cli zcash-cli dash-cli elements-cli bitcoin-wallet': {
    pays: word('send(?:toaddress|many|all|rawtransaction)?|bumpfee|psbtbumpfee|z_send\\w+|z_shieldcoinbase|submitpackage'),
    shows: word('dumpprivkey|dumpwallet|z_exportkey|z_exportwallet|gethdkeys|listdescriptors true|dump'),
  },
  lncli: {
    pays: word(
      'pay(?:invoice)?|sendpayment|sendtoroute|sendcoins|sendmany|openchannel|batchopenchannel|close(?:all)?channels?|abandonchannel|bumpfee|bumpclosefee|wallet (?:publishtx|bumpfee|bumpcpfp)|psbt finalize',
    ),
    shows: word('(?:bake|print)macaroon|exportchanbackup'),
  },
  'lightning-cli eclair-cli': {
    pays: word(
      'pay|xpay|keysend|sendpay|sendonion|sendinvoice|withdraw|txsend|sendpsbt|fundchannel|multifundchannel|multiwithdraw|close|payinvoice|sendtoroute|sendonchain|open|forceclose',
    ),
    shows: word('makesecret|exposesecret|commando-rune|createrune'),
  },
  'electrum electron-cash': {
    pays: word('payto(?:many)?|broadcast|lnpay|open_channel|close_channel|sweep|bumpfee'),
    shows: word('getprivatekeys|getseed|getmasterprivate|export_\\w*key\\w*|dumpprivkeys'),
  },
  'monero-wallet-cli monero-wallet-rpc wownero-wallet-cli': {
    pays: word('transfer|sweep_\\w+|submit_transfer|donate|locked_\\w+'),
    shows: word('seed|spendkey|viewkey|export_\\w+'),
  },
  'solana spl-token squads': {
    pays: word(
      'transfer|pay|withdraw-\\w+|delegate-stake|deactivate-stake|split-stake|(?:program (?:deploy|upgrade|close|write-buffer|set-upgrade-authority))|deploy|close|burn|mint|wrap|authorize|approve|supply-cap',
    ),
  },
  cast: { pays: word('send|publish|rpc eth_send\\w+'), shows: word('wallet (?:private-key|decrypt-keystore|dk|pk)') },
  forge: { pays: /^(?:create|script) /, onlyWith: '--broadcast' },
  'cardano-cli': { pays: word('transaction submit') },
  'octez-client tezos-client': {
    pays: word('transfer|originate|call|multiple transfers|reveal|stake|unstake|set delegate'),
    shows: word('show address \\S+ (?:-S|--show-secret)'),
  },
  'gaiad osmosisd junod wasmd celestia-appd simd akash injectived neutrond': {
    pays: word('tx'),
    shows: word('keys (?:export|mnemonic)'),
  },
  'near near-cli near-cli-rs': { pays: word('send(?:-near)?|tokens|transfer|stake|deploy|call|delete-account|delete') },
  'sui aptos starkli sncast': {
    pays: word(
      'transfer(?:-\\w+)?|pay(?:-\\w+)?|publish|upgrade|call|invoke|deploy|declare|account transfer|move (?:publish|run)',
    ),
    shows: word('keytool export'),
  },
  'subkey polkadot-js-api': { pays: word('tx\\.\\S+'), shows: word('generate|inspect') },
  'ripple-cli xrpl-cli stellar soroban': { pays: word('submit|send|payment|contract (?:deploy|invoke)|tx (?:send|new)') },
};

const isBroadcast = (option: string): Condition => ({ any: [option] });

const wallet = ({ pays, shows: shown, onlyWith }: Wallet): CommandDescriptor => ({
  style: 'long',
  mayRun: true,
  informational: ['--help', '--version', '-h', '-help', '-version', '-V'],
  options: {
    [NETWORK]: 'text',
    '--private-key --from --value --gas-limit --gas-price -rpcwallet --rpcwallet -rpcuser -rpcpassword -datadir -conf -k --keypair':
      'text',
    '--broadcast': 'flag',
  },
  keyword: [
    ...(shown === undefined ? [] : [{ when: { words: sourceOf(shown) }, effects: [keys] } satisfies Keyword]),
    {
      when: { words: sourceOf(pays), not: isPlay, ...(onlyWith !== undefined && isBroadcast(onlyWith)) },
      effects: [paid],
    },
  ],
});

/** Wallets, chains and what is deployed to them. What runs on a network of tests pays nothing. */
export const payments: Family = tabled(WALLETS, wallet);
