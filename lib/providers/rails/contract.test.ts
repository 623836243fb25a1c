import { afterAll } from "vitest";
import { describeRail, type Matrix, matrixText } from "./contract";
import { flutterwaveCardHarness, flutterwaveHarness } from "./flutterwave/harness";
import { mtnMomoHarness } from "./mtn-momo/harness";
import { pawapayHarness } from "./pawapay/harness";
import { paystackCardHarness, paystackHarness } from "./paystack/harness";
import { sandboxHarness } from "./sandbox/harness";
import { stripeHarness } from "./stripe/harness";

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
