import { shown } from "@/app/(seller)/dashboard/tasks/task-words";
import { type DashboardWords, knownKey } from "@/components/dashboard/messages/words";
import { EmptyState, Timestamp } from "@/components/ui/blocks";
import { formatMoney, isCurrency } from "@/lib/domain/money";
import type { AuditLine } from "@/lib/services/desk/audit/log";
import { sayIn } from "@/lib/text/mail";
import { countryWord } from "../desk";
import { StoreLink } from "../operator-page";

/** What lines are written with: the reader's language and zone. */
interface Reader {
  words: DashboardWords;
  timeZone: string;
}

/** Actions, newest first: what, on what, by whom, why. */
export function AuditList(props: { rows: AuditLine[]; empty: string } & Reader) {
  const { rows, empty, ...reader } = props;
  if (rows.length === 0) return <EmptyState sentence={empty} />;
  return (
    <ul>
      {rows.map((row) => (
        <li key={String(row.id)} data-row="" className="border-b border-rule">
          <AuditEntry row={row} {...reader} />
        </li>
      ))}
    </ul>
  );
}

export function AuditEntry({ row, ...reader }: { row: AuditLine } & Reader) {
  const { words, timeZone } = reader;
  return (
    <div className="grid gap-1 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-medium">{actionWords(row.action, words)}</span>{" "}
          <span className="text-ink-2">
            {words.rich("auditBy", {
              target: row.target,
              name: <bdi key="by">{typeof row.by === "string" ? row.by : sayIn(words.lang, row.by)}</bdi>,
            })}
          </span>
        </p>
        <p className="text-label text-ink-2">
          <Timestamp at={row.createdAt} timeZone={timeZone} locale={words.locale} />
        </p>
      </div>
      {row.reason ? <p className="max-w-[68ch] wrap-anywhere">{row.reason}</p> : null}
      <p className="text-label wrap-anywhere text-ink-2">
        {row.store ? (
          <>
            <StoreLink store={row.store} />{" "}
          </>
        ) : null}
        {detailWords(row.details, reader)}
      </p>
    </div>
  );
}

/** The details stored with the action; amounts in readable form instead of minor units. */
function detailWords({ amountMinor, currency, ...rest }: Record<string, string>, reader: Reader): string {
  const { words } = reader;
  const isMoney = currency !== undefined && isCurrency(currency) && /^\d{1,18}$/.test(amountMinor ?? "");
  const money = isMoney
    ? [formatMoney({ minor: BigInt(amountMinor ?? "0"), currency }, words.lang)]
    : Object.entries({ amountMinor, currency }).flatMap(([name, value]) =>
        value ? [factWords(name, value, reader)] : [],
      );
  return [...money, ...Object.entries(rest).map(([name, value]) => factWords(name, value, reader))].join(
    ", ",
  );
}

/** "plan: starter", "livemode: yes": our own names in the reader's language, values as stored. */
function factWords(name: string, value: string, { words, timeZone }: Reader): string {
  const key = knownKey(`auditFact_${name}`);
  const said =
    value === "true"
      ? words.text("auditYes")
      : value === "false"
        ? words.text("auditNo")
        : name === "country"
          ? countryWord(value, words)
          : shown(value, words.lang, timeZone);
  return words.text("auditFact", { name: key ? words.loose(key, {}) : name, value: said });
}

/** `store.developer_access_blocked` in readable form: "Store: developer access blocked". */
function actionWords(action: string, words: DashboardWords): string {
  const key = knownKey(`logged_${action.replace(".", "_")}`);
  if (key) return words.loose(key, {});
  const text = action.replace(".", ": ").replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
