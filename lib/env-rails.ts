import { z } from "zod";

const setting = z.preprocess(
  (value) => (typeof value === "string" && value.trim() === "" ? undefined : value),
  z.string().trim().optional(),
);

/**
 * Payment rails, for who would rather keep credentials here than type them at /ops/rails. A rail is set up by the
 * environment as soon as one of its keys is set, and then the environment wins over what was typed. `…_MODE` is `live`
 * unless it is `test`: the provider's own test environment, where no money moves.
 *
 * | Variable | Meaning |
 * |---|---|
 * | RAIL_PAWAPAY_API_TOKEN | pawaPay: the token, from its dashboard |
 * | RAIL_PAWAPAY_REQUIRE_SIGNED_CALLBACKS | `true`: callbacks without a signature are refused |
 * | RAIL_FLUTTERWAVE_SECRET_KEY | `FLWSECK-…` or `FLWSECK_TEST-…` |
 * | RAIL_FLUTTERWAVE_WEBHOOK_HASH | The secret hash that is set in its dashboard beside our callback URL |
 * | RAIL_PAYSTACK_SECRET_KEY | `sk_live_…` or `sk_test_…` |
 * | RAIL_STRIPE_SECRET_KEY | `sk_live_…`, `rk_live_…` or the same with `test` |
 * | RAIL_STRIPE_WEBHOOK_SECRET | `whsec_…` of the endpoint that has our callback URL |
 * | RAIL_MTN_MOMO_COLLECTION_SUBSCRIPTION_KEY, …_API_USER, …_API_KEY | MTN MoMo: taking payments |
 * | RAIL_MTN_MOMO_DISBURSEMENT_SUBSCRIPTION_KEY, …_API_USER, …_API_KEY | Paying out and giving back, when contracted |
 * | RAIL_MTN_MOMO_TARGET_ENVIRONMENT | `mtnuganda`, `mtnghana` …; `sandbox` in test mode |
 * | RAIL_MTN_MOMO_COUNTRY, RAIL_MTN_MOMO_CURRENCY | `UG` and `UGX`; one country a contract |
 * | RAIL_<RAIL>_MODE | `live` or `test` |
 * | RAIL_<RAIL>_BASE_URL | Another address than the provider's own: an emulator, or the host of a contract; https:// unless it is this machine |
 */
export const railsShape = {
  RAIL_PAWAPAY_API_TOKEN: setting,
  RAIL_PAWAPAY_REQUIRE_SIGNED_CALLBACKS: setting,
  RAIL_FLUTTERWAVE_SECRET_KEY: setting,
  RAIL_FLUTTERWAVE_WEBHOOK_HASH: setting,
  RAIL_PAYSTACK_SECRET_KEY: setting,
  RAIL_STRIPE_SECRET_KEY: setting,
  RAIL_STRIPE_WEBHOOK_SECRET: setting,
  RAIL_MTN_MOMO_COLLECTION_SUBSCRIPTION_KEY: setting,
  RAIL_MTN_MOMO_COLLECTION_API_USER: setting,
  RAIL_MTN_MOMO_COLLECTION_API_KEY: setting,
  RAIL_MTN_MOMO_DISBURSEMENT_SUBSCRIPTION_KEY: setting,
  RAIL_MTN_MOMO_DISBURSEMENT_API_USER: setting,
  RAIL_MTN_MOMO_DISBURSEMENT_API_KEY: setting,
  RAIL_MTN_MOMO_TARGET_ENVIRONMENT: setting,
  RAIL_MTN_MOMO_COUNTRY: setting,
  RAIL_MTN_MOMO_CURRENCY: setting,
  RAIL_PAWAPAY_MODE: mode("RAIL_PAWAPAY_MODE"),
  RAIL_PAWAPAY_BASE_URL: baseUrl("RAIL_PAWAPAY_BASE_URL"),
  RAIL_FLUTTERWAVE_MODE: mode("RAIL_FLUTTERWAVE_MODE"),
  RAIL_FLUTTERWAVE_BASE_URL: baseUrl("RAIL_FLUTTERWAVE_BASE_URL"),
  RAIL_PAYSTACK_MODE: mode("RAIL_PAYSTACK_MODE"),
  RAIL_PAYSTACK_BASE_URL: baseUrl("RAIL_PAYSTACK_BASE_URL"),
  RAIL_STRIPE_MODE: mode("RAIL_STRIPE_MODE"),
  RAIL_STRIPE_BASE_URL: baseUrl("RAIL_STRIPE_BASE_URL"),
  RAIL_MTN_MOMO_MODE: mode("RAIL_MTN_MOMO_MODE"),
  RAIL_MTN_MOMO_BASE_URL: baseUrl("RAIL_MTN_MOMO_BASE_URL"),
};

/** The variables of the rails alone, by name: their keys are judged where the rail is opened (lib/services/desk/rails). */
export type RailVariables = Readonly<Record<string, string | undefined>>;

export function railVariables(values: Readonly<Record<string, unknown>>): RailVariables {
  const found = Object.keys(railsShape).map((name) => [name, values[name]] as const);
  return Object.fromEntries(found.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

function mode(variable: string) {
  return setting.pipe(z.enum(["live", "test"], { error: `${variable} must be live or test.` }).optional());
}

function baseUrl(variable: string) {
  // Keys go there with every call: over a line that anybody can read only where it does not leave this machine.
  const url = z.string().refine((text) => isSafeUrl(text), `${variable} must be an https:// URL.`);
  return setting.pipe(url.transform((text) => text.replace(/\/+$/, "")).optional());
}

function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (
    protocol === "https:" || (protocol === "http:" && /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname))
  );
}
