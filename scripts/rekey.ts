import { parseOperatorEnv } from "@/lib/env";
import { Problem } from "./problem";
import { readSecrets } from "./start/data-directory";
import { reach } from "./start/doors";
import { sealAnew, secretsOf } from "./start/secret-key";
import { step } from "./steps";

// npm run rekey: seals everything with SECRET_KEY that one of SECRET_KEY_OLD has sealed. The service may run, with both
// set; once this has ended, SECRET_KEY_OLD may be left out.
const settings = parseOperatorEnv(process.env);
const { DATA_DIR, SECRET_KEY_OLD } = settings;
if (SECRET_KEY_OLD.length === 0)
  throw new Problem("SECRET_KEY_OLD names no earlier key: set it to the one that sealed until now.");
const SECRET_KEY = settings.SECRET_KEY ?? readSecrets(DATA_DIR).secretKey;
await step("Rekey", async () => {
  const sealed = await sealAnew(reach(settings).ownerUrl, secretsOf({ SECRET_KEY, SECRET_KEY_OLD }));
  return `${sealed} values are sealed with SECRET_KEY now`;
});
