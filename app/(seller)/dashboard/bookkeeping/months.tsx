import type { BookMonth } from "@/lib/domain/bookkeeping";
import { addMonths } from "@/lib/domain/money";
import type { AtStore } from "../words";
import { isBegun, pathOf } from "./asked";

/** The months beside it, at the page of this path; none after the present one. */
export function Months({
  of,
  path,
  who: { words, world },
}: {
  of: BookMonth;
  path: string;
  who: Pick<AtStore, "words" | "world">;
}) {
  const beside = (month: string, key: "booksEarlier" | "booksLater") => (
    <a className="underline underline-offset-2" href={pathOf({ ...of, month }, path)}>
      {words.text(key)}
    </a>
  );
  const later = addMonths(of.month, 1);
  return (
    <span className="flex gap-4">
      {beside(addMonths(of.month, -1), "booksEarlier")}
      {isBegun({ ...of, month: later }, world.clock.now()) ? beside(later, "booksLater") : null}
    </span>
  );
}
