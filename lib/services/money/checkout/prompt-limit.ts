import { z } from "zod";
import { Prisma } from "@/lib/db/client";
import { limits } from "@/lib/domain/limits";
import { networksFor } from "@/lib/domain/network";
import { Refusal } from "@/lib/domain/refusal";
import type { ChargeResult } from "@/lib/providers/rails/port";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { countEach } from "@/lib/services/people/keys/count-within";
import { routeOf } from "../rails";

/** All stores together: a store costs nothing, so somebody who wants to harass a phone can make many. */
const ofAllStores = [limits.prompts, limits.promptsOfDay];

/**
 * Limits prompts to a phone while none is approved: one store may send three in ten minutes; all stores together six in
 * ten minutes and twenty a day. So nobody can harass another person by typing their number. Counted with the attempt,
 * in its transaction, under a key that does not reveal the number; after the order is locked, as in `forgetPrompts`.
 * Throws Refusal `too_many_attempts`.
 */
export async function countPrompt(unit: Unit, caller: Caller, phone: string | null): Promise<void> {
  if (phone === null) return;
  const counts = [
    { subject: subjectOf(unit.world, caller.storeId, phone), limits: [limits.promptsOfStore] },
    { subject: subjectOf(unit.world, "all", phone), limits: ofAllStores },
  ];
  if ((await countEach(unit.tx, counts, unit.now)) < counts.length) throw new Refusal("too_many_attempts");
}

/**
 * An approved payment shows that this phone belongs to a payer of this store: its count is cleared. From the count of
 * all stores together only the approved prompt is removed.
 */
export function forgetPrompts(unit: Unit, storeId: number, phone: string): void {
  unit.tx.$send(Prisma.sql`
    WITH forgotten AS (DELETE FROM rate_limits WHERE subject = ${subjectOf(unit.world, storeId, phone)})
    UPDATE rate_limits SET hits = hits[1 : cardinality(hits) - 1]
    WHERE subject = ${subjectOf(unit.world, "all", phone)} AND cardinality(hits) > 0`);
}

function subjectOf(world: World, store: number | "all", phone: string): string {
  return `prompt:${store}:${Buffer.from(world.secrets.mac("prompts", phone)).toString("base64url")}`;
}

/**
 * Which of these countries' currencies some rail can collect there now, by mobile money or by card. Without wallets all of
 * them: what can be collected is for a store's own accounts to say.
 */
export async function readCollectedCountries(
  world: World,
  places: Readonly<Record<string, { currency: string }>>,
): Promise<ReadonlySet<string>> {
  if (!world.config.wallets) return new Set(Object.keys(places));
  const found = await Promise.all(
    Object.entries(places).map(async ([country, { currency }]) => {
      const query = { op: "charge" as const, storeId: null, country, currency };
      if ((await routeOf(world, { ...query, method: "card" })).length > 0) return [country];
      if (networksFor(country, currency).length === 0) return [];
      return (await routeOf(world, { ...query, method: "mobile_money" })).length > 0 ? [country] : [];
    }),
  );
  return new Set(found.flat());
}

const promptShape = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("approve"), text: z.string().optional(), ussd: z.string().optional() }),
  z.object({ kind: z.literal("redirect"), url: z.string() }),
  z.object({ kind: z.literal("input"), input: z.enum(["otp", "phone", "birthday"]), text: z.string() }),
]);

/** What the payer has to do: approve on the phone, go to a page, or enter a code here. */
export type Prompt = z.infer<typeof promptShape>;

/** What the payer must do by the rail's answer; null when there is nothing to do. */
export function promptOf(result: ChargeResult): Prompt | null {
  switch (result.kind) {
    case "pending": {
      const { text, ussd } = result.prompt;
      return { kind: "approve", ...(text ? { text } : {}), ...(ussd ? { ussd } : {}) };
    }
    case "requires_redirect":
      return { kind: "redirect", url: result.url };
    case "requires_input":
      return { kind: "input", input: result.input, text: result.text };
    case "succeeded":
    case "failed":
      return null;
  }
}

/** Reads a stored prompt; null when it is not a prompt. */
export function readPrompt(stored: unknown): Prompt | null {
  const parsed = promptShape.safeParse(stored);
  return parsed.success ? parsed.data : null;
}
