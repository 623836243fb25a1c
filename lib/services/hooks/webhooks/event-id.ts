import { NotFound } from "@/lib/domain/refusal";

/** An id that no event can have is looked for nowhere: some of its characters would be an error of the database. */
export function eventIdOf(text: string): string {
  if (!/^evt_[0-9A-Za-z]{30}$/.test(text)) throw new NotFound();
  return text;
}
