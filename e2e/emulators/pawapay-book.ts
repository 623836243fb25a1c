import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { type Planted, recordOf } from "./emulator";

export type Op = "deposit" | "payout" | "refund";

/** What a deposit ends with, by the last digits of its number. */
export const depositCodes: Record<string, string> = {
  "019": "PAYER_LIMIT_REACHED",
  "029": "PAYER_NOT_FOUND",
  "039": "PAYMENT_NOT_APPROVED",
  "049": "INSUFFICIENT_BALANCE",
  "059": "PAYMENT_IN_PROGRESS",
  "069": "UNSPECIFIED_FAILURE",
};

/** The same for payouts. */
export const payoutCodes: Record<string, string> = {
  "089": "RECIPIENT_NOT_FOUND",
  "099": "WALLET_LIMIT_REACHED",
  "109": "RECIPIENT_LIMIT_REACHED",
  "119": "UNSPECIFIED_FAILURE",
  "219": "PAWAPAY_WALLET_OUT_OF_FUNDS",
};

const amountShape = /^([0]|([1-9][0-9]{0,17}))([.][0-9]{0,3}[1-9])?$/;
/** Wallets, with their currency, that take no decimals from payers. */
const whole: ReadonlySet<string> = new Set([
  "MPESA_KEN KES",
  "MOVITEL_MOZ MZN",
  "AIRTEL_NGA NGN",
  "VODACOM_MPESA_COD CDF",
  "VODACOM_TZA TZS",
  "TIGO_TZA TZS",
  "HALOTEL_TZA TZS",
]);

/** Why a deposit or a payout is refused at once, or null. */
export function moneyProblem(op: Op, json: Record<string, unknown>): string | null {
  const party = recordOf(op === "payout" ? json.recipient : json.payer);
  const details = recordOf(party.accountDetails);
  const { amount, currency } = json;
  if (typeof amount !== "string" || typeof currency !== "string") return "INVALID_PARAMETER";
  if (party.type !== "MMO") return "INVALID_PARAMETER";
  if (!/^[A-Za-z0-9 ]{4,22}$/.test(String(json.customerMessage))) return "INVALID_PARAMETER";
  if (!amountShape.test(amount)) return "INVALID_AMOUNT";
  const provider = String(details.provider ?? "");
  if (!/^[A-Z_]+_[A-Z]{3}$/.test(provider)) return "INVALID_PROVIDER";
  if (!/^\d{8,15}$/.test(String(details.phoneNumber))) return "INVALID_PHONE_NUMBER";
  if (op === "deposit" && whole.has(`${provider} ${currency}`) && amount.includes("."))
    return "INVALID_AMOUNT";
  if (provider === "ORANGE_BFA" && op === "deposit" && !json.preAuthorisationCode) return "INVALID_PARAMETER";
  const digits = String(details.phoneNumber).slice(-3);
  if (digits === "169") return "PROVIDER_TEMPORARILY_UNAVAILABLE";
  return Number(amount) > 5_000_000 ? "AMOUNT_OUT_OF_BOUNDS" : null;
}

const balances = [
  { country: "UGA", balance: "10798.00", currency: "UGX", provider: "" },
  { country: "KEN", balance: "500.50", currency: "KES", provider: "" },
  { country: "BEN", balance: "1000", currency: "XOF", provider: "" },
  { country: "SEN", balance: "2500", currency: "XOF", provider: "" },
];

interface Moved {
  op: string;
  status: string;
  amount: string;
  currency: string;
}

/** Deposits stay in the wallet of their currency; payouts and refunds leave it. What was planted is in the first of all. */
export function balancesOf(operations: Iterable<Moved>, planted: Planted) {
  const all = [...operations];
  const moved = (currency: string) =>
    all
      .filter((one) => one.currency === currency && one.status === "COMPLETED")
      .reduce((sum, { op, amount }) => sum + (op === "deposit" ? 1 : -1) * Number(amount), 0);
  const isFirst = (row: (typeof balances)[number]) =>
    balances.find(({ currency }) => currency === row.currency) === row;
  return balances.map((row, place) => ({
    ...row,
    balance: isFirst(row)
      ? (Number(row.balance) + moved(row.currency) + (place === 0 ? planted.balance : 0)).toFixed(2)
      : row.balance,
  }));
}

/** What the account may do: two countries, and one network that is down. */
export function pawapayConfiguration(callbackUrl: string): Record<string, unknown> {
  const both = (status: string, decimals: string, limits: [string, string]) => ({
    DEPOSIT: {
      authType: "PROVIDER_AUTH",
      pinPrompt: "AUTOMATIC",
      pinPromptRevivable: true,
      pinPromptInstructions: {
        channels: [
          {
            type: "USSD",
            quickLink: "tel:*165%23",
            variables: { shortCode: "*165#" },
            instructions: {
              en: [{ text: "Dial *165# on your phone", template: "Dial {{shortCode}} on your phone" }],
            },
          },
        ],
      },
      minAmount: limits[0],
      maxAmount: limits[1],
      decimalsInAmount: decimals,
      status,
      callbackUrl,
    },
    PAYOUT: {
      minAmount: limits[0],
      maxAmount: limits[1],
      decimalsInAmount: "TWO_PLACES",
      status,
      callbackUrl,
    },
  });
  const provider = (code: string, displayName: string, currency: string, operationTypes: unknown) => ({
    provider: code,
    displayName,
    logo: "https://static.example.com/logo.png",
    nameDisplayedToCustomer: "Acme",
    currencies: [{ currency, operationTypes }],
  });
  return {
    companyName: "Acme",
    signatureConfiguration: { signedRequestsOnly: false, signedCallbacks: true },
    countries: [
      {
        country: "UGA",
        prefix: "256",
        displayName: { en: "Uganda" },
        providers: [
          provider("MTN_MOMO_UGA", "MTN", "UGX", both("OPERATIONAL", "TWO_PLACES", ["500", "5000000"])),
          provider("AIRTEL_OAPI_UGA", "Airtel", "UGX", both("DELAYED", "NONE", ["500", "5000000"])),
        ],
      },
      {
        country: "KEN",
        prefix: "254",
        displayName: { en: "Kenya" },
        providers: [provider("MPESA_KEN", "M-PESA", "KES", both("OPERATIONAL", "NONE", ["1", "250000"]))],
      },
    ],
  };
}

/** How callbacks are signed: as pawaPay's samples do, as the standard does, or not at all. */
export type Signing = "der" | "raw" | "off";

export interface Signer {
  id: string;
  privateKey: KeyObject;
  publicPem: string;
}

/** Written from the standard on message signatures, apart from what reads it. */
export function signed(
  signer: Signer,
  signing: Signing,
  url: string,
  body: string,
  nowMs: number,
): Record<string, string> {
  const plain = { "content-type": "application/json" };
  if (signing === "off") return plain;
  const { host, pathname } = new URL(url);
  const date = new Date(nowMs).toISOString();
  const digest = `sha-512=:${createHash("sha512").update(body).digest("base64")}:`;
  const createdS = Math.floor(nowMs / 1000);
  const components = '("@method" "@authority" "@path" "signature-date" "content-digest" "content-type")';
  const params = `${components};alg="ecdsa-p256-sha256";keyid="${signer.id}";created=${createdS};expires=${createdS + 60}`;
  const base = `"@method": POST
"@authority": ${host}
"@path": ${pathname}
"signature-date": ${date}
"content-digest": ${digest}
"content-type": application/json
"@signature-params": ${params}`;
  const dsaEncoding = signing === "der" ? "der" : "ieee-p1363";
  const signature = sign("sha256", Buffer.from(base), { key: signer.privateKey, dsaEncoding });
  return {
    ...plain,
    "content-digest": digest,
    "signature-date": date,
    "signature-input": `sig-pp=${params}`,
    signature: `sig-pp=:${signature.toString("base64")}:`,
  };
}

export function newSigner(number: number): Signer {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const publicPem = publicKey.export({ type: "spki", format: "pem" }).toString();
  return { id: `HTTP_EC_P256_KEY:${number}`, privateKey, publicPem };
}
