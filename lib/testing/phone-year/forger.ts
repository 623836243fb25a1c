import { claimPayment } from "@/lib/services/money/phone/claim";
import { type Life, type Opened, type PhoneShop, unitOf } from "./shop";
import { senderOf, type Told } from "./words";

type Forgery = Partial<Told> & Pick<Told, "amount" | "balance" | "at">;

/**
 * Somebody sees everything but the balance: who waits, with what amount, from what phone, the numbers on payers' phones. They
 * write to the SIM in the network's name, and type the number that they made up.
 */
export async function somebodyForges(life: Life, shop: PhoneShop): Promise<void> {
  const { world, luck, device } = life;
  const now = world.clock.now();
  const victim = luck.any(shop.opened.slice(-6));
  const known = luck.any(shop.sim.moves.filter(({ kind }) => kind === "received").slice(-4));
  const amount = victim?.asked ?? 5_000 * unitOf(shop);
  const plain: Forgery = { amount, balance: guessed(life, shop, amount), at: now };
  const forgeries: [Forgery, ...Forgery[]] = [
    ...([plain, plain, plain] as const),
    { ...plain, phone: victim?.phone ?? "0700 000 001" },
    // More than there would be, a time to come, a true number with other figures, and with the same.
    { ...plain, balance: amount - 1 },
    { ...plain, at: new Date(now.getTime() + 3_600_000) },
    ...(known ? [{ ...plain, code: known.code, amount: known.amount * 10 }] : []),
    ...(known
      ? [{ ...plain, code: known.code, amount: known.amount, phone: known.phone, at: known.at }]
      : []),
  ];
  const one = luck.pick(forgeries);
  const { text, code } = shop.sim.forged({ ...one, balance: Math.max(one.balance, 0) });
  if (shop.sim.of(text)) return;
  shop.counts.forged += 1;
  const named = senderOf[shop.sim.network];
  // Some can only send under a name that looks like the network's, with a letter of another alphabet.
  const sender = luck.once(8) ? named.replace(/[ao]/i, "о") : named;
  device.send({ sender, text, slot: shop.slot });
  if (!victim || luck.once(2)) return;
  shop.contested.add(code);
  life.agenda.in(luck.roll(10), () => types(life, victim, code));
}

const types = ({ world }: Life, { token }: Opened, code: string) => claimPayment(world, token, code);

/** Whoever guesses a balance of these days by chance can forge, as the guide says: this one is not so lucky. */
function guessed({ luck }: Life, { sim, ...shop }: PhoneShop, amount: number): number {
  const unit = unitOf({ sim, ...shop });
  const right = new Set(sim.moves.slice(-300).map(({ balance }) => balance));
  for (;;) {
    const balance = amount + luck.roll(2_000_000) * unit;
    if (!right.has(balance) && !right.has(balance - amount)) return balance;
  }
}
