import type { AttemptFacts, AttemptState } from "@/components/pay/attempt-types";
import { wordsOf } from "@/components/pay/parts";
import type { Language } from "@/lib/domain/languages";
import { formatMoney } from "@/lib/domain/money";
import { formatPhone } from "@/lib/providers/phone";
import type { World } from "@/lib/services/core/world";
import { cardPageMs } from "@/lib/services/money/checkout/open-attempt";
import { returnUrlAfter, type WatchedAttempt } from "@/lib/services/money/checkout/pages/read-attempt-page";
import { readPayOptions } from "@/lib/services/money/checkout/pages/read-pay-options";
import type { AttemptPage } from "@/lib/services/money/settlement/read-attempt";
import { tillWords } from "@/lib/text/till-words";
import { nameIn } from "@/lib/text/words";

/** Changes whenever the page would change; reveals nothing to its reader. */
export function stateKey({ state, isOverdue, prompt, isPaidOtherwise, paidAt }: AttemptPage): string {
  return [state, isOverdue, prompt?.kind ?? "", isPaidOtherwise, paidAt !== null].join("/");
}

export function factsOf(found: WatchedAttempt, lang: Language): AttemptFacts {
  const { store, order, amountMinor, currency, phone, network, invoice, link } = found;
  return {
    seller: store.name,
    item: link?.title ?? invoice?.number ?? nameIn(lang, order.items[0]?.name ?? order.number),
    amount: formatMoney({ minor: amountMinor, currency }, lang),
    reduced: reducedOf(found, lang),
    phone,
    network: network?.displayName ?? null,
    reference: order.number,
    till: found.till && tillWords(wordsOf(lang), found.till),
  };
}

function reducedOf({ order, currency, unusedOf }: WatchedAttempt, lang: Language): AttemptFacts["reduced"] {
  const { discountMinor, discountCode: code, items } = order;
  const [line, ...added] = items;
  if (discountMinor === 0n || !line) return null;
  const money = (minor: bigint) => formatMoney({ minor, currency }, lang);
  const charges = added.reduce((sum, { totalMinor }) => sum + totalMinor, 0n);
  return {
    ...{ price: money(line.totalMinor), off: money(discountMinor), code, unusedOf },
    charges: charges > 0n ? money(charges) : null,
  };
}

type Others = { code: string; name: string }[];

/** A network that does not know the number: which others can be asked. The first digits were only a guess. */
export async function otherNetworks(
  world: World,
  { reason, network, ...found }: WatchedAttempt,
): Promise<Others> {
  if (!network || (reason !== "payer_not_found" && reason !== "invalid_phone")) return [];
  const options = await readPayOptions(world, found.store, found.currency);
  const others = options?.mobileMoney?.networks ?? [];
  return others.filter(({ code, isDown }) => code !== network.code && !isDown);
}

/** What the address or a form of the page says beside the payment. */
export interface Asked {
  cameBack: "no" | "left" | "done";
  isMissing: boolean;
  /** Of money that the payer sends: whether they want to type its number, and typed one that is not there yet. */
  code: "no" | "asked" | "kept";
}

/** The state that the page shows, from the facts of the attempt. */
export function stateOf(
  world: World,
  found: WatchedAttempt,
  asked: Asked & { others: Others },
): AttemptState {
  const receiptHref = `/receipt/${found.order.receiptToken}`;
  if (found.isPaidOtherwise && (found.state === "waiting" || found.state === "failed"))
    return { kind: "paid_otherwise", receiptHref };
  switch (found.state) {
    case "waiting":
      return waitingState(world, found, asked);
    case "cancelled":
      return { kind: "called_off", isPaid: found.paidAt !== null };
    case "paid":
      return {
        kind: "paid",
        receiptHref,
        thanks: found.link?.thankYouMessage ?? null,
        onward: onwardOf(world, found),
        manageHref: found.manageUrl,
        offersOrder: found.offersOrder,
        delivery: found.delivery && { ...found.delivery, phone: formatPhone(found.delivery.phone) },
        bought: found.bought,
      };
    case "failed":
      return { kind: "failed", reason: found.reason ?? "unknown", others: asked.others };
    case "unknown":
    case "in_review":
    case "paid_twice":
    case "reversed":
      return { kind: found.state };
  }
}

function waitingState(
  world: World,
  found: WatchedAttempt,
  { cameBack, isMissing, code }: Asked,
): AttemptState {
  const { prompt, isOverdue, promptExpiresAt, startedAt, send } = found;
  if (send) {
    const isKept = code === "kept" || (send.isKept && code === "no");
    const asksCode = (send.hides && !isKept) || code === "asked";
    return { kind: "send", ...send, asksCode, isMissing, isKept };
  }
  if (prompt?.kind === "input" && !isOverdue)
    return { kind: "input", input: prompt.input, text: prompt.text, isMissing };
  if (prompt?.kind === "redirect")
    return {
      kind: "redirect",
      href: prompt.url,
      isCard: found.method === "card",
      cameBack,
      isOverdue,
    };
  const nowMs = world.clock.now().getTime();
  const passedMs = nowMs - startedAt.getTime();
  if (found.method === "card" && !prompt) return { kind: "card_page", isLost: passedMs >= cardPageMs };
  const secondsLeft = promptExpiresAt ? Math.ceil((promptExpiresAt.getTime() - nowMs) / 1000) : null;
  return {
    kind: "approve",
    nameOnPrompt: found.nameOnPrompt,
    secondsLeft: isOverdue ? null : secondsLeft,
    secondsPassed: Math.floor(passedMs / 1000),
    revive: found.revive,
    isOverdue,
  };
}

/** The seller's return address. Its added parameters are only hints; the API and the webhook are reliable. */
function onwardOf(
  world: World,
  { link, subscription, order, store, isByOther }: WatchedAttempt,
): string | null {
  if (link?.redirectUrl) {
    const url = new URL(link.redirectUrl);
    url.searchParams.set("order", order.number);
    url.searchParams.set("status", "paid");
    return url.toString();
  }
  return subscription && store.returnUrl && !isByOther ? returnUrlAfter(world, store, subscription) : null;
}
