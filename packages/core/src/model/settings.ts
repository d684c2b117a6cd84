import type { DeclaredTools } from './declaredTools.ts';
import type { QuietLevel } from './certificate.ts';
import type { SandboxMode } from './containment.ts';
import type { PolicyLimits } from './limits.ts';
import type { GuardNode } from './node.ts';
import type { Ruling } from './ruling.ts';

/** Whether rulings are enforced, or only recorded. */
export type Mode = 'enforce' | 'observe';

/** The stores that a policy may name for its sessions and requests. A test holds the three lists to what the stores say of themselves. */
export const STATE_STORES = ['memory', 'sqlite', 'postgres'] as const;
/** Those for its audit log. */
export const TRAIL_STORES = ['none', 'memory', 'sqlite', 'postgres'] as const;
/** Those for a graph. */
export const GRAPH_STORES = ['memory', 'sqlite', 'neo4j'] as const;

/** The stores that are databases with schemas. */
export const SCHEMA_STORES: readonly string[] = ['postgres'];

/** Where something is kept. Which of `path` and `uri` is needed depends on the store; the host opens it, never the policy. */
export interface StoreSettings<Store extends string = string> {
  readonly store: Store;
  /** A file, relative to the policy's folder. */
  readonly path?: string;
  /** The address of a server. A password does not belong here: name the variable that holds it in `uriEnv`. */
  readonly uri?: string;
  /** The name of the environment variable that holds the address. */
  readonly uriEnv?: string;
  /** The schema of a PostgreSQL database that the tables lie in: small letters, digits and `_`. @defaultValue 'licet' */
  readonly schema?: string;
}

/** How the knowledge of a graph fades when it is not used. */
interface GraphMemory {
  /** The time without use after which a concept loses one level. @defaultValue nothing fades by disuse */
  readonly halfLife?: string;
  /** The depth below which nothing fades. @defaultValue 'D1' */
  readonly floor?: string;
  /** By what part each day of use lengthens the half-life, and each day of failures shortens it; 0 to 1. @defaultValue 0.1 */
  readonly strengthen?: number;
  /** How old a level may be before a person must renew it, by its depth. @defaultValue levels do not expire */
  readonly expires?: { readonly [depth: string]: string };
}

/** The depths of knowledge, as policies write them. */
export const PEER_DEPTHS = ['D0', 'D1', 'D2', 'D3', 'D4'] as const;
/** The origins of knowledge that a policy may trust in a peer. */
export const PEER_KINDS = ['authored', 'learned', 'conversational'] as const;

/** Another team's graph that a graph may rest on, read as a signed snapshot. */
export interface PeerSettings {
  /** The file with the signed snapshot, relative to the policy's folder. Either this or `url`. */
  readonly path?: string;
  /** The address of the signed snapshot: `https:`, or `http:` on this machine. */
  readonly url?: string;
  /** The name of the environment variable that holds the token for `url`. */
  readonly tokenEnv?: string;
  /** The public key that signs the snapshots: `ed25519:` and 32 bytes in base64url. */
  readonly key: string;
  /** How long a snapshot counts after it was signed. @defaultValue '7d' */
  readonly staleAfter?: string;
  /** How often `licet serve` fetches the snapshot. @defaultValue it is fetched by `licet concepts pull` alone */
  readonly refresh?: string;
  /** How far the peer's knowledge counts. */
  readonly trust?: {
    /** @defaultValue 'D2' */
    readonly maxDepth?: (typeof PEER_DEPTHS)[number];
    /** @defaultValue all */
    readonly kinds?: readonly (typeof PEER_KINDS)[number][];
  };
}

/** A knowledge graph that guards may name. */
export interface GraphSettings extends StoreSettings<(typeof GRAPH_STORES)[number]> {
  readonly database?: string;
  readonly user?: string;
  /** The name of the environment variable that holds the password. */
  readonly passwordEnv?: string;
  /** What a fresh graph starts from: `filesystem`, `gaps`, or documents in files, relative to the policy's folder. */
  readonly seeds?: readonly string[];
  /** How what the graph knows fades. @defaultValue nothing fades */
  readonly memory?: GraphMemory;
  /** The graphs of other teams that this one may rest on, by the names that its references give them. */
  readonly peers?: { readonly [name: string]: PeerSettings };
}

/** What makes an answer to a request count, from the mildest to the strictest: see {@link PROOF_LEVELS}. */
export const APPROVAL_PROOFS = ['terminal', 'passkey', 'service'] as const;
/** One of the {@link APPROVAL_PROOFS}. */
export type ApprovalProof = (typeof APPROVAL_PROOFS)[number];

/** How a notice of a request is written. */
export const NOTICE_FORMATS = ['json', 'ntfy', 'slack'] as const;

/** Where people are told that a request waits. */
export interface NotifySettings {
  /** The address that gets one POST for each request. */
  readonly url: string;
  readonly format: (typeof NOTICE_FORMATS)[number];
  /** `env:NAME`: the variable that holds the key by which notices are signed. @defaultValue they are not signed */
  readonly secret?: string;
  /** Lets the person behind this address answer from there. @defaultValue the notice only tells */
  readonly answers?: SignedAnswers;
}

/** Answers that come back over the decision server, each signed for one request. */
export interface SignedAnswers {
  /** The address under which the decision server is reached from there. */
  readonly url: string;
  /** Who answers: letters, digits and `.`, `_`, `@`, `-`. */
  readonly by: string;
  /** `env:NAME`: the variable of the decision server that holds the key. An agent must not have it. */
  readonly secret: string;
}

/** Where requests for approval wait, and for how long. */
export interface ApprovalSettings extends Partial<StoreSettings<(typeof STATE_STORES)[number]>> {
  /** How long a human may take to answer, in milliseconds. */
  readonly timeoutMs?: number;
  /** Who puts the question: the agent's runtime where it can, or none, so that a human answers from elsewhere with a code. @defaultValue 'runtime' */
  readonly channel?: 'runtime' | 'out_of_band';
  /** How long a hook waits for an answer from elsewhere before it denies, in milliseconds; at most 15000. @defaultValue not at all */
  readonly waitMs?: number;
  /** What makes an answer count: that it came from a terminal, that a passkey has signed it, or that the service of another user took it. @defaultValue 'terminal' */
  readonly proof?: ApprovalProof;
  /** Where people are told of each request. @defaultValue nowhere */
  readonly notify?: readonly NotifySettings[];
}

/** Where the end of the audit log is sent, so that a log that was cut or rewritten shows. */
export interface AnchorSettings {
  /** The address that gets one POST with the anchor as JSON. */
  readonly webhook?: string;
  /** A stamp service of RFC 3161, which signs the anchor with its time. */
  readonly stamp?: string;
  /** How often `licet serve` sends an anchor to the webhook, where the log has grown. @defaultValue only `licet audit anchor --send` does */
  readonly every?: string;
}

/** Where decisions are written down, and how safely. */
export interface AuditSettings extends StoreSettings<(typeof TRAIL_STORES)[number]> {
  /** `normal` survives a crash of the process, `full` also a loss of power, at several times the cost. */
  readonly durability?: 'normal' | 'full';
  /** Where `licet audit anchor --send` sends the end of the log. @defaultValue nowhere */
  readonly anchor?: AnchorSettings;
  /** How long records of a process that lives longer than one call wait for others, and for how many at most. */
  readonly groupCommit?: { readonly windowMs?: number; readonly count?: number };
}

/** What is known of somebody on whose behalf agents act: it counts where a request does not say it. */
interface PrincipalSettings {
  /** What sort of subject it is. @defaultValue 'user' */
  readonly type?: string;
  readonly roles?: readonly string[];
  readonly attributes?: Attributes;
}

/** Properties as a policy file may say them: texts, numbers, flags, and lists of these. */
export interface Attributes {
  readonly [name: string]: AttributeValue | readonly AttributeValue[];
}

type AttributeValue = string | number | boolean;

/** What governance.yaml says in addition to the tree. The loader keeps it as data; the host acts on it. */
export interface PolicySettings {
  /** The ruling when no guard applies. */
  readonly default?: Ruling;
  readonly mode?: Mode;
  readonly guardTimeoutMs?: number;
  readonly sessions?: StoreSettings<(typeof STATE_STORES)[number]>;
  readonly audit?: AuditSettings;
  readonly approvals?: ApprovalSettings;
  readonly graphs?: { readonly [name: string]: GraphSettings };
  /**
   * Up to which level a call that passes may run without the runtime's own question, where the runtime lets its user's rules win. A policy above
   * caps it. @defaultValue 'off'
   */
  readonly quiet?: QuietLevel;
  /**
   * Whether commands that run code of the project are put into a sandbox, where the runtime lets a hook change a command. A policy above caps
   * it. @defaultValue 'off'
   */
  readonly sandbox?: SandboxMode;
  /** Whether a process that stays may answer the hooks of agents, in place of a new one for every call. @defaultValue true */
  readonly resident?: boolean;
  /** Whether a project must have a policy that a person has accepted. Only the policy of a user says it. @defaultValue not required */
  readonly pins?: 'required';
  /** What this policy and those below it may do at most. @defaultValue no limit */
  readonly limits?: PolicyLimits;
  /** What the tools of a host are, by name or by a pattern: it adds to what their arguments show. */
  readonly tools?: DeclaredTools;
  /** Those whom a decision server knows, by their identity. */
  readonly principals?: { readonly [id: string]: PrincipalSettings };
  /** The resources that a decision server knows, by type and identity, with their properties. */
  readonly resources?: { readonly [type: string]: { readonly [id: string]: Attributes } };
}

/** A policy that is ready to be evaluated, with its settings. An engine takes it whole, so no caller copies settings. */
export interface BuiltPolicy {
  readonly policy: GuardNode;
  readonly settings: PolicySettings;
  /** Finds the line of a node of the tree. Absent for a policy that no file holds. */
  readonly placeOf?: (node: GuardNode) => NodePlace | undefined;
}

/** Where a node is in the files of a policy. */
export interface NodePlace {
  /** The file, as the loader was told; `pack:NAME` for one that comes with Licet. */
  readonly file: string;
  /** The line, from 1. */
  readonly line: number;
}
