import { answerExecutor } from "@/inngest/answer-executor";

export const dynamic = "force-dynamic";

/** Where the executor calls our functions. Our own server answers here without Next (scripts/serve/fast-lane.ts). */
export { answerExecutor as GET, answerExecutor as POST, answerExecutor as PUT };
