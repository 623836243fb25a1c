import { type Said, sayIn } from "@/lib/text/mail";
import { type Finding, unknown, wordsOf } from "./finding";

/** The lines of the operator's health page that are not well: queues, books, rails, messages, rights, the executor. */
export async function healthLines({
  url,
  secretKey,
}: {
  url: string;
  secretKey: string;
}): Promise<Finding[]> {
  Object.assign(process.env, { DATABASE_URL: url, SECRET_KEY: secretKey, LOG_LEVEL: "silent" });
  const { systemWorld } = await import("@/lib/services/desk/system-world");
  const { readLines } = await import("@/lib/services/desk/operator/health/read-health");
  const inEnglish = (text: Said | string) => (typeof text === "string" ? text : sayIn("en", text));
  try {
    const world = systemWorld();
    await Promise.all([world.rails.routes?.ready(), world.clock.compared?.()]);
    const lines = (await readLines(world)).flatMap((group) => group.lines);
    return lines.map(({ name, value, means, todo, state }) => ({
      id: "health",
      state,
      said: `${inEnglish(name)}: ${inEnglish(value)}.${state === "well" ? "" : ` ${inEnglish(means)}`}`,
      ...(todo && state !== "well" ? { todo: inEnglish(todo) } : {}),
    }));
  } catch (error) {
    return [unknown("health", `The health page could not be read: ${wordsOf(error)}.`)];
  }
}
