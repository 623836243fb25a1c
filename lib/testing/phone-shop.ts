import { randomUUID } from "node:crypto";
import { phoneSecret } from "@/lib/providers/rails/phone/phone";
import { saveAccount } from "@/lib/services/desk/own-accounts/connect";
import { listAccounts } from "@/lib/services/desk/own-accounts/read";
import { startChain } from "@/lib/services/money/phone/gaps";
import { receiveCallback } from "@/lib/services/money/settlement/receive-callback";
import { testPassword as password, type sellingStore } from "./money";
import { type PayingWorld, press } from "./payments";
import { gatewayPost, Sim } from "./phone-sim";

type Shop = Awaited<ReturnType<typeof sellingStore>>;

/** A phone of this shop, whose balance was typed three minutes ago, with what its messages did. */
export async function phoneOf(
  world: PayingWorld,
  shop: Shop,
  {
    network = "mtn_ug",
    number = `0772 4${String(Math.floor(Math.random() * 90_000) + 10_000)}`,
    sender = "MTNMobMoney",
    livemode = true,
    balance = 100_000,
  } = {},
) {
  const sim = new Sim(world.clock, balance, network === "mpesa_ke" ? network : "mtn_ug");
  const { key } = await saveAccount(world, shop.seller, {
    ...{ rail: "phone", livemode, label: `Phone ${number}`, password, credentials: { network, number } },
  });
  const callbackUrl =
    (await listAccounts(world, shop.seller)).find((one) => one.key === key)?.callbackUrl ?? "";
  await startChain(world, shop.seller, key, String(sim.balance));
  world.clock.advance(3 * 60_000);
  const posts = async (body: string, headers: Record<string, string>) => {
    const { pathname } = new URL(callbackUrl);
    const received = await receiveCallback(world, pathname.replace("/api/rails/", ""), {
      ...{ method: "POST", host: "localhost", path: pathname, query: new URLSearchParams() },
      ...{ headers, body: Buffer.from(body), ip: "192.0.2.1" },
    });
    await received.work();
    return received.status;
  };
  const messages = () => world.db.phoneMessage.findMany({ where: { rail: key }, orderBy: { id: "asc" } });
  return {
    ...{ key, callbackUrl, sim, posts, messages },
    secret: phoneSecret(callbackUrl),
    /** The phone's forwarder posts these texts. */
    async hears(texts: string | string[], more: Partial<Parameters<typeof gatewayPost>[1]> = {}) {
      for (const text of [texts].flat()) {
        const post = { secret: phoneSecret(callbackUrl), at: world.clock.now(), sender, ...more };
        const { body, headers } = gatewayPost(text, post);
        await posts(body, headers);
      }
    },
    states: async () => (await messages()).map(({ state }) => state),
  };
}

/** Somebody presses Pay for the first product. */
export async function pressedIn(world: PayingWorld, shop: Shop, phone = "0772 123 789") {
  const { id, token } = await press(world, shop, {
    ...{ phone, for: { kind: "subscription_start", productId: shop.products[0].id, ref: randomUUID() } },
  });
  const { amountMinor, rail, orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  return { id, token, rail, orderId, amount: Number(amountMinor) };
}

/** What waits for the people of this shop. */
export async function openTasks(world: PayingWorld, { store }: Shop): Promise<string[]> {
  const where = { storeId: store.id, resolvedAt: null };
  return (await world.db.task.findMany({ where, orderBy: { createdAt: "asc" } })).map(({ kind }) => kind);
}
