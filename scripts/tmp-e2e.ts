import { conclude, onBuild, runPlaywright } from "./lab/testing/suites";
conclude([...(await onBuild("npm test", async () => [await runPlaywright("Browser tests", process.argv.slice(2))]))]);
