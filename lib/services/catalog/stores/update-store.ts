import type { StoreRow } from "@/lib/db/rows";
import { isCivilDate } from "@/lib/domain/civil-date";
import { knownLanguage } from "@/lib/domain/languages";
import { parseDecimal } from "@/lib/domain/money";
import { Invalid, type Problem, requireNone, say } from "@/lib/domain/refusal";
import { readSites, redirectProblem } from "@/lib/domain/sites";
import { isEmail, lineProblem, normalizeEmail, textProblem } from "@/lib/domain/text";
import { parsePhone } from "@/lib/providers/phone";
import { smallLogo } from "@/lib/providers/picture";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { isTimeZone } from "@/lib/services/people/accounts/places";
import { forgetPicture, readPicture, storePicture } from "../images/pictures";
import { setupActs } from "./read";

/** What a store may do or not, each a box of the form. */
export const storeOptions = [
  ...(["buyerPaysCharges", "endsAccessOnReversal", "letsRenew", "sendsReceipts", "sendsReminders"] as const),
];

/** What is typed in the form; an empty text clears a field. */
export interface TypedStore {
  name: string;
  slug: string;
  description: string;
  brandColour: string;
  contactPhone: string;
  contactEmail: string;
  returnUrl: string;
  timeZone: string;
  language: string;
  taxNumber: string;
  address: string;
  /** The options that are on. */
  options: readonly string[];
}

/** Changes what is typed of a store; what is not stays, and so do its currency and country. Throws Invalid by field. */
export async function updateStore(
  world: World,
  seller: Seller,
  typed: Partial<TypedStore>,
): Promise<StoreRow> {
  permit(seller, "store.settings");
  const { storeId, accountId } = seller;
  return transact(world, async (unit) => {
    const found = await unit.tx.store.findUniqueOrThrow({ where: { id: storeId, accountId } });
    const data = checked(typed, found.country);
    if (data.slug) await takeSlug(unit, storeId, data.slug);
    const changed = Object.entries(data).filter(([name, value]) =>
      Object.entries(found).every(([other, was]) => other !== name || was !== value),
    );
    if (changed.length === 0) return found;
    await unit.audit(seller, {
      action: "store.changed",
      target: `store:${storeId}`,
      details: { what: changed.map(([name]) => name).join(", ") },
    });
    return unit.tx.store.update({ where: { id: storeId }, data: { ...data, updatedAt: unit.now } });
  });
}

/** Two stores that take one slug at the same time would violate the unique constraint (see `freeSlug`). */
async function takeSlug(unit: Unit, storeId: number, slug: string): Promise<void> {
  await unit.tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`store-slug/${slug}`}, 0))`;
  const taken = await unit.tx.store.count({ where: { slug, id: { not: storeId } } });
  if (taken > 0) throw new Invalid({ slug: [say("slug_taken")] });
}

/** Validates what is typed. Throws Invalid with all problems at once. */
function checked(typed: Partial<TypedStore>, country: string) {
  const text = (name: Exclude<keyof TypedStore, "options">) => typed[name]?.trim() ?? "";
  const data = {
    name: text("name"),
    slug: text("slug").toLowerCase(),
    description: text("description") || null,
    brandColour: text("brandColour").toLowerCase() || null,
    contactEmail: normalizeEmail(text("contactEmail")) || null,
    returnUrl: text("returnUrl") || null,
    timeZone: text("timeZone"),
    language: text("language"),
    taxNumber: text("taxNumber") || null,
    address: text("address") || null,
  };
  const phone = text("contactPhone") ? parsePhone(text("contactPhone"), country, { anyCountry: true }) : null;
  const problems = {
    name: data.name === "" ? say("store_name") : lineProblem(data.name, 255),
    slug: slugProblem(data.slug),
    description: textProblem(data.description ?? "", 5000),
    brandColour: data.brandColour === null || /^#[0-9a-f]{6}$/.test(data.brandColour) ? null : say("colour"),
    contactPhone: phone && !phone.ok ? phone.message : null,
    contactEmail: data.contactEmail === null || isEmail(data.contactEmail) ? null : say("email_plain"),
    returnUrl: data.returnUrl ? urlProblem(data.returnUrl) : null,
    timeZone: isTimeZone(data.timeZone) ? null : say("choose_time_zone"),
    language: knownLanguage(data.language) ? null : say("choose_language"),
    taxNumber: lineProblem(data.taxNumber ?? "", 64),
    address: textProblem(data.address ?? "", 500),
  };
  const ofTyped = <Values extends object>(values: Values) =>
    // Safe: it leaves out some of the names.
    Object.fromEntries(Object.entries(values).filter(([name]) => name in typed)) as Partial<Values>;
  requireNone(ofTyped(problems));
  const { options } = typed;
  return {
    ...ofTyped({ ...data, contactPhone: phone?.ok ? phone.phone : null }),
    ...(options && Object.fromEntries(storeOptions.map((option) => [option, options.includes(option)]))),
  };
}

function slugProblem(slug: string): Problem | null {
  if (slug === "") return say("slug_missing");
  return /^[a-z0-9](?:[a-z0-9-]{0,46}[a-z0-9])?$/.test(slug) ? null : say("slug");
}

/**
 * Sets where a subscriber goes after paying: the seller's app, or with an empty text the subscription's own page.
 * Throws Invalid on `returnUrl`.
 */
export async function updateReturnUrl(world: World, seller: Seller, returnUrl: string): Promise<void> {
  permit(seller, "store.return_url");
  const url = returnUrl.trim();
  const problem = url === "" ? null : urlProblem(url);
  if (problem) throw new Invalid({ returnUrl: [problem] });
  await transact(world, async (unit) => {
    await unit.tx.store.update({
      where: { id: seller.storeId, accountId: seller.accountId },
      data: { returnUrl: url || null, updatedAt: unit.now },
    });
    await unit.audit(seller, {
      action: "store.return_url_changed",
      target: `store:${seller.storeId}`,
      details: { returnUrl: url || null },
    });
  });
}

/** The problem of a redirect URL, or null. */
export function urlProblem(text: string): Problem | null {
  const problem = redirectProblem(text);
  return textProblem(text, 2048) ?? (problem && say(words[problem]));
}

const words = { not_whole: "url_whole", has_user: "url_with_password", not_https: "https_address" } as const;

/** The largest logo, for payers on slow networks. */
export const logoMaxBytes = 8 * 1024;

/** Replaces the logo of the store's pages; null removes it. Throws Invalid on `picture`. */
export async function changeLogo(world: World, seller: Seller, upload: Uint8Array | null): Promise<void> {
  permit(seller, "store.settings");
  const { storeId, accountId } = seller;
  // Done before the transaction: it takes longer than a lock should be held.
  const picture = upload && (await readPicture(upload, (bytes) => smallLogo(bytes, logoMaxBytes)));
  await transact(world, async (unit) => {
    await unit.tx.$queryRaw`SELECT 1 FROM stores WHERE id = ${storeId} FOR NO KEY UPDATE`;
    const { logoUrl: before } = await unit.tx.store.findUniqueOrThrow({ where: { id: storeId, accountId } });
    if (!picture) await forgetPicture(world, unit, storeId, before);
    const logoUrl = picture && (await storePicture(world, unit, storeId, picture, before));
    await unit.tx.store.update({ where: { id: storeId }, data: { logoUrl, updatedAt: unit.now } });
    await unit.audit(seller, {
      action: logoUrl ? "store.logo_changed" : "store.logo_removed",
      target: `store:${storeId}`,
    });
  });
}

/** Notes that the store's page was shared, or that the list of first steps is put away. Throws NotAllowed. */
export async function markSetup(world: World, seller: Seller, mark: keyof typeof setupActs): Promise<void> {
  permit(seller, "store.settings");
  const { accountId, storeId, actor } = seller;
  await transact(world, (unit) =>
    unit.audit({ accountId, storeId, actor }, { target: `store:${storeId}`, action: setupActs[mark] }),
  );
}

/** As typed; all empty: prices include no tax. */
export interface TypedTax {
  label: string;
  /** Percent. */
  rate: string;
  /** The day from which orders say it. */
  from: string;
}

const rateMaxPpm = 500_000;

/** Sets the tax that the store's prices include. Orders that are made already stay as they are. Throws Invalid by field. */
export async function changeTax(world: World, seller: Seller, typed: TypedTax): Promise<void> {
  permit(seller, "store.settings");
  const { storeId } = seller;
  const data = checkedTax(typed);
  await transact(world, async (unit) => {
    const found = await unit.tx.store.findUniqueOrThrow({
      where: { id: storeId, accountId: seller.accountId },
      select: { taxLabel: true, taxRatePpm: true, taxFrom: true },
    });
    if (JSON.stringify(found) === JSON.stringify(data)) return;
    await unit.tx.store.update({ where: { id: storeId }, data: { ...data, updatedAt: unit.now } });
    const { taxLabel, taxRatePpm, taxFrom } = data;
    await unit.audit(seller, {
      action: "store.changed",
      target: `store:${storeId}`,
      details: {
        what: `tax: ${taxLabel === null ? "none" : `${taxLabel} ${taxRatePpm} ppm from ${taxFrom}`}`,
      },
    });
  });
}

function checkedTax(typed: TypedTax) {
  const [label, rate, from] = [typed.label.trim(), typed.rate.trim().replace(",", "."), typed.from.trim()];
  if (label === "" && rate === "" && from === "") return { taxLabel: null, taxRatePpm: 0, taxFrom: null };
  const ppm = parseDecimal(rate, 4);
  requireNone({
    label: label === "" ? say("required") : lineProblem(label, 20),
    rate: ppm === null || ppm < 1n || ppm > rateMaxPpm ? say("tax_included_rate") : null,
    from: isCivilDate(from) ? null : say("tax_included_from"),
  });
  return { taxLabel: label, taxRatePpm: Number(ppm), taxFrom: from };
}

/** Sets the seller's own sites, one a line. Throws Invalid on `sites`. */
export async function changeSites(world: World, seller: Seller, typed: string): Promise<void> {
  permit(seller, "store.settings");
  const read = readSites(typed);
  if (!read.ok) throw new Invalid({ sites: read.problems });
  const { sites } = read;
  const { storeId, accountId } = seller;
  await transact(world, async (unit) => {
    const found = await unit.tx.store.findUniqueOrThrow({ where: { id: storeId, accountId } });
    if (found.sites.join() === sites.join()) return;
    await unit.tx.store.update({ where: { id: storeId }, data: { sites, updatedAt: unit.now } });
    await unit.audit(seller, {
      action: "store.changed",
      target: `store:${storeId}`,
      details: { what: `sites: ${sites.join(" ")}` },
    });
  });
}
