import { runChecks } from "./check";
import { conclude, onBuild, runPlaywright, runVitest, type Tally } from "./lab/testing/suites";
import { runTool, step } from "./steps";

// The tests that every change needs, and of each long sweep the part of this commit (docs/testing.md), ordered so that
// a mistake shows as early as possible.
conclude([
  { ...(await runChecks()), failures: [] },
  await runVitest("Unit tests"),
  ...(await onBuild("npm test", async () => [
    await runPlaywright("Browser tests"),
    await benchmark(),
    await drill(),
  ])),
]);

/** One reload under load: no request may fail. */
function drill(): Promise<Tally> {
  return script("Drill", ["drills", "short"], "no request failed", "the drill: a reload failed requests");
}

/** The benchmark's short form, only to find lost and wrong answers under load: its speed is no reason to fail. */
function benchmark(): Promise<Tally> {
  const failure = "the benchmark: an answer was lost or wrong";
  return script("Benchmark", ["bench", "--short"], "no answer lost or wrong", failure);
}

async function script(label: string, words: string[], well: string, failure: string): Promise<Tally> {
  return step(label, async () => {
    const { code, output } = await runTool(["scripts/bootstrap.mjs", ...words]);
    if (code !== 0) console.log(output);
    const isRight = code === 0;
    const tally = { passed: isRight ? 1 : 0, failed: isRight ? 0 : 1, failures: isRight ? [] : [failure] };
    return { said: isRight ? well : "failed", value: tally };
  });
}
