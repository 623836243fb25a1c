import { type RefusalCode, refusalStatuses, say } from "@/lib/domain/refusal";
import { problemText, refusalText } from "@/lib/text/problem";
import { apiFacts } from "../api-facts";

export interface ErrorFacts {
  name: string;
  status: number;
  message: string;
  /** Whether the body has it in `error` (spec, Errors: 404, failed validation and 429 do not). */
  isCoded: boolean;
}

const uncoded: ErrorFacts[] = [
  { name: "not_found", status: 404, message: problemText("en", say("answer.not_found")), isCoded: false },
  {
    name: "unknown_path",
    status: 404,
    message: problemText("en", say("answer.unknown_path")),
    isCoded: false,
  },
  {
    name: "validation",
    status: 422,
    message:
      "A value cannot be used. Nothing was changed. “errors” maps each field to its problems; put them right and send the request again.",
    isCoded: false,
  },
  {
    name: "too_many_requests",
    status: 429,
    message:
      "More than 120 requests in 60 seconds with one key, or 60 bad keys in a minute from one address. This one did nothing. Wait for the seconds in Retry-After.",
    isCoded: false,
  },
];

/** Every error there is a page about, in the order of its status. */
export function errorFacts(): ErrorFacts[] {
  // Safe: the keys of the table, which Object.entries forgets.
  const rows = Object.entries(refusalStatuses) as [RefusalCode, number][];
  const coded = rows.map(([name, status]) => ({
    name,
    status,
    message: refusalText("en", name),
    isCoded: true,
  }));
  return [...coded, ...uncoded].sort((a, b) => a.status - b.status);
}

/** The endpoints that refuse with it. Empty for errors of pages only. */
export function endpointsOf(name: string) {
  return apiFacts().operations.filter(({ errors }) => errors.some((one) => one.name === name));
}
