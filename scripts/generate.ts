import { generateClient } from "./start/generate";
import { step } from "./steps";

await step("Prisma client", generateClient);
