import type { NetworkInfo, Way } from "../port";
import { networksBy } from "../wire/results";

interface PaystackProvider {
  network: string;
  /** Of a charge. */
  provider: string;
  /** Of a transfer; null where Paystack sends none. */
  bankCode: string | null;
}

const rows: readonly PaystackProvider[] = [
  { network: "mtn_gh", provider: "mtn", bankCode: "MTN" },
  { network: "airteltigo_gh", provider: "atl", bankCode: "ATL" },
  { network: "telecel_gh", provider: "vod", bankCode: "VOD" },
  { network: "mpesa_ke", provider: "mpesa", bankCode: "MPESA" },
  { network: "airtel_ke", provider: "atl", bankCode: null },
  { network: "mtn_ci", provider: "mtn", bankCode: null },
  { network: "orange_ci", provider: "orange", bankCode: null },
  { network: "wave_ci", provider: "wave", bankCode: null },
];

export function providerOf(network: string | undefined): PaystackProvider | null {
  return rows.find((row) => row.network === network) ?? null;
}

/** The currency and the type of the banks, by country. */
const banks: Record<string, { currency: string; type: string }> = {
  NG: { currency: "NGN", type: "nuban" },
  GH: { currency: "GHS", type: "ghipss" },
  ZA: { currency: "ZAR", type: "basa" },
  KE: { currency: "KES", type: "kepss" },
};

export function bankTypeOf(country: string): { currency: string; type: string } | null {
  return banks[country] ?? null;
}

/** The only currencies that a card can be charged in; an account has one or two of them. */
const cardCurrencies = ["NGN", "GHS", "ZAR", "KES", "XOF", "USD"];

export function reaches({ op, method, country, currency }: Way): boolean {
  if (op === "charge") return method !== "card" || cardCurrencies.includes(currency);
  return method !== "bank" || bankTypeOf(country)?.currency === currency;
}

export function networks({ country, op }: { country?: string; op: "charge" | "payout" }): NetworkInfo[] {
  return networksBy(rows, country, ({ provider, bankCode }, { auth, revive }) => {
    if (op === "payout" && bankCode === null) return null;
    return {
      railCode: op === "payout" ? (bankCode ?? provider) : provider,
      // Telecel's voucher is requested after the charge began.
      auth: auth === "otp_first" ? "otp_after" : auth,
      revive: revive && { steps: [revive.ussd, ...revive.menu] },
    };
  });
}

const callingCodes: Record<string, string> = { GH: "+233", KE: "+254", CI: "+225" };

/** The national format, which in Ivory Coast has no leading zero. Kenyan wallets are charged with E.164. */
export function phoneFor(phone: string, country: string, op: "charge" | "payout"): string {
  if (country === "KE" && op === "charge") return phone;
  const national = phone.slice(callingCodes[country]?.length ?? 0);
  return country === "CI" ? national : `0${national}`;
}
