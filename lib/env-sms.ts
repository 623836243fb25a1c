import { z } from "zod";
import { isCurrency, type Money, parseAmount } from "@/lib/domain/money";

const setting = z.preprocess(
  (value) => (typeof value === "string" && value.trim() === "" ? undefined : value),
  z.string().trim().optional(),
);

/**
 * Who takes our text messages. None by default: they then wait in the outbox page, where they can be read.
 *
 * | Variable | Default | Meaning |
 * |---|---|---|
 * | SMS_PROVIDER | none | `africastalking` or `twilio` |
 * | AFRICASTALKING_USERNAME | | Your user name there; `sandbox` for their sandbox |
 * | AFRICASTALKING_API_KEY | | The key of that user |
 * | AFRICASTALKING_FROM | their shared sender | A short code or name that is registered with them |
 * | TWILIO_ACCOUNT_SID | | `AC…` |
 * | TWILIO_AUTH_TOKEN | | The token of that account |
 * | TWILIO_FROM | | The number or name that texts come from; or the next one |
 * | TWILIO_MESSAGING_SERVICE_SID | | `MG…`, a service that chooses the number |
 * | SMS_PRICE | not said | What one text costs, such as `KES 0.80`: sellers see what their alerts cost |
 */
export const smsShape = {
  SMS_PROVIDER: setting.pipe(
    z
      .enum(["africastalking", "twilio"], { error: "SMS_PROVIDER must be one of africastalking, twilio." })
      .optional(),
  ),
  AFRICASTALKING_USERNAME: setting,
  AFRICASTALKING_API_KEY: setting,
  AFRICASTALKING_FROM: setting,
  TWILIO_ACCOUNT_SID: setting,
  TWILIO_AUTH_TOKEN: setting,
  TWILIO_FROM: setting,
  TWILIO_MESSAGING_SERVICE_SID: setting,
  SMS_PRICE: setting,
};

const smsSchema = z.object(smsShape);

/** One sentence for each variable that the chosen provider lacks. */
export function smsProblems(values: z.output<typeof smsSchema>): string[] {
  const price = values.SMS_PRICE !== undefined && readSmsPrice(values.SMS_PRICE) === null;
  return [
    ...providerProblems(values),
    ...(price ? ["SMS_PRICE must be a currency and an amount, such as KES 0.80."] : []),
  ];
}

/** What one text costs; null where it is not said or cannot be read. */
export function readSmsPrice(text: string | undefined): Money | null {
  const [, currency = "", amount = ""] = /^([A-Z]{3}) ?(\d+(?:\.\d+)?)$/.exec(text ?? "") ?? [];
  if (!isCurrency(currency)) return null;
  const parsed = parseAmount(amount, currency);
  return parsed.ok ? parsed.money : null;
}

function providerProblems(values: z.output<typeof smsSchema>): string[] {
  const provider = values.SMS_PROVIDER;
  if (!provider) return [];
  const lacks = needed[provider].filter((name) => values[name] === undefined);
  const problems = lacks.map((name) => `${name} must be set, because SMS_PROVIDER is ${provider}.`);
  if (provider === "twilio" && !values.TWILIO_FROM && !values.TWILIO_MESSAGING_SERVICE_SID)
    problems.push("TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID must be set, because SMS_PROVIDER is twilio.");
  return problems;
}

const needed = {
  africastalking: ["AFRICASTALKING_USERNAME", "AFRICASTALKING_API_KEY"],
  twilio: ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN"],
} as const;
