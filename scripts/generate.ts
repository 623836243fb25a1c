import { generateClient } from "./start/generate";
import { step } from "./steps";

await step("Prisma client", async () => ({ said: await generateClient(), value: undefined }));
