import { silentAuthority } from "./silent-authority";
import { silentWhatsapp } from "./silent-whatsapp";

// node --import tsx scripts/lab/drills/alone.ts <drill>: one that uses the services of its place itself, which are there once in
// a process. The last line is its outcome.
const drills = { "silent-authority": silentAuthority, "silent-whatsapp": silentWhatsapp };
const [name = ""] = process.argv.slice(2);
// Safe: drills.ts names those.
const outcome = await drills[name as keyof typeof drills]();
console.log(JSON.stringify(outcome));
process.exit(0);
