import { oneFound, oneOf, period, spanOf, textOf, type Values } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { moment } from "@/app/_lists/list-view";
import { TextLink } from "@/components/dashboard/pieces";
import { StatusMark } from "@/components/ui/blocks";
import { Code } from "@/components/ui/copy-button";
import { mayRead } from "@/lib/domain/roles";
import { listRequests, type RequestFilters, type RequestLogRow } from "@/lib/services/hooks/request-log/read";
import { listKeys } from "@/lib/services/people/keys/keys";
import { requestPath, requestsPath } from "../../paths";
import { sellerListPage } from "../../seller-list";
import { type AtStore, titled } from "../../words";
import { modeTabs, toneOf } from "../developer-page";

export const generateMetadata = titled("requests");

const answers = { "2": "answerSucceeded", "4": "answerRefused", "5": "answerFailed" } as const;

const filters = {
  mode: modeTabs,
  /** The beginning of a path, or a whole request id. */
  find: textOf("pathOrId", (typed) => (/^[\x21-\x7e]{1,200}$/.test(typed.trim()) ? typed.trim() : "")),
  method: oneOf("httpMethod", ["GET", "POST", "PATCH", "DELETE"], null),
  status: oneOf("answer", ["2", "4", "5"], (digit) => answers[digit]),
  code: textOf("answerCode", (typed) => (/^[1-5]\d\d$/.test(typed.trim()) ? typed.trim() : "")),
  key: oneFound("apiKey"),
  ...period,
};

/** The filters for the verb. People often omit the start of the API's path. */
function wanted(who: AtStore, values: Values<typeof filters>): RequestFilters {
  const { method, status, code, key, find } = values;
  const statusClass = status === "2" ? 2 : status === "4" ? 4 : 5;
  return {
    ...(method ? { method } : {}),
    ...(status ? { statusClass } : {}),
    ...spanOf(who, values),
    ...(code ? { status: Number(code) } : {}),
    ...(key ? { keyId: Number(key) } : {}),
    ...(find.startsWith("req_") ? { requestId: find } : {}),
    ...(find && !find.startsWith("req_") ? { path: find.startsWith("/api/") ? find : apiPath(find) } : {}),
  };
}

function apiPath(find: string): string {
  return `/api/v1/${find.replace(/^\/+/, "")}`;
}

/** `keyName`: null for a key that was deleted since. */
type Line = RequestLogRow & { keyName: string | null };

const columns: Column<Line, AtStore>[] = [
  {
    label: "request",
    cell: ({ method, path, requestId }, { seller }) =>
      mayRead(seller.role, "requests") ? (
        <TextLink href={requestPath(requestId)}>
          <Code>{`${method} ${path}`}</Code>
        </TextLink>
      ) : (
        <Code>{`${method} ${path}`}</Code>
      ),
  },
  {
    label: "answer",
    cell: ({ status }) => <StatusMark tone={toneOf(status)} word={String(status)} />,
  },
  {
    label: "took",
    align: "end",
    cell: ({ durationMs }) => <span className="tabular-nums">{`${durationMs} ms`}</span>,
  },
  { label: "apiKey", cell: ({ keyName }, { words }) => keyName ?? words.text("deletedKey") },
  { label: "requestId", cell: ({ requestId }) => <Code>{requestId}</Code> },
  { label: "time", align: "end", cell: ({ createdAt }, reading) => moment(createdAt, reading) },
];

/** The API requests made with this store's keys. It stays readable when developer access is off. */
export default sellerListPage("requests", {
  path: requestsPath,
  filters,
  choices: async ({ world, caller }, { mode }) => {
    const keys = await listKeys(world, caller);
    const ofMode = keys.filter((key) => key.livemode === (mode === "live"));
    return { key: ofMode.map(({ id, name }) => ({ value: String(id), label: name })) };
  },
  perPage: 50,
  read: async (who, values, page) => {
    const { world, caller, seller } = who;
    const [keys, found] = await Promise.all([
      listKeys(world, caller),
      listRequests(world, seller.caller(values.mode === "live"), wanted(who, values), page),
    ]);
    const names = new Map(keys.map(({ id, name }) => [id, name]));
    const named = (row: RequestLogRow): Line => ({ ...row, keyName: names.get(row.keyId ?? 0) ?? null });
    return { ...found, rows: found.rows.map(named) };
  },
  head: ({ words, world }) => ({
    title: words.text("requests"),
    purpose: words.text("requestsPurpose", { days: String(world.config.retention.requests) }),
  }),
  caption: "requestsCaption",
  columns,
  empty: {
    noneMatches: "noRequestMatches",
    pastTheEnd: "pastTheEnd",
    none: ({ words }) => ({ sentence: words.text("noRequest") }),
  },
});
