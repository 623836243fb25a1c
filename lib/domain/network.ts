import { exponentOf, type Money } from "./money";

/**
 * A mobile money network: an operator's wallet in one country. Each rail has its own codes for it. Values that a rail
 * reports at run time (limits, health, codes to dial) take precedence over the values here.
 */
export interface Network {
  /** Our code, such as `mtn_ug`; stable, stored with payments. */
  code: string;
  displayName: string;
  /** ISO 3166 alpha-2. */
  country: string;
  /** How the payer approves. `otp_first`: a code is fetched by dialling before the charge; `redirect`: in an app. */
  auth: "pin_push" | "otp_first" | "redirect";
  /** The currencies of its wallets, the usual one first. */
  terms: readonly ChargeTerms[];
  /** How to bring back a missed prompt without a new charge: the code to dial, then the entries of its menu. */
  revive?: { ussd: string; menu: readonly string[] };
}

/** What one network accepts in one currency. Limits are inclusive. */
export interface ChargeTerms {
  currency: string;
  /** Decimals that can be charged. KES and TZS have cents that no wallet can pay. */
  decimals: 0 | 2;
  min?: Money;
  max?: Money;
}

const rwf: ChargeTerms = terms("RWF", 0, [10n, 2_000_000n]);
const tzs: ChargeTerms = terms("TZS", 0, [20_000n, 300_000_000n]);
const ugx: ChargeTerms = terms("UGX", 0, [500n, 5_000_000n]);
const xof: ChargeTerms = terms("XOF", 0, [100n, 2_000_000n]);
const xaf: ChargeTerms = terms("XAF", 0);
const ghs: ChargeTerms = terms("GHS", 2);
const zmw: ChargeTerms = terms("ZMW", 2);
const congo: readonly ChargeTerms[] = [terms("CDF", 2), terms("USD", 2)];

/** Every network that can be offered, by country. Limits are those that operators publish; a missing one is unknown. */
export const networks: readonly Network[] = [
  network("mtn_bj", "MTN MoMo", xof),
  network("moov_bj", "Moov Money", xof),
  network("orange_bf", "Orange Money", xof, { auth: "otp_first" }),
  network("moov_bf", "Moov Money", xof),
  network("mtn_cm", "MTN MoMo", xaf),
  network("orange_cm", "Orange Money", xaf),
  network("orange_ci", "Orange Money", xof),
  network("mtn_ci", "MTN MoMo", xof),
  network("moov_ci", "Moov Money", xof),
  network("wave_ci", "Wave", xof, { auth: "redirect" }),
  network("mpesa_cd", "M-PESA", [terms("CDF", 0), terms("USD", 2)]),
  network("airtel_cd", "Airtel Money", congo),
  network("orange_cd", "Orange Money", congo),
  network("mtn_cg", "MTN MoMo", xaf),
  network("airtel_cg", "Airtel Money", xaf),
  network("mpesa_et", "M-PESA", terms("ETB", 2)),
  network("airtel_ga", "Airtel Money", xaf),
  network("mtn_gh", "MTN MoMo", terms("GHS", 2, [10n, 1_500_000n]), {
    revive: { ussd: "*170#", menu: ["My Wallet", "My Approvals"] },
  }),
  network("telecel_gh", "Telecel Cash", ghs, { auth: "otp_first" }),
  network("airteltigo_gh", "AT Money", ghs),
  network("mpesa_ke", "M-PESA", terms("KES", 0, [100n, 25_000_000n])),
  network("airtel_ke", "Airtel Money", terms("KES", 0)),
  network("mpesa_ls", "M-PESA", terms("LSL", 2)),
  network("airtel_mw", "Airtel Money", terms("MWK", 2, [5_000n, 35_000_000n])),
  network("tnm_mw", "TNM Mpamba", terms("MWK", 2)),
  network("mpesa_mz", "M-PESA", terms("MZN", 2)),
  network("movitel_mz", "e-Mola", terms("MZN", 0)),
  network("mtn_ng", "MTN MoMo", terms("NGN", 2)),
  network("airtel_ng", "Airtel SmartCash", terms("NGN", 0)),
  network("mtn_rw", "MTN MoMo", rwf),
  network("airtel_rw", "Airtel Money", rwf),
  network("orange_sn", "Orange Money", xof),
  network("free_sn", "Free Money", xof),
  network("expresso_sn", "E-Money", xof),
  network("wave_sn", "Wave", xof, { auth: "redirect" }),
  network("orange_sl", "Orange Money", terms("SLE", 2)),
  network("mpesa_tz", "M-PESA", tzs),
  network("yas_tz", "Mixx by Yas", tzs),
  network("airtel_tz", "Airtel Money", tzs),
  network("halotel_tz", "HaloPesa", tzs),
  network("mtn_ug", "MTN MoMo", ugx, { revive: { ussd: "*165#", menu: ["Pending approvals"] } }),
  network("airtel_ug", "Airtel Money", ugx),
  network("mtn_zm", "MTN MoMo", terms("ZMW", 2, [10n, 2_000_000n])),
  network("airtel_zm", "Airtel Money", zmw),
  network("zamtel_zm", "Zamtel Money", zmw),
];

const byCode: ReadonlyMap<string, Network> = new Map(networks.map((row) => [row.code, row]));

/** The network with this code of ours, or null. */
export function networkOf(code: string): Network | null {
  return byCode.get(code) ?? null;
}

/** What people call the code in this network's messages after: Safaricom writes M-PESA in capitals. */
export function codeOwner({ code, displayName }: Network): string {
  return code === "mpesa_ke" ? "M-PESA" : displayName;
}

/**
 * The networks that payers of this country can use for this currency, the usual order. Empty: no mobile money there.
 */
export function networksFor(country: string, currency: string): Network[] {
  return networks.filter((row) => row.country === country && termsOf(row, currency) !== null);
}

/** What the network accepts in this currency; null when its wallets do not hold the currency. */
export function termsOf(row: Network, currency: string): ChargeTerms | null {
  return row.terms.find((one) => one.currency === currency) ?? null;
}

/** The smallest step of the network: whole shillings where the currency has cents but no wallet pays them. */
export function stepOf(row: Network, currency: string): bigint {
  const decimals = termsOf(row, currency)?.decimals ?? 0;
  return stepAt(currency, decimals);
}

/** The smallest step of amounts with so many decimals. */
function stepAt(currency: string, decimals: number): bigint {
  return 10n ** BigInt(Math.max(0, exponentOf(currency) - decimals));
}

export type ChargeProblem = "other_currency" | "too_many_decimals" | "too_small" | "too_large";

/** Why this network cannot charge the amount, or null. Checked when a price is entered and again before Pay. */
export function chargeProblem(row: Network, { minor, currency }: Money): ChargeProblem | null {
  const found = termsOf(row, currency);
  if (!found) return "other_currency";
  const smallest = stepAt(currency, found.decimals);
  if (minor % smallest !== 0n) return "too_many_decimals";
  if (minor <= 0n || (found.min && minor < found.min.minor)) return "too_small";
  if (found.max && minor > found.max.minor) return "too_large";
  return null;
}

/** The smallest amount that any network of the country accepts in this currency; 1 when no minimum is known. */
export function smallestCharge(country: string, currency: string): bigint {
  const least = networks
    .filter((row) => row.country === country)
    .flatMap((row) => termsOf(row, currency) ?? [])
    .map(({ decimals, min }) => min?.minor ?? stepAt(currency, decimals));
  return least.reduce<bigint | null>((a, b) => (a === null || b < a ? b : a), null) ?? 1n;
}

/** What every network of the country can move in this currency: the coarsest step, and the greatest least amount. */
export function smallestMoved(country: string, currency: string): { stepMinor: bigint; leastMinor: bigint } {
  const moved = { stepMinor: 1n, leastMinor: 1n };
  for (const { decimals, min } of networks
    .filter((row) => row.country === country)
    .flatMap((row) => termsOf(row, currency) ?? [])) {
    const stepMinor = stepAt(currency, decimals);
    if (stepMinor > moved.stepMinor) moved.stepMinor = stepMinor;
    const leastMinor = min && min.minor > stepMinor ? min.minor : stepMinor;
    if (leastMinor > moved.leastMinor) moved.leastMinor = leastMinor;
  }
  return moved;
}

/**
 * The smallest step of a price that every network of the currency can charge: 100 where one of them takes whole
 * shillings only, 1 where all take cents or there is no network.
 */
export function priceStep(currency: string): bigint {
  const decimals = networks.flatMap((row) => termsOf(row, currency)?.decimals ?? []);
  if (decimals.length === 0) return 1n;
  return stepAt(currency, Math.min(...decimals));
}

/** The country is the end of the code. */
function network(
  code: string,
  displayName: string,
  taken: ChargeTerms | readonly ChargeTerms[],
  more: Partial<Pick<Network, "auth" | "revive">> = {},
): Network {
  const country = code.slice(-2).toUpperCase();
  return { code, displayName, country, auth: "pin_push", terms: [taken].flat(), ...more };
}

/** Limits in minor units. */
function terms(currency: string, decimals: 0 | 2, limits?: [bigint, bigint]): ChargeTerms {
  if (!limits) return { currency, decimals };
  return {
    currency,
    decimals,
    min: { minor: limits[0], currency },
    max: { minor: limits[1], currency },
  };
}

/**
 * The network of this number by its first digits, or null. The longest prefix wins. It is a good guess and no proof:
 * numbers move between operators (in Ghana and Kenya since 2011, then Nigeria, Senegal, Tanzania and Ivory Coast), so
 * the payer may always choose another. `phone` is E.164.
 */
export function networkOfPrefix(phone: string): string | null {
  const digits = phone.replace(/^\+/, "");
  return prefixes.find(({ first }) => digits.startsWith(first))?.code ?? null;
}

/** For the page's script: what to leave out before a number's prefix, and the prefixes of each network, as patterns. */
export type PrefixRules = { before: string; of: string[] };

/** Null where the number cannot tell: Wave, say, is an app beside any operator. All of one country. */
export function prefixRules(codes: readonly string[]): PrefixRules | null {
  const known = Object.entries(table).find(([, rows]) => codes.every((code) => rows[code]));
  if (!known) return null;
  const [calling, rows] = known;
  // In some countries every number begins with 0, also in E.164.
  const trunk = Object.values(rows).some((list) => list.startsWith("0")) ? "" : "|^0";
  return { before: `^(00)?${calling}${trunk}`, of: codes.map((code) => firstsIn(rows[code]).join("|")) };
}

/**
 * Calling code, then each network's first digits after it as E.164 writes them; "10-15" is every number between.
 * Source: `resources/carrier/en/<calling code>.txt` of google/libphonenumber, gathered from the plans that regulators
 * send to the ITU; Nigeria also "Telephone numbers in Nigeria" of Wikipedia, Uganda's 079 MTN's notice of June 2021.
 */
const table: Record<string, Record<string, string>> = {
  "225": { orange_ci: "07", mtn_ci: "05", moov_ci: "01" },
  "226": {
    orange_bf: "04-07 54-57 64-67 74-77",
    moov_bf: "01-03 50-53 60-63 70-73",
  },
  "229": {
    mtn_bj: "0142 0146 015 0161 0162 0166 0167 0169 0190 0191 0196 0197",
    moov_bj: "0145 0155 0158 0160 0163-0165 0168 0194 0195 0198 0199",
  },
  "221": { orange_sn: "71 77 78", free_sn: "76", expresso_sn: "70" },
  "233": { mtn_gh: "24 25 53-55 59", telecel_gh: "20 50", airteltigo_gh: "26 27 56 57" },
  "234": {
    mtn_ng: "7025 7026 703 704 706 707 803 806 810 813 814 816 903 906 913 916",
    airtel_ng: "701 708 802 808 812 901 902 904 907 911 912",
  },
  "237": { mtn_cm: "67 650-654 680-683", orange_cm: "64 69 655-659 686-689" },
  "241": { airtel_ga: "74 77" },
  "242": { mtn_cg: "06", airtel_cg: "04 05" },
  "243": { mpesa_cd: "81-83 86", airtel_cd: "96-99", orange_cd: "80 84 85 89" },
  "250": { mtn_rw: "78 79", airtel_rw: "72 73" },
  "254": {
    mpesa_ke: "11 14 70-72 74 79 757-759 768 769",
    airtel_ke: "10 73 75 78 761 762",
  },
  "255": {
    mpesa_tz: "72 74-76 79",
    yas_tz: "65 67 70 71 77",
    airtel_tz: "66 68 69 78",
    halotel_tz: "61-63",
  },
  "256": { mtn_ug: "76-78 790-793", airtel_ug: "70 74 75 730 795" },
  "258": { mpesa_mz: "84 85", movitel_mz: "86 87" },
  "260": { mtn_zm: "56 76 96", airtel_zm: "57 77 97", zamtel_zm: "55 75 95" },
  "265": { airtel_mw: "9", tnm_mw: "8" },
};

/** The longest first. */
const prefixes = Object.entries(table)
  .flatMap(([calling, rows]) =>
    Object.entries(rows).flatMap(([code, list]) =>
      firstsIn(list).map((first) => ({ first: calling + first, code })),
    ),
  )
  .sort((one, other) => other.first.length - one.first.length);

function firstsIn(list = ""): string[] {
  return list.split(" ").flatMap((range) => {
    const [first = "", last = first] = range.split("-");
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_none, index) =>
      String(Number(first) + index).padStart(first.length, "0"),
    );
  });
}
