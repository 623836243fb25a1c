import { conclude, onBuild } from "./lab/testing/suites";

// npm run looks: fields, words and height of every page of the dashboard and of the operators, beside those of the run
// before (bench/looks.json). With PICTURES=1 also pictures of all, in e2e/screenshots/looks.
conclude(await onBuild("npm run looks", async () => (await import("./lab/looks/run")).measureLooks()));
