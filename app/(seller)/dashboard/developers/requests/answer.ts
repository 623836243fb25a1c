import { z } from "zod";

/** What the API says of an error. */
const Refused = z.object({
  message: z.string(),
  error: z.string().optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});

export interface Told {
  message: string;
  code: string | null;
  fields: { field: string; problems: string[] }[];
}

/** Why a request was refused, as its stored answer tells it; null for a success, or an answer that was cut. */
export function toldBy(answer: string | null): Told | null {
  const parsed = Refused.safeParse(read(answer));
  if (!parsed.success) return null;
  const { message, error, errors = {} } = parsed.data;
  const fields = Object.entries(errors).map(([field, problems]) => ({ field, problems }));
  return { message, code: error ?? (fields.length > 0 ? "validation" : null), fields };
}

function read(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return null;
  }
}
