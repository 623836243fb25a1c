import { z } from "zod";
import { networkOf } from "@/lib/domain/network";
import type { NetworkInfo } from "../port";
import type { Client } from "../wire/client";
import { fromMajor } from "../wire/text";

/** A wallet of pawaPay. `decimals` are those of a charge and of a payout, until its configuration says otherwise. */
export interface PawapayProvider {
  network: string;
  provider: string;
  decimals: { charge: 0 | 2; payout: 0 | 2 };
}

/** Our code, pawaPay's, decimals of charges, and of payouts where they differ. */
const table: [string, string, 0 | 2, (0 | 2)?][] = [
  ["mtn_bj", "MTN_MOMO_BEN", 0],
  ["moov_bj", "MOOV_BEN", 0],
  ["moov_bf", "MOOV_BFA", 0],
  ["orange_bf", "ORANGE_BFA", 0],
  ["mtn_cm", "MTN_MOMO_CMR", 0],
  ["orange_cm", "ORANGE_CMR", 0],
  ["mtn_ci", "MTN_MOMO_CIV", 0],
  ["orange_ci", "ORANGE_CIV", 0],
  ["wave_ci", "WAVE_CIV", 0],
  ["mpesa_cd", "VODACOM_MPESA_COD", 2],
  ["airtel_cd", "AIRTEL_COD", 2],
  ["orange_cd", "ORANGE_COD", 2],
  ["airtel_cg", "AIRTEL_COG", 0],
  ["mtn_cg", "MTN_MOMO_COG", 0],
  ["mpesa_et", "MPESA_ETH", 2],
  ["airtel_ga", "AIRTEL_GAB", 2],
  ["mtn_gh", "MTN_MOMO_GHA", 2],
  ["airteltigo_gh", "AIRTELTIGO_GHA", 2],
  ["telecel_gh", "VODAFONE_GHA", 2],
  ["mpesa_ke", "MPESA_KEN", 0, 2],
  ["mpesa_ls", "MPESA_LSO", 2],
  ["airtel_mw", "AIRTEL_MWI", 2],
  ["tnm_mw", "TNM_MWI", 2],
  ["movitel_mz", "MOVITEL_MOZ", 0, 2],
  ["mpesa_mz", "VODACOM_MOZ", 2],
  ["airtel_ng", "AIRTEL_NGA", 0],
  ["mtn_ng", "MTN_MOMO_NGA", 2],
  ["airtel_rw", "AIRTEL_RWA", 0],
  ["mtn_rw", "MTN_MOMO_RWA", 0],
  ["free_sn", "FREE_SEN", 0],
  ["orange_sn", "ORANGE_SEN", 0],
  ["wave_sn", "WAVE_SEN", 0],
  ["orange_sl", "ORANGE_SLE", 2],
  ["airtel_tz", "AIRTEL_TZA", 2],
  ["mpesa_tz", "VODACOM_TZA", 0],
  ["yas_tz", "TIGO_TZA", 0],
  ["halotel_tz", "HALOTEL_TZA", 0],
  ["airtel_ug", "AIRTEL_OAPI_UGA", 0],
  ["mtn_ug", "MTN_MOMO_UGA", 2],
  ["airtel_zm", "AIRTEL_OAPI_ZMB", 2],
  ["mtn_zm", "MTN_MOMO_ZMB", 2],
  ["zamtel_zm", "ZAMTEL_ZMB", 2],
];

const rows: readonly PawapayProvider[] = table.map(([network, provider, charge, payout = charge]) => ({
  network,
  provider,
  decimals: { charge, payout },
}));

export const countries = [...new Set(rows.flatMap(({ network }) => networkOf(network)?.country ?? []))];

/** By our code; null for a network that pawaPay does not support. */
export function providerOf(network: string | undefined): PawapayProvider | null {
  return rows.find((row) => row.network === network) ?? null;
}

/** The decimals that this wallet accepts: M-PESA of Congo holds whole francs, and dollars with cents. */
export function decimalsOf(
  { network, decimals }: PawapayProvider,
  op: "charge" | "payout",
  currency: string,
): 0 | 2 {
  return network === "mpesa_cd" && currency === "CDF" ? 0 : decimals[op];
}

/** By pawaPay's own code; null for a network that we do not offer. */
export function ofProvider(provider: string): PawapayProvider | null {
  return rows.find((row) => row.provider === provider) ?? null;
}

type Op = "charge" | "payout";

/** pawaPay's configuration of our account, cached for a few minutes: every page that a payer opens needs it. */
export interface Kept {
  fetchedAtMs: number;
  found: Configuration | null;
}

const keptMs = 5 * 60 * 1000;

/** The current wallets of this account. Throws when they cannot be read and were never read before. */
export async function networks(
  client: Client,
  kept: Kept,
  { country, op }: { country?: string; op: Op },
): Promise<NetworkInfo[]> {
  const found = await readConfiguration(client, kept);
  return found.countries
    .flatMap(({ providers }) => providers.flatMap((provider) => infosOf(provider, op)))
    .filter((info) => country === undefined || info.country === country);
}

export async function readConfiguration(client: Client, kept: Kept): Promise<Configuration> {
  const nowMs = client.now().getTime();
  if (kept.found && nowMs - kept.fetchedAtMs < keptMs) return kept.found;
  const answer = await client.call({ method: "GET", path: "/v2/active-conf" });
  const isRead = answer.kind === "answer" && answer.status < 400;
  const found = configurationShape.safeParse(isRead ? answer.body : null);
  if (found.success) {
    kept.found = found.data;
    kept.fetchedAtMs = nowMs;
  }
  // Old values are better than none: a deposit fails at once when they are no longer true.
  if (!kept.found) throw new Error("The configuration of pawaPay could not be read.");
  return kept.found;
}

const instructionShape = z.object({
  channels: z
    .array(
      z.object({
        type: z.string(),
        quickLink: z.string().nullish(),
        instructions: z.record(z.string(), z.array(z.object({ text: z.string() }))).optional(),
      }),
    )
    .optional(),
});

const operationTypeShape = z.object({
  authType: z.string().optional(),
  pinPromptRevivable: z.boolean().optional(),
  pinPromptInstructions: instructionShape.nullish().catch(undefined),
  minAmount: z.string().optional(),
  maxAmount: z.string().optional(),
  decimalsInAmount: z.string().optional(),
  status: z.string().optional(),
  callbackUrl: z.string().nullish(),
});

const providerShape = z.object({
  provider: z.string(),
  displayName: z.string().optional(),
  nameDisplayedToCustomer: z.string().nullish(),
  currencies: z.array(
    z.object({ currency: z.string(), operationTypes: z.record(z.string(), operationTypeShape) }),
  ),
});

const configurationShape = z.object({
  companyName: z.string().optional(),
  signatureConfiguration: z.object({ signedCallbacks: z.boolean().optional() }).optional(),
  countries: z.array(z.object({ country: z.string(), providers: z.array(providerShape) })),
});
type Configuration = z.infer<typeof configurationShape>;
type OperationType = z.infer<typeof operationTypeShape>;

const opNames: Record<Op, string> = { charge: "DEPOSIT", payout: "PAYOUT" };

/** A wallet for which we have no code is left out. */
function infosOf(provider: z.infer<typeof providerShape>, op: Op): NetworkInfo[] {
  const code = ofProvider(provider.provider)?.network;
  const row = code === undefined ? null : networkOf(code);
  if (!row) return [];
  return provider.currencies.flatMap(({ currency, operationTypes }) => {
    const terms = operationTypes[opNames[op]];
    if (!terms) return [];
    return {
      code: row.code,
      railCode: provider.provider,
      displayName: row.displayName,
      country: row.country,
      currency,
      min: terms.minAmount ? (fromMajor(terms.minAmount, currency) ?? undefined) : undefined,
      max: terms.maxAmount ? (fromMajor(terms.maxAmount, currency) ?? undefined) : undefined,
      decimals: terms.decimalsInAmount === "TWO_PLACES" ? 2 : 0,
      health: healthOf(terms.status, op),
      auth: authOf(terms.authType),
      nameOnPrompt: provider.nameDisplayedToCustomer ?? undefined,
      revive: reviveOf(terms),
    } satisfies NetworkInfo;
  });
}

/** While a network is delayed, deposits are refused and payouts wait. */
function healthOf(status: string | undefined, op: Op): NetworkInfo["health"] {
  if (status === undefined || status === "OPERATIONAL") return "up";
  return status === "DELAYED" && op === "payout" ? "degraded" : "down";
}

function authOf(authType: string | undefined): NetworkInfo["auth"] {
  if (authType === "PREAUTH") return "otp_first";
  return authType === "REDIRECT_AUTH" ? "redirect" : "pin_push";
}

function reviveOf({ pinPromptRevivable, pinPromptInstructions }: OperationType): NetworkInfo["revive"] {
  const channel = pinPromptRevivable && pinPromptInstructions?.channels?.find(({ type }) => type === "USSD");
  const steps = channel ? (channel.instructions?.en ?? []).map(({ text }) => text) : [];
  if (!channel || steps.length === 0) return undefined;
  const { quickLink } = channel;
  return { steps, telLink: quickLink?.startsWith("tel:") ? quickLink : undefined };
}

/** The callback addresses set in the dashboard, each once; null where one is missing. */
export function callbackUrls(found: Configuration): (string | null)[] {
  const all = found.countries.flatMap(({ providers }) =>
    providers.flatMap(({ currencies }) =>
      currencies.flatMap(({ operationTypes }) =>
        Object.values(operationTypes).map(({ callbackUrl }) => callbackUrl ?? null),
      ),
    ),
  );
  return [...new Set(all)];
}
