import { isChoosableEventType } from "@/lib/domain/event-types";
import { type Problem, type Problems, say } from "@/lib/domain/problem";
import { Invalid } from "@/lib/domain/refusal";
import { lineProblem } from "@/lib/domain/text";
import { resolvedProblem, urlProblem } from "@/lib/providers/webhook-url";
import type { World } from "@/lib/services/core/world";

const descriptionMax = 255;

/** Throws Invalid with a sentence for each field that cannot be used. Looks names up, so it runs before a transaction. */
export async function checkEndpoint(
  world: World,
  input: { url?: string; types?: string[]; description?: string },
): Promise<void> {
  const errors: Problems = {};
  const url = input.url === undefined ? null : await urlProblemOf(world, input.url);
  if (url) errors.url = [url];
  if (input.types?.length === 0) errors.types = [say("choose_event_type")];
  const unknown = input.types?.filter((type) => !isChoosableEventType(type)) ?? [];
  if (unknown.length > 0) errors.types = [say("event_type")];
  const description = lineProblem(input.description ?? "", descriptionMax);
  if (description) errors.description = [description];
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
}

async function urlProblemOf(world: World, url: string): Promise<Problem | null> {
  return urlProblem(url, { allowLocal: world.config.allowLocalWebhooks }) ?? resolvedProblem(url);
}
