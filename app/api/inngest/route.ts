import { answerExecutor } from "@/inngest/answer-executor";

export const dynamic = "force-dynamic";

/** The endpoint for the executor's calls. Our own server answers here without Next (scripts/serve/fast-lane.ts). */
export { answerExecutor as GET, answerExecutor as POST, answerExecutor as PUT };
