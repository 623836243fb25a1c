import { runChecks } from "./checks";
import { runTool } from "./command";
import { step } from "./steps";
import { conclude, onBuild, runPlaywright, runVitest, type Tally } from "./testing/suites";

// What every change needs, and of each long sweep the part that is this commit's (docs/testing.md), in the order in which
// a mistake shows soonest.
conclude([
  { ...(await runChecks()), failures: [] },
  await runVitest("Unit tests"),
  ...(await onBuild("npm test", async () => [await runPlaywright("Browser tests"), await benchmark()])),
]);

/** The benchmark's short form, for lost and wrong answers under load alone: how fast it was is no reason to fail. */
async function benchmark(): Promise<Tally> {
  return step("Benchmark", async () => {
    const { code, output } = await runTool(["scripts/bootstrap.mjs", "bench", "--short"]);
    if (code !== 0) console.log(output);
    const isRight = code === 0;
    const tally = {
      passed: isRight ? 1 : 0,
      failed: isRight ? 0 : 1,
      failures: isRight ? [] : ["the benchmark: an answer was lost or wrong"],
    };
    return { said: isRight ? "no answer lost or wrong" : "failed", value: tally };
  });
}
