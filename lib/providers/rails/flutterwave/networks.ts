import type { NetworkInfo, Way } from "../port";
import { networksBy } from "../wire/results";

interface FlutterwaveNetwork {
  network: string;
  /** Of `/charges`. */
  type: string;
  name: string;
  /** Of a transfer; null where there is none. */
  accountBank: string | null;
}

/** Our code, the charge's type and network, and the transfer's bank. */
const table: [string, string, string, string | null][] = [
  ["mtn_ug", "mobile_money_uganda", "MTN", "MTN"],
  ["airtel_ug", "mobile_money_uganda", "AIRTEL", "AIRTEL"],
  ["mtn_rw", "mobile_money_rwanda", "MTN", "MTN"],
  ["airtel_rw", "mobile_money_rwanda", "AIRTEL", null],
  ["mtn_zm", "mobile_money_zambia", "MTN", "MPS"],
  ["airtel_zm", "mobile_money_zambia", "AIRTEL", "MPS"],
  ["zamtel_zm", "mobile_money_zambia", "ZAMTEL", "MPS"],
  ["mtn_gh", "mobile_money_ghana", "MTN", "MTN"],
  ["telecel_gh", "mobile_money_ghana", "VODAFONE", "VODAFONE"],
  ["airteltigo_gh", "mobile_money_ghana", "AIRTELTIGO", "AIRTELTIGO"],
  ["mpesa_tz", "mobile_money_tanzania", "VODACOM", "VODACOM"],
  ["yas_tz", "mobile_money_tanzania", "TIGO", "TIGO"],
  ["airtel_tz", "mobile_money_tanzania", "AIRTEL", "AIRTEL"],
  ["halotel_tz", "mobile_money_tanzania", "HALOPESA", "HALOPESA"],
  ["mpesa_ke", "mpesa", "SAFARICOM", "MPS"],
  ["airtel_ke", "mpesa", "AIRTEL", null],
  ["wave_ci", "mobile_money_franco", "WAVE", "WAVE"],
  ["mtn_ci", "mobile_money_franco", "MTN", "MTN"],
  ["orange_ci", "mobile_money_franco", "ORANGEMONEY", "ORANGE"],
  ["wave_sn", "mobile_money_franco", "WAVE", "WAVE"],
  ["orange_sn", "mobile_money_franco", "ORANGEMONEY", "ORANGEMONEY"],
  ["mtn_cm", "mobile_money_franco", "MTN", "MTN"],
  ["orange_cm", "mobile_money_franco", "ORANGEMONEY", "ORANGEMONEY"],
];

const rows: readonly FlutterwaveNetwork[] = table.map(([network, type, name, accountBank]) => ({
  network,
  type,
  name,
  accountBank,
}));

export function flutterwaveNetwork(network: string | undefined): FlutterwaveNetwork | null {
  return rows.find((row) => row.network === network) ?? null;
}

/** In these countries the payer first sees a page of Flutterwave, then the prompt. */
const byPage = /uganda|rwanda|zambia|ghana/;

/**
 * Countries where a bank account also needs its branch, which our forms do not ask for: such a transfer would be
 * refused.
 */
const byBranch = ["UG", "GH", "TZ"];

export function reaches({ op, method, country }: Way): boolean {
  return op !== "payout" || method !== "bank" || !byBranch.includes(country);
}

export function networks({ country, op }: { country?: string; op: "charge" | "payout" }): NetworkInfo[] {
  return networksBy(rows, country, ({ type, name, accountBank }, { auth }) => {
    if (op === "payout" && accountBank === null) return null;
    const railCode = op === "payout" ? (accountBank ?? name) : name;
    return { railCode, auth: byPage.test(type) && auth === "pin_push" ? "redirect" : auth };
  });
}
