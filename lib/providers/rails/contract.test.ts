import { afterAll } from "vitest";
import { describeRail, type Matrix, matrixText } from "@/lib/testing/rails/contract";
import { emulatedRails, sandboxCardHarness, sandboxHarness } from "@/lib/testing/rails/harnesses";

const matrix: Matrix = new Map();

describeRail("sandbox", matrix, sandboxHarness);
describeRail("sandbox card", matrix, sandboxCardHarness);
for (const [name, create] of emulatedRails) describeRail(name, matrix, create);

afterAll(() => {
  process.stdout.write(matrixText(matrix));
});
