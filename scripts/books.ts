import { parseOperatorEnv } from "@/lib/env";
import { checkBooks } from "./books/check";
import { embeddedDatabaseUrl } from "./start/data-directory";
import { say, step } from "./steps";

// npm run books: whether the money, the subscriptions and the events agree, also while the service is running. The
// database is DATABASE_URL, else the embedded one of a running DATA_DIR. The exit code is 1 where something is wrong.
const { DATABASE_URL, DATA_DIR } = parseOperatorEnv(process.env);
const broken = await step("Books", async () => {
  const found = await checkBooks(DATABASE_URL || embeddedDatabaseUrl(DATA_DIR));
  return { said: found.length === 0 ? "everything agrees" : "SOMETHING IS WRONG", value: found };
});
for (const line of broken) say("", line);
process.exitCode = broken.length === 0 ? 0 : 1;
