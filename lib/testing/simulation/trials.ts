import { type NewTrial, startFreeDays } from "@/lib/services/billing/subscriptions/trial";
import { refusedInWords } from "./payers";
import type { Town } from "./town";

/** Somebody begins free days: with a phone or an e-mail, in one tab or in two at once, for the first time or again. */
export async function somebodyTries(town: Town): Promise<string> {
  const { luck } = town;
  const one = newTrial(town);
  const all = luck.once(3) ? [one, luck.once(2) ? one : { ...one, ref: `user_${luck.roll(3)}` }] : [one];
  const ended = await Promise.allSettled(all.map((trial) => start(town, trial)));
  const said = ended.map((end) => (end.status === "fulfilled" ? end.value : refusedInWords(end.reason)));
  return `free days of ${one.ref ?? "nobody"} by ${one.phone ?? one.email}: ${said.join(", ")}`;
}

/** Most are people who also pay here, some are new. */
function newTrial({ luck, shop }: Town): NewTrial {
  const isKnown = !luck.once(3);
  const phone = `0772${isKnown ? 100 + luck.roll(4) : 200 + luck.roll(40)}789`;
  const email = `payer${luck.roll(isKnown ? 3 : 60)}@example.com`;
  return {
    productId: luck.pick(shop.products).id,
    ref: luck.once(3) ? null : `user_${luck.roll(6)}`,
    name: null,
    ...(luck.once(2) ? { phone, email: null } : { phone: null, email }),
  };
}

/** Nobody begins who began before, by whatever they are known. */
async function start({ world, shop, tried }: Town, trial: NewTrial): Promise<string> {
  const { id } = await startFreeDays(world, shop.live, trial);
  const known = [trial.ref, trial.phone, trial.email].filter((one) => one !== null);
  const again = known.find((one) => tried.has(one));
  if (again) throw new Error(`${again} had free days before.`);
  for (const one of known) tried.add(one);
  return id;
}
