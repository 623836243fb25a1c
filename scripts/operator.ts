import { randomBytes } from "node:crypto";
import { Invalid } from "@/lib/domain/refusal";
import { parseOperatorEnv } from "@/lib/env";
import { problemTexts } from "@/lib/text/problem";

import { Problem } from "./problem";
import { embeddedDatabaseUrl, readSecrets } from "./start/data-directory";
import { say } from "./steps";

// npm run operator -- name@example.com "Their name": adds one more operator. A proposal of one operator, such as a
// correction of the ledger, must be approved by another.
const [email = "", name = ""] = process.argv.slice(2);
if (!email || !name) throw new Problem('Say who: npm run operator -- name@example.com "Their name".');

const { DATABASE_URL, DATA_DIR, SECRET_KEY } = parseOperatorEnv(process.env);
process.env.DATABASE_URL = DATABASE_URL ?? embeddedDatabaseUrl(DATA_DIR);
process.env.SECRET_KEY = SECRET_KEY ?? readSecrets(DATA_DIR).secretKey;
const { createOperator } = await import("@/lib/services/people/accounts/create-operator");
const { systemWorld } = await import("@/lib/services/desk/system-world");

const password = randomBytes(15).toString("base64url");
await createOperator(systemWorld(), { email, name, password }).catch((error: unknown) => {
  throw error instanceof Invalid
    ? new Problem(Object.values(problemTexts("en", error.errors)).flat().join(" "))
    : error;
});
say("Operator", `${email}  password ${password}`);
say("", "They sign in at /sign-in, and change the password under Account at once.");
process.exit(0);
