import { flutterwaveCardHarness, flutterwaveHarness } from "@/lib/providers/rails/flutterwave/harness";
import type { RealRailId } from "@/lib/providers/rails/kind";
import { mtnMomoHarness } from "@/lib/providers/rails/mtn-momo/harness";
import { pawapayHarness } from "@/lib/providers/rails/pawapay/harness";
import { paystackCardHarness, paystackHarness } from "@/lib/providers/rails/paystack/harness";
import { stripeHarness } from "@/lib/providers/rails/stripe/harness";
import type { EmulatedHarness } from "./emulated-harness";

/** `baseUrl`: asked instead of the emulator. */
export type CreateHarness = (more?: {
  baseUrl?: string;
  initiateMs?: number;
  readMs?: number;
}) => Promise<EmulatedHarness>;

/** Every real rail with its emulator; cards are told apart where a rail takes both. */
export const harnesses: Record<RealRailId, { main: CreateHarness; card?: CreateHarness }> = {
  pawapay: { main: pawapayHarness },
  paystack: { main: paystackHarness, card: paystackCardHarness },
  flutterwave: { main: flutterwaveHarness, card: flutterwaveCardHarness },
  stripe: { main: stripeHarness },
  mtn_momo: { main: mtnMomoHarness },
};

/** The same one by one, by the name that reports call them. */
export const emulatedRails: readonly (readonly [string, CreateHarness])[] = Object.entries(harnesses).flatMap(
  ([id, { main, card }]) => [[id, main] as const, ...(card ? [[`${id} card`, card] as const] : [])],
);
