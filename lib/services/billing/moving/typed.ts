import type { Problem } from "@/lib/domain/refusal";

/** One subscription as another program wrote it; an empty text is not given. */
export interface TypedMove {
  email: string;
  phone: string;
  name: string;
  ref: string;
  product: string;
  status: string;
  startedAt: string;
  end: string;
  amount: string;
  currency: string;
  interval: string;
  externalId: string;
  cancelledAt: string;
  cancelsAtEnd: string;
  metadata: Record<string, string>;
}

/** A line of a file; `answer`: what is to be said of it already. */
export interface FileLine {
  /** As in an editor, from 1. */
  line: number;
  typed: TypedMove;
  answer?: { outcome: "same" | "refused"; problem: Problem };
}

export const nothingTyped: TypedMove = {
  ...{ email: "", phone: "", name: "", ref: "", product: "", status: "", startedAt: "", end: "" },
  ...{
    amount: "",
    currency: "",
    interval: "",
    externalId: "",
    cancelledAt: "",
    cancelsAtEnd: "",
    metadata: {},
  },
};

/** Without the mark that files put before text which a spreadsheet would run as a formula. */
export function plainCell(cell: string): string {
  return cell.trim().replace(/^'(?=[=+\-@])/, "");
}
