import { randomBytes } from "node:crypto";
import { Invalid } from "@/lib/domain/refusal";
import { parseOperatorEnv } from "@/lib/env";
import { problemTexts } from "@/lib/text/problem";
import { Problem } from "./problem";
import { readSecrets } from "./start/data-directory";
import { doorsOf } from "./start/doors";
import { say } from "./steps";

// npm run operator -- create name@example.com ["Their name"]: the first operator, or one more. A proposal of one
// operator, such as a correction of the ledger, must be approved by another.
// npm run operator -- reset name@example.com: a new password for one who lost it, without two-step sign-in.
const [act = "", email = "", name = email.split("@")[0] ?? ""] = process.argv.slice(2);
if (!["create", "reset"].includes(act) || !email.includes("@"))
  throw new Problem(
    'Say who: npm run operator -- create name@example.com "Their name", or reset name@example.com.',
  );

const { DATABASE_URL, DATA_DIR, SECRET_KEY } = parseOperatorEnv(process.env);
process.env.DATABASE_URL = DATABASE_URL ?? doorsOf(DATA_DIR).appUrl;
process.env.SECRET_KEY = SECRET_KEY ?? readSecrets(DATA_DIR).secretKey;
const { createOperator } = await import("@/lib/services/people/accounts/operator");
const { resetOperator } = await import("@/lib/services/people/accounts/operator");
const { systemWorld } = await import("@/lib/services/desk/system-world");

const password = randomBytes(15).toString("base64url");
const done =
  act === "create"
    ? createOperator(systemWorld(), { email, name, password })
    : resetOperator(systemWorld(), { email, password });
await done.catch((error: unknown) => {
  throw error instanceof Invalid
    ? new Problem(Object.values(problemTexts("en", error.errors)).flat().join(" "))
    : error;
});
say("Operator", `${email}  password ${password}`);
say("", "They sign in at /sign-in, and change the password under Account at once.");
process.exit(0);
