import { prepareBuild } from "./start/build";

// The benchmark imports the Prisma client and the build from the start, so both are made first: no figure includes
// their time.
(await prepareBuild("npm run bench"))();
await import("./lab/bench/run");
