import { parseOperatorEnv } from "@/lib/env";
import { checkBooks } from "./books/check";
import { reach } from "./start/doors";
import { say, step } from "./steps";

// npm run books: whether the money, the subscriptions and the events agree, also while the service is running. The
// database is DATABASE_URL, else the embedded one of a running DATA_DIR. The exit code is 1 where something is wrong.
const broken = await step("Books", async () => {
  const found = await checkBooks(reach(parseOperatorEnv(process.env)).appUrl);
  return { said: found.length === 0 ? "everything agrees" : "SOMETHING IS WRONG", value: found };
});
for (const line of broken) say("", line);
process.exitCode = broken.length === 0 ? 0 : 1;
