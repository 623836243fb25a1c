// biome-ignore lint/style/noRestrictedImports: the folder is in lib/domain, which imports itself.
import { networkOf } from "../network";

/** A network whose messages on the seller's own phone are read. */
export interface PhoneNetwork {
  /** The code of `lib/domain/network`. Selcom Pesa of Tanzania is in no list of rails: `selcom_tz`. */
  code: string;
  displayName: string;
  /** ISO 3166 alpha-2. */
  country: string;
  /** ISO 4217. */
  currency: string;
  /** The names under which it sends, as a phone shows them. */
  senders: readonly string[];
  /** Offset of the times in its messages; none of these countries changes its clocks. */
  zone: string;
  /** Payers' numbers are hidden in part in its messages. */
  hidesPhones?: true;
  /** A payer who sends money can write a word with it, which its message tells. */
  takesReference?: true;
}

type Rest = Pick<PhoneNetwork, "hidesPhones" | "takesReference"> & { displayName?: string };

export const phoneNetworks: readonly PhoneNetwork[] = [
  row("mpesa_ke", "KES", "+03:00", ["MPESA", "M-PESA"], { hidesPhones: true }),
  row("mpesa_tz", "TZS", "+03:00", ["M-PESA", "MPESA"]),
  row("mpesa_mz", "MZN", "+02:00", ["M-PESA", "MPESA"]),
  row("airtel_ke", "KES", "+03:00", ["AirtelMoney", "Airtel Money"]),
  row("airtel_ug", "UGX", "+03:00", ["AirtelMoney", "Airtel Money"]),
  row("airtel_tz", "TZS", "+03:00", ["AirtelMoney", "Airtel Money"]),
  row("yas_tz", "TZS", "+03:00", ["MixxByYas", "Mixx by Yas", "TigoPesa", "Tigo Pesa"]),
  row("mtn_ug", "UGX", "+03:00", ["MTNMobMoney"], { takesReference: true }),
  row("mtn_gh", "GHS", "+00:00", ["MobileMoney"], { takesReference: true }),
  row("mtn_rw", "RWF", "+02:00", ["M-Money"], { hidesPhones: true }),
  row("orange_ci", "XOF", "+00:00", ["OrangeMoney", "Orange Money"]),
  row("orange_cm", "XAF", "+01:00", ["OrangeMoney", "Orange Money"]),
  row("selcom_tz", "TZS", "+03:00", ["Selcom Pesa", "SelcomPesa"], { displayName: "Selcom Pesa" }),
];

export function phoneNetworkOf(code: string): PhoneNetwork | null {
  return phoneNetworks.find((one) => one.code === code) ?? null;
}

/** Case and spaces aside, the same name. A letter from another alphabet that looks the same is another sender. */
export function isSenderOf(network: PhoneNetwork, sender: string): boolean {
  const name = plain(sender);
  return /^[ -~]{1,40}$/.test(name) && network.senders.some((one) => plain(one) === plain(name));
}

/** A sender who only looks like the network: with letters of another alphabet, or a nought for an O. */
export function isLookalike(network: PhoneNetwork, sender: string): boolean {
  if (sender.length > 40 || isSenderOf(network, sender)) return false;
  const looks = skeletonOf(sender);
  return network.senders.some((one) => skeletonOf(one) === looks);
}

const twins: Record<string, string> = Object.fromEntries(
  [
    "аαa",
    "вβb",
    "еεe",
    "кκk",
    "мμm",
    "нηh",
    "оοo",
    "0οo",
    "рρp",
    "сϲc",
    "тτt",
    "уυy",
    "хχx",
    "іιi",
    "ѕѕs",
    "νѵn",
  ].flatMap(([one = "", other = "", plain = ""]) => [
    [one, plain],
    [other, plain],
  ]),
);

function skeletonOf(name: string): string {
  const letters = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  return letters.replace(/./gu, (letter) => twins[letter] ?? letter);
}

/** Only A to Z has a small letter here: the Kelvin sign and its like would become a plain k. */
function plain(name: string): string {
  const letters = name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return letters.replace(/\s+/g, " ").trim();
}

function row(
  code: string,
  currency: string,
  zone: string,
  senders: readonly string[],
  { displayName, ...rest }: Rest = {},
): PhoneNetwork {
  const shown = displayName ?? networkOf(code)?.displayName ?? code;
  return {
    code,
    displayName: shown,
    country: code.slice(-2).toUpperCase(),
    currency,
    senders,
    zone,
    ...rest,
  };
}
