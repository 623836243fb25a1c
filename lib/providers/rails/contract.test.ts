import { afterAll } from "vitest";
import { flutterwaveCardHarness, flutterwaveHarness } from "@/lib/providers/rails/flutterwave/harness";
import { mtnMomoHarness } from "@/lib/providers/rails/mtn-momo/harness";
import { pawapayHarness } from "@/lib/providers/rails/pawapay/harness";
import { paystackCardHarness, paystackHarness } from "@/lib/providers/rails/paystack/harness";
import { sandboxHarness } from "@/lib/providers/rails/sandbox/harness";
import { stripeHarness } from "@/lib/providers/rails/stripe/harness";
import { describeRail, type Matrix, matrixText } from "@/lib/testing/rails/contract";

const matrix: Matrix = new Map();

describeRail("sandbox", matrix, sandboxHarness);
describeRail("pawapay", matrix, pawapayHarness);
describeRail("paystack", matrix, paystackHarness);
describeRail("paystack card", matrix, paystackCardHarness);
describeRail("flutterwave", matrix, flutterwaveHarness);
describeRail("flutterwave card", matrix, flutterwaveCardHarness);
describeRail("stripe", matrix, stripeHarness);
describeRail("mtn_momo", matrix, mtnMomoHarness);

afterAll(() => {
  process.stdout.write(matrixText(matrix));
});
