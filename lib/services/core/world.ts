import type { Pool } from "pg";
import type { Prisma, PrismaClient, Tx } from "@/lib/db/client";
import type { AlertChannel } from "@/lib/domain/alerts";
import type { Why } from "@/lib/domain/limits";
import type { Money } from "@/lib/domain/money";
import type { RetentionDays } from "@/lib/domain/retention";
import type { Clock } from "@/lib/providers/clock";
import type { Log } from "@/lib/providers/log";
import type { Machine } from "@/lib/providers/machine";
import type { MailAction } from "@/lib/providers/mail/letter";
import type { Mailer } from "@/lib/providers/mail/mailer";
import type { SafePost } from "@/lib/providers/safe-post";
import type { Secrets } from "@/lib/providers/secrets";
import type { Sms } from "@/lib/providers/sms/sms";
import type { Random } from "@/lib/providers/totp";
import type { Topic, Wake, Wakes } from "@/lib/providers/wake";
import type { Whatsapp, WhatsappRules } from "@/lib/providers/whatsapp/port";
import type { NewEntry } from "./ledger/post";
import type { Lockable, Strength } from "./lock";
import type { Outbox } from "./outbox";
import type { Rails } from "./rails";

/** Everything a verb may touch outside its own arguments. Passed in, so that tests and simulations own it. */
export interface World {
  db: PrismaClient;
  /** An open transaction: verbs join it instead of opening their own (see idempotency/answer-once.ts). */
  unit?: Unit;
  /** The same connections as `db`, for statements that Prisma would make slow. */
  pool: Pool;
  clock: Clock;
  random: Random;
  secrets: Secrets;
  /** The only way out to an address that a seller chose. */
  post: SafePost;
  /** Null while no mail server is set: messages then stay readable in the outbox. */
  mailer: Mailer | null;
  /** Null while no SMS provider is set: text messages are then stored the same way. */
  sms: Sms | null;
  /** The installation's number of WhatsApp, for stores without one of their own. Null while none is set. */
  whatsapp: Whatsapp | null;
  /** The payment rails that are set up; the sandbox alone where none is. */
  rails: Rails;
  wake: Wake;
  /** Statistics of wake calls. */
  wakes: Wakes;
  /** What this process is sending: webhook attempts, and by which numbers of WhatsApp. */
  courier: Courier;
  /** What this process counted, for its metrics. */
  counts: Counts;
  log: Log;
  /** What this machine keeps beside the database. Absent in tests and simulations. */
  machine?: Machine;
  config: WorldConfig;
}

export interface WorldConfig {
  /** Without a trailing slash. */
  siteUrl: string;
  /** Where this process hears its own requests: a proxy may not let a server call itself. Without it, `siteUrl`. */
  ownUrl?: string;
  serviceName: string;
  /** Whether webhooks may go to http://localhost. */
  allowLocalWebhooks: boolean;
  /** What one SMS costs; null where the operator did not say. */
  smsPrice: Money | null;
  /** Of every number of WhatsApp. */
  whatsapp: WhatsappRules;
  /** How long a payment stays pending: in this time the rail may reverse it. */
  walletHoldMs: number;
  /** False: stores are paid into accounts of their own alone, and nothing is held or paid out. */
  wallets: boolean;
  /** The rails at which stores may connect accounts of their own; null: all. `verifiedOnly`: only verified stores may. */
  ownAccounts: { rails: readonly string[] | null; verifiedOnly: boolean };
  /** Slugs of the operator's own stores, whose invoices ask for the fees of payments into own accounts. */
  feeStores: readonly string[];
  /** How many days of each log are kept. */
  retention: RetentionDays;
  /** How much sellers may store to be downloaded: one store, and all of them together. */
  files: { storeMaxBytes: bigint; maxBytes: bigint };
  /** Where Kenya's eTIMS is: `production`, `sandbox` or an address. Absent: production. */
  etims?: string;
  /** What is bad is posted there, as Slack takes it. */
  alertUrl?: string | undefined;
  /** Called after each minute of the clock. */
  heartbeatUrl?: string | undefined;
  /** Strangers try this service, each in a store of their own for a day, at most so many at a time. Absent: a real one. */
  publicDemo?: { storesMax: number } | undefined;
  /** Pause between two checks of a request that waits for test events. */
  listenRestMs: number;
}

/** One transaction with its rows, its outbox and its audit log. */
export interface Unit extends Pick<Outbox, "emit" | "alert" | "nextSequence" | "store" | "flush"> {
  /** The world in which it runs: for what is not of this transaction, and for verbs that join it. */
  world: World;
  tx: Tx;
  /** The one instant at which everything in this transaction happens. */
  now: Date;
  /** Locks a row and returns it, in one statement. What a caller named is looked for in their store alone. Throws NotFound. */
  lock<Table extends keyof Lockable>(
    table: Table,
    which: Partial<Lockable[Table]>,
    strength?: Strength,
  ): Promise<Lockable[Table]>;
  /** False, and nothing queued, when the gate out has no room for it; see `Why`. */
  queueMessage(message: NewMessage): Promise<boolean>;
  /** Logs an act. `by`: who did it, and in which account and store. */
  audit(by: ActingFor, entry: NewAuditEntry): Promise<void>;
  /** Writes one entry of the ledger. False, and nothing written, when this kind and source was posted before. */
  post(entry: NewEntry): Promise<boolean>;
  /**
   * The same for an entry that was certainly not posted before, as the last act of a transaction: it is sent together
   * with COMMIT, so the shared balances are locked as briefly as possible. `beside`: an INSERT in its statement.
   */
  postLast(entry: NewEntry, beside?: Prisma.Sql): Promise<void>;
  /** Raises a task for a person, unless it is open already. */
  raiseTask(task: NewTask): Promise<void>;
  /** Resolves the open tasks among these: what they ask for is done. `by`: the actor who did it. */
  resolveTasks(which: Prisma.TaskWhereInput, by?: string): Promise<void>;
  /** Wakes the executor after the commit. */
  wake(topic: Topic): void;
}

/** How a store reaches its customers. Its own people also have push messages. */
export type Channel = "email" | "sms";

/** A message that a person requests for another recipient. */
export interface Wish {
  channel: Channel;
  recipient: string;
}

export interface NewMessage {
  /** Decides how it is counted. */
  why: Why;
  accountId: number | null;
  storeId: number | null;
  channel: AlertChannel | "whatsapp";
  recipient: string;
  template: string;
  subject: string;
  body: string;
  /** The one button of an e-mail: its address stands in `body`, alone in a paragraph or behind the label. */
  action?: MailAction;
  /** What it is about: `invoice/12`, `sub_…`. */
  objectId?: string;
  /** By WhatsApp: what its provider is given, and the SMS of the same fact, as JSON. `isPlayed`: it is read on the simulated phone. */
  whatsapp?: { content: string; isPlayed: boolean };
  dedupeKey: string;
  /** The earliest sending time; messages that can wait are not sent at night. */
  notBefore?: Date;
}

/** Who acts, and in which account and store: a caller, a seller; an operator acts in none. */
export interface ActingFor {
  actor: string;
  accountId?: number | null;
  storeId?: number | null;
}

export interface NewAuditEntry {
  action: string;
  target: string;
  reason?: string | undefined;
  details?: Record<string, string | number | boolean | null> | undefined;
}

export interface NewTask {
  storeId: number | null;
  /** The kind of task, e.g. `late_payment`. */
  kind: string;
  /** What it is about, e.g. an attempt's id. */
  subject: string;
  details?: Record<string, string | number | boolean | null>;
  /** What raises it came from a planned poll, which may say the same again and again. */
  polled?: boolean | undefined;
}

/** The store, account and mode for which a verb acts. Every query of the verb is limited to it. */
export interface Caller {
  storeId: number;
  accountId: number;
  livemode: boolean;
  /** For the audit log: `key:12`, `user:3`, `payer`, `system`. */
  actor: string;
  /** The stores of the account to which this person is limited; for everyone else it is not set. */
  onlyStores?: readonly number[];
  /** What their page said, as `sealShown` wrote it; for who saw no page it is not set. */
  seen?: string;
}

/** What is counted, with the labels of each. Only labels with few values: each combination is a series for ever. */
export interface Counted {
  payments: { rail: string; network: string; outcome: "paid" | "failed" | "suspended" | "reversed" };
  webhook_attempts: { outcome: "delivered" | "retried" | "failed" | "skipped" | "lost" };
}

/**
 * What one process has counted since it began, for its metrics. It is part of the world, because a module may be loaded
 * twice: Next has its own copy of everything.
 */
export interface Counts {
  add<Name extends keyof Counted>(name: Name, labels: Counted[Name]): void;
  all<Name extends keyof Counted>(name: Name): Iterable<{ labels: Counted[Name]; value: number }>;
}

export function newCounts(): Counts {
  type Series = Map<string, { labels: never; value: number }>;
  const counted: Record<keyof Counted, Series> = { payments: new Map(), webhook_attempts: new Map() };
  return {
    add(name, labels) {
      const key = Object.values(labels).join("\0");
      const known = counted[name].get(key);
      if (known) known.value += 1;
      else counted[name].set(key, { labels: labels as never, value: 1 });
    },
    all: (name) => counted[name].values(),
  };
}

/**
 * The webhook attempts that one process is sending now. It is part of the world, so everything in that world shares it.
 */
export interface Courier {
  /** How many attempts are open, by endpoint. One that was answered by a 2xx is not, while it is recorded. */
  open: Map<number, number>;
  /** Attempts that began and are not recorded yet. */
  unrecorded: number;
  /** Endpoints with an attempt that ended since the last look of the pass. */
  freed: Set<number>;
  /** The results of attempts that ended since a pass last reported. */
  ended: { delivered: number; failed: number };
  /** Makes the one pass that begins attempts look at once. Null while there is no pass. */
  look: ((at: "everything" | "freed") => void) | null;
  /** The numbers of WhatsApp by which this process sends just now, by the store's id; 0: the installation's. */
  numbers: Set<number>;
}

export function newCourier(): Courier {
  return {
    open: new Map(),
    unrecorded: 0,
    freed: new Set(),
    ended: { delivered: 0, failed: 0 },
    look: null,
    numbers: new Set(),
  };
}
