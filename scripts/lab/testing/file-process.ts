import { open } from "@/lib/testing/doors";
import { testClock, testWorld } from "@/lib/testing/world";

// The doors of one process on the test's database, at the time that its argument says. It answers each message of its
// parent with the most memory it had since the one before, and with what it has once all that is free is collected.
Object.assign(globalThis, { senteWorld: testWorld({ clock: testClock(new Date(String(process.argv[2]))) }) });
const { port } = await open((_, response) => response.writeHead(404).end());

let most = 0;
function look(): void {
  most = Math.max(most, process.memoryUsage.rss());
}
setInterval(look, 2).unref();
process.on("message", () => {
  look();
  const before = most;
  globalThis.gc?.();
  most = process.memoryUsage.rss();
  process.send?.({ most: before, now: most });
});
process.on("disconnect", () => process.exit(0));
process.send?.({ port });
