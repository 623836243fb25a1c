import { knownLanguage, type Language } from "@/lib/domain/languages";
import { choose, dialled, entriesOf, isPayment, type Place, type Walked, walk } from "@/lib/domain/ussd-menu";
import { endScreen, screenAt, storesScreen, type UssdAnswer } from "@/lib/domain/ussd-screens";
import { formatPhone, parsePhone } from "@/lib/providers/phone";
import type { World } from "@/lib/services/core/world";
import { languageFor, type Offered, offer, readUssdStore, storesOf, type UssdStore } from "./quote";
import { linesOf, ussdWords } from "./settings";
import { type Agreed, agree, type Offer, recordShown, type Session, wantOf, wasShown } from "./shown";
import { doAct } from "./start-due";

/** What a provider posts for each entry. All of it is only claimed. */
export interface UssdRequest {
  provider: string;
  sessionId: string;
  phone: string;
  /** All that was entered so far, joined by stars. */
  text: string;
}

/** One request of a session: nothing is stored of it but what a screen offered to agree to. Throws on faults of ours alone. */
export async function answerUssd(world: World, request: UssdRequest): Promise<UssdAnswer> {
  const { provider, sessionId, text } = request;
  // Any country: a provider writes the whole number.
  const dialler = parsePhone(request.phone, "KE", { anyCountry: true });
  const language = languageFor(null, dialler.ok ? dialler.country : null);
  const entries = entriesOf(text);
  if (!dialler.ok || !entries || !/^[\w.:+-]{1,100}$/.test(sessionId))
    return endScreen("ussd_end_later", () => ({}), ussdWords(language));
  const session = { provider, sessionId, phone: dialler.phone };
  const named = dialled(entries);
  if (named.storeId !== null) return inStore(world, session, entries, named.storeId, named.rest);
  const stores = await storesOf(world, session.phone);
  const lines = linesOf(language);
  const ids = stores.map(({ id }) => id);
  const chosen = choose(entries, ids, lines);
  if (chosen.storeId === null) {
    const names = stores.map(({ name }) => name);
    return storesScreen(names, { ...chosen, lines }, ussdWords(language));
  }
  return inStore(world, session, entries, chosen.storeId, chosen.rest);
}

/** How often a number is shown a screen again is up to its network; what it costs us is not. */
async function inStore(
  world: World,
  session: Session,
  entries: readonly string[],
  storeId: number,
  rest: readonly string[],
): Promise<UssdAnswer> {
  const store = await readUssdStore(world, storeId, session.phone, rest);
  if (!store?.isOpen)
    return endScreen("ussd_end_closed", () => ({}), ussdWords(store?.language ?? languageFor(null, null)));
  const first = { ...store.facts, lines: linesOf(store.language) };
  const chosen = walk(rest, first).language;
  const language = knownLanguage(chosen) ?? store.language;
  const facts = { ...first, lines: linesOf(language) };
  const here = { world, session, store: { ...store, facts }, language, path: entries.join("*") };
  // Whatever the menu would lead to by now, "1" after a screen that asked means what that screen said.
  const asked = entries.slice(0, -1).join("*");
  if (entries.at(-1) === "1" && (await wasShown(world, session, asked))) return agreed(here, asked);
  const walked = walk(rest, facts);
  const { place, isUnknown } = walked.place.at === "agreed" ? await pastRefused(here, rest) : walked;
  if (place.at === "agreed") return agreed(here, asked);
  const shown = { store: store.name, isUnknown };
  if (place.at !== "confirm") return screenAt(place, facts, shown, ussdWords(language));
  return confirmed(here, place, isUnknown);
}

interface Here {
  world: World;
  session: Session;
  store: UssdStore;
  language: Language;
  path: string;
}

/**
 * Where the session stands, once "1" on a screen that said why nothing can be paid is left out: there was nothing to agree
 * to, so it is said again, and the payer may go back.
 */
async function pastRefused(here: Here, rest: readonly string[]): Promise<Walked> {
  const { world, session, store } = here;
  const isAgreed = (length: number) => walk(rest.slice(0, length), store.facts).place.at === "agreed";
  const last = rest.findIndex((_, place) => isAgreed(place + 1));
  const before = rest.slice(0, last);
  const { place } = walk(before, store.facts);
  if (place.at === "confirm" && isPayment(place.want)) {
    const problem = await offer(world, store, session.phone, place.want, place.way);
    if (typeof problem === "string") return walk([...before, ...rest.slice(last + 1)], store.facts);
  }
  return walk(rest, store.facts);
}

/** The screen that asks for an agreement. What it says is written down first. */
async function confirmed(
  here: Here,
  place: Extract<Place, { at: "confirm" }>,
  isUnknown: boolean,
): Promise<UssdAnswer> {
  const { world, session, store, language, path } = here;
  const { want, way } = place;
  const words = ussdWords(language);
  const base = { store: store.name, isUnknown };
  const offered = isPayment(want) ? await offer(world, store, session.phone, want, way) : null;
  if (typeof offered === "string") return screenAt(place, store.facts, { ...base, problem: offered }, words);
  const item = offered?.item ?? itemOf(store, place);
  const recorded = await recordShown(world, session, path, {
    ...{ storeId: store.caller.storeId, language, kind: want.kind, item },
    ...(want.kind === "stop" ? { subscriptionId: want.subscriptionId } : {}),
    ...(want.kind === "receipt" ? { receipt: want.code } : {}),
    ...(offered ? { payment: paymentOf(offered, session.phone, way.discount) } : {}),
  });
  if (recorded !== "shown") return endScreen(`ussd_end_${recorded}`, () => ({}), words);
  const payment = offered && {
    item: offered.item,
    amount: offered.isFree ? null : { minor: offered.totalMinor, currency: offered.currency },
    phone: formatPhone(offered.phone),
  };
  return screenAt(place, store.facts, { ...base, item, ...(payment ? { payment } : {}) }, words);
}

/** The payer pressed "1" on the screen that asked at this path. */
async function agreed(here: Here, asked: string): Promise<UssdAnswer> {
  const { world, session, store } = here;
  const found = await agree(world, session, asked);
  if (found.kind !== "agreed")
    return endScreen(`ussd_end_${found.kind}`, () => ({}), ussdWords(here.language));
  // What needs no session to be over is done at once; the executor finds what was not.
  if (found.isNew && found.row.currency === null) await doAct(world, found.row);
  return lastScreen(world, store, session, found);
}

/** What was agreed to, by what was written down: a repeated request reads the same. */
function lastScreen(
  world: World,
  store: UssdStore,
  session: Session,
  { row }: Extract<Agreed, { kind: "agreed" }>,
): UssdAnswer {
  const { kind, item, isFree } = wantOf(row);
  const language = knownLanguage(row.language) ?? store.language;
  const words = ussdWords(language);
  if (kind === "until" || kind === "receipt") return endScreen("ussd_end_sent", () => ({}), words);
  if (kind === "stop") return endScreen("ussd_end_stopped", (name) => ({ item: name(item) }), words);
  if (isFree) return endScreen("ussd_end_free", (name) => ({ item: name(item) }), words);
  const phone = formatPhone(row.payPhoneSealed ? world.secrets.open(row.payPhoneSealed) : session.phone);
  const amount = { minor: row.shownMinor ?? 0n, currency: row.currency ?? "" };
  return endScreen("ussd_end_pay", (name) => ({ phone, amount, store: name(store.name) }), words);
}

function paymentOf(offered: Offered, phone: string, discount: string | null): Offer["payment"] {
  const { paymentFor, currency, totalMinor, isFree, shown } = offered;
  const payer = offered.phone === phone ? null : offered.phone;
  return { for: paymentFor, phone: payer, discount, currency, totalMinor, isFree, shown };
}

function itemOf({ facts }: UssdStore, { want }: Extract<Place, { at: "confirm" }>): string {
  if (want.kind !== "stop") return "";
  return facts.subscriptions.find(({ id }) => id === want.subscriptionId)?.plan ?? "";
}
