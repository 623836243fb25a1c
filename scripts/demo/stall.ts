import { randomUUID } from "node:crypto";
import { NewPaymentLink } from "@/lib/resources/payment-link";
import { createPaymentLink } from "@/lib/services/catalog/payment-links/change";
import type { World } from "@/lib/services/core/world";
import type { PastWorld } from "@/lib/services/desk/demo/past-world";
import { saveAccount } from "@/lib/services/desk/own-accounts/connect";
import { openOwnAccounts } from "@/lib/services/desk/own-accounts/open";
import { startPayment } from "@/lib/services/money/checkout/start-payment";
import { claimPayment } from "@/lib/services/money/phone/claim";
import { startChain } from "@/lib/services/money/phone/gaps";
import { sendPlayMoney } from "@/lib/services/money/phone/play";
import { sandboxRails } from "@/lib/services/money/rails";
import { receiveCallback } from "@/lib/services/money/settlement/receive-callback";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { createStore } from "@/lib/services/people/accounts/write-store";
import { zone } from "./life";

const hour = 3_600_000;
const number = "0712 400 400";
const own = "254712400400";
const buyers = [
  ["Wanjiru Kamau", "254722000100"],
  ["Otieno Ouma", "254722000200"],
] as const;

/**
 * The shop's stall in the market, a store of its own that is paid by a phone without a contract: a few payments are behind it, and
 * its chain of balances begins with what the built-in phone has.
 */
export async function openStall(
  past: PastWorld,
  seller: Seller,
  { password, now }: { password: string; now: Date },
): Promise<void> {
  const world = withPhones(past);
  if (world.config.ownAccounts.verifiedOnly) return;
  if (!(world.config.ownAccounts.rails?.includes("phone") ?? true)) return;
  past.clock.set(new Date(now.getTime() - 6 * hour));
  const place = { country: "KE", currency: "KES", timeZone: zone };
  const { id } = await createStore(world, seller, { storeName: "Maji Kwetu, market stall", ...place });
  const stall = { ...seller, storeId: id };
  const { key } = await saveAccount(world, stall, {
    ...{ rail: "phone", livemode: false, label: "Phone at the stall", password },
    credentials: { network: "mpesa_ke", number },
  });
  await startChain(world, stall, key, "10000");
  const { id: linkId } = await createPaymentLink(
    world,
    stall,
    NewPaymentLink.parse({ title: "Refill at the stall, 20 litres", amount: 250 }),
  );
  const quiet = { accountId: seller.accountId, userId: seller.userId, hasChosen: true, choices: [] };
  await world.db.alertSettings.create({ data: { ...quiet, updatedAt: world.clock.now() } });
  for (const [index, [name, phone]] of buyers.entries()) {
    past.clock.set(new Date(now.getTime() - (5 - index) * hour));
    await buy(world, stall, { linkId, name, phone });
  }
  past.clock.set(new Date(now.getTime() - 2 * hour));
  await sendPlayMoney(world, own, { number: "0722 000 300", amount: "120", fate: "arrives" });
  past.clock.set(now);
  await world.db.alertSettings.deleteMany({ where: { accountId: seller.accountId } });
}

/** A payer sends the money and types its number, as M-PESA hides theirs. */
async function buy(
  world: World,
  stall: Seller,
  { linkId, name, phone }: { linkId: number; name: string; phone: string },
): Promise<void> {
  const { token } = await startPayment(world, stall, {
    ...{ id: randomUUID(), browser: randomUUID(), method: "mobile_money", phone: `+${phone}` },
    for: { kind: "payment_link", linkId, amount: null, answer: null },
    ...{ name, language: "en" },
  });
  const sent = await sendPlayMoney(world, phone, { number, amount: "250", fate: "arrives" });
  if (sent?.kind === "moved") await claimPayment(world, token, sent.code);
}

/** The same past, with accounts of stores' own; a phone's forwarder reaches us without a network. */
function withPhones(past: PastWorld): World {
  const { siteUrl, serviceName: merchantName } = past.config;
  const { all, sandbox } = sandboxRails({
    ...{ ...past, siteUrl, merchantName },
    sendCallback: async (body, headers, path = "") => {
      const { work } = await receiveCallback(world, path.replace("/api/rails/", ""), {
        ...{ method: "POST", host: new URL(siteUrl).host, path, query: new URLSearchParams() },
        ...{ headers, body: Buffer.from(body), ip: "127.0.0.1" },
      });
      await work();
      return undefined;
    },
  });
  const world: World = { ...past, rails: { all, sandbox, own: openOwnAccounts(past, {}, sandbox) } };
  return world;
}
