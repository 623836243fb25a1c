import type { z } from "zod";
import * as issues from "@/lib/domain/issues";
import type { Problems } from "@/lib/domain/problem";

/** Problems by field, with the caller's own field names: `items.0.quantity` (spec, Validation error shape). */
export function problemsOf(error: z.ZodError): Problems {
  return issues.problemsOf(error, (path) => (path.length === 0 ? "body" : path.map(String).join(".")));
}
