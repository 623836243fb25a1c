import { afterAll } from "vitest";
import { describeRail, type Matrix, matrixText } from "./contract";
import { pawapayHarness } from "./pawapay/harness";
import { sandboxHarness } from "./sandbox/harness";

const matrix: Matrix = new Map();

describeRail("sandbox", matrix, sandboxHarness);
describeRail("pawapay", matrix, pawapayHarness);

afterAll(() => {
  process.stdout.write(matrixText(matrix));
});
