import { chosen, runDrills } from "./lab/drills/run";
import { prepareBuild } from "./start/build";

// npm run drills: what happens around the service: processes that are killed, a database that goes away, a full disk.
// `npm run drills silence pooler` runs those two, `npm run drills -- --part 2/6` the second of six parts; `short` is the
// part of npm test.
const release = await prepareBuild("npm run drills");
// They check the books by the client that was only now generated.
const { drills, short } = await import("./lab/drills/drills");
const words = process.argv.slice(2);
const wanted = words[0] === "short" ? [short] : chosen(drills, words);

const isWell = await runDrills(wanted);
release();
process.exit(isWell ? 0 : 1);
