import type { MessageChannel } from "@/lib/db/generated/enums";
import type { CustomerRow, StoreRow } from "@/lib/db/rows";
import { composeToken } from "@/lib/domain/token";
import { maskedPhone } from "@/lib/providers/phone";
import { fingerprint } from "@/lib/providers/secrets";
import { lockCounters } from "@/lib/services/core/gate";
import { manageUrl } from "@/lib/services/core/manage-token";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Channel, Unit, World } from "@/lib/services/core/world";
import { notify, notifyBy } from "@/lib/services/notify/messages/notify";
import { yieldProspects } from "@/lib/services/people/customers/contact";
import { publishCustomer } from "@/lib/services/people/customers/publish";
import { endManageLinks } from "@/lib/services/people/customers/update";

const daysMs = 7 * 24 * 60 * 60 * 1000;

interface Change {
  subscriptionId: string;
  channel: Channel;
  /** The customer as they were before it. */
  before: CustomerRow;
  now: string;
}

/**
 * Notifies every contact that was on file before the change, each on its own channel, with a link that undoes the
 * change. Anybody with a manage link can change a contact; only the owner of the old one can know that the change was
 * wrong.
 */
export async function notifyContactChanged(
  unit: Unit,
  caller: Caller,
  { subscriptionId, channel, before, now }: Change,
): Promise<void> {
  const old = channel === "email" ? before.email : before.phone;
  const token = composeToken(unit.world.random.bytes(24));
  const tokenHash = fingerprint(token);
  const { storeId, livemode } = caller;
  await unit.tx.contactUndo.create({
    data: {
      ...{ storeId, livemode, subscriptionId, channel, customerId: before.id },
      tokenHash,
      oldSealed: old === null ? null : unit.world.secrets.seal(old),
      newSealed: unit.world.secrets.seal(now),
      expiresAt: new Date(unit.now.getTime() + daysMs),
      createdAt: unit.now,
    },
  });
  await notify(unit, {
    store: await unit.store(storeId),
    to: before,
    kind: "contact_changed",
    values: { destination: masked(channel, now), link: `${unit.world.config.siteUrl}/undo/${token}` },
    objectId: subscriptionId,
    key: `contact_changed/${Buffer.from(tokenHash).toString("hex", 0, 12)}`,
  });
}

/** The data of such a link's page. `isOver`: the link was used, or ended by an earlier one, or is too old. */
export interface UndoPage {
  store: StoreRow;
  isOver: boolean;
  changedAt: Date;
  /** Masked; null where there was none. */
  old: string | null;
  now: string;
}

/** The undo page of a token; null when the token is unknown. */
export async function readContactUndo(world: World, token: string): Promise<UndoPage | null> {
  const found = await find(world.db, token);
  if (!found) return null;
  const store = await world.db.store.findUniqueOrThrow({ where: { id: found.storeId } });
  const { channel, oldSealed, newSealed, createdAt } = found;
  return {
    store,
    isOver: isOver(found, world.clock.now()),
    changedAt: createdAt,
    old: oldSealed && masked(channel, world.secrets.open(oldSealed)),
    now: masked(channel, world.secrets.open(newSealed)),
  };
}

/** `taken`: another customer of the account has the old address by now; nothing was changed. */
export type Undone = "undone" | "over" | "taken" | null;

/**
 * Restores the old contact, whatever it is now, and undoes later contact changes too: the same intruder made them.
 * Earlier manage links and codes end, and so do the undo links of the later changes. The removed contacts are notified,
 * and the old one gets a manage link of its own.
 */
export async function undoContactChange(world: World, token: string): Promise<Undone> {
  return transact(world, async (unit) => {
    const found = await find(unit.tx, token);
    if (!found) return null;
    await unit.tx.$queryRaw`SELECT 1 FROM customers WHERE id = ${found.customerId} FOR NO KEY UPDATE`;
    const undo = await unit.tx.contactUndo.findUniqueOrThrow({ where: { tokenHash: found.tokenHash } });
    if (isOver(undo, unit.now)) return "over";
    const { customerId, channel, storeId, livemode, createdAt } = undo;
    const customer = await unit.tx.customer.findUniqueOrThrow({ where: { id: customerId } });
    const caller: Caller = { storeId, accountId: customer.accountId, livemode, actor: "payer" };
    const fields = await fieldsBefore(unit, undo);
    const adopt = await yieldProspects(unit, caller, [fields]);
    for (const field of ["email", "phone"] as const)
      if (fields[field] && (await isTaken(unit, customer, { [field]: fields[field] }))) return "taken";
    const restored = await unit.tx.customer.update({
      where: { id: customerId },
      data: { ...fields, updatedAt: unit.now },
    });
    await adopt([restored]);
    await unit.tx.contactUndo.updateMany({
      where: { customerId, createdAt: { gte: createdAt }, endedAt: null },
      data: { endedAt: unit.now },
    });
    await endManageLinks(unit, caller, customerId);
    await unit.tx.proof.updateMany({
      where: { subscription: { customerId }, usedAt: null },
      data: { triesLeft: 0 },
    });
    await publishCustomer(unit, caller, restored, "customer.updated");
    await unit.audit(
      { accountId: caller.accountId, storeId, actor: "payer" },
      { action: "customer.contact_restored", target: `customer/${customerId}`, details: { channel } },
    );
    await notifyRestored(unit, undo, { before: customer, restored });
    return "undone";
  });
}

type Undo = NonNullable<Awaited<ReturnType<typeof find>>>;

async function notifyRestored(
  unit: Unit,
  { subscriptionId, storeId, channel }: Undo,
  { before, restored }: { before: CustomerRow; restored: CustomerRow },
): Promise<void> {
  const row = await unit.tx.subscription.findUniqueOrThrow({
    where: { id: subscriptionId },
    include: { product: { select: { name: true } } },
  });
  const store = await unit.store(storeId);
  const plan = row.product.name;
  const about = { store, objectId: subscriptionId };
  const key = `${subscriptionId}/${unit.now.getTime()}`;
  const lost = [
    { channel: "email" as const, was: before.email, is: restored.email },
    { channel: "sms" as const, was: before.phone, is: restored.phone },
  ];
  const phones = [before.phone, restored.phone].flatMap((phone) => phone ?? []);
  lockCounters(unit.world, unit, store.accountId, phones);
  for (const { channel, was, is } of lost) {
    if (was === null || was === is) continue;
    const values = { plan, destination: masked(channel, was) };
    const to = { ...before, name: "" };
    const told = { ...about, to, kind: "contact_restored" as const, values, key: `contact_restored/${key}` };
    await notifyBy(unit, told, channel, was);
  }
  const link = {
    ...about,
    to: restored,
    kind: "manage_link" as const,
    values: { plan, link: manageUrl(unit.world, row) },
    key: `manage_link/${key}`,
  };
  // The other contact may be an earlier change of the same intruder; that change has an undo link of its own.
  const by = channel === "sms" ? "sms" : "email";
  const back = by === "email" ? restored.email : restored.phone;
  await (back === null ? notify(unit, link) : notifyBy(unit, link, by, back));
}

/** The contacts before this change and before the later ones that were not undone yet. */
async function fieldsBefore(
  unit: Unit,
  undo: Undo,
): Promise<{ email?: string | null; phone?: string | null }> {
  const since = await unit.tx.contactUndo.findMany({
    where: { customerId: undo.customerId, createdAt: { gte: undo.createdAt }, endedAt: null },
    orderBy: { createdAt: "desc" },
  });
  // The oldest value of each channel comes last and wins.
  return Object.fromEntries(
    [...since, undo].map(({ channel, oldSealed }) => [
      channel === "email" ? "email" : "phone",
      oldSealed && unit.world.secrets.open(oldSealed),
    ]),
  );
}

async function isTaken(
  unit: Unit,
  { id, accountId, livemode }: CustomerRow,
  field: { email?: string; phone?: string },
): Promise<boolean> {
  return (await unit.tx.customer.count({ where: { accountId, livemode, ...field, id: { not: id } } })) > 0;
}

async function find(db: Pick<World["db"], "contactUndo"> | Unit["tx"], token: string) {
  if (!/^[0-9A-Za-z]{22}$/.test(token)) return null;
  return db.contactUndo.findUnique({ where: { tokenHash: fingerprint(token) } });
}

function isOver({ endedAt, expiresAt }: { endedAt: Date | null; expiresAt: Date }, now: Date): boolean {
  return endedAt !== null || expiresAt <= now;
}

/** "m•••@example.org", "0712 •••678": enough for its owner to know it. */
function masked(channel: MessageChannel, value: string): string {
  return channel === "email" ? value.replace(/^(.).*(?=@)/, "$1•••") : maskedPhone(value);
}
