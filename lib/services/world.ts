import type { Pool } from "pg";
import type { PrismaClient } from "@/lib/db/client";
import type { Clock } from "@/lib/providers/clock";
import type { Wake, Wakes } from "@/lib/providers/inngest-client";
import type { Log } from "@/lib/providers/log";
import type { Mailer } from "@/lib/providers/mail/mailer";
import type { Random } from "@/lib/providers/random";
import type { SafePost } from "@/lib/providers/safe-post";
import type { Secrets } from "@/lib/providers/secrets";
import type { Sms } from "@/lib/providers/sms/sms";
import type { Rails } from "./payments/rails";
import type { Unit } from "./unit";
import type { Courier } from "./webhooks/courier";

/** Everything a verb may touch outside its own arguments. Passed in, so that tests and simulations own it. */
export interface World {
  db: PrismaClient;
  /** A transaction that is open already: verbs join it instead of opening their own (see idempotency/answer-once.ts). */
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
  /** Null while no SMS provider is set: then they are kept the same way. */
  sms: Sms | null;
  /** The payment rails that are set up; the sandbox alone where none is. */
  rails: Rails;
  wake: Wake;
  /** How waking has gone. */
  wakes: Wakes;
  /** The webhooks that are on their way from this process. */
  courier: Courier;
  log: Log;
  config: WorldConfig;
}

export interface WorldConfig {
  /** Without a slash at its end. */
  siteUrl: string;
  serviceName: string;
  /** Whether webhooks may go to http://localhost. */
  allowLocalWebhooks: boolean;
  /** How long a payment stays pending: time for the rail to take it back. */
  walletHoldMs: number;
  /** How long a request that waits for test events rests between two looks. */
  listenRestMs: number;
}
