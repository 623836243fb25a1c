import { type Problem, say } from "@/lib/domain/problem";
import { Invalid } from "@/lib/domain/refusal";
import { parsePhone } from "@/lib/providers/phone";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";
import { readCustomer } from "./add";
import type { CsvCustomer } from "./read-csv";
import type { CustomerInput } from "./save";

/** A line that can be saved, its phone as E.164, or what is wrong with it. */
export type CheckedLine =
  | { line: number; input: CustomerInput }
  | { line: number; problem: Problem; name: string };

/** Every line by the rules of the form; the second line about one e-mail or phone is refused. */
export async function checkLines(world: World, caller: Caller, lines: CsvCustomer[]): Promise<CheckedLine[]> {
  const { country } = await world.db.store.findUniqueOrThrow({
    where: { id: caller.storeId },
    select: { country: true },
  });
  const seen = new Map<string, number>();
  return lines.map(({ line, typed }) => {
    try {
      const input = readCustomer(typed);
      const phone = input.phone === null ? null : phoneOf(input.phone, country);
      requireNew(seen, input.email, "email");
      requireNew(seen, phone, "phone");
      for (const contact of [input.email, phone]) if (contact) seen.set(contact, line);
      return { line, input: { ...input, phone } };
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      return { line, name: typed.name, problem: firstOf(error) };
    }
  });
}

function requireNew(seen: Map<string, number>, contact: string | null, kind: "email" | "phone"): void {
  const before = contact === null ? undefined : seen.get(contact);
  if (before !== undefined) throw new Invalid({ line: [say(`line_same_${kind}`, { line: String(before) })] });
}

function phoneOf(typed: string, country: string): string {
  const parsed = parsePhone(typed, country, { anyCountry: true });
  if (!parsed.ok) throw new Invalid({ phone: [parsed.message] });
  return parsed.phone;
}

/** The first problem; a required field is named, because its words alone would not say which. */
function firstOf({ errors, first }: Invalid): Problem {
  const [field = ""] = Object.keys(errors);
  return first.code === "required" ? say("field_missing", { field }) : first;
}
