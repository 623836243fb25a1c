import { networkOf, networkOfPrefix, networksFor } from "@/lib/domain/network";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { lineProblem } from "@/lib/domain/text";
import { parsePhone } from "@/lib/providers/phone";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { confirmPerson, type Proof } from "@/lib/services/people/accounts/confirm-person";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { requireWallet } from "../../wallet/read";
import { notifyOwners } from "./quote";
import { type DestinationView, destinationSelect, type PayoutTo, payoutRail, sealTo } from "./read";
import { stopWithoutAccount } from "./schedule";

/** The fields of the form, all as typed. */
export type NewDestination = Proof &
  (
    | {
        kind: "mobile_money";
        phone: string /** Our code; empty: derived from the phone. */;
        network: string;
        name: string;
      }
    | {
        kind: "bank";
        bankCode: string;
        accountNumber: string /** Used where the bank does not return the name. */;
        name: string;
      }
  );

/**
 * Adds a payout destination; the holder's name given by the bank replaces the typed one. Owner only, with the password,
 * and every owner gets a mail. Throws Invalid on `password`, `code`, `phone`, `network`, `name`, `bankCode` or
 * `accountNumber`.
 */
export async function addDestination(
  world: World,
  seller: Seller,
  input: NewDestination,
): Promise<DestinationView> {
  permit(seller, "payout.destination");
  await requireWallet(world, seller.storeId);
  await confirmPerson(world, seller.userId, input);
  const store = await world.db.store.findUniqueOrThrow({ where: { id: seller.storeId } });
  const { country, currency } = store;
  const found =
    input.kind === "bank"
      ? await bankAccount(world, { country, currency }, input)
      : wallet({ country, currency }, input);
  return transact(world, async (unit) => {
    const destination = await unit.tx.payoutDestination.create({
      data: {
        storeId: seller.storeId,
        kind: input.kind,
        currency,
        detailsSealed: sealTo(world, found.to),
        label: `${found.shown}, ${found.to.name}`,
        accountName: found.to.name,
        createdBy: seller.actor,
        createdAt: unit.now,
      },
      select: destinationSelect,
    });
    await record(unit, seller, destination, "added");
    return destination;
  });
}

/**
 * Removes a destination: no new payout can go to it; payouts under way continue. Owner only, with the password. Once more
 * changes nothing. Throws NotFound.
 */
export async function removeDestination(
  world: World,
  seller: Seller,
  input: Proof & { id: number },
): Promise<void> {
  permit(seller, "payout.destination");
  await confirmPerson(world, seller.userId, input);
  await transact(world, async (unit) => {
    const where = { id: input.id, storeId: seller.storeId };
    const destination = await unit.tx.payoutDestination.findFirst({ where, select: destinationSelect });
    if (!destination) throw new NotFound();
    const kept = { ...where, deletedAt: null };
    const { count } = await unit.tx.payoutDestination.updateMany({
      where: kept,
      data: { deletedAt: unit.now },
    });
    if (count !== 1) return;
    await stopWithoutAccount(unit, seller.storeId, input.id);
    await record(unit, seller, destination, "removed");
  });
}

interface Found {
  to: PayoutTo;
  /** The network or bank and the end of the number. */
  shown: string;
}
type Place = { country: string; currency: string };

function wallet({ country, currency }: Place, input: NewDestination & { kind: "mobile_money" }): Found {
  const parsed = parsePhone(input.phone, country);
  if (!parsed.ok) throw new Invalid({ phone: [parsed.message] });
  const { phone } = parsed;
  const row = networkOf(input.network || (networkOfPrefix(phone) ?? ""));
  if (!row || !networksFor(country, currency).includes(row))
    throw new Invalid({ network: [say("choose_network")] });
  const name = nameOf(input.name);
  const shown = `${row.displayName} •••${phone.slice(-3)}`;
  return { to: { type: "mobile_money", phone, network: row.code, name }, shown };
}

/** Queries the rail before anything is written: it knows its banks, and some rails return the holder of an account. */
async function bankAccount(
  world: World,
  place: Place,
  input: NewDestination & { kind: "bank" },
): Promise<Found> {
  const rail = await payoutRail(world, { kind: "bank", ...place });
  const bank = (await rail?.banks?.(place.country))?.find(({ code }) => code === input.bankCode);
  if (!rail || !bank) throw new Invalid({ bankCode: [say("choose_bank")] });
  const accountNumber = input.accountNumber.replace(/[\s-]/g, "");
  if (!/^[A-Za-z0-9]{4,34}$/.test(accountNumber))
    throw new Invalid({ accountNumber: [say("account_number")] });
  const holder = await rail.resolveAccount?.({ country: place.country, bankCode: bank.code, accountNumber });
  if (rail.resolveAccount && !holder)
    throw new Invalid({ accountNumber: [say("account_unknown", { bank: bank.name })] });
  const name = holder?.name ?? nameOf(input.name);
  return {
    to: { type: "bank", bankCode: bank.code, accountNumber, name },
    shown: `${bank.name} •••${accountNumber.slice(-3)}`,
  };
}

function nameOf(typed: string): string {
  const name = typed.trim();
  const problem = name === "" ? say("account_name") : lineProblem(name, 100);
  if (problem) throw new Invalid({ name: [problem] });
  return name;
}

async function record(
  unit: Unit,
  seller: Seller,
  destination: DestinationView,
  what: "added" | "removed",
): Promise<void> {
  const target = `payout_destination:${destination.id}`;
  await unit.audit(seller, { action: `payout_destination.${what}`, target });
  await notifyOwners(unit, seller, { id: destination.id, label: destination.label, what });
}
